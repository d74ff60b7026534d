import { companyResource, JURISDICTIONS } from '@assoc/contract/member/company'
import type { RequestOf } from '@assoc/contract'
import { queryAllUsersBySystem } from '@assoc/contract/rbac/user'
import { type userType } from '@assoc/contract/rbac/user-kinds'
import { sql, type CompiledQuery } from 'kysely'
import { user } from '../../src/areas/rbac/account'
import { idsAfterStatement, listStatements, type UserFilter } from '../../src/areas/rbac/account/repository'
import { demoCompany } from '../../src/areas/member/company/demo-rows'
import { explainList } from '../../src/areas/member/company/list.repository'
import { insertMany } from '../../src/areas/member/company/seed.repository'
import { withinScope } from '../../src/platform/access/entities'
import { loadUserFacts } from '../../src/platform/access/load-principal'
import type { Principal } from '../../src/platform/access/principal'
import type { Db } from '../../src/platform/database/database'
import { vacuumed, type TestServer } from '../harness'

// Lists whose statements are written by hand, in the database of 100,000 rows that plans.test.ts fills.

/** Who has entered every fiftieth company. */
const CLERK = '7'

/** Adds companies up to so many. Six of ten names hold 集团, so that one keyword of two characters matches most of them. */
export async function fillCompanies(db: Db, count: number): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from company`.execute(db)
  for (let from = rows[0]?.n ?? 0; from < count; from += 5_000) {
    await insertMany(
      db,
      Array.from({ length: 5_000 }, (_, i) => {
        const company = demoCompany(from + i)
        return { ...company, create_by: i % 50 === 0 ? CLERK : null, ...(i % 10 < 6 ? { search_text: `${company.search_text}集团` } : {}) }
      }),
    )
  }
  await vacuumed(db, 'company', 'company_gram')
}

/** Adds so many accounts. */
export async function fillAccounts(db: Db, count: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // A vacuum can only mark pages whose commit is on disk, and lists are counted from such marks.
    await sql`set local synchronous_commit to on`.execute(tx)
    await sql`
    insert into sys_user (login_name, real_name, mobile, type_id, dept_id, last_login_time, create_time, search_grams)
    select login, name, mobile, 'staff', (select min(dept_id) from dept) + n % 7, case when n % 3 > 0 then now() - n * interval '1 minute' end, now() - n * interval '7 minutes',
      array(select distinct substr(t, k, w) from unnest(array[login, name, mobile]) t, generate_series(1, length(t)) k, unnest(array[1, 2]) w)
    from (
      select n, 'user' || n as login, '1880' || lpad(n::text, 7, '0') as mobile,
        substr('赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许', n % 20 + 1, 1) || substr('子虚乌有无名某样本例', n / 20 % 10 + 1, 1) || substr('示范试验演练习作品文', n / 200 % 10 + 1, 1) as name
      from generate_series(1, ${count}::int) n) g`.execute(tx)
  })
  await vacuumed(db, 'sys_user')
  await sql`analyze user_role`.execute(db)
}

type Input = RequestOf<typeof companyResource.list>
const sorts = (['stockCode', 'shortName', 'listDate', 'updateTime'] as const).flatMap((field) =>
  (['asc', 'desc'] as const).map((order) => ({ field, order })),
)
const filters: [name: string, input: Input][] = [
  ['nothing', {}],
  ['board', { board: 'star' }],
  ['jurisdiction', { jurisdiction: JURISDICTIONS[25] }],
  ['status', { listStatus: 'warned' }],
  ['type', { companyType: 'listed' }],
  ['a section, which half of the companies are in', { csrcIndustry: 'C' }],
  ['a class', { csrcIndustry: 'P83' }],
  ['an industry of Shenwan', { swIndustry: '270000' }],
  ['an industry of Shenwan that none is in', { swIndustry: '510000' }],
  ['both industries and a jurisdiction', { csrcIndustry: 'C', swIndustry: '270000', jurisdiction: '北京' }],
  ['a section within a keyword', { keyword: '太虚', csrcIndustry: 'C' }],
  ['dates', { listDateFrom: '2001-01-01', listDateTo: '2001-12-31' }],
  ['a filter that matches nothing', { board: 'star', listStatus: 'unlisted', jurisdiction: '北京' }],
  ['a code', { keyword: '605998' }],
  ['a column of a hundred codes', { stockCodes: Array.from({ length: 100 }, (_, i) => String(605_000 + i)) }],
  ['codes and a board', { stockCodes: ['605998', '920001', '300001'], board: 'star' }],
  ['two characters that 60,000 hold', { keyword: '集团' }],
  ['two characters that 60,000 hold, in a jurisdiction', { keyword: '集团', jurisdiction: '北京' }],
  ['two characters that 4,000 hold', { keyword: '太虚' }],
  ['two characters that none holds', { keyword: '龘靐' }],
  ['one character', { keyword: '电' }],
  ['four characters', { keyword: '太虚甲子' }],
  ['what nearly every name ends in', { keyword: '股份有限公司' }],
  ['a word of what names end in, on a board', { keyword: '公司', board: 'star' }],
  ['a name up to a part of its end', { keyword: '太虚甲子股份' }],
  ['a credit code that none has', { keyword: '91440300MA5FQTNM9X' }],
  ['a legal representative', { keyword: '如幻' }],
  ['a legal representative whom hundreds have', { keyword: demoCompany(0).legal_rep ?? '' }],
  ['initials', { keyword: 'txjzdz' }],
]


/** Lists of companies, by whoever sees all and by whoever sees their own. */
export function plansOfCompanies(server: () => TestServer): void {
  let boss: Principal
  let clerk: Principal
  beforeAll(async () => {
    const principalOf = async (userId: string): Promise<Principal> => ({ ...((await loadUserFacts(server().platform.db, userId))?.principal as Omit<Principal, 'sessionId'>), sessionId: '' })
    boss = await principalOf(server().admin.userId)
    clerk = { ...(await principalOf((await server().person({ permits: ['member:company:read'], scopes: { member: 'self' } })).userId)), userId: CLERK }
  })

  test.each(filters)('no list reads the companies through: %s', async (_name, input) => {
    for (const principal of [boss, clerk]) {
      for (const sort of sorts) {
        const plans = await explainList(server().platform.db, principal, input, sort, 20, 0)
        // The names of industries come from a dictionary of a few pages.
        for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (?!industry i)/)
      }
    }
  })

  test('the total of a keyword that most companies hold is right', async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from company where search_text like '%集团%' and not deleted`.execute(server().platform.db)
    expect(rows[0]?.n).toBeGreaterThan(50_000)
    expect((await server().ok(companyResource.list, { keyword: '集团' })).total).toBe(rows[0]?.n)
  })
}

