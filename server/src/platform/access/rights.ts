import { sql } from 'kysely'
import type { Db } from '../database/database'

/** When something ends, in milliseconds of the epoch; Infinity for what has no end. */
export type End = number

/** A permit as somebody holds it. */
export interface HeldPermit {
  name: string
  module: string
  builtIn: boolean
  until: End
}

/** Permits by code, and by module what of it is seen (`all`, `self`, `dept:7`, `jurisdiction:北京`), each with its end. */
export interface Rights {
  permits: Map<string, HeldPermit>
  scopes: Map<string, Map<string, End>>
}

/**
 * What somebody holds: now, and besides what is kept for them by roles that are switched off. Permits that are switched off
 * for everybody count in both, for they come back to all at once.
 */
export interface Holding {
  active: Rights
  kept: Rights
}

const noRights = (): Rights => ({ permits: new Map(), scopes: new Map() })
export const NOTHING: Holding = { active: noRights(), kept: noRights() }

/** Whose rights a change may touch: people, everybody who has one of these roles, or everybody; and roles for themselves. */
export interface Touched {
  users?: readonly string[]
  roles?: readonly string[]
  everybody?: boolean
}

interface Grant {
  userId: string
  deptId: string | null
  roleId: string
  enabled: boolean
  until: End
}
interface RolePermit extends HeldPermit {
  roleId: string
  code: string
}
interface RoleScopeRow {
  roleId: string
  module: string
  scope: 'all' | 'depts' | 'deptTree' | 'dept' | 'jurisdiction' | 'self' | 'linked'
  deptIds: string[]
  jurisdictions: string[]
}

const endOf = (at: Date | null): End => at?.getTime() ?? Infinity
const ofRole = (roleId: string) => `role:${roleId}`
/** Whether a key of `holdingsOf` names a role for itself, not a person. */
export const isRole = (key: string): boolean => key.startsWith('role:')

/**
 * What people hold, by user id; people who hold nothing are left out. A role that is named is answered besides under `role:<id>`,
 * as somebody without a department would hold it for good: what it gives counts also while nobody has it.
 */
export async function holdingsOf(db: Db, { users, roles, everybody = false }: Touched): Promise<Map<string, Holding>> {
  const grants = await grantsOf(db, users ?? [], roles ?? [], everybody)
  for (const role of await rolesAlone(db, roles ?? [])) grants.push(role)
  const roleIds = [...new Set(grants.map((g) => g.roleId))]
  const [permits, scopes] = await Promise.all([permitsOf(db, roleIds), scopesOf(db, roleIds)])
  const below = scopes.some((s) => s.scope === 'deptTree') ? await treeOf(db) : () => []
  const made = new Map<string, Holding>()
  const found = new Map<string, Holding>()
  for (const [key, own] of groupBy(grants, (g) => g.userId)) {
    // Many people have the same roles in the same department: what those give is put together once.
    const alike = JSON.stringify([own[0]?.deptId, isRole(key), own.map((g) => [g.roleId, g.enabled, String(g.until)]).sort()])
    const holding = made.get(alike) ?? { active: together(own.filter((g) => g.enabled), permits, scopes, below), kept: together(own, permits, scopes, below) }
    made.set(alike, holding)
    found.set(key, holding)
  }
  return found
}

async function grantsOf(db: Db, users: readonly string[], roles: readonly string[], everybody: boolean): Promise<Grant[]> {
  if (users.length === 0 && roles.length === 0 && !everybody) return []
  const whom = everybody ? sql`true` : sql`(ur.user_id = any(${[...users]}::bigint[]) or ur.user_id in (select user_id from user_role where role_id = any(${[...roles]}::bigint[])))`
  const { rows } = await sql<Omit<Grant, 'until'> & { expireTime: Date | null }>`
    select ur.user_id::text as "userId", u.dept_id::text as "deptId", ur.role_id::text as "roleId", r.role_status = 'enabled' as enabled, ur.expire_time as "expireTime"
    from user_role ur join sys_user u on u.user_id = ur.user_id and u.account_status <> 'cancelled' join role r on r.role_id = ur.role_id
    where (ur.expire_time is null or ur.expire_time > now()) and ${whom}`.execute(db)
  return rows.map(({ expireTime, ...grant }) => ({ ...grant, until: endOf(expireTime) }))
}

