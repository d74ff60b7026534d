import type * as calls from '@assoc/contract/platform/workspace'
import { iso } from '../../../platform/database/database'
import type { Context } from '../../../platform/http/context'
import { storedJson } from '../json-value'
import * as repository from './repository'

const MAX_BYTES = 200 * 1024
/** Drafts a person keeps; the one saved longest ago makes room. */
const MAX_DRAFTS = 100

/** The person's own draft under a key, or null. */
export async function selectDraft({ db, principal, input }: Context<typeof calls.selectDraft>) {
  const row = await repository.findDraft(db, principal.userId, input.key)
  return row ? { content: row.content as never, savedTime: iso(row.saved_time) } : null
}

/** Keeps the person's draft in place of the one before. V00001 above 200 KB. */
export async function saveDraft({ db, principal, input, audit }: Context<typeof calls.saveDraft>) {
  const savedTime = await repository.putDraft(db, principal.userId, input.key, storedJson('content', input.content, MAX_BYTES))
  await repository.dropOldest(db, principal.userId, MAX_DRAFTS)
  // The content stays out of the log: it may be personal data that never gets sent.
  audit({ recordType: 'draft', recordId: principal.userId, verb: 'save', after: { key: input.key } })
  return { savedTime: iso(savedTime) }
}

/** Removes the person's draft; one that is not there is no error. */
export async function deleteDraft({ db, principal, input, audit }: Context<typeof calls.deleteDraft>) {
  await repository.removeDraft(db, principal.userId, input.key)
  audit({ recordType: 'draft', recordId: principal.userId, verb: 'delete', after: { key: input.key } })
  return {}
}
