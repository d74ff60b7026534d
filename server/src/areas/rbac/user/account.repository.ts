import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/database/database'

/** What signing in needs to know of an account. */
export const ACCOUNT_COLUMNS = [
  'user_id', 'login_name', 'real_name', 'mobile', 'email', 'type_id', 'dept_id', 'password_hash', 'must_change_password',
  'old_password_hashes', 'password_until', 'account_status', 'lock_until', 'last_login_time', 'password_time', 'version',
] as const

/** The account that a person means by what they type: sign-in name, mobile or mail address. */
export const findForLogin = (db: Db, name: string) =>
  db
    .selectFrom('sys_user')
    .select(ACCOUNT_COLUMNS)
    .where((eb) => eb.or([eb(sql`lower(login_name)`, '=', name.toLowerCase()), eb('mobile', '=', name), eb('email', '=', name.toLowerCase())]))
    .where('account_status', '<>', 'cancelled')
    .orderBy(sql`lower(login_name) = ${name.toLowerCase()}`, 'desc')
    .limit(1)
    .executeTakeFirst()

export const findByTarget = (db: Db, target: string) =>
  db
    .selectFrom('sys_user')
    .select(ACCOUNT_COLUMNS)
    .where(target.includes('@') ? 'email' : 'mobile', '=', target)
    .where('account_status', '<>', 'cancelled')
    .executeTakeFirst()

export const findById = (db: Db, userId: string) => db.selectFrom('sys_user').select(ACCOUNT_COLUMNS).where('user_id', '=', userId).executeTakeFirst()

/** The statements that note a sign-in and forget the tries that led to it, to be carried out with the session. */
export const loginNoted = (userId: string, mustChangePassword: boolean, triesKey: string | null): RawBuilder<unknown>[] => [
  // Who has come in has proven who they are: a lock against wrong passwords ends with it.
  sql`update sys_user set last_login_time = now(), must_change_password = ${mustChangePassword}, lock_until = null,
    account_status = case when account_status = 'locked' then 'normal' else account_status end where user_id = ${userId}`,
  ...(triesKey ? [sql`delete from throttle where key = ${triesKey}`] : []),
]

/** Sets a password; the one before goes to the front of the last five. */
export const setPassword = (db: Db, userId: string, passwordHash: string, old: readonly string[]) =>
  db
    .updateTable('sys_user')
    .set({
      password_hash: passwordHash,
      old_password_hashes: [...old],
      must_change_password: false,
      password_until: null,
      password_time: sql<Date>`now()`,
      // Whoever sets a new password has shown the old one or a code.
      account_status: sql`case when account_status = 'locked' then 'normal' else account_status end`,
      lock_until: null,
      update_time: sql<Date>`now()`,
      version: sql<number>`version + 1`,
    })
    .where('user_id', '=', userId)
    .execute()

export interface Registration {
  loginName: string
  realName: string
  typeId: string
  companyName: string
  mobile: string
  email: string | null
  passwordHash: string
  grams: string[]
}

export const insertRegistration = (db: Db, r: Registration) =>
  db
    .insertInto('sys_user')
    .values({
      login_name: r.loginName,
      real_name: r.realName,
      type_id: r.typeId,
      company_name: r.companyName,
      mobile: r.mobile,
      email: r.email,
      password_hash: r.passwordHash,
      password_time: sql<Date>`now()`,
      account_status: 'pending',
      search_grams: r.grams,
    })
    .returning('user_id')
    .executeTakeFirstOrThrow()

export const updateOwn = (db: Db, userId: string, version: number, fields: { realName: string; mobile: string | null; email: string | null; grams: string[] }) =>
  db
    .updateTable('sys_user')
    .set({
      real_name: fields.realName,
      mobile: fields.mobile,
      email: fields.email,
      search_grams: fields.grams,
      update_by: userId,
      update_time: sql<Date>`now()`,
      version: sql<number>`version + 1`,
    })
    .where('user_id', '=', userId)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()

export async function ownNames(db: Db, userId: string): Promise<{ deptName: string | null; roleNames: string[] }> {
  const dept = await db.selectFrom('sys_user as u').innerJoin('dept as d', 'd.dept_id', 'u.dept_id').select('d.dept_name').where('u.user_id', '=', userId).executeTakeFirst()
  const roles = await db
    .selectFrom('user_role as ur')
    .innerJoin('role as r', 'r.role_id', 'ur.role_id')
    .select('r.role_name')
    .where('ur.user_id', '=', userId)
    .orderBy('r.role_id')
    .execute()
  return { deptName: dept?.dept_name ?? null, roleNames: roles.map((r) => r.role_name) }
}
