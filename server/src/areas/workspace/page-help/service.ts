import { richToText, type RichDoc } from '@assoc/contract/core/rich-text'
import type * as calls from '@assoc/contract/platform/page-help'
import { iso } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { storedJson } from '../json-value'
import * as repository from './repository'

const MAX_BYTES = 100 * 1024

export async function select({ db, input }: Context<typeof calls.selectPageHelp>) {
  const row = await repository.helpOf(db, input.menuLink)
  return { content: (row?.content ?? null) as RichDoc | null, version: row?.version ?? 0, updateName: row?.update_name ?? null, updateTime: row ? iso(row.update_time) : null }
}

const textOf = (content: RichDoc | null) => (content === null ? null : richToText(content))

/** Writes the help of a page. V00003 when somebody else has written it since, with theirs. */
export async function save({ db, principal, input, audit }: Context<typeof calls.savePageHelp>) {
  const { menuLink, content, version } = input
  if (content !== null) storedJson('content', content, MAX_BYTES)
  const old = await repository.helpOf(db, menuLink)
  const saved = await repository.putHelp(db, menuLink, content, version, principal.userId)
  if (saved === undefined) throw refuse.conflict({ content: old?.content ?? null, version: old?.version ?? 0 })
  audit({ recordType: 'pageHelp', recordId: null, verb: 'update', before: { menuLink, content: textOf((old?.content ?? null) as RichDoc | null) }, after: { menuLink, content: textOf(content) } })
  return { version: saved }
}
