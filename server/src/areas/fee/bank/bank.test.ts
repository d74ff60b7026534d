import { CODE } from '@assoc/contract'
import { bankLine, claimSuspense, importStatement, readStatementColumns, suggestMembers, suspense } from '@assoc/contract/fee/bank'
import { payment } from '@assoc/contract/fee/payment'
import { sql } from 'kysely'
import { asOwner, startTestServer, type TestServer } from '../../../../test/harness'
import { writeWorkbook } from '../../../platform/excel/excel'
import { readBytes } from '../../../platform/excel/testing'
import { differences } from '../balance/check.repository'
import { feeWorld, type FeeWorld } from '../testing.repository'
import { fenOf, parseStatement, tradeTimeOf, TITLES } from './parse'
import { book, csv as file, HEAD } from './testing'

let server: TestServer
let world: FeeWorld
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await feeWorld(server)
})
afterEach(async () => expect((await differences(server.platform.db)).differences).toEqual([]))
afterAll(() => server.stop())

const upload = (given: { name: string; bytes: Buffer }) => book(server, given, world.clerk)
const line = (serial: string, payer: string, amount: string, purpose = '') => `0000111,${serial},2026-03-05 09:30:00,${payer},"${amount}",${purpose}`

test('a line of before 1990, such as one with a mistyped year, is told and not read', async () => {
  const line = (day: string) => ['1001', `SN${day}`, day, '甲公司', '100.00', null]
  const read = await parseStatement([[...TITLES], line('1989-12-31'), line('0206-03-05'), line('1990-01-01')])
  expect(read?.problems.map(({ row, message }) => [row, message.replace(/至 \d{4}/, '至 …')])).toEqual([
    [2, '交易时间须在 1990-01-01 至 …-12-31 之间'],
    [3, '交易时间须在 1990-01-01 至 …-12-31 之间'],
  ])
  expect(read?.lines).toHaveLength(1)
})

test('amounts, times and csv are read as statements write them', async () => {
  expect(['1,234.5', '¥85,000.00', '0.01', '1.005', '-5', ''].map(fenOf)).toEqual([123_450, 8_500_000, 1, null, null, null])
  expect(['2026-03-05 09:30:12', '2026/3/5 9:30', '20260305', '2026-02-30', '46086.5'].map(tradeTimeOf)).toEqual(['2026-03-05T01:30:12.000Z', '2026-03-05T01:30:00.000Z', '2026-03-04T16:00:00.000Z', null, '2026-03-05T04:00:00.000Z'])
  expect(await readBytes('csv', Buffer.from('\uFEFF甲,"乙,""丙"""\r\n\t001,x'), 10)).toEqual([['甲', '乙,"丙"'], ['001', 'x']])
  expect(await readBytes('csv', Buffer.from([0xbb, 0xe1, 0xb7, 0xd1]), 10)).toEqual([['会费']])
})

test('the member of the payer’s full name pays at once; all else waits; bad lines are told; the same file adds nothing', async () => {
  const name = '镜花水月股份有限公司'
  const memberId = await world.member({ name })
  await world.bill(memberId, 2025, 2_500_000)
  const given = file(line('A1', name, '30,000.00', '会费'), line('A2', '镜花水月', '100'), line('A3', '无名氏', '五元'), line('A2', '镜花水月', '100'))
  expect((await upload(given)).data).toEqual({ total: 4, added: 2, known: 1, matched: 1, suspense: 1, unreadable: 1, problems: [{ row: 4, message: '金额须为数字，最多两位小数；支出不导入' }], workId: null })
  expect(await world.money(memberId)).toMatchObject({ balance: 500_000, bills: [{ paid: 2_500_000, status: 'paid' }] })
  expect((await server.ok(bankLine.list, { keyword: 'A1' })).items).toMatchObject([{ matchResult: 'auto', memberName: name, payNo: expect.stringMatching(/^JF/), amount: 3_000_000 }])
  expect((await upload(given)).data).toMatchObject({ added: 0, known: 3, matched: 0, suspense: 0 })
  expect((await server.ok(payment.list, { memberId })).total).toBe(1)
  expect((await server.ok(suspense.list, { keyword: '镜花' })).total).toBe(1)
})

