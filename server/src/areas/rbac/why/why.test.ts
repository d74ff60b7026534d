import { CODE } from '@assoc/contract'
import { explainMenu, explainPermit, explainRecord, selectWhyTargets } from '@assoc/contract/rbac/why'
import { queryAllUsersBySystem } from '@assoc/contract/rbac/user'
import { sql } from 'kysely'
import { entityNamed, withinScope } from '../../../platform/access/entities'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { bookOf } from './book'
import * as explain from './explain'
import * as repository from './repository'
import { kindsOfRecords } from './targets'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ demo: true })
})
afterAll(() => server.stop())

const db = () => server.platform.db
const permitId = async (code: string) => (await db().selectFrom('permit').select('permit_id').where('permit_code', '=', code).executeTakeFirstOrThrow()).permit_id
const everybody = async () => (await db().selectFrom('sys_user').select(['user_id', 'login_name']).orderBy('user_id').execute()).map((u) => u.user_id)
const past = () => new Date(Date.now() - 60_000)
const why = async (userId: string, code: string) => server.ok(explainPermit, { userId, permitId: await permitId(code) })

const sessions = new Map<string, Session>()

/** What the platform lets a person do now; nothing when they are not let in at all. */
async function decided(userId: string) {
  const session = sessions.get(userId) ?? (await server.sessionOf(userId))
  sessions.set(userId, session)
  await server.platform.revocations.announce(db(), { kind: 'all' })
  return server.platform.sessions.identify(session.token, session.cookie).catch(() => null)
}

test('for all people of the demo and all permits the answer is what the platform decides, and says why', async () => {
  // Among them a disabled role, a role and a grant that have ended, and a permit that is switched off.
  const odd = await server.person({ permits: ['rbac:user:read', 'rbac:post:read'] })
  const ended = await server.person({ permits: ['rbac:dict:read', 'rbac:role:read'] })
  const off = await server.person({ permits: ['rbac:menu:read'] })
  await db().updateTable('role_permit').set({ expire_time: past() }).where('role_id', '=', odd.roleId).where('permit_id', '=', await permitId('rbac:post:read')).execute()
  await db().updateTable('user_role').set({ expire_time: past() }).where('user_id', '=', ended.userId).execute()
  await db().updateTable('role').set({ role_status: 'disabled' }).where('role_id', '=', off.roleId).execute()
  await db().updateTable('permit').set({ permit_status: 'disabled' }).where('permit_code', '=', 'rbac:outbox:read').execute()
  const permits = await repository.permits(db())
  const people = await everybody()
  let compared = 0
  for (const userId of people) {
    const principal = await decided(userId)
    const book = await bookOf(db(), userId)
    const grants = await repository.grantsTo(db(), book.roles.map((r) => r.roleId), permits.map((p) => p.permitId))
    for (const permit of permits) {
      const answer = explain.explainPermit(book, permit, grants)
      const truth = principal?.permits.has(permit.permitCode) ?? false
      expect([userId, permit.permitCode, answer.allowed]).toEqual([userId, permit.permitCode, truth])
      if (book.usable) expect(answer.roles.some((r) => r.gives)).toBe(truth)
      // Nothing is refused without a reason: of the account, or of every role.
      if (!truth) expect(answer.notes.length + answer.roles.filter((r) => r.sentences.length > 0).length).toBeGreaterThan(0)
      for (const r of answer.roles) expect(r.sentences.length).toBeGreaterThan(0)
      compared += 1
    }
  }
  await db().updateTable('permit').set({ permit_status: 'enabled' }).where('permit_code', '=', 'rbac:outbox:read').execute()
  expect(compared).toBe(people.length * permits.length)
  expect(compared).toBeGreaterThan(900)
})

