import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'

/** What one kind of thing a person looks after: how many, and the first five by name. */
export interface Kept {
  count: number
  names: string[]
}

/** A kind of thing that goes to the successor of somebody who leaves. */
export interface Handover {
  key: string
  label: string
  kept(db: Db, person: Person): Promise<Kept>
  /** Gives all of it to the successor; answers how many. */
  give(db: Db, person: Person, successor: Person): Promise<number>
}

export interface Person {
  employeeId: string
  userId: string
}

const NAMED = 5
const keptOf = (rows: readonly { name: string; total: string }[]): Kept => ({ count: Number(rows[0]?.total ?? 0), names: rows.map((r) => r.name) })

const LIVE = sql`reserve_status in ('pending', 'reserved') and start_time > now()`

const depts: Handover = {
  key: 'depts',
  label: '负责的部门',
  async kept(db, { employeeId }) {
    const { rows } = await sql<{ name: string; total: string }>`
      select dept_name as name, count(*) over () as total from dept where leader_id = ${employeeId} order by sort_no, dept_id limit ${NAMED}`.execute(db)
    return keptOf(rows)
  },
  async give(db, person, successor) {
    const { numAffectedRows } = await sql`
      update dept set leader_id = ${successor.employeeId}, update_time = now(), version = version + 1 where leader_id = ${person.employeeId}`.execute(db)
    return Number(numAffectedRows)
  },
}

const companies: Handover = {
  key: 'companies',
  label: '经办的公司',
  async kept(db, { userId }) {
    const { rows } = await sql<{ name: string; total: string }>`
      select short_name as name, count(*) over () as total from company where create_by = ${userId} and not deleted order by company_id limit ${NAMED}`.execute(db)
    return keptOf(rows)
  },
  // The version stays: nobody edits who looks after a company, so no editor has an old value of it.
  async give(db, person, successor) {
    const { numAffectedRows } = await sql`update company set create_by = ${successor.userId} where create_by = ${person.userId} and not deleted`.execute(db)
    return Number(numAffectedRows)
  },
}

const bookings: Handover = {
  key: 'bookings',
  label: '未开始的会议室预约',
  async kept(db, { userId }) {
    const { rows } = await sql<{ name: string; total: string }>`
      select title as name, count(*) over () as total from room_reservation where applicant_id = ${userId} and ${LIVE} order by start_time limit ${NAMED}`.execute(db)
    return keptOf(rows)
  },
  async give(db, person, successor) {
    const { numAffectedRows } = await sql`
      update room_reservation set applicant_id = ${successor.userId}, update_time = now(), version = version + 1 where applicant_id = ${person.userId} and ${LIVE}`.execute(db)
    return Number(numAffectedRows)
  },
}

/** All kinds, in the order in which the form shows them. */
export const HANDOVERS: readonly Handover[] = [depts, companies, bookings]

/** Bookings of others that wait for a decision which this person may take; none when she has no permit for it. */
export async function waitingBookings(db: Db, userId: string): Promise<{ count: number; others: number } | undefined> {
  const { rows } = await sql<{ mine: boolean; others: string; waiting: string }>`
    with approvers as (
      select distinct ur.user_id from permit p
      join role_permit rp on rp.permit_id = p.permit_id and (rp.expire_time is null or rp.expire_time > now())
      join role r on r.role_id = rp.role_id and r.role_status = 'enabled'
      join user_role ur on ur.role_id = r.role_id and (ur.expire_time is null or ur.expire_time > now())
      join sys_user u on u.user_id = ur.user_id and u.account_status = 'normal'
      where p.permit_code = 'meeting:reservation:approve' and p.permit_status = 'enabled' and p.system_id = 2
    )
    select exists (select 1 from approvers where user_id = ${userId}) as mine,
      (select count(*) from approvers where user_id <> ${userId}) as others,
      (select count(*) from room_reservation where reserve_status = 'pending' and start_time > now()) as waiting`.execute(db)
  const [row] = rows
  return row?.mine ? { count: Number(row.waiting), others: Number(row.others) } : undefined
}

export const roleNamesOf = async (db: Db, userId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('user_role as ur')
      .innerJoin('role as r', 'r.role_id', 'ur.role_id')
      .select('r.role_name')
      .where('ur.user_id', '=', userId)
      .orderBy('r.role_id')
      .execute()
  ).map((r) => r.role_name)

export const endRoles = (db: Db, userId: string) => db.deleteFrom('user_role').where('user_id', '=', userId).execute()

/** Lets the account live until the end of a day. */
export const keepAccountUntil = (db: Db, employeeId: string, day: string) => sql`update employee set account_until = ${day} where employee_id = ${employeeId}`.execute(db)

/** Accounts whose last day, in Shanghai, is over; their marks are taken away, so that each is disabled once. */
export async function takeDueAccounts(db: Db): Promise<Person[]> {
  const { rows } = await sql<Person>`
    update employee set account_until = null where account_until < (now() at time zone 'Asia/Shanghai')::date
    returning employee_id as "employeeId", user_id as "userId"`.execute(db)
  return rows
}
