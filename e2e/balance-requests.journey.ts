import { balanceRequest } from '@assoc/contract/fee/balance'
import { refundBalance } from '@assoc/contract/fee/payment'
import type { Page } from 'playwright-core'
import { chooseIn, dialog, inYuan, openList, PDF, pick, rowOf, SLOW, stepOf } from './lists'
import { startConsole, type Console } from './harness'
import { countCalls, letSignIn, until } from './steps'

// What is done with a balance other than paying by it: one asks, another decides, and what is to go out is held meanwhile.

let app: Console
beforeAll(async () => {
  app = await startConsole()
  await letSignIn(app, 'fanchuna', 'fanzhiyuan')
})
afterAll(() => app?.stop())

interface Member {
  member_id: string
  member_no: string
  name: string
  balance: number
}
const FORM = '新增余额办理'
const [REFUND, MOVED, UP, DOWN] = [10_000, 5_000, 2_000, 3_000]

const openBalances = (page: Page, member: Member) => openList(page, app, `/feeManage/balance?keyword=${member.member_no}`, '会费余额')
const openRequests = (page: Page, member: Member) => openList(page, app, `/feeManage/balance?part=requests&keyword=${member.member_no}`, '余额办理')
const money = async ({ member_id: id }: Member) =>
  (await app.sql<{ balance: number; held: number }>(`select balance::float8 as balance, coalesce((select -sum(entry_amount) from balance_entry e where e.member_id = m.member_id and entry_type = 'hold'), 0)::float8 as held from member m where member_id = $1`, [id]))[0]
const shows = async (page: Page, member: Member, amount: number) => rowOf(page, member.member_no).getByRole('cell', { name: inYuan(amount), exact: true }).first().waitFor({ timeout: SLOW })
const statuses = async (member: Member) => (await app.sql<{ t: string; s: string }>('select request_type as t, request_status as s from balance_request where member_id = $1 order by request_id', [member.member_id])).map((r) => `${r.t} ${r.s}`)

/** Opens the form of a request and fills in what all kinds have; `kind` as it is read. */
async function begin(page: Page, member: Member, kind: string, amount: number): Promise<void> {
  await openRequests(page, member)
  await page.getByRole('button', { name: FORM }).first().click()
  await chooseIn(page, FORM, '办理事项', kind)
  await pick(page, FORM, '会员', member.member_no, member.member_no)
  const form = dialog(page, FORM)
  await form.getByLabel('金额（元）').fill(String(amount / 100))
  await form.getByLabel('事由').fill('会员来函办理')
  await form.locator('input[type=file]').setInputFiles(PDF('依据.pdf'))
  await form.getByText('依据.pdf').waitFor({ timeout: SLOW })
}
async function save(page: Page): Promise<void> {
  await dialog(page, FORM).getByRole('button', { name: /^保\s?存$/ }).dblclick()
  await dialog(page, FORM).waitFor({ state: 'hidden', timeout: SLOW })
}

