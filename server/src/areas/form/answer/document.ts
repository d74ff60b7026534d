import type { FormDoc } from '@assoc/contract/form/engine/document'
import type { Db } from '../../../platform/database/database'
import { documentOf } from '../template/draft'
import * as repository from './repository'
import type { VersionKey } from './repository'

/** Documents that are held ready: a save of one answer would else read all of its form. Versions never change, so their hash is their name. */
const HELD = 20
const held = new Map<string, FormDoc>()

/** The document of a version. */
export async function documentOfVersion(db: Db, version: VersionKey): Promise<FormDoc> {
  const known = held.get(version.sha256)
  if (known) return known
  const doc = documentOf(await repository.documentText(db, version))
  const oldest = held.keys().next()
  if (held.size >= HELD && !oldest.done) held.delete(oldest.value)
  held.set(version.sha256, doc)
  return doc
}
