import { CODE, IMPORT_REASON } from '@assoc/contract'
import { yearNow } from '@assoc/contract/core/day'
import { duesBill } from '@assoc/contract/fee/bill'
import { unpaidImport } from '@assoc/contract/fee/unpaid-import'
import { sql } from 'kysely'
import { asOwner, OWN_HEADERS, startTestServer, type TestServer } from '../../../../test/harness'
import { writeWorkbook, type CellValue } from '../../../platform/excel/excel'
import { readSheet } from '../../../platform/excel/testing'
import { insertFields } from '../../../platform/resource/actions'
import type { Action } from '../../../platform/resource/definition'
import { differences } from '../balance/check.repository'
import { feeWorld, type FeeWorld } from '../testing.repository'
import { unpaidImport as module } from '.'
import { comparable } from './rules'

let server: TestServer
let world: FeeWorld
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await feeWorld(server)
})
afterAll(() => server.stop())

const HEADER = ['会员编号', '证券代码', '公司全称', '统一社会信用代码', '年度', '欠缴金额（元）', '备注']
const LAST = yearNow() - 1
let named = 0

interface Made {
  memberId: string
  memberNo: string
  name: string
}
/** A member whose company has the codes given. */
async function member(codes: { credit?: string; stock?: string } = {}): Promise<Made> {
  const { db } = server.platform
  const name = `子虚乌有${++named}（集团）股份有限公司`
  const memberId = await world.member({ name })
  const { rows } = await sql<{ memberNo: string }>`select member_no as "memberNo" from member where member_id = ${memberId}`.execute(db)
  await sql`update company set credit_code = ${codes.credit ?? null}, stock_code = ${codes.stock ?? null} where company_id = (select company_id from member where member_id = ${memberId})`.execute(db)
  return { memberId, memberNo: rows[0]?.memberNo ?? '', name }
}

const row = (m: Pick<Made, 'name'>, given: { no?: string; stock?: string; credit?: string; year?: number; yuan?: CellValue } = {}): CellValue[] => [
  given.no ?? null, given.stock ?? null, m.name, given.credit ?? null, given.year ?? LAST, given.yuan ?? 20_000, null,
]
const check = async (rows: CellValue[][], header = HEADER) =>
  server.upload(unpaidImport.importCheck, {}, { name: '欠费.xlsx', bytes: await writeWorkbook([{ name: '欠费', header, rows }]) }, world.clerk)
const write = (importId: string, mode: 'all' | 'good') => server.call(unpaidImport.importWrite, { importId, mode }, { as: world.clerk })
const bookOf = async (path: string, input: object) => {
  const answer = await server.raw(`/capcoapi${path}`, { method: 'POST', body: JSON.stringify(input), headers: { ...OWN_HEADERS, 'content-type': 'application/json' }, as: world.clerk })
  return readSheet(Buffer.from(await answer.arrayBuffer()), 100)
}
const messagesOf = async (...rows: CellValue[][]) => (await check(rows)).data?.problems.map((p) => p.messages[0])

test('names are compared without brackets, blanks and widths', () => {
  expect(comparable('子虚（集团） 股份有限公司')).toBe(comparable('子虚(集团)股份有限公司'))
  expect(comparable('Ａbc公司')).toBe(comparable('ABC公司'))
  expect(comparable('子虚股份')).not.toBe(comparable('子虚集团'))
})