test('a short name that stands in for the full one of a company pays nobody’s bill', async () => {
  const memberId = await world.member({ name: '蜃楼海市股份有限公司' })
  await world.bill(memberId, 2025, 2_500_000)
  await asOwner(server.platform.db, sql`update company set company_name = '蜃楼海市', company_type = 'listed', stock_code = '605987', exchange = 'sse', board = 'shMain', list_date = '2020-05-06' where company_name = '蜃楼海市股份有限公司'`)
  expect((await upload(file(line('N1', '蜃楼海市', '25,000.00', '会费')))).data).toMatchObject({ added: 1, matched: 0, suspense: 1 })
})

test('the same file ten times at once is read once; control: without the constraint twice', async () => {
  const name = '海市蜃楼股份有限公司'
  const memberId = await world.member({ name })
  const given = file(...Array.from({ length: 20 }, (_, i) => line(`B${i}`, i % 2 ? name : '谁也不是', '10')))
  const answers = await Promise.all(Array.from({ length: 10 }, () => upload(given)))
  expect(answers.map((a) => a.data?.added).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 20])
  expect(await world.money(memberId)).toMatchObject({ balance: 10_000, entries: 10_000 })
  const { db } = server.platform
  await asOwner(db, sql`alter table bank_line drop constraint bank_line_unique`)
  const insert = () => sql`insert into bank_line (account, serial_no, trade_time, payer_name, amount) select '1', 'CONTROL', now(), 'x', 1 where not exists (select 1 from bank_line where serial_no = 'CONTROL' and pg_sleep(0.1) is not null) and pg_sleep(0.2) is not null`.execute(db)
  await Promise.all([insert(), insert()])
  expect((await sql`select 1 from bank_line where serial_no = 'CONTROL'`.execute(db)).rows).toHaveLength(2)
  await sql`delete from bank_line where serial_no = 'CONTROL'`.execute(db)
  await asOwner(db, sql`alter table bank_line add constraint bank_line_unique unique (account, serial_no)`)
})

test('a transfer that somebody wrote down by hand is the same money; a name of two members is nobody’s', async () => {
  const name = '空中楼阁股份有限公司'
  const memberId = await world.member({ name })
  const paymentId = await world.register(memberId, 1000, { bankSerial: 'HAND' })
  expect((await upload(file(line('HAND', name, '10')))).data).toMatchObject({ added: 1, matched: 1, suspense: 0 })
  expect((await server.ok(payment.list, { memberId })).total).toBe(1)
  expect((await server.ok(payment.read, { paymentId })).payStatus).toBe('pending')
  await world.member({ name: '重名股份有限公司' })
  await world.member({ name: '重名股份有限公司' })
  expect((await upload(file(line('TWO', '重名股份有限公司', '10')))).data).toMatchObject({ matched: 0, suspense: 1 })
})

test('claimed by two at once, money is booked once; one given back is not claimed', async () => {
  const [one, two] = [await world.member({ name: '梦笔生花股份有限公司' }), await world.member()]
  await world.bill(one, 2025, 7700)
  await upload(file(line('C1', '梦笔财务中心', '77.00', '梦笔生花股份有限会费'), line('C2', '路人', '5')))
  const [item] = (await server.ok(suspense.list, { keyword: 'C1' })).items
  expect(item).toMatchObject({ suspenseStatus: 'open', amount: 7700, abilities: ['giveBack'] })
  const suspenseId = item?.suspenseId ?? ''
  expect((await server.ok(suggestMembers, { suspenseId }))[0]).toMatchObject({ memberId: one, why: '户名或附言含公司简称，欠缴金额一致' })
  const claim = (memberId: string) => server.call(claimSuspense, { suspenseId, version: item?.version ?? 0, memberId, reason: '会员来函确认' }, { as: world.clerk })
  const answers = await Promise.all([one, two, one, two, one].map(claim))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  const [a, b] = [await world.money(one), await world.money(two)]
  expect(a.balance + b.balance + (a.bills[0]?.paid ?? 0)).toBe(7700)
  expect((await server.ok(bankLine.list, { keyword: 'C1' })).items[0]?.matchResult).toBe('manual')
  const [other] = (await server.ok(suspense.list, { keyword: 'C2' })).items
  await server.ok(suspense.change, { suspenseId: other?.suspenseId ?? '', version: other?.version ?? 0, verb: 'giveBack', reason: '查无此人' })
  expect((await server.call(claimSuspense, { suspenseId: other?.suspenseId ?? '', version: 2, memberId: one, reason: '再试' })).returnCode).toBe(CODE.badTransition)
})

