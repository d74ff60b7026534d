import { sql, type Expression, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { contains, type PageInput } from '../../../platform/database/list'
import { gramsOfKeyword, initials, normalise } from '../../../platform/search/grams'
import { holdersOfSeveral } from '../role/exclusive.repository'

export type AccountStatus = 'pending' | 'normal' | 'locked' | 'disabled' | 'cancelled'

const COLUMNS = [
  'u.user_id', 'u.login_name', 'u.real_name', 'u.mobile', 'u.email', 'u.type_id', 'u.dept_id', 'u.account_status', 'u.lock_until',
  'u.last_login_time', 'u.create_time', 'u.remark', 'u.version',
] as const

// Written out, so that each order is one that an index gives in that very direction.
const ORDER = {
  createTime: { asc: sql`u.create_time asc, u.user_id asc`, desc: sql`u.create_time desc, u.user_id desc` },
  loginName: { asc: sql`lower(u.login_name) asc`, desc: sql`lower(u.login_name) desc` },
  lastLoginTime: {
    asc: sql`u.last_login_time asc nulls first, u.user_id asc`,
    desc: sql`u.last_login_time desc nulls last, u.user_id desc`,
  },
} as const

export interface UserFilter extends PageInput<keyof typeof ORDER> {
  systemId?: number | undefined
  keyword?: string | null | undefined
  /** The keyword as a complete mobile number, counted as a look. */
  look?: string | null | undefined
  accountStatus?: AccountStatus | undefined
  typeId?: string | undefined
  deptId?: string | undefined
  roleId?: string | undefined
  roleConflict?: 'yes' | undefined
}

/** Accounts in use that a cell of a file names: by the account, else by the whole name; several of one name are told with their accounts. */
export async function usersNamed(db: Db, scope: Expression<SqlBool>, text: string): Promise<{ id: string; label: string }[]> {
  const inUse = db.selectFrom('sys_user as u').select(['u.user_id', 'u.login_name', 'u.real_name']).where('u.account_status', 'in', ['normal', 'locked']).where(scope).orderBy('u.user_id').limit(5)
  const byLogin = await inUse.where(sql<SqlBool>`lower(u.login_name) = ${text.toLowerCase()}`).execute()
  const { grams } = gramsOfKeyword(text)
  const found = byLogin.length > 0 || grams.length === 0 ? byLogin : await inUse.where(sql<SqlBool>`u.search_grams @> ${grams}::text[]`).where('u.real_name', '=', text).execute()
  return found.map(({ user_id, login_name, real_name }) => ({ id: user_id, label: `${real_name}（${login_name}）` }))
}

/** All accounts live in the console's own system; those of another system are the people whose roles carry a permit of it. */
const CONSOLE_SYSTEM = 2

const inColumns = (keyword: string) => {
  const like = contains(keyword.trim())
  return sql<SqlBool>`(u.login_name ilike ${like} or u.real_name ilike ${like})`
}

const LETTERS = /^[a-z]+$/
const MAX_CANDIDATES = 2000

/**
 * The condition of a keyword. Pairs of characters find the rows by index, and what they find is compared once more with the
 * columns, for the pairs are those of the mobile as well, which its whole alone may find: `look` is that, once it was counted
 * (`search/personal`). Initials of names stand in no column, so for a keyword of letters those names are compared here.
 */
export async function matches(db: Db, keyword: string, look: string | null): Promise<Expression<SqlBool> | undefined> {
  const { grams } = gramsOfKeyword(keyword)
  if (grams.length === 0) return undefined
  const byGrams = sql<SqlBool>`u.search_grams @> ${grams}::text[]`
  const letters = normalise(keyword)
  let byInitials: string[] = []
  if (LETTERS.test(letters)) {
    const rows = await db
      .selectFrom('sys_user as u')
      .select(['u.user_id', 'u.real_name'])
      .where(byGrams)
      .where(sql<SqlBool>`u.real_name ~ '[^\\x01-\\x7f]'`)
      .limit(MAX_CANDIDATES)
      .execute()
    byInitials = rows.filter((r) => initials(r.real_name).includes(letters)).map((r) => r.user_id)
  }
  return sql<SqlBool>`(${byGrams} and (${inColumns(keyword)} or u.user_id = any(${byInitials}::bigint[]) ${look === null ? sql`` : sql`or u.mobile = ${look}`}))`
}

/** Conditions of the list on `sys_user as u`. */
async function filtered(db: Db, scope: Expression<SqlBool>, f: Omit<UserFilter, keyof PageInput>) {
  let query = db.selectFrom('sys_user as u').where(scope)
  const keyword = f.keyword ? await matches(db, f.keyword, f.look ?? null) : undefined
  if (keyword) query = query.where(keyword)
  if (f.accountStatus) query = query.where('u.account_status', '=', f.accountStatus)
  if (f.typeId) query = query.where('u.type_id', '=', f.typeId)
  if (f.deptId) query = query.where('u.dept_id', '=', f.deptId)
  if (f.roleId) query = query.where(sql<SqlBool>`exists (select 1 from user_role ur where ur.user_id = u.user_id and ur.role_id = ${f.roleId})`)
  if (f.roleConflict) query = query.where(sql<SqlBool>`u.user_id in (${holdersOfSeveral})`)
  if (f.systemId && f.systemId !== CONSOLE_SYSTEM) {
    query = query.where(
      sql<SqlBool>`exists (select 1 from user_role ur join role_permit rp on rp.role_id = ur.role_id join permit p on p.permit_id = rp.permit_id
        where ur.user_id = u.user_id and p.system_id = ${f.systemId})`,
    )
  }
  return query
}

/** The statements of one page: its rows and the count of all that the same conditions match. */
export async function listStatements(db: Db, scope: Expression<SqlBool>, input: UserFilter) {
  const query = await filtered(db, scope, input)
  const { field, order } = input.sort ?? { field: 'createTime' as const, order: 'desc' as const }
  return {
    rows: query
      .select(COLUMNS)
      .orderBy(ORDER[field][order])
      .limit(input.pageSize)
      .offset((input.page - 1) * input.pageSize),
    count: query.select(sql<string>`count(*)`.as('n')),
  }
}

export async function listUsers(db: Db, scope: Expression<SqlBool>, input: UserFilter) {
  const { rows, count } = await listStatements(db, scope, input)
  const [items, total] = await Promise.all([rows.execute(), count.executeTakeFirstOrThrow()])
  return { items, total: Number(total.n) }
}

/** Accounts of a filter in the order of their ids, after one of them: what a batch goes through step by step. */
export const idsAfterStatement = async (db: Db, scope: Expression<SqlBool>, filter: Omit<UserFilter, keyof PageInput>, after: string, limit: number) =>
  (await filtered(db, scope, filter)).where('u.user_id', '>', after).select('u.user_id').orderBy('u.user_id').limit(limit)

export const idsAfter = async (...given: Parameters<typeof idsAfterStatement>): Promise<string[]> =>
  (await (await idsAfterStatement(...given)).execute()).map((r) => r.user_id)

/** One account, if it lies within a data scope. */
export const findUserWithin = (db: Db, scope: Expression<SqlBool>, userId: string) =>
  db.selectFrom('sys_user as u').select(COLUMNS).where('u.user_id', '=', userId).where(scope).executeTakeFirst()

export const findUser = (db: Db, userId: string) => db.selectFrom('sys_user as u').select(COLUMNS).where('u.user_id', '=', userId).executeTakeFirst()

export type UserRecord = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** An account whose password is about to be made anew; changes of it wait. `never` tells that it has not had one yet. */
export const lockForPassword = (db: Db, userId: string) =>
  db
    .selectFrom('sys_user')
    .select(['user_id', 'login_name', 'real_name', 'account_status', 'create_by', 'version', sql<boolean>`password_hash is null and old_password_hashes = '{}'`.as('never')])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()

/** Names of departments by id. */
export async function deptNames(db: Db, deptIds: readonly string[]): Promise<Map<string, string>> {
  if (deptIds.length === 0) return new Map()
  const rows = await db.selectFrom('dept').select(['dept_id', 'dept_name']).where('dept_id', 'in', deptIds).execute()
  return new Map(rows.map((r) => [r.dept_id, r.dept_name]))
}

/** Roles of people by user id, in the order of their making. */
export async function rolesOf(db: Db, userIds: readonly string[]): Promise<Map<string, { roleId: string; roleName: string }[]>> {
  const found = new Map<string, { roleId: string; roleName: string }[]>()
  if (userIds.length === 0) return found
  const rows = await db
    .selectFrom('user_role as ur')
    .innerJoin('role as r', 'r.role_id', 'ur.role_id')
    .select(['ur.user_id', 'r.role_id', 'r.role_name'])
    .where('ur.user_id', 'in', userIds)
    .orderBy('r.role_id')
    .execute()
  for (const row of rows) found.set(row.user_id, [...(found.get(row.user_id) ?? []), { roleId: row.role_id, roleName: row.role_name }])
  return found
}

export interface PersonFields {
  realName: string
  mobile: string | null
  email: string | null
  typeId: string
  deptId: string | null
  remark: string | null
}

const row = (fields: PersonFields) => ({
  real_name: fields.realName,
  mobile: fields.mobile,
  email: fields.email,
  type_id: fields.typeId,
  dept_id: fields.deptId,
  remark: fields.remark,
})

export interface NewUser {
  fields: PersonFields
  loginName: string
  passwordHash: string | null
  grams: string[]
  by: string | null
}

const newRow = (given: NewUser) => ({
  login_name: given.loginName,
  ...row(given.fields),
  password_hash: given.passwordHash,
  must_change_password: true,
  password_time: sql<Date>`now()`,
  search_grams: given.grams,
  create_by: given.by,
})

export const insertUser = (db: Db, given: NewUser) => db.insertInto('sys_user').values(newRow(given)).returning('user_id as userId').executeTakeFirstOrThrow()

/** Makes accounts by one statement; answers their ids by login name. */
export async function insertUsers(db: Db, given: readonly NewUser[]): Promise<Map<string, string>> {
  const rows = await db.insertInto('sys_user').values(given.map(newRow)).returning(['user_id', 'login_name']).execute()
  return new Map(rows.map((r) => [r.login_name, r.user_id]))
}

/** Gives roles to people who have none yet. */
export const insertRoles = (db: Db, holdings: readonly { userId: string; roleId: string }[]) =>
  db.insertInto('user_role').values(holdings.map(({ userId, roleId }) => ({ user_id: userId, role_id: roleId }))).execute()

const stamp = (by: string | null) => ({ update_by: by, update_time: sql<Date>`now()`, version: sql<number>`version + 1` })

/** Writes only while the version is the one the editor has read; undefined when it is not. */
export const updateUser = (db: Db, userId: string, version: number, fields: PersonFields, grams: string[], by: string) =>
  db
    .updateTable('sys_user')
    .set({ ...row(fields), search_grams: grams, ...stamp(by) })
    .where('user_id', '=', userId)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()

/** Moves an account to another status, only from the one that was read. `by` is null where the system does it. */
export const setStatus = (db: Db, userId: string, version: number, from: AccountStatus, to: AccountStatus, by: string | null) =>
  db
    .updateTable('sys_user')
    .set({ account_status: to, lock_until: null, ...stamp(by) })
    .where('user_id', '=', userId)
    .where('version', '=', version)
    .where('account_status', '=', from)
    .returning('version')
    .executeTakeFirst()

/** Takes the password away, or sets a first one that ends after so many hours; the one before counts among the last five. */
export const setFirstPassword = (db: Db, userId: string, version: number, passwordHash: string | null, hours: number, by: string) =>
  db
    .updateTable('sys_user')
    .set({
      password_hash: passwordHash,
      must_change_password: true,
      password_time: sql<Date>`now()`,
      password_until: passwordHash === null ? null : sql<Date>`now() + make_interval(hours => ${hours})`,
      old_password_hashes: sql<string[]>`(array_remove(array[password_hash] || old_password_hashes, null))[1:10]`,
      ...stamp(by),
    })
    .where('user_id', '=', userId)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()

export async function replaceRoles(db: Db, userId: string, add: readonly string[], remove: readonly string[]): Promise<void> {
  if (remove.length > 0) await db.deleteFrom('user_role').where('user_id', '=', userId).where('role_id', 'in', remove).execute()
  if (add.length > 0) await db.insertInto('user_role').values(add.map((role_id) => ({ user_id: userId, role_id }))).onConflict((c) => c.doNothing()).execute()
}
