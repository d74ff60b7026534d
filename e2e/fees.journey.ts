import type { Page } from 'playwright-core'
import { startConsole, type Console } from './harness'
import { letSignIn, until } from './steps'

// Fees as two people of the finance department handle them: one writes down, the other decides.

let app: Console
beforeAll(async () => {
  app = await startConsole()
  await letSignIn(app, 'fanchuna', 'fanzhiyuan', 'zhenglingdao')
})
afterAll(() => app?.stop())

interface Debtor {
  member_id: string
  member_no: string
  company_name: string
  bill_id: string
  bill_no: string
  unpaid: number
}

/** Members with one unpaid bill alone, each to be used once. */
const debtors = () =>
  app.sql<Debtor>(`select m.member_id, m.member_no, c.company_name, b.bill_id, b.bill_no, b.unpaid_amount::float8 as unpaid from dues_bill b join member m on m.member_id = b.member_id
    join company c on c.company_id = m.company_id where b.bill_status = 'due' and b.gross_amount <= 4000000 and m.member_status = 'normal'
      and (select count(*) from dues_bill o where o.member_id = m.member_id and o.bill_status in ('due', 'part')) = 1
      and not exists (select 1 from payment p where p.member_id = m.member_id and p.pay_status = 'pending') and not exists (select 1 from reduction r where r.bill_id = b.bill_id)
    order by b.bill_id limit 3`)
const statusOf = async (billId: string) => (await app.sql<{ bill_status: string }>('select bill_status from dues_bill where bill_id = $1', [billId]))[0]?.bill_status

const drawer = (page: Page, title: RegExp | string) => page.getByRole('dialog', { name: title })
const open = async (page: Page, path: string, title: string) => {
  await page.goto(`${app.url}/feeManage/${path}`)
  await page.getByRole('heading', { name: title }).waitFor()
  await page.getByText(/^共 [\d,]+ 条$/).waitFor()
}
/** Types into a picker and takes the first hit. */
async function pick(page: Page, title: RegExp | string, label: string, word: string, hit: string): Promise<void> {
  await drawer(page, title).getByLabel(label).fill(word)
  await page.locator('.ant-select-item-option').filter({ hasText: hit }).first().click()
}
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('one writes a payment down, another settles it, and the bill is paid', async () => {
  const [debtor] = await debtors()
  if (!debtor) throw new Error('no debtor')
  const clerk = await app.signedIn('fanchuna')
  await open(clerk.page, 'payment', '缴费记录')
  await clerk.page.getByRole('button', { name: '新增缴费记录' }).click()
  const form = drawer(clerk.page, '新增缴费记录')
  await pick(clerk.page, '新增缴费记录', '会员', debtor.member_no, debtor.company_name)
  await form.getByLabel('到账日期').fill('2026-03-05')
  await form.getByLabel('到账日期').press('Enter')
  await form.getByLabel('金额（元）').fill(String(debtor.unpaid / 100))
  await form.getByLabel('付款户名').fill('子虚控股集团有限公司')
  await form.getByLabel('银行流水号').fill('JOURNEY0001')
  await form.getByRole('button', { name: /保\s?存/ }).click()
  await clerk.page.getByText('缴费记录已新增').waitFor()
  await open(clerk.page, 'payment?keyword=JOURNEY0001', '缴费记录')
  await rowOf(clerk.page, debtor.company_name).getByText('代付').waitFor()
  expect(await rowOf(clerk.page, debtor.company_name).getByRole('button', { name: '核销' }).count()).toBe(0)

  const head = await app.signedIn('fanzhiyuan')
  await open(head.page, 'payment?keyword=JOURNEY0001', '缴费记录')
  await rowOf(head.page, debtor.company_name).getByRole('button', { name: '核销' }).click()
  await drawer(head.page, /^核销缴费记录/).getByRole('button', { name: /核\s?销/ }).click()
  await until(async () => (await statusOf(debtor.bill_id)) === 'paid', 'the bill is paid')
  await rowOf(head.page, debtor.company_name).getByRole('button', { name: /^JF/ }).click()
  await head.page.getByRole('region', { name: '核销明细' }).getByRole('cell', { name: debtor.bill_no }).waitFor()
  expect([...clerk.problems, ...head.problems]).toEqual([])
  await clerk.context.close()
  await head.context.close()
})

