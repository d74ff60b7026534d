import { CODE, type Call, type RequestOf } from '@assoc/contract'
import { moveDept, updateEmployeeUser, updateUserToEmployee } from '@assoc/contract/rbac/org'
import { updatePermit, updateRmPermit } from '@assoc/contract/rbac/permit'
import { saveRmPermitBatch } from '@assoc/contract/rbac/role-grants'
import { updateUserRole } from '@assoc/contract/rbac/rights'
import { updateRoleMessage, updateRoleScopes } from '@assoc/contract/rbac/role'
import { changeUserStatus, insertUser, updateRoleAndMenuRelation, updateUser } from '@assoc/contract/rbac/user'
import { sql } from 'kysely'
import { comparison } from '../../src/areas/rbac/role/guard'
import { startTestServer, type Session, type TestServer } from '../harness'

// After whatever an administrator does, nobody holds what they could not give, and nobody above them has lost anything.

const HOUR = 3_600_000
const NEVER = Infinity
/** What an administrator of a department holds for the calls; what is given on is drawn from PERMITS. */
const OFFICE = ['user:read', 'user:insert', 'user:update', 'user:disable', 'user:resetPassword', 'user:assignRole', 'role:read', 'role:update', 'role:grantPermit', 'permit:read', 'permit:update', 'dept:read', 'dept:update', 'employee:read', 'employee:update'].map((p) => `rbac:${p}`)
const PERMITS = [...OFFICE.slice(0, 3), 'rbac:audit:read', 'member:company:read', 'member:company:update', 'member:contact:read', 'meeting:room:update']
const MODULES = ['rbac', 'member', 'meeting']
const SCOPES = ['all', 'depts', 'deptTree', 'dept', 'self'] as const

let server: TestServer
const db = () => server.platform.db
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
})
afterAll(() => server.stop())

/** The same numbers for the same seed. */
function dice(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number) => Math.floor(next() * n)
  return { below, of: <T>(list: readonly T[]): T => list[below(list.length)] as T, some: <T>(list: readonly T[], share: number) => list.filter(() => next() < share), chance: (share: number) => next() < share }
}

type Held = Map<string, number>
/** Everybody's permits with the rows they reach, each until when: `rbac:user:read @ dept:3`. Read from the tables by a way of its own. */
async function everyone(): Promise<Map<string, Held>> {
  const { rows: grants } = await sql<{ u: string; dept: string | null; code: string; module: string; until: Date | null }>`
    select ur.user_id::text as u, u.dept_id::text as dept, p.permit_code as code, p.module, least(ur.expire_time, rp.expire_time) as until
    from user_role ur join sys_user u using (user_id) join role r on r.role_id = ur.role_id and r.role_status = 'enabled' join role_permit rp on rp.role_id = ur.role_id join permit p on p.permit_id = rp.permit_id
    where u.account_status <> 'cancelled' and (ur.expire_time is null or ur.expire_time > now()) and (rp.expire_time is null or rp.expire_time > now()) and p.permit_status = 'enabled'`.execute(db())
  const { rows: scopes } = await sql<{ u: string; module: string; atom: string; until: Date | null }>`
    with recursive below as (select dept_id as top, dept_id from dept union select b.top, d.dept_id from dept d join below b on d.parent_id = b.dept_id),
    s as (select ur.user_id, u.dept_id, ur.expire_time, rs.* from user_role ur join sys_user u using (user_id) join role r on r.role_id = ur.role_id and r.role_status = 'enabled' join role_scope rs on rs.role_id = ur.role_id
      where ur.expire_time is null or ur.expire_time > now())
    select user_id::text as u, module, scope as atom, expire_time as until from s where scope in ('all', 'self')
    union all select user_id::text, module, 'dept:' || unnest(dept_ids), expire_time from s where scope = 'depts'
    union all select user_id::text, module, 'dept:' || s.dept_id, expire_time from s where scope = 'dept' and s.dept_id is not null
    union all select user_id::text, module, 'dept:' || b.dept_id, expire_time from s join below b on b.top = s.dept_id where scope = 'deptTree'`.execute(db())
  const held = new Map<string, Held>()
  const add = (u: string, what: string, until: number) => {
    const own = held.get(u) ?? new Map<string, number>()
    held.set(u, own)
    own.set(what, Math.max(own.get(what) ?? 0, until))
  }
  for (const g of grants) {
    add(g.u, g.code, g.until?.getTime() ?? NEVER)
    for (const s of scopes) if (s.u === g.u && s.module === g.module) add(g.u, `${g.code} @ ${s.atom}`, Math.min(g.until?.getTime() ?? NEVER, s.until?.getTime() ?? NEVER))
  }
  return held
}

