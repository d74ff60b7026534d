import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../database/database'
import { contains } from '../database/list'
import { gramsOfKeyword } from '../search/grams'

// People as statements and services of areas may ask for them. A fragment is one look-up by the primary key for each row that is shown.

const ofPerson = (shown: string, id: string) => sql<string | null>`(select ${sql.ref(`person.${shown}`)} from sys_user person where person.user_id = ${sql.ref(id)})`

/** Name of the person whose id a column holds, such as `t.create_by`; null for nobody. */
export const personName = (id: string): RawBuilder<string | null> => ofPerson('real_name', id)
/** The same of a column that always holds a person. */
export const ownerName = (id: string): RawBuilder<string> => sql<string>`${personName(id)}`
/** Sign-in name of the person whose id a column holds. */
export const personLogin = (id: string): RawBuilder<string | null> => ofPerson('login_name', id)
/** Department of the person whose id a column holds. */
export const personDept = (id: string): RawBuilder<string | null> => ofPerson('dept_id', id)
/** Mobile number of the account of the person whose id a column holds. */
export const personMobile = (id: string): RawBuilder<string | null> => ofPerson('mobile', id)
/** Mail address of the account of the person whose id a column holds. */
export const personEmail = (id: string): RawBuilder<string | null> => ofPerson('email', id)
/** Account of the person with a mobile number that a column holds, such as `l.mobile`; null where there is none. */
export const accountOfMobile = (mobile: string): RawBuilder<string | null> => sql<string | null>`(select min(person.user_id) from sys_user person where person.mobile = ${sql.ref(mobile)} and person.account_status <> 'cancelled')`
/** Status of the account of the person whose id a column holds. */
export const personStatus = (id: string): RawBuilder<string | null> => ofPerson('account_status', id)
/** Name of who did something; 系统 where no person did. */
export const actorName = (id: string): RawBuilder<string> => sql<string>`coalesce(${personName(id)}, '系统')`

/** People whom a typed name may mean by sign-in name, real name, initials or mobile number, at most 200. */
export const peopleCalled = (keyword: string): RawBuilder<string[]> =>
  sql`array(select u.user_id from sys_user u where u.search_grams @> ${gramsOfKeyword(keyword).grams}::text[] limit 200)`

/** A query of the ids of accounts whose sign-in name or name holds a keyword. */
export function accountsHolding(keyword: string): RawBuilder<unknown> {
  const { grams, exact } = gramsOfKeyword(keyword)
  const like = contains(keyword.trim())
  return sql`select u.user_id from sys_user u where u.search_grams @> ${grams}::text[]${exact ? sql`` : sql` and (u.login_name ilike ${like} or u.real_name ilike ${like})`}`
}

export interface Account {
  userId: string
  realName: string
  loginName: string
}

/** Accounts by name that can sign in, without those whose ids a query answers. */
export const accountsNamed = async (db: Db, keyword: string, { without, limit }: { without: RawBuilder<unknown>; limit: number }): Promise<Account[]> =>
  (
    await sql<Account>`select u.user_id as "userId", u.real_name as "realName", u.login_name as "loginName" from sys_user u
      where u.account_status = 'normal' and u.user_id = any(array(${accountsHolding(keyword)})) and u.user_id not in (${without})
      order by u.real_name, u.user_id limit ${limit}`.execute(db)
  ).rows

/** A query of the accounts in use that act for companies and persons: `user_id`, `subject` (company, person), `subject_id`, `capacity`. */
export const actingAccounts = sql`(select l.user_id, l.subject, l.subject_id, l.capacity from identity_link l join sys_user u on u.user_id = l.user_id and u.account_status = 'normal' where l.end_time is null)`

export const canSignIn = async (db: Db, userId: string): Promise<boolean> =>
  (await db.selectFrom('sys_user').select('user_id').where('user_id', '=', userId).where('account_status', '=', 'normal').executeTakeFirst()) !== undefined

/** People by their sign-in names. */
export const peopleByLogin = (db: Db, loginNames: readonly string[]) => db.selectFrom('sys_user').select(['user_id', 'login_name']).where('login_name', 'in', loginNames).orderBy('user_id').execute()

/** Holds a person's row until the end of the transaction, so that two requests of theirs that count something come one after the other. */
export const holdPerson = async (db: Db, userId: string): Promise<void> => void (await sql`select 1 from sys_user where user_id = ${userId} for no key update`.execute(db))

export interface Clerk {
  userId: string
  deptId: string
}

/** How an account is called and reached: what its person is registered by. */
export const reachOf = async (db: Db, userId: string): Promise<{ name: string; mobile: string | null; email: string | null }> =>
  db.selectFrom('sys_user').select(['real_name as name', 'mobile', 'email']).where('user_id', '=', userId).executeTakeFirstOrThrow()

/** People of a department who hold a role, the longest there first: those whom the demo association names. */
export const clerksWith = async (db: Db, roleCode: string): Promise<Clerk[]> =>
  (
    await sql<Clerk>`select u.user_id as "userId", u.dept_id as "deptId" from sys_user u
      where u.dept_id is not null and u.user_id in (select ur.user_id from user_role ur join role r on r.role_id = ur.role_id where r.role_code = ${roleCode}) order by u.user_id`.execute(db)
  ).rows

/** Staff who can sign in, the longest there first. */
export const staff = (db: Db, limit: number) =>
  db.selectFrom('sys_user').select(['user_id', 'dept_id']).where('account_status', '=', 'normal').where('type_id', '=', 'staff').orderBy('user_id').limit(limit).execute()
