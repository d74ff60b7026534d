import { CODE } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { demand as contract } from '@assoc/contract/member/demand'
import { selectTodos } from '@assoc/contract/platform/workspace'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { buildPerson } from '../membership/testing'
import { expireDemands } from '.'

let server: TestServer
let companyId: string
/** Checks what the administrator has handed in. */
let auditor: Session
beforeAll(async () => {
  server = await startTestServer()
  companyId = (await sql<{ id: string }>`insert into company (company_name, short_name, company_type) values ('子虚乌有股份有限公司', '子虚乌有', 'other') returning company_id as id`.execute(server.platform.db)).rows[0]?.id ?? ''
  auditor = await server.person({ permits: ['director:demand:read', 'director:demand:audit'], scopes: { director: 'all' } })
  await sql`insert into company_gram (gram, company_id) values ('子', ${companyId}), ('子虚', ${companyId}), ('乌有', ${companyId})`.execute(server.platform.db)
})
afterAll(() => server.stop())

const DAY_MS = 86_400_000
const inDays = (days: number) => today(new Date(Date.now() + days * DAY_MS))
const wish = (given: object = {}) => ({ companyId, demandType: 'independent' as const, professions: ['accounting' as const, 'law' as const], demandCount: 1, allowance: '10.50', deadline: inDays(30), description: '拟选聘独立董事一名', contactName: '贾设一', contactMobile: '19900000001', remark: null, ...given })
const made = async (given: object = {}) => (await server.ok(contract.insert, wish(given))).demandId
const step = (demandId: string, verb: string, version: number, reason?: string, as = verb === 'publish' ? auditor : server.admin) => server.call(contract.change, { demandId, version, verb, ...(reason ? { reason } : {}) }, { as })
const fields = (answer: { data: unknown }) => ((answer.data as { fields?: { path: string; message: string }[] }).fields ?? []).map((f) => `${f.path} ${f.message}`)

test('a demand gets its number, is checked, published and closed; numbers of people are masked', async () => {
  const demandId = await made()
  expect(await server.ok(contract.read, { demandId })).toMatchObject({ demandNo: expect.stringMatching(/^XQ\d{8}0001$/), allowance: '10.5', professions: ['accounting', 'law'], contactMobile: '199****0001', companyName: '子虚乌有', demandStatus: 'draft' })
  expect((await step(demandId, 'submit', 1)).returnCode).toBe('000000')
  expect((await server.call(contract.update, { demandId, version: 2, ...wish() })).returnMessage).toBe('已提交的需求不能修改，请先由审核人驳回')
  expect(fields(await step(demandId, 'reject', 2))).toEqual(['reason 请填写审核意见'])
  expect((await step(demandId, 'publish', 2, undefined, server.admin)).returnMessage).toBe('您登记或修改过此记录，“通过并发布”须由其他人办理')
  expect((await step(demandId, 'publish', 2)).returnCode).toBe('000000')
  expect((await step(demandId, 'expire', 3)).returnMessage).toBe('需求在截止日期之后自动过期')
  // Whom it was matched with stands on it by name.
  const [listed, away] = [await buildPerson(server, { name: '范独董' }), await buildPerson(server, { status: 'suspended' })]
  const match = (directorIds: string[]) => server.call(contract.change, { demandId, version: 3, verb: 'match', input: { directorIds } })
  expect(fields(await match([]))).toEqual(['input.directorIds 请选择匹配的独立董事'])
  expect(fields(await match([listed, away]))).toEqual(['input.directorIds 需求人数为 1 人，请不要多选'])
  expect(fields(await match([away]))).toEqual(['input.directorIds 只能选择已入库且未暂停展示的人员'])
  expect((await match([listed])).returnCode).toBe('000000')
  expect((await server.ok(contract.list, { keyword: '子虚' })).items[0]).toMatchObject({ directorNames: '范独董', directorIds: [listed] })
  expect((await step(demandId, 'close', 4)).returnCode).toBe('000000')
  expect((await server.ok(contract.list, { keyword: '子虚', demandStatus: ['closed'] })).items.map((i) => i.demandId)).toEqual([demandId])
})