test('the template has the columns of the rule; three bad rows come back as a file, corrected they go in; the sums fit', async () => {
  expect((await bookOf(unpaidImport.importTemplate?.path ?? '', {}))[0]).toEqual(HEADER)
  const made = await Promise.all(Array.from({ length: 6 }, () => member()))
  const rows = made.map((m) => row(m, { no: m.memberNo, yuan: '20,000.50' }))
  const [wrongName, wrongYear, wrongNo] = [made[1] as Made, made[3] as Made, made[5] as Made]
  rows[1] = row({ name: '别家公司' }, { no: wrongName.memberNo })
  rows[3] = row(wrongYear, { no: wrongYear.memberNo, year: LAST + 1 })
  rows[5] = row(wrongNo, { no: 'M00000000' })
  const { data } = await check(rows)
  expect(data).toMatchObject({ total: 6, good: 3, bad: 3 })
  expect(data?.problems).toMatchObject([
    { row: 3, messages: [`公司全称与会员不符：按会员编号找到的是 ${wrongName.name}`] },
    { row: 5, messages: [`只能导入 ${LAST + 1} 年以前的欠费，本年度请生成年度账单`] },
    { row: 7, messages: ['没有会员编号为「M00000000」的会员'] },
  ])
  const importId = data?.importId ?? ''
  expect((await write(importId, 'all')).returnCode).toBe(CODE.inUse)
  expect((await server.ok(unpaidImport.list, {})).total).toBe(0)
  expect((await write(importId, 'good')).data).toMatchObject({ written: 3 })
  const [header, ...left] = await bookOf(unpaidImport.importErrors?.path ?? '', { importId })
  expect(header).toEqual([...HEADER, IMPORT_REASON])
  expect(left).toHaveLength(3)
  const again = await check([row(wrongName, { no: wrongName.memberNo }), row(wrongYear, { no: wrongYear.memberNo, year: LAST }), row(wrongNo, { no: wrongNo.memberNo })])
  expect((await write(again.data?.importId ?? '', 'all')).data).toMatchObject({ written: 3, problems: [] })
  const list = await server.ok(unpaidImport.list, { importYear: LAST }, { as: world.clerk })
  expect([list.total, list.items.reduce((sum, r) => sum + r.unpaidAmount, 0)]).toEqual([6, 3 * 2_000_050 + 3 * 2_000_000])
  const bills = await server.ok(duesBill.list, { billYear: LAST }, { as: world.clerk })
  expect([bills.total, bills.items.reduce((sum, b) => sum + b.unpaidAmount, 0)]).toEqual([6, 3 * 2_000_050 + 3 * 2_000_000])
  expect(bills.items[0]).toMatchObject({ dueDate: `${LAST}-12-31`, standardName: '历史欠费导入', billStatus: 'due' })
  expect((await world.money(wrongName.memberId)).arrears).toBe(1)
  expect((await differences(server.platform.db)).differences).toEqual([])
})

test('a member is found by credit code, else number, else stock code; what speaks against it is told at its column', async () => {
  const a = await member({ credit: '91330000MA0000001A', stock: '900101' })
  const b = await member({ credit: '91330000MA0000002B', stock: '900102' })
  expect(await messagesOf(row(a, { credit: '91330000ma0000001a', year: 2010 }), row(a, { stock: '900101', year: 2011 }), row(a, { no: a.memberNo.toLowerCase(), year: 2012 }))).toEqual([])
  expect(
    await messagesOf(
      row(a, { credit: '91330000MA0000001A', no: b.memberNo }),
      row(a, { no: a.memberNo, stock: '900102' }),
      row(a),
      row(a, { credit: '91330000MA0000009X', no: a.memberNo }),
      row(a, { no: a.memberNo, yuan: 0 }),
      row(a, { no: a.memberNo, yuan: '二万' }),
    ),
  ).toEqual([
    `会员编号与统一社会信用代码不是同一会员：按统一社会信用代码找到的是 ${a.name}（${a.memberNo}）`,
    `证券代码与会员编号不是同一会员：按会员编号找到的是 ${a.name}（${a.memberNo}）`,
    '请填写统一社会信用代码、会员编号或证券代码中的一项',
    '没有统一社会信用代码为「91330000MA0000009X」的会员',
    expect.stringContaining('欠缴金额（元）'),
    expect.stringContaining('欠缴金额（元）'),
  ])
  const wrong = await check([row(a)], HEADER.filter((title) => title !== '年度'))
  expect(wrong.returnMessage).toBe('第一行缺少列：年度。请使用模板，或手工对应各列')
})

