import { refuse } from '../../../platform/errors'
import type { Action } from '../../../platform/resource/definition'
import { loginNameTaken } from '../account/guest.service'
import { maskPerson } from '../account/present'
import { insertUser } from '../account/repository'
import { gramsOfPerson } from '../account/service'
import { setUserRole } from '../rights/holders.repository'
import * as repository from './repository'
import type { OutsiderRole, Subject } from './tables'

export { awaitsPassword, linkColumns, neverLinked } from './repository'

/** Types of accounts that work for the association: none of them acts for somebody outside. */
const INSIDE = new Set(['staff', 'system', 'local', 'trial'])

/** A person who was certified to act for a company, or as a person of a register, or who is appointed as an expert. */
export interface Certified {
  mobile: string
  realName: string
  /** Type of the account, if one has to be made. */
  typeId: 'company' | 'director' | 'secretary' | 'expert' | 'merchant'
  subject: Subject
  subjectId: string
  capacity: string
  role: OutsiderRole
  source: string
  sourceId: string
}

type Acting = Pick<Action, 'db' | 'principal' | 'platform' | 'audit'>

/**
 * Links the account of a certified person's mobile with whom they act for, in the certification's own transaction, and makes the
 * account where there is none. A made one has no password: its person signs in with a code to the mobile, or gets a letter. The role
 * is the same for everybody of the kind, as the seeds have it, so that nobody hands out rights by certifying. Answers the account.
 */
export async function linkAccount({ db, principal, platform, audit }: Acting, person: Certified): Promise<string> {
  const known = await repository.accountOf(db, person.mobile)
  if (known && INSIDE.has(known.type_id)) throw refuse.field('mobile', '该手机号码是协会内部账号的号码，不能关联为外部用户，请核对')
  const userId = known?.user_id ?? (await makeAccount({ db, principal, audit }, person))
  await repository.insertLink(db, { ...person, userId, accountMade: !known, by: principal.userId })
  await setUserRole(db, userId, await repository.roleIdOf(db, person.role), null)
  audit({ recordType: 'user', recordId: userId, verb: 'link', after: { subject: person.subject, subjectId: person.subjectId, capacity: person.capacity } })
  await platform.revocations.announce(db, { kind: 'user', id: userId })
  return userId
}

/** Sign-in names of accounts that are made: the mobile, which the person knows, behind a letter as every name begins. */
async function makeAccount({ db, principal, audit }: Pick<Acting, 'db' | 'principal' | 'audit'>, { mobile, realName, typeId }: Certified): Promise<string> {
  let loginName = `u${mobile}`
  for (let n = 2; await loginNameTaken(db, loginName); n++) loginName = `u${mobile}_${n}`
  const fields = { realName, mobile, email: null, typeId, deptId: null, remark: null }
  const { userId } = await insertUser(db, { fields, loginName, passwordHash: null, grams: gramsOfPerson(loginName, realName, mobile), by: principal.userId })
  // There is no first password to change: whoever signs in with a code sets one when they want one.
  await repository.asksNoPassword(db, userId)
  audit({ recordType: 'user', recordId: userId, verb: 'insert', after: { loginName, ...maskPerson(fields) } })
  return userId
}

/**
 * Ends links in the action's transaction; every process hears of it, and what they gave is gone with the next call of the person.
 * Answers how many ended.
 */
export async function endLinks({ db, principal, platform, audit }: Acting, which: repository.Ending, reason: string): Promise<number> {
  const ended = await repository.endLinks(db, which, principal.userId, reason)
  for (const { userId, role, subject, subjectId } of ended) {
    await repository.dropUnfoundedRole(db, userId, role)
    audit({ recordType: 'user', recordId: userId, verb: 'unlink', reason, before: { subject, subjectId } })
    await platform.revocations.announce(db, { kind: 'user', id: userId })
  }
  return ended.length
}
