import type * as calls from '@assoc/contract/platform/workspace'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { storedJson } from '../json-value'
import * as repository from './repository'

const MAX_BYTES = 20 * 1024
// One a list view and a handful besides; keeps a client that makes up keys from filling the table.
const MAX_SETTINGS = 500

/** All settings of the person by key. */
export async function selectPreferences({ db, principal }: Context<typeof calls.selectPreferences>) {
  const rows = await repository.listPreferences(db, principal.userId)
  return Object.fromEntries(rows.map((r) => [r.key, r.value])) as never
}

/** Keeps one setting of the person, or removes it when the value is null; leaves nothing in the operation log. V00001 above 20 KB. */
export async function savePreference({ db, principal, input }: Context<typeof calls.savePreference>) {
  if (input.value === null) await repository.removePreference(db, principal.userId, input.key)
  else {
    const text = storedJson('value', input.value, MAX_BYTES)
    if ((await repository.countOthers(db, principal.userId, input.key)) >= MAX_SETTINGS) throw refuse.field('key', '保存的设置过多')
    await repository.putPreference(db, principal.userId, input.key, text)
  }
  return {}
}