test('one row a member and year, none where the year has its bill; a cancelled bill gives the year free', async () => {
  const m = await member()
  await world.bill(m.memberId, 2015, 100)
  const given = row(m, { no: m.memberNo, year: 2014 })
  expect(await messagesOf(given, given, row(m, { no: m.memberNo, year: 2015 }))).toEqual(['该会员 2014 年度的欠费已导入，请勿重复', expect.stringMatching(/^该会员已有 2015 年度账单 HF2015/)])
  const form = { memberNo: m.memberNo, companyName: m.name, importYear: 2014, importAmount: 5000 }
  await server.ok(unpaidImport.insert, form, { as: world.clerk })
  expect((await server.call(unpaidImport.insert, form, { as: world.clerk })).returnMessage).toBe('该会员 2014 年度的欠费已导入，请勿重复')
  const [bill] = (await server.ok(duesBill.list, { memberId: m.memberId, billYear: 2014 })).items
  await server.ok(duesBill.change, { billId: bill?.billId ?? '', version: bill?.version ?? 0, verb: 'cancel', reason: '金额有误' }, { as: world.head })
  await server.ok(unpaidImport.insert, { ...form, importAmount: 6000 }, { as: world.clerk })
  expect((await server.ok(unpaidImport.list, { memberId: m.memberId })).items.map((r) => [r.billStatus, r.unpaidAmount, r.importAmount])).toEqual([['due', 6000, 6000], ['cancelled', 0, 5000]])
  const noted = await server.platform.db.selectFrom('audit_log').select('verb').where('record_type', '=', 'unpaidImport').where('verb', '=', 'insert').where('path', '=', unpaidImport.insert?.path ?? '').execute()
  expect(noted).toHaveLength(2)
})

test('the same row by five at once is one bill; control: without lock and constraints it is more', async () => {
  const { db, sessions } = server.platform
  const principal = await sessions.identify(world.clerk.token, world.clerk.cookie)
  const m = await member()
  const form = { memberNo: m.memberNo, stockCode: null, creditCode: null, companyName: m.name, importYear: 2013, importAmount: 100, remark: null }
  const one = () => db.transaction().execute((tx) => insertFields(module.runtime, { db: tx, principal, input: {}, audit: () => undefined } as unknown as Action, { ...form }))
  const billed = async () => Number((await sql<{ n: string }>`select count(*) as n from dues_bill where member_id = ${m.memberId} and bill_year = 2013`.execute(db)).rows[0]?.n)
  const answers = await Promise.allSettled(Array.from({ length: 5 }, one))
  expect([answers.filter((a) => a.status === 'fulfilled').length, await billed()]).toEqual([1, 1])
  const bare = () =>
    db.transaction().execute(async (tx) => {
      const { rows } = await sql`select 1 from dues_bill where member_id = ${m.memberId} and bill_year = 2012`.execute(tx)
      await sql`select pg_sleep(0.2)`.execute(tx)
      if (rows.length === 0) await sql`insert into dues_bill (bill_no, member_id, bill_year, source, gross_amount, due_date) values ('X' || random(), ${m.memberId}, 2012, 'imported', 1, '2012-12-31')`.execute(tx)
    })
  await asOwner(db, sql`drop index dues_bill_unique`)
  await Promise.all([bare(), bare()])
  expect((await sql`select 1 from dues_bill where member_id = ${m.memberId} and bill_year = 2012`.execute(db)).rows).toHaveLength(2)
  await sql`delete from dues_bill where bill_year = 2012`.execute(db)
  await asOwner(db, sql`create unique index dues_bill_unique on dues_bill (member_id, bill_year) where bill_status <> 'cancelled'`)
})

test('whoever may not, imports nothing', async () => {
  const reader = await server.person({ permits: ['fee:unpaid:read'], scopes: { fee: 'all' } })
  expect((await server.call(unpaidImport.insert, { companyName: '某公司', importYear: 2013, importAmount: 100 }, { as: reader })).returnCode).toBe(CODE.forbidden)
})
