import { refuse } from '../../../../platform/errors'
import { has, type Who } from '../../../../platform/access/who'
import type { Db } from '../../../../platform/database/database'
import { parsedFilter } from '../../../../platform/resource/batch'
import type { Mounted } from '../../../../platform/resource/definition'
import { idsAfter } from '../../../../platform/resource/rows.repository'
import { contact } from '../../contact'
import { membership } from '../../membership'
import * as people from './audience.repository'

type Chosen = NonNullable<people.Audience['chosen']>

/** Ids that a list's filter matches now, for who may read that list; at most `limit`. */
async function matching(db: Db, who: Who, m: Mounted, conditions: Record<string, unknown>, limit: number): Promise<string[]> {
  const { read } = m.contract.definition.access
  if (read.kind === 'permit' && !has(who, read.code)) throw refuse.forbidden()
  return idsAfter(db, m, who, { filters: parsedFilter(m.contract.list, conditions) }, '0', limit)
}

/** The people chosen in a list, within the person's data scope: as they are now, not as they were when she chose them. */
export async function findChosen(db: Db, who: Who, { contactIds, memberIds, filter, postTypes }: Chosen, limit: number): Promise<people.Person[]> {
  const contacts = filter?.from === 'contact' ? await matching(db, who, contact.mounted, filter.conditions, limit) : contactIds
  const members = filter?.from === 'member' ? await matching(db, who, membership.mounted, filter.conditions, limit) : memberIds
  return [...(await people.findChosenContacts(db, who, contacts, limit)), ...(await people.findContactsOfMembers(db, who, members, postTypes ?? [], limit))]
}