async function rolesAlone(db: Db, roles: readonly string[]): Promise<Grant[]> {
  if (roles.length === 0) return []
  const rows = await db.selectFrom('role').select(['role_id', 'role_status']).where('role_id', 'in', roles).execute()
  return rows.map((r) => ({ userId: ofRole(r.role_id), deptId: null, roleId: r.role_id, enabled: r.role_status === 'enabled', until: Infinity }))
}

async function permitsOf(db: Db, roleIds: readonly string[]): Promise<Map<string, RolePermit[]>> {
  if (roleIds.length === 0) return new Map()
  const { rows } = await sql<Omit<RolePermit, 'until'> & { expireTime: Date | null }>`
    select rp.role_id::text as "roleId", p.permit_code as code, p.permit_name as name, p.module, p.built_in as "builtIn", rp.expire_time as "expireTime"
    from role_permit rp join permit p on p.permit_id = rp.permit_id
    where rp.role_id = any(${[...roleIds]}::bigint[]) and (rp.expire_time is null or rp.expire_time > now())`.execute(db)
  return groupBy(rows.map(({ expireTime, ...permit }) => ({ ...permit, until: endOf(expireTime) })), (p) => p.roleId)
}

async function scopesOf(db: Db, roleIds: readonly string[]): Promise<RoleScopeRow[]> {
  if (roleIds.length === 0) return []
  const rows = await db.selectFrom('role_scope').select(['role_id as roleId', 'module', 'scope', 'dept_ids as deptIds', 'jurisdictions']).where('role_id', 'in', roleIds).execute()
  return rows
}

/** Answers a department and everything below it. */
async function treeOf(db: Db): Promise<(deptId: string) => string[]> {
  const rows = await db.selectFrom('dept').select(['dept_id', 'parent_id']).execute()
  const children = groupBy(rows, (d) => d.parent_id ?? '')
  const below = (deptId: string): string[] => [deptId, ...(children.get(deptId) ?? []).flatMap((d) => below(d.dept_id))]
  return below
}

function together(grants: readonly Grant[], permits: ReadonlyMap<string, RolePermit[]>, scopes: readonly RoleScopeRow[], below: (deptId: string) => string[]): Rights {
  const rights = noRights()
  for (const grant of grants) {
    for (const { code, name, module, builtIn, until } of permits.get(grant.roleId) ?? []) {
      const end = Math.min(until, grant.until)
      if ((rights.permits.get(code)?.until ?? 0) < end) rights.permits.set(code, { name, module, builtIn, until: end })
    }
    for (const row of scopes.filter((s) => s.roleId === grant.roleId)) {
      const seen = rights.scopes.get(row.module) ?? new Map<string, End>()
      rights.scopes.set(row.module, seen)
      for (const atom of atomsOf(row, grant, below)) if ((seen.get(atom) ?? 0) < grant.until) seen.set(atom, grant.until)
    }
  }
  return rights
}

function atomsOf(row: RoleScopeRow, { deptId, userId }: Grant, below: (deptId: string) => string[]): string[] {
  const depts = (ids: readonly string[]) => ids.map((id) => `dept:${id}`)
  if (row.scope === 'all' || row.scope === 'self' || row.scope === 'linked') return [row.scope]
  if (row.scope === 'jurisdiction') return row.jurisdictions.map((j) => `jurisdiction:${j}`)
  if (row.scope === 'depts') return depts(row.deptIds)
  // A role alone has nobody's department; giving it still takes a scope of that module of one's own.
  if (!deptId) return isRole(userId) ? ['self'] : []
  return depts(row.scope === 'deptTree' ? below(deptId) : [deptId])
}