test('for all people and all menu entries the answer is the tree that they get', async () => {
  const { menuTreeOfUser } = await import('../menu/service')
  const all = await db().selectFrom('menu').select('menu_id').where('system_id', '=', 2).execute()
  const flat = (nodes: { menuId: string; children: never[] }[]): string[] => nodes.flatMap((n) => [n.menuId, ...flat(n.children)])
  await db().updateTable('menu').set({ hidden: true }).where('menu_id', '=', '7020').execute()
  for (const userId of await everybody()) {
    const principal = await decided(userId)
    const tree = new Set(principal ? flat((await menuTreeOfUser(db(), principal.roleIds)) as never) : [])
    const book = await bookOf(db(), userId)
    for (const { menu_id } of all) {
      const answer = await explain.explainMenu(db(), book, menu_id)
      expect([userId, menu_id, answer.allowed]).toEqual([userId, menu_id, tree.has(menu_id)])
      for (const r of answer.roles) expect(r.sentences.length).toBeGreaterThan(0)
    }
  }
  expect((await server.ok(explainMenu, { userId: server.admin.userId, menuId: '7020' })).notes).toContain('菜单“在线会话”已隐藏')
  await db().updateTable('menu').set({ hidden: false }).where('menu_id', '=', '7020').execute()
})

test('for all people and kinds of records the answer is the condition of every list', async () => {
  for (const { entity: name, label } of kindsOfRecords()) {
    const entity = entityNamed(name)
    if (!entity) throw new Error(name)
    const { rows } = await sql<{ id: string }>`select ${sql.ref(entity.idColumn)} as id from ${sql.table(entity.table)} ${entity.deleted ? sql`where not (${entity.deleted})` : sql``} order by 1 limit 4`.execute(db())
    for (const userId of await everybody()) {
      const principal = await decided(userId)
      const book = await bookOf(db(), userId)
      for (const { id } of rows) {
        const truth = principal ? (await sql`select 1 from ${sql.table(entity.table)} where ${sql.ref(entity.idColumn)} = ${id}::bigint and ${withinScope(principal, entity)}`.execute(db())).rows.length > 0 : false
        const answer = await explain.explainRecord(db(), book, entity, label, id)
        expect([name, userId, id, answer.allowed]).toEqual([name, userId, id, truth])
        if (book.usable) expect(answer.roles.some((r) => r.gives)).toBe(truth)
      }
    }
  }
})

test('the answer is what happens over HTTP, before and after', async () => {
  const person = await server.person({ scopes: { rbac: 'all' } })
  const tries = async () => (await server.call(queryAllUsersBySystem, {}, { as: person })).returnCode
  expect([(await why(person.userId, 'rbac:user:read')).allowed, await tries()]).toEqual([false, CODE.forbidden])
  await db().insertInto('role_permit').values({ role_id: person.roleId, permit_id: await permitId('rbac:user:read') }).execute()
  await server.platform.revocations.announce(db(), { kind: 'all' })
  expect([(await why(person.userId, 'rbac:user:read')).allowed, await tries()]).toEqual([true, CODE.ok])
})

test('what is missing is named: the role’s state, the end of a grant, the account; and what holds, since when and until when', async () => {
  const person = await server.person({ permits: ['rbac:user:read'] })
  const until = new Date(Date.now() + 3_600_000)
  await db().updateTable('role_permit').set({ expire_time: until }).where('role_id', '=', person.roleId).execute()
  expect(await why(person.userId, 'rbac:user:read')).toMatchObject({ allowed: true, roles: [{ gives: true, until: until.toISOString(), since: expect.stringMatching(/^20/) }] })
  expect((await why(person.userId, 'rbac:role:read')).roles[0]?.sentences).toEqual(['角色未授予此权限'])
  await db().updateTable('role_permit').set({ expire_time: past() }).where('role_id', '=', person.roleId).execute()
  expect((await why(person.userId, 'rbac:user:read')).roles[0]?.sentences).toEqual([expect.stringMatching(/^角色的此项授权已于 \d{4}-\d\d-\d\d \d\d:\d\d 到期$/)])
  await db().updateTable('user_role').set({ expire_time: past() }).where('user_id', '=', person.userId).execute()
  await db().updateTable('role').set({ role_status: 'disabled' }).where('role_id', '=', person.roleId).execute()
  await db().updateTable('sys_user').set({ account_status: 'locked' }).where('user_id', '=', person.userId).execute()
  const answer = await why(person.userId, 'rbac:user:read')
  expect(answer).toMatchObject({ allowed: false, notes: ['账号状态为“锁定”，不能登录，任何权限都用不了'] })
  expect(answer.roles[0]?.sentences).toEqual(['角色已停用', expect.stringMatching(/到期$/), expect.stringMatching(/到期$/)])
})