/** Until when somebody could give something: all rows stand for some, and somebody's own for no more than any rows. */
function could(mine: Held, what: string): number {
  const [code = '', atom] = what.split(' @ ')
  if (!atom) return mine.get(code) ?? 0
  if (atom === 'self') return Math.max(0, ...[...mine].filter(([w]) => w.startsWith(`${code} @ `)).map(([, until]) => until))
  return Math.max(mine.get(what) ?? 0, mine.get(`${code} @ all`) ?? 0)
}
const covers = (mine: Held, theirs: Held) => [...theirs].every(([what, until]) => could(mine, what) >= until)

/** What has gone wrong between two moments, in words. */
function wrongs(actor: string, before: Map<string, Held>, after: Map<string, Held>): string[] {
  const none: Held = new Map()
  const mine = before.get(actor) ?? none
  const found: string[] = []
  for (const user of new Set([...before.keys(), ...after.keys()])) {
    const [had, has] = [before.get(user) ?? none, after.get(user) ?? none]
    for (const [what, until] of has) if (could(had, what) < until && (user === actor || could(mine, what) < until)) found.push(`${user === actor ? 'the actor' : user} gained ${what}`)
    if (user !== actor && !covers(mine, had)) for (const [what, until] of had) if (could(has, what) < until) found.push(`${user}, who stands above, lost ${what}`)
  }
  return found
}

interface Ground {
  actor: Session
  users: string[]
  roles: string[]
  depts: string[]
  permits: Map<string, string>
}

const roleSeq = { n: 0 }
async function role(given: { permits: readonly [string, number | null][]; scopes: Record<string, (typeof SCOPES)[number]>; depts?: string[] }): Promise<string> {
  const { role_id } = await db().insertInto('role').values({ role_code: `PROP_${++roleSeq.n}`, role_name: `性质${roleSeq.n}` }).returning('role_id').executeTakeFirstOrThrow()
  for (const [code, hours] of given.permits) {
    await sql`insert into role_permit (role_id, permit_id, expire_time) select ${role_id}::bigint, permit_id, now() + make_interval(hours => ${hours}::int) from permit where permit_code = ${code}`.execute(db())
  }
  for (const [module, scope] of Object.entries(given.scopes)) await db().insertInto('role_scope').values({ role_id, module, scope, dept_ids: scope === 'depts' ? (given.depts ?? []) : [], jurisdictions: [] }).execute()
  return role_id
}
const give = (user: string, roleId: string, hours: number | null = null) => sql`insert into user_role (user_id, role_id, expire_time) values (${user}::bigint, ${roleId}::bigint, now() + make_interval(hours => ${hours}::int))`.execute(db())

/** Departments, roles and people, of whom some hold more than the actor. */
async function ground(d: ReturnType<typeof dice>): Promise<Ground> {
  const depts: string[] = []
  for (let i = 0; i < 4; i++) depts.push((await sql<{ id: string }>`insert into dept (dept_name, parent_id, sort_no) values (${`部门${roleSeq.n}-${i}`}, ${i < 2 ? null : (depts[i - 2] ?? null)}::bigint, ${i}) returning dept_id as id`.execute(db())).rows[0]?.id ?? '')
  const roles: string[] = []
  for (let i = 0; i < 6; i++) {
    const scopes = Object.fromEntries(d.some(MODULES, 0.6).map((m) => [m, d.of(SCOPES)]))
    roles.push(await role({ permits: d.some(PERMITS, 0.4).map((p) => [p, d.chance(0.2) ? 5 : null]), scopes, depts: [d.of(depts)] }))
  }
  const users: string[] = []
  for (let i = 0; i < 5; i++) {
    const { userId } = await server.person({ deptId: d.of(depts) })
    for (const r of d.some(roles, 0.35)) await give(userId, r, d.chance(0.2) ? 3 : null)
    users.push(userId)
  }
  // One who stands above whomever.
  await give(users[0] ?? '', await role({ permits: PERMITS.map((p) => [p, null]), scopes: { rbac: 'all', member: 'all', meeting: 'all' } }))
  const actor = await server.person({ deptId: d.of(depts) })
  await give(actor.userId, await role({ permits: OFFICE.map((p) => [p, null]), scopes: { rbac: 'all', member: 'deptTree' } }))
  await give(actor.userId, await role({ permits: [['member:company:read', null]], scopes: { member: 'dept' } }), 4)
  const rows = await db().selectFrom('permit').select(['permit_id', 'permit_code']).where('permit_code', 'in', PERMITS).execute()
  return { actor: await server.sessionOf(actor.userId), users: [...users, actor.userId], roles, depts, permits: new Map(rows.map((r) => [r.permit_code, r.permit_id])) }
}

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