test('a last day that has passed or lies too far away is refused at its field', async () => {
  expect(fields(await server.call(contract.insert, wish({ deadline: inDays(-1) })))).toEqual(['deadline 截止日期不能早于今天'])
  expect(fields(await server.call(contract.insert, wish({ deadline: inDays(181) })))).toEqual(['deadline 截止日期最晚为 180 天之后'])
  expect(fields(await server.call(contract.insert, wish({ professions: [] })))).toEqual(['professions 请至少选择一项专业'])
})

test('three of a type may be open, also when five are submitted at once; without the lock more get through', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, () => made({ demandType: 'secretary' })))
  const answers = await Promise.all(ids.map((id) => step(id, 'submit', 1)))
  expect(answers.map((a) => a.returnCode).sort()).toEqual(['000000', '000000', '000000', CODE.inUse, CODE.inUse])
  // Another type has its own three.
  expect((await step(await made({ demandType: 'affairs' }), 'submit', 1)).returnCode).toBe('000000')

  // The control: five transactions that only count, each before any other has moved, all find room.
  const { db } = server.platform
  await sql`update demand set demand_status = 'closed'`.execute(db)
  const fresh = await Promise.all(Array.from({ length: 5 }, () => made({ demandType: 'secretary' })))
  let counted = 0
  await Promise.all(
    fresh.map((id) =>
      db.transaction().execute(async (tx) => {
        const open = Number((await sql<{ n: string }>`select count(*) as n from demand where demand_type = 'secretary' and demand_status in ('pending', 'published')`.execute(tx)).rows[0]?.n)
        counted += 1
        while (counted < fresh.length) await new Promise((done) => setTimeout(done, 5))
        if (open < 3) await sql`update demand set demand_status = 'pending' where demand_id = ${id}`.execute(tx)
      }),
    ),
  )
  expect((await server.ok(contract.list, { demandType: 'secretary', demandStatus: ['pending'] })).total).toBe(5)
})

test('what is published expires after its last day, once, with its audit row and a notice to its maker', async () => {
  const { db, log } = server.platform
  const demandId = await made({ demandType: 'other' })
  await sql`update demand set demand_status = 'published', deadline = ${inDays(-1)} where demand_id = ${demandId}`.execute(db)
  expect(await Promise.all([expireDemands({ db, log }), expireDemands({ db, log })]).then(([a, b]) => a + b)).toBe(1)
  expect(await server.ok(contract.read, { demandId })).toMatchObject({ demandStatus: 'expired' })
  expect(await db.selectFrom('audit_log').select('user_name').where('record_type', '=', 'demand').where('record_id', '=', demandId).where('verb', '=', 'expire').execute()).toEqual([{ user_name: '系统' }])
  expect(await db.selectFrom('notification').select('user_id').where('title', 'like', '需求%已过期').execute()).toEqual([{ user_id: server.admin.userId }])
  // It may be offered again with a new last day.
  expect(fields(await step(demandId, 'submit', 2))).toEqual(['deadline 截止日期不能早于今天'])
})

test('what waits for a decision stands on the home page of who may check it', async () => {
  await sql`update demand set demand_status = 'closed'`.execute(server.platform.db)
  await step(await made(), 'submit', 1)
  const todos = async (permit: string) => (await server.ok(selectTodos, {}, { as: await server.person({ permits: ['director:demand:read', permit], scopes: { director: 'all' } }) })).filter((t) => t.link.startsWith('/go/member/DemandAudit'))
  expect(await todos('director:demand:audit')).toEqual([{ label: '待审核需求', value: 1, link: expect.stringMatching(/^\/go\/member\/DemandAudit\?demandStatus=pending&record=\d+$/) }])
  expect(await todos('director:demand:insert')).toEqual([])
})