/** What is missing for one to hold what the other holds: a permit, or a part of a module's rows. */
export interface Lack {
  kind: 'permit' | 'scope'
  /** Name of the permit, or code of the module. */
  name: string
  /** The part of the rows, for a scope. */
  atom?: string
  /** Held, but it ends before the other's does, at this instant. */
  until?: End
}

/** Whoever may make permits may also hand out those that stand in nobody's role yet. */
const MAKES_PERMITS = 'rbac:permit:update'

function permitEnd(mine: Rights, code: string, permit: HeldPermit): End {
  const own = mine.permits.get(code)?.until ?? 0
  return permit.builtIn ? own : Math.max(own, mine.permits.get(MAKES_PERMITS)?.until ?? 0)
}

function scopeEnd(mine: Rights, module: string, atom: string): End {
  const seen = mine.scopes.get(module)
  if (!seen) return 0
  // Somebody's own rows are no more than who sees any rows of the module could show.
  return atom === 'self' ? Math.max(0, ...seen.values()) : Math.max(seen.get('all') ?? 0, seen.get(atom) ?? 0)
}

/** What `mine` lacks of `theirs`. */
export function lacking(mine: Rights, theirs: Rights): Lack[] {
  const lacks: Lack[] = []
  const add = (lack: Lack, own: End, wanted: End) => void (own < wanted && lacks.push(own > 0 ? { ...lack, until: own } : lack))
  for (const [code, permit] of theirs.permits) add({ kind: 'permit', name: permit.name }, permitEnd(mine, code, permit), permit.until)
  for (const [module, seen] of theirs.scopes) for (const [atom, until] of seen) add({ kind: 'scope', name: module, atom }, scopeEnd(mine, module, atom), until)
  return lacks
}

/**
 * What of `after` was not in `before`. A permit and the rows of its module count together: a permit that somebody has had reaches
 * further with rows that are new, and rows that somebody has had are open to a permit that is new.
 */
export function gained(before: Rights, after: Rights): Rights {
  const rights = noRights()
  const keep = (code: string, permit: HeldPermit, until: End) => {
    if ((rights.permits.get(code)?.until ?? 0) < until) rights.permits.set(code, { ...permit, until })
  }
  const keepAtom = (module: string, atom: string, until: End) => {
    const seen = rights.scopes.get(module) ?? new Map<string, End>()
    rights.scopes.set(module, seen)
    if ((seen.get(atom) ?? 0) < until) seen.set(atom, until)
  }
  const had = (module: string, atom: string): End => Math.max(before.scopes.get(module)?.get('all') ?? 0, before.scopes.get(module)?.get(atom) ?? 0)
  for (const [code, permit] of after.permits) if ((before.permits.get(code)?.until ?? 0) < permit.until) keep(code, permit, permit.until)
  for (const [module, seen] of after.scopes) for (const [atom, until] of seen) if (had(module, atom) < until) keepAtom(module, atom, until)
  const news = { permits: new Set(rights.permits.keys()), atoms: new Set([...rights.scopes].flatMap(([module, seen]) => [...seen.keys()].map((atom) => `${module} ${atom}`))) }
  for (const [code, permit] of after.permits) {
    for (const [atom, until] of after.scopes.get(permit.module) ?? []) {
      if (!news.permits.has(code) && !news.atoms.has(`${permit.module} ${atom}`)) continue
      keep(code, permit, Math.min(permit.until, until))
      keepAtom(permit.module, atom, Math.min(permit.until, until))
    }
  }
  return rights
}

/** Whether `after` lacks something that `before` held. */
export const lost = (before: Rights, after: Rights): boolean => {
  const gone = gained(after, before)
  return gone.permits.size > 0 || gone.scopes.size > 0
}

function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}