/** One action of the actor by a real call, drawn by lot; most are refused, some are done. Answers whether it was. */
async function act(d: ReturnType<typeof dice>, g: Ground): Promise<boolean> {
  const as = g.actor
  const [userId, roleId, deptId] = [d.of(g.users), d.of(g.roles), d.of(g.depts)]
  const permitId = g.permits.get(d.of(PERMITS)) ?? ''
  const expiresAt = d.of([null, inHours(2), inHours(9)])
  const version = async (table: 'sys_user' | 'role' | 'permit' | 'employee' | 'dept', column: string, id: string) => (await sql<{ v: number }>`select version as v from ${sql.table(table)} where ${sql.ref(column)} = ${id}::bigint`.execute(db())).rows[0]?.v ?? 1
  const call = async <C extends Call>(c: C, input: RequestOf<C>) => (await server.call(c, input, { as })).returnCode === CODE.ok
  const employee = async () => (await sql<{ id: string }>`select employee_id as id from employee where user_id = ${userId}::bigint`.execute(db())).rows[0]?.id
  switch (d.below(13)) {
    case 0:
      return call(updateRoleAndMenuRelation, { userId, roleIds: d.some(g.roles, 0.3) })
    case 1:
      return call(updateUserRole, { userId, roleId, granted: d.chance(0.7), expiresAt })
    case 2:
      return call(saveRmPermitBatch, { roleId, permitIds: d.some([...g.permits.values()], 0.4) })
    case 3:
      return call(updateRmPermit, { roleId, permitId, granted: d.chance(0.7), expiresAt })
    case 4:
      return call(updateRoleScopes, { roleId, scopes: d.some(MODULES, 0.5).map((module) => ({ module, scope: d.of(SCOPES), deptIds: [deptId], jurisdictions: [] })) })
    case 5:
      return call(updateRoleMessage, { roleId, version: await version('role', 'role_id', roleId), roleCode: `PROP_R${roleId}`, roleName: `性质角色${roleId}`, roleStatus: d.of(['enabled', 'disabled'] as const) })
    case 6:
      return call(updateUser, { userId, version: await version('sys_user', 'user_id', userId), realName: '甄性质', typeId: 'staff', deptId })
    case 7:
      return call(moveDept, { deptId, parentId: d.of([null, ...g.depts]), index: 0 })
    case 8:
      return call(insertUser, { loginName: `prop${d.below(1_000_000_000)}`, realName: '甄新人', typeId: 'staff', deptId, roleIds: d.some(g.roles, 0.3) })
    case 9:
      return call(changeUserStatus, { userId, version: await version('sys_user', 'user_id', userId), verb: d.of(['disable', 'enable'] as const), reason: '性质' })
    case 10:
      return call(updateUserToEmployee, { userId, employeeNo: `P${d.below(1_000_000_000)}`, deptId, entryDate: '2026-01-05' })
    case 11: {
      const employeeId = await employee()
      return employeeId !== undefined && call(updateEmployeeUser, { employeeId, version: await version('employee', 'employee_id', employeeId), realName: '甄性质', deptId, entryDate: '2026-01-05' })
    }
    default: {
      const { rows } = await sql<{ code: string; name: string; type: 'api'; status: string }>`select permit_code as code, permit_name as name, permit_type as type, permit_status as status from permit where permit_id = ${permitId}::bigint`.execute(db())
      const [permit] = rows
      return permit !== undefined && call(updatePermit, { permitId, version: await version('permit', 'permit_id', permitId), permitCode: permit.code, permitName: permit.name, permitType: permit.type, permitStatus: permit.status === 'enabled' ? 'disabled' : 'enabled' })
    }
  }
}

/** Lets an actor do so many actions; answers what of it is wrong, and how many were done. */
async function played(seed: number, actions: number): Promise<{ wrong: string[]; done: number }> {
  const d = dice(seed)
  const g = await ground(d)
  const before = await everyone()
  let done = 0
  for (let i = 0; i < actions; i++) if (await act(d, g)) done += 1
  const wrong = wrongs(g.actor.userId, before, await everyone())
  await sql`update permit set permit_status = 'enabled' where permit_status = 'disabled'`.execute(db())
  return { wrong, done }
}

test.each([1, 2, 3, 4, 5])('whatever an administrator does, nobody gains what they could not give, and nobody above them loses anything (%d)', async (seed) => {
  const { wrong, done } = await played(seed, 45)
  expect(wrong).toEqual([])
  // Were everything refused, this would say nothing.
  expect(done).toBeGreaterThan(3)
})

test('control: with the comparison switched off the very same actions do both', async () => {
  const { lacks } = comparison
  comparison.lacks = () => []
  try {
    const { wrong } = await played(1, 45)
    expect(wrong.some((w) => w.includes('gained'))).toBe(true)
    expect(wrong.some((w) => w.includes('lost'))).toBe(true)
  } finally {
    comparison.lacks = lacks
  }
})
