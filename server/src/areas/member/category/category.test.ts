import { CODE } from '@assoc/contract'
import { memberCategory } from '@assoc/contract/member/category'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../../test/harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const fields = { categoryName: '会员单位', categoryLevel: 6, councilRole: 'none' as const, voteRight: true, quota: 0 }
const read = (categoryId: string) => server.ok(memberCategory.read, { categoryId })

async function joined(categoryId: string, memberNo: string, status = 'normal'): Promise<void> {
  await sql`with c as (insert into company (company_name, short_name, company_type) values (${memberNo}, ${memberNo}, 'other') returning company_id)
    insert into member (member_no, company_id, category_id, join_date, member_status) select ${memberNo}, company_id, ${categoryId}, '2020-01-01', ${status} from c`.execute(server.platform.db)
}

test('a category is made, changed, told with its members, disabled and enabled; a taken name is refused at its field', async () => {
  const { categoryId } = await server.ok(memberCategory.insert, fields)
  expect(await read(categoryId)).toMatchObject({ memberCount: 0, categoryStatus: 'enabled', abilities: ['update', 'disable', 'delete'] })
  expect(await server.call(memberCategory.insert, fields)).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'categoryName' }] } })
  await server.ok(memberCategory.change, { categoryId, version: 1, verb: 'disable' })
  await server.ok(memberCategory.change, { categoryId, version: 2, verb: 'enable' })
  await server.ok(memberCategory.remove, { categoryId, version: 3 })
})

test('a category in which members stand is neither disabled nor deleted; one that was ever used is kept', async () => {
  const { categoryId } = await server.ok(memberCategory.insert, { ...fields, categoryName: '理事单位', councilRole: 'council' })
  await joined(categoryId, 'M202000001')
  for (const answer of [await server.call(memberCategory.change, { categoryId, version: 1, verb: 'disable' }), await server.call(memberCategory.remove, { categoryId, version: 1 })])
    expect(answer).toMatchObject({ returnCode: CODE.inUse, returnMessage: expect.stringContaining('1 个在籍会员') })
  expect(await read(categoryId)).toMatchObject({ memberCount: 1, categoryStatus: 'enabled' })
  await sql`update member set member_status = 'left' where category_id = ${categoryId}`.execute(server.platform.db)
  expect(await server.call(memberCategory.remove, { categoryId, version: 1 })).toMatchObject({ returnCode: CODE.inUse, returnMessage: expect.stringContaining('可以停用') })
  expect(await server.ok(memberCategory.change, { categoryId, version: 1, verb: 'disable' })).toMatchObject({ categoryStatus: 'disabled' })
})

test('who may only read changes nothing', async () => {
  const { categoryId } = await server.ok(memberCategory.insert, { ...fields, categoryName: '特别会员', categoryLevel: 7 })
  const same = await Promise.all([8, 8, 8].map((categoryLevel, i) => server.call(memberCategory.insert, { ...fields, categoryName: `同级 ${i}`, categoryLevel })))
  expect(same.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  expect(same.find((a) => a.returnCode !== CODE.ok)).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'categoryLevel', message: expect.stringContaining('相同理事会身份') }] } })
  const reader = await server.person({ permits: ['member:category:read'] })
  expect(await server.ok(memberCategory.read, { categoryId }, { as: reader })).toMatchObject({ abilities: [] })
  expect((await server.call(memberCategory.change, { categoryId, version: 1, verb: 'disable' }, { as: reader })).returnCode).toBe(CODE.forbidden)
})