test('money is given back, moved and set right: held from the asking, decided by another, once in two windows, and the ledger adds up', async () => {
  const [member, other] = await app.sql<Member>(
    `select m.member_id, m.member_no, c.company_name as name, m.balance::float8 as balance from member m join company c using (company_id) where m.member_status = 'normal' and not m.deleted and m.balance > 30000
       and not exists (select 1 from balance_request r where r.member_id = m.member_id or r.to_member_id = m.member_id) and not exists (select 1 from invoice_apply a where a.member_id = m.member_id)
     order by m.member_id limit 2`)
  if (!member || !other) throw new Error('the demo has no two members with a balance')
  const [clerk, head, admin] = [await app.signedIn('fanchuna'), await app.signedIn('fanzhiyuan'), await app.signedIn()]
  const [again, second] = [await clerk.context.newPage(), await head.context.newPage()]

  // Two windows of one person ask for the same money: the first holds a part, the second is told what is left and keeps what they typed.
  const payee = async (page: Page, amount: number | null) => {
    await openBalances(page, member)
    await rowOf(page, member.member_no).getByRole('button', { name: '退款', exact: true }).click()
    const form = dialog(page, /^退还余额：/)
    if (amount) await form.getByLabel('退款金额（元）').fill(String(amount / 100))
    await form.getByLabel('开户银行').fill('子虚银行虚构支行')
    await form.getByLabel('收款账号').fill('0000123400009999')
    await form.getByLabel('退款事由').fill('多缴部分申请退回')
    return form
  }
  const stale = await payee(again, null)
  const form = await payee(clerk.page, REFUND)
  const asked = countCalls(clerk.page, refundBalance.path)
  await form.getByRole('button', { name: '提交申请' }).dblclick()
  await form.waitFor({ state: 'hidden', timeout: SLOW })
  expect(asked.count).toBe(1)
  await shows(clerk.page, member, member.balance - REFUND)
  await shows(clerk.page, member, REFUND)
  await stale.getByRole('button', { name: '提交申请' }).click()
  await stale.locator('.ant-form-item-explain-error').filter({ hasText: `金额不能超过可用余额 ${inYuan(member.balance - REFUND)} 元` }).waitFor({ timeout: SLOW })
  expect([await stale.getByLabel('收款账号').inputValue(), await stale.getByLabel('退款事由').inputValue()]).toEqual(['0000123400009999', '多缴部分申请退回'])
  await again.close()

  // The rest is partly moved to another member.
  await begin(clerk.page, member, '余额转移', MOVED)
  await pick(clerk.page, FORM, '转入会员', other.member_no, other.member_no)
  const made = countCalls(clerk.page, balanceRequest.insert?.path ?? '')
  await save(clerk.page)
  expect(made.count).toBe(1)
  expect([await money(member), (await money(other))?.balance]).toEqual([{ balance: member.balance - REFUND - MOVED, held: REFUND + MOVED }, other.balance])
  // Who asked may take it back, and not decide it.
  await rowOf(clerk.page, '余额转移').getByRole('button', { name: '撤回', exact: true }).waitFor({ timeout: SLOW })
  expect(await clerk.page.getByRole('button', { name: /^批准$|^放款$|^驳回$/ }).count()).toBe(0)

  // The head lets the refund go and notes its payment; both of their windows stand on the transfer that waits.
  await openRequests(second, member)
  await openRequests(head.page, member)
  await stepOf(head.page, '退还余额', '放款', new RegExp(`^放款余额办理：.*${inYuan(REFUND)} 元$`))
  await rowOf(head.page, '退还余额').getByRole('button', { name: '登记付款' }).click({ timeout: SLOW })
  const paying = dialog(head.page, /^登记付款：YE/)
  await paying.getByText(`${inYuan(REFUND)} 元`).waitFor()
  await paying.getByLabel('付款流水号').fill('JOURNEYREFUND1')
  await paying.getByLabel('付款日期').fill('2026-03-05')
  await paying.getByLabel('付款日期').press('Enter')
  await paying.getByRole('button', { name: /^登\s?记$/ }).click()
  await paying.waitFor({ state: 'hidden', timeout: SLOW })
  await rowOf(head.page, '退还余额').getByText('已办结', { exact: true }).waitFor({ timeout: SLOW })
  await stepOf(head.page, '余额转移', '批准', new RegExp(`^批准余额办理：.*${inYuan(MOVED)} 元$`))
  await rowOf(head.page, '余额转移').getByText('已办结', { exact: true }).waitFor({ timeout: SLOW })
  await rowOf(second, '余额转移').getByRole('button', { name: '批准', exact: true }).click()
  const late = dialog(second, /^批准余额办理/)
  await late.getByRole('button', { name: /^批\s?准$/ }).click()
  await late.getByRole('alert').filter({ hasText: /已被他人修改|当前状态不允许/ }).waitFor({ timeout: SLOW })
  await rowOf(second, '余额转移').getByText('已办结', { exact: true }).waitFor({ timeout: SLOW })
  await second.close()
  expect([await money(member), await money(other)]).toEqual([{ balance: member.balance - REFUND - MOVED, held: 0 }, { balance: other.balance + MOVED, held: 0 }])
  await openBalances(clerk.page, other)
  await shows(clerk.page, other, other.balance + MOVED)

  // What the head asks for is decided by somebody else, however they go about it.
  await begin(head.page, member, '余额调整', UP)
  await chooseIn(head.page, FORM, '调整方向', '增加')
  await save(head.page)
  const own = rowOf(head.page, '余额调整')
  await own.getByText('待审批', { exact: true }).waitFor({ timeout: SLOW })
  expect(await own.getByRole('button', { name: '批准（须由其他人办理）', exact: true }).isDisabled()).toBe(true)
  await own.getByRole('checkbox').check()
  expect(await head.page.getByRole('button', { name: /^批\s?准$/ }).isDisabled()).toBe(true)
  await own.getByRole('checkbox').uncheck()
  expect((await money(member))?.balance).toBe(member.balance - REFUND - MOVED)
  await openRequests(admin.page, member)
  await stepOf(admin.page, '余额调整', '批准', /^批准余额办理/)
  await until(async () => (await money(member))?.balance === member.balance - REFUND - MOVED + UP, 'it is set right', SLOW)

  // What is refused is free again, and says why.
  await begin(clerk.page, member, '余额调整', DOWN)
  await chooseIn(clerk.page, FORM, '调整方向', '减少')
  await save(clerk.page)
  expect(await money(member)).toEqual({ balance: member.balance - REFUND - MOVED + UP - DOWN, held: DOWN })
  await openRequests(head.page, member)
  const pending = head.page.getByRole('row').filter({ hasText: '待审批' })
  await pending.getByRole('button', { name: '驳回', exact: true }).click()
  const question = dialog(head.page, /^驳回余额办理/)
  await question.getByRole('textbox').fill('依据与金额不符')
  await question.getByRole('button', { name: /^驳\s?回$/ }).dblclick()
  await question.waitFor({ state: 'hidden', timeout: SLOW })
  const rest = member.balance - REFUND - MOVED + UP
  await until(async () => (await money(member))?.held === 0, 'nothing is held any more', SLOW)
  expect((await money(member))?.balance).toBe(rest)
  expect(await statuses(member)).toEqual(['refund done', 'transfer done', 'adjustment done', 'adjustment rejected'])

  // The member's own page of it, and the ledger as a whole.
  await openBalances(clerk.page, member)
  await shows(clerk.page, member, rest)
  await rowOf(clerk.page, member.member_no).getByRole('button').first().click()
  const detail = clerk.page.getByRole('dialog').filter({ hasText: '余额流水' })
  await detail.getByText(/^共 [\d,]+ 条$/).waitFor({ timeout: SLOW })
  for (const amount of [-REFUND, -MOVED, UP, -DOWN]) await detail.getByRole('cell', { name: inYuan(amount), exact: true }).first().waitFor()
  await clerk.page.keyboard.press('Escape')
  await clerk.page.getByRole('button', { name: '核对账目' }).click()
  await clerk.page.getByText(/^账目相符：核对了 /).waitFor({ timeout: SLOW })
  expect([...clerk.problems, ...head.problems, ...admin.problems]).toEqual([])
  for (const { context } of [clerk, head, admin]) await context.close()
})
