import type { PermitCode } from '@assoc/contract'
import { sql } from 'kysely'
import type { Db } from '../database/database'
import { loadLinks } from './links'
import { NO_ROWS, type ModuleScope, type Principal } from './principal'

interface UserFacts {
  principal: Omit<Principal, 'sessionId'>
  accountStatus: string
  /** Seconds until the first of the grants ends; these facts hold no longer. Infinity when none does. */
  holdSeconds: number
}

/** Reads a person's roles, permits and data scopes as they are now. */
export async function loadUserFacts(db: Db, userId: string): Promise<UserFacts | undefined> {
  const user = await db
    .selectFrom('sys_user')
    .select(['user_id', 'login_name', 'real_name', 'type_id', 'dept_id', 'must_change_password', 'account_status'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!user) return undefined
  const roles = await db
    .selectFrom('user_role as ur')
    .innerJoin('role as r', 'r.role_id', 'ur.role_id')
    .select(['r.role_id', 'r.role_code', secondsTo('ur.expire_time')])
    .where('ur.user_id', '=', userId)
    .where('r.role_status', '=', 'enabled')
    .where((eb) => eb.or([eb('ur.expire_time', 'is', null), eb('ur.expire_time', '>', sql<Date>`now()`)]))
    .execute()
  const roleIds = roles.map((r) => r.role_id)
  const [{ permits, scopes }, links] = await Promise.all([grantsOf(db, roleIds, user.dept_id), loadLinks(db, userId)])
  const ends = [...roles, ...permits].flatMap((grant) => (grant.seconds === null ? [] : [Number(grant.seconds)]))
  return {
    accountStatus: user.account_status,
    holdSeconds: Math.min(Infinity, ...ends),
    principal: {
      userId: user.user_id,
      loginName: user.login_name,
      realName: user.real_name,
      typeId: user.type_id,
      deptId: user.dept_id,
      mustChangePassword: user.must_change_password,
      roleIds,
      permits: new Set(permits.map((p) => p.permit_code)),
      scopes,
      links,
    },
  }
}

async function grantsOf(db: Db, roleIds: readonly string[], deptId: string | null) {
  if (roleIds.length === 0) return { permits: [], scopes: {} }
  const permits = await db
    .selectFrom('role_permit as rp')
    .innerJoin('permit as p', 'p.permit_id', 'rp.permit_id')
    .select(['p.permit_code', secondsTo('rp.expire_time')])
    .where('rp.role_id', 'in', roleIds)
    .where('p.permit_status', '=', 'enabled')
    .where('p.system_id', '=', 2)
    .where((eb) => eb.or([eb('rp.expire_time', 'is', null), eb('rp.expire_time', '>', sql<Date>`now()`)]))
    .execute()
  return { permits, scopes: await loadScopes(db, roleIds, deptId) }
}

/** What one enabled role alone gives to somebody of a department, read as for real people; undefined when the role is disabled or gone. */
export async function loadRoleFacts(db: Db, roleId: string, deptId: string | null): Promise<Pick<Principal, 'permits' | 'scopes'> | undefined> {
  const role = await db.selectFrom('role').select('role_id').where('role_id', '=', roleId).where('role_status', '=', 'enabled').executeTakeFirst()
  if (!role) return undefined
  const { permits, scopes } = await grantsOf(db, [roleId], deptId)
  return { permits: new Set(permits.map((p) => p.permit_code)), scopes }
}

/**
 * A person as the console shows itself to somebody with one role alone, in a department; undefined when the role is gone. Never more
 * than the person's own rights: whatever the role has been given meanwhile.
 */
export async function viewedAs<W extends Omit<Principal, 'sessionId'>>(db: Db, principal: W, { roleId, deptId, until }: { roleId: string; deptId: string | null; until: Date }): Promise<W | undefined> {
  const role = await db.selectFrom('role').select('role_name').where('role_id', '=', roleId).executeTakeFirst()
  if (!role) return undefined
  const facts = await loadRoleFacts(db, roleId, deptId)
  return {
    ...principal,
    deptId,
    roleIds: facts ? [roleId] : [],
    permits: new Set([...(facts?.permits ?? [])].filter((permit) => principal.permits.has(permit))),
    scopes: Object.fromEntries(Object.entries(facts?.scopes ?? {}).map(([module, scope]) => [module, within(scope, principal.scopes[module] ?? NO_ROWS)])),
    roleView: { roleId, roleName: role.role_name, until: until.toISOString() },
  }
}

/** What lies in both scopes. */
function within(scope: ModuleScope, own: ModuleScope): ModuleScope {
  if (own.all) return scope
  if (scope.all) return own
  return {
    all: false,
    deptIds: scope.deptIds.filter((id) => own.deptIds.includes(id)),
    jurisdictions: scope.jurisdictions.filter((place) => own.jurisdictions.includes(place)),
    self: scope.self && own.self,
    linked: scope.linked === true && own.linked === true,
  }
}

const secondsTo = (column: 'ur.expire_time' | 'rp.expire_time') => sql<string | null>`extract(epoch from ${sql.ref(column)} - now())`.as('seconds')

async function loadScopes(db: Db, roleIds: readonly string[], deptId: string | null): Promise<Record<string, ModuleScope>> {
  if (roleIds.length === 0) return {}
  const rows = await db
    .selectFrom('role_scope')
    .select(['module', 'scope', 'dept_ids', 'jurisdictions'])
    .where('role_id', 'in', roleIds)
    .execute()
  const below = rows.some((r) => r.scope === 'deptTree') && deptId ? await deptsBelow(db, deptId) : []
  const scopes: Record<string, ModuleScope> = {}
  for (const row of rows) {
    const scope = (scopes[row.module] ??= { all: false, deptIds: [], jurisdictions: [], self: false })
    if (row.scope === 'all') scope.all = true
    else if (row.scope === 'self') scope.self = true
    else if (row.scope === 'linked') scope.linked = true
    else if (row.scope === 'jurisdiction') scope.jurisdictions.push(...row.jurisdictions)
    else if (row.scope === 'depts') scope.deptIds.push(...row.dept_ids)
    else if (row.scope === 'deptTree') scope.deptIds.push(...below)
    else if (deptId) scope.deptIds.push(deptId)
  }
  return scopes
}

/** A department and everything below it. */
export async function deptsBelow(db: Db, deptId: string): Promise<string[]> {
  const { rows } = await sql<{ dept_id: string }>`
    with recursive tree as (
      select dept_id from dept where dept_id = ${deptId}
      union select d.dept_id from dept d join tree t on d.parent_id = t.dept_id
    ) select dept_id from tree`.execute(db)
  return rows.map((r) => r.dept_id)
}

/** People who hold a permit now and can sign in, wherever their data scope ends: for notices that are nobody's own. */
export async function holdersOf(db: Db, permit: PermitCode): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct u.user_id as id from sys_user u
    join user_role ur on ur.user_id = u.user_id and (ur.expire_time is null or ur.expire_time > now())
    join role r on r.role_id = ur.role_id and r.role_status = 'enabled'
    join role_permit rp on rp.role_id = r.role_id and (rp.expire_time is null or rp.expire_time > now())
    join permit p on p.permit_id = rp.permit_id and p.permit_status = 'enabled' and p.system_id = 2
    where p.permit_code = ${permit} and u.account_status = 'normal' order by 1`.execute(db)
  return rows.map((row) => row.id)
}
