import { refuse } from '../../../platform/errors'
import { has, type Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { parsedFilter } from '../../../platform/resource/batch'
import type { ResourceRuntime } from '../../../platform/resource/definition'
import { idsAfter } from '../../../platform/resource/rows.repository'
import { contact, membership } from '../../member/api'
import * as people from './audience.repository'

type Chosen = NonNullable<people.Audience['chosen']>

/** Ids that a list's filter matches now, for who may read that list; at most `limit`. */
async function matching(db: Db, principal: Principal, m: ResourceRuntime, conditions: Record<string, unknown>, limit: number): Promise<string[]> {
  const { read } = m.contract.definition.access
  if (read.kind === 'permit' && !has(principal, read.code)) throw refuse.forbidden()
  return idsAfter(db, m, principal, { filters: parsedFilter(m.contract.list, conditions) }, '0', limit)
}

/** The people chosen in a list, within the person's data scope: as they are now, not as they were when they chose them. */
export async function findChosen(db: Db, principal: Principal, { contactIds, memberIds, filter, postTypes }: Chosen, limit: number): Promise<people.Person[]> {
  const contacts = filter?.from === 'contact' ? await matching(db, principal, contact.runtime, filter.conditions, limit) : contactIds
  const members = filter?.from === 'member' ? await matching(db, principal, membership.runtime, filter.conditions, limit) : memberIds
  return [...(await people.findChosenContacts(db, principal, contacts, limit)), ...(await people.findContactsOfMembers(db, principal, members, postTypes ?? [], limit))]
}