test('the same serial of a second account is other money', async () => {
  const name = '画饼充饥股份有限公司'
  const memberId = await world.member({ name })
  await upload(file(line('SAME', name, '10'), `0000222,SAME,2026-03-06 10:00:00,${name},10,`))
  const [waiting] = (await server.ok(suspense.list, { keyword: 'SAME' })).items
  await server.ok(claimSuspense, { suspenseId: waiting?.suspenseId ?? '', version: 1, memberId, reason: '第二个账户' })
  expect((await server.ok(payment.list, { memberId })).items.map((p) => p.bankSerial).sort()).toEqual(['SAME', 'SAME-0222'])
})

test('a workbook is read like a csv; a file that is none, or without titles, is refused with a sentence', async () => {
  const bytes = await writeWorkbook([{ name: '流水', header: ['回单', '', '', '', '', ''], rows: [HEAD.split(','), ['0000111', 'X1', '2026-03-05', '某人', 12.5, null]] }])
  expect((await upload({ name: '流水.xlsx', bytes })).data).toMatchObject({ total: 1, added: 1, suspense: 1 })
  expect((await upload({ name: '流水.pdf', bytes: Buffer.from('%PDF-') })).returnMessage).toBe('请上传 xlsx、xls 或 csv 文件；文件可能已损坏，或内容与扩展名不符')
  expect((await upload({ name: '流水.csv', bytes: Buffer.from('a,b\n1,2') })).returnMessage).toContain('没有找到表头：须有账号、流水号')
})

test('a layout that is not known is mapped by hand, and used by itself for the next file of the account', async () => {
  const head = '发生于,来源单位,进账（人民币）,出账（人民币）,凭单编码,说明'
  const strange = (...rows: string[]) => ({ name: '外资行.csv', bytes: Buffer.from(['某外资银行对账单', head, ...rows].join('\n')) })
  const first = strange('2026-03-05 09:30:00,子虚外资客户,1200.5,,Z-1,会费', '2026-03-05 10:00:00,某供应商,,80,Z-2,货款')
  expect((await upload(first)).data).toMatchObject({ fields: [{ path: 'layout' }] })
  const found = await server.upload(readStatementColumns, {}, first, world.clerk)
  expect(found.data).toMatchObject({ account: null, titles: [{ title: '发生于', sample: '2026-03-05 09:30:00' }, { title: '来源单位' }, { title: '进账(人民币)' }, { title: '出账(人民币)' }, { title: '凭单编码' }, { title: '说明' }] })
  expect(found.data.rows[0]).toEqual(['2026-03-05 09:30:00', '子虚外资客户', '1200.5', '', 'Z-1', '会费'])
  const fields = { 发生于: 'time', 来源单位: 'payer', '进账(人民币)': 'income', '出账(人民币)': 'expense', 凭单编码: 'serial', 说明: 'purpose' } as const
  const mapping = Object.entries(fields).map(([title, field]) => ({ title, field }))
  const map = (given: object) => server.upload(importStatement, given as never, first, world.clerk)
  expect((await map({ mapping })).data).toMatchObject({ fields: [{ path: 'account', message: '文件中没有账号，请填写收款账号' }] })
  expect((await map({ mapping: mapping.filter((m) => m.field !== 'serial'), account: '8800 0001' })).data).toMatchObject({ fields: [{ path: 'mapping' }] })
  expect((await map({ mapping, account: '8800 0001' })).data).toMatchObject({ total: 1, added: 1, unreadable: 0 })
  expect((await upload(strange('2026-04-05,子虚外资客户,99,,Z-3,会费'))).data).toMatchObject({ total: 1, added: 1 })
  expect((await server.ok(bankLine.list, { keyword: 'Z-3' })).items[0]).toMatchObject({ account: '88000001', amount: 9900, purpose: '会费' })
  // Two accounts of that bank, and a file that does not say whose it is: it is asked again.
  expect((await map({ mapping, account: '8800 0002' })).data).toMatchObject({ total: 1 })
  expect((await upload(strange('2026-05-05,子虚外资客户,98,,Z-4,会费'))).data).toMatchObject({ fields: [{ path: 'layout' }] })
})