test('a statement read twice is booked once, and money of nobody is claimed for its member', async () => {
  const [debtor] = await debtors()
  if (!debtor) throw new Error('no debtor')
  const { context, page, problems } = await app.signedIn('fanchuna')
  const buffer = Buffer.from(`账号,流水号,交易时间,付款户名,金额,附言\n0000123400005678,JOURNEY0002,2026-03-06 10:00:00,某共享中心,${debtor.unpaid / 100},会费 ${debtor.member_no}\n`)
  for (const again of [false, true]) {
    await open(page, 'bankStatement', '银行流水')
    await page.getByRole('button', { name: '导入流水' }).click()
    await drawer(page, '导入银行流水').locator('input[type=file]').setInputFiles({ name: '流水.csv', mimeType: 'text/csv', buffer })
    // Shown before it is booked; the second time there is nothing left to book.
    if (again) await drawer(page, '导入银行流水').getByRole('button', { name: '没有可入账的流水' }).waitFor()
    else {
      await drawer(page, '导入银行流水').getByRole('button', { name: '确认入账 1 笔' }).click()
      await drawer(page, '导入银行流水').getByText('共 1 行，新增 1 笔流水').waitFor()
    }
  }
  expect(await app.sql(`select 1 from bank_line where serial_no = 'JOURNEY0002'`)).toHaveLength(1)
  await open(page, 'suspense?keyword=JOURNEY0002', '待认领款项')
  await rowOf(page, 'JOURNEY0002').getByRole('button', { name: '认领' }).click()
  const form = drawer(page, /^认领款项/)
  await form.getByText('附言含会员编号，欠缴金额一致').waitFor()
  // The suggestion fills the member in, and what speaks for them as the ground.
  await form.getByRole('button', { name: `选用 ${debtor.company_name}` }).click()
  await form.getByText('已选用').waitFor()
  await form.getByRole('button', { name: /^认\s?领$/ }).click()
  await page.getByText('已认领，款项已核销到会员账单').waitFor()
  expect(await statusOf(debtor.bill_id)).toBe('paid')
  expect(problems).toEqual([])
  await context.close()
})

test('a reduction is passed by one and approved by another than who asked for it, and the ledger adds up in the end', async () => {
  const [debtor] = await debtors()
  if (!debtor) throw new Error('no debtor')
  const clerk = await app.signedIn('fanchuna')
  await open(clerk.page, 'reduction', '会费减免')
  await clerk.page.getByRole('button', { name: '新增会费减免' }).click()
  const form = drawer(clerk.page, '新增会费减免')
  await pick(clerk.page, '新增会费减免', '账单', debtor.member_no, debtor.company_name)
  for (const [label, option] of [['减免类型', '全额免缴'], ['减免原因', '重大灾害'], ['审批层级', '常务理事会']] as const) {
    await form.getByLabel(label).click()
    await clerk.page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click()
  }
  await form.locator('input[type=file]').setInputFiles({ name: '会议纪要.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
  await form.getByText('会议纪要.pdf').waitFor()
  await form.getByRole('button', { name: /保\s?存/ }).click()
  await clerk.page.getByText('会费减免已新增').waitFor()
  const statusNow = async () => (await app.sql<{ status: string }>('select reduce_status as status from reduction where bill_id = $1', [debtor.bill_id]))[0]?.status
  const step = async (page: Page, label: string, reason = '') => {
    const before = await statusNow()
    await open(page, `reduction?keyword=${debtor.member_no}`, '会费减免')
    await rowOf(page, debtor.company_name).getByRole('button', { name: label }).click()
    const dialog = drawer(page, new RegExp(`^${label}会费减免`))
    if (reason) await dialog.getByRole('textbox').fill(reason)
    await dialog.getByRole('button', { name: new RegExp([...label].join('\\s?')) }).click()
    await until(async () => (await statusNow()) !== before, `the reduction has been ${label}`)
  }
  await step(clerk.page, '提交')
  const head = await app.signedIn('fanzhiyuan')
  await step(head.page, '初审通过')
  const leader = await app.signedIn('zhenglingdao')
  await step(leader.page, '批准')
  expect(await statusOf(debtor.bill_id)).toBe('waived')
  await open(head.page, 'balance', '会费余额')
  await head.page.getByRole('button', { name: '核对账目' }).click()
  await head.page.getByText(/^账目相符：核对了/).waitFor()
  expect([...clerk.problems, ...head.problems, ...leader.problems]).toEqual([])
  for (const { context } of [clerk, head, leader]) await context.close()
})