/** Lists of accounts. */
export function plansOfAccounts(server: () => TestServer): void {
  let deptId = ''
  beforeAll(async () => {
    deptId = (await server().platform.db.selectFrom('dept').select('dept_id').orderBy('dept_id').limit(1).executeTakeFirstOrThrow()).dept_id
  })

  const ALL: Principal = {
    userId: '1', sessionId: '1', loginName: 'a', realName: 'a', typeId: 'staff', deptId: null, mustChangePassword: false, roleIds: [],
    permits: new Set(), scopes: { rbac: { all: true, deptIds: [], jurisdictions: [], self: false } }, links: { companies: [], persons: [] },
  }

  async function plan(statement: CompiledQuery): Promise<string> {
    const { rows } = await server().platform.pool.query<{ 'QUERY PLAN': string }>(`explain ${statement.sql}`, [...statement.parameters])
    return rows.map((r) => r['QUERY PLAN']).join('\n')
  }

  async function plans(filter: Partial<UserFilter>, principal: Principal = ALL): Promise<string> {
    const [{ db }, scope] = [server().platform, withinScope(principal, user, 'u')]
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
    expect(await plan(server().platform.db.selectFrom('sys_user as u').select('u.user_id').where('u.remark', '=', 'x').compile())).toMatch(SEQ)
  })

  test('what is found is right', async () => {
    const { total, items } = await server().ok(queryAllUsersBySystem, { keyword: 'user99999' })
    expect([total, items[0]?.loginName]).toEqual([1, 'user99999'])
    expect((await server().ok(queryAllUsersBySystem, { keyword: '孙虚范' })).items.every((u) => u.realName === '孙虚范')).toBe(true)
  })
}
