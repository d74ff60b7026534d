import { queryAllUsersBySystem } from '@assoc/contract/rbac/user'
import { type userType } from '@assoc/contract/rbac/user-kinds'
import { sql, type CompiledQuery } from 'kysely'
import { withinScope } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import { startTestServer, vacuumed, type TestServer } from '../../../../test/harness'
import { insertInBulk } from '../../../../test/many-rows'
import { idsAfterStatement, listStatements, type UserFilter } from './repository'
import { user } from '.'

const ROWS = 100_000

let server: TestServer
let deptId = ''
beforeAll(async () => {
  server = await startTestServer({ demo: true })
  const { db, pool } = server.platform
  deptId = (await db.selectFrom('dept').select('dept_id').orderBy('dept_id').limit(1).executeTakeFirstOrThrow()).dept_id
  await insertInBulk(
    db,
    ['sys_user'],
    sql`
    insert into sys_user (login_name, real_name, mobile, type_id, dept_id, last_login_time, create_time, search_grams)
    select login, name, mobile, 'staff', ${deptId}::bigint + n % 7, case when n % 3 > 0 then now() - n * interval '1 minute' end, now() - n * interval '7 minutes',
      array(select distinct substr(t, k, w) from unnest(array[login, name, mobile]) t, generate_series(1, length(t)) k, unnest(array[1, 2]) w)
    from (
      select n, 'user' || n as login, '1880' || lpad(n::text, 7, '0') as mobile,
        substr('赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许', n % 20 + 1, 1) || substr('子虚乌有无名某样本例', n / 20 % 10 + 1, 1) || substr('示范试验演练习作品文', n / 200 % 10 + 1, 1) as name
      from generate_series(1, ${ROWS}::int) n) g`,
  )
  await vacuumed(db, 'sys_user')
  await pool.query('analyze user_role')
})
afterAll(() => server.stop())

const ALL: Principal = {
  userId: '1', sessionId: '1', loginName: 'a', realName: 'a', typeId: 'staff', deptId: null, mustChangePassword: false, roleIds: [],
  permits: new Set(), scopes: { rbac: { all: true, deptIds: [], jurisdictions: [], self: false } }, links: { companies: [], persons: [] },
}

async function plan(statement: CompiledQuery): Promise<string> {
  const { rows } = await server.platform.pool.query<{ 'QUERY PLAN': string }>(`explain ${statement.sql}`, [...statement.parameters])
  return rows.map((r) => r['QUERY PLAN']).join('\n')
}

async function plans(filter: Partial<UserFilter>, principal: Principal = ALL): Promise<string> {
  const [{ db }, scope] = [server.platform, withinScope(principal, user, 'u')]
  const { rows, count } = await listStatements(db, scope, { page: 1, pageSize: 20, ...filter })
  const batch = await idsAfterStatement(db, scope, filter, '500', 50)
  return `${await plan(rows.compile())}\n${await plan(count.compile())}\n${await plan(batch.compile())}`
}

const SEQ = /Seq Scan on sys_user/

const SORTS = (['createTime', 'loginName', 'lastLoginTime'] as const).flatMap((field) =>
  (['asc', 'desc'] as const).map((order) => [`${field} ${order}`, { sort: { field, order } }] as [string, Partial<UserFilter>]),
)
const STAFF: keyof typeof userType.labels = 'staff'

test.each<[string, Partial<UserFilter>]>([
  ['without filter', {}],
  ...SORTS,
  ['two characters', { keyword: '孙虚' }],
  ['three characters', { keyword: '孙虚范' }],
  ['one character', { keyword: '褚' }],
  ['a sign-in name', { keyword: 'user9999' }],
  ['a mobile', { keyword: '18800077' }],
  ['keyword and sort', { keyword: '孙虚', sort: { field: 'lastLoginTime', order: 'asc' } }],
  ['a status and a type', { accountStatus: 'disabled', typeId: STAFF }],
  ['keyword and filters', { keyword: 'user9999', accountStatus: 'normal', typeId: STAFF }],
])('no sequential scan over 100,000 people: %s', async (_name, filter) => {
  expect(await plans(filter)).not.toMatch(SEQ)
})

test('nor within the scope of a department, or for the people of a role', async () => {
  const own: Principal = { ...ALL, scopes: { rbac: { all: false, deptIds: [deptId], jurisdictions: [], self: true } } }
  expect(await plans({ keyword: '孙虚' }, own)).not.toMatch(SEQ)
  expect(await plans({ sort: { field: 'loginName', order: 'asc' } }, own)).not.toMatch(SEQ)
  expect(await plans({ roleId: '1' })).not.toMatch(SEQ)
})

test('the look-out is awake: a search that no index serves is seen as a sequential scan', async () => {
  expect(await plan(server.platform.db.selectFrom('sys_user as u').select('u.user_id').where('u.remark', '=', 'x').compile())).toMatch(SEQ)
})

test('what is found is right', async () => {
  const { total, items } = await server.ok(queryAllUsersBySystem, { keyword: 'user99999' })
  expect([total, items[0]?.loginName]).toEqual([1, 'user99999'])
  expect((await server.ok(queryAllUsersBySystem, { keyword: '孙虚范' })).items.every((u) => u.realName === '孙虚范')).toBe(true)
})