test('a role that has ended for their gives neither permit nor menu nor record, and somebody else still has it', async () => {
  const [ended, holder] = [await server.person({ permits: ['rbac:user:read'], scopes: { rbac: 'all' } }), await server.person({})]
  await db().insertInto('role_menu').values({ role_id: ended.roleId, menu_id: '7001' }).execute()
  await db().insertInto('user_role').values({ user_id: holder.userId, role_id: ended.roleId }).execute()
  const given = async (userId: string) => {
    const answers = [await why(userId, 'rbac:user:read'), await server.ok(explainMenu, { userId, menuId: '7001' }), await server.ok(explainRecord, { userId, entity: 'user', recordId: ended.userId })]
    return answers.map((a) => [a.allowed, a.roles.some((r) => r.gives)])
  }
  const [yes, no] = [[true, true], [false, false]]
  expect(await given(ended.userId)).toEqual([yes, yes, yes])
  await db().updateTable('user_role').set({ expire_time: past() }).where('user_id', '=', ended.userId).execute()
  expect(await given(ended.userId)).toEqual([no, no, no])
  expect(await given(holder.userId)).toEqual([yes, yes, yes])
})

test('a record: which scope of which role reaches it, or that there is none', async () => {
  const [a, b] = (await db().selectFrom('dept').select(['dept_id', 'dept_name']).orderBy('dept_id').limit(2).execute()) as [{ dept_id: string; dept_name: string }, { dept_id: string; dept_name: string }]
  const person = await server.person({ permits: ['rbac:user:read'], scopes: { rbac: 'dept' }, deptId: a.dept_id })
  const [near, far] = [await server.person({ deptId: a.dept_id }), await server.person({ deptId: b.dept_id })]
  const ask = (recordId: string) => server.ok(explainRecord, { userId: person.userId, entity: 'user', recordId })
  expect(await ask(near.userId)).toMatchObject({ allowed: true, roles: [{ gives: true, sentences: [`在「系统管理」的数据范围为“本部门”：${a.dept_name}`] }] })
  const answer = await ask(far.userId)
  expect(answer).toMatchObject({ allowed: false, roles: [{ gives: false }] })
  expect(answer.roles[0]?.sentences).toContain('不含此记录')
  expect(answer.notes.at(-1)).toContain(`属于「${b.dept_name}」`)
  await db().deleteFrom('role_scope').where('role_id', '=', person.roleId).execute()
  expect((await ask(near.userId)).roles[0]?.sentences).toEqual(['角色没有「系统管理」的数据范围'])
  expect((await server.call(explainRecord, { userId: person.userId, entity: 'user', recordId: '987654321' })).returnCode).toBe(CODE.notFound)
  expect(await server.call(explainRecord, { userId: person.userId, entity: 'dept', recordId: a.dept_id })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'entity' }] } })
})

test('what may be asked for is offered; asking leaves nothing behind', async () => {
  const targets = await server.ok(selectWhyTargets, {})
  expect(targets.entities).toContainEqual({ entity: 'user', label: '用户', moduleName: '系统管理' })
  expect(targets.menus).toContainEqual({ menuId: '7001', menuName: '用户管理', groupName: '系统管理' })
  const count = async () => (await sql<{ n: string }>`select count(*) || ' ' || max(user_id) as n from sys_user`.execute(db())).rows[0]?.n
  const before = await count()
  await why(server.admin.userId, 'rbac:user:read')
  expect(await count()).toBe(before)
})
