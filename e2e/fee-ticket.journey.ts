import { headerOf, startSmtpPeer, decoded, type SmtpPeer } from '../scripts/jest/smtp-peer.mjs'
import { chooseIn, dialog, inYuan, openList, PDF, pick, rowOf, SLOW, stepOf } from './lists'
import { startConsole, type Console } from './harness'
import { letSignIn, until } from './steps'

// One bill through all of its life: something is taken off it, the rest is paid, a ticket is written for that and goes out by mail.

let app: Console
let peer: SmtpPeer
beforeAll(async () => {
  peer = await startSmtpPeer()
  app = await startConsole({ env: { SMTP_URL: peer.url } })
  await letSignIn(app, 'fanchuna', 'fanzhiyuan', 'zhenglingdao')
})
afterAll(async () => {
  await app?.stop()
  await peer?.close()
})

interface Debtor {
  member_no: string
  company_name: string
  bill_id: string
  bill_no: string
  unpaid: number
  receive_email: string
}
const TAKEN_OFF = 200_000

test('a bill is reduced, the rest is paid, the ticket says what was paid, and the mail with it leaves the house', async () => {
  const [debtor] = await app.sql<Debtor>(`select m.member_no, c.company_name, b.bill_id, b.bill_no, b.unpaid_amount::float8 as unpaid, h.receive_email from dues_bill b join member m on m.member_id = b.member_id
    join company c on c.company_id = m.company_id join invoice_head h on h.member_id = m.member_id and h.head_status = 'enabled'
    where b.bill_status = 'due' and m.member_status = 'normal' and (select count(*) from dues_bill o where o.member_id = m.member_id and o.bill_status in ('due', 'part')) = 1
      and not exists (select 1 from payment p where p.member_id = m.member_id and p.pay_status = 'pending') and not exists (select 1 from reduction r where r.bill_id = b.bill_id)
      and not exists (select 1 from payment p join invoice_payment x using (payment_id) where p.member_id = m.member_id) and not exists (select 1 from invoice_apply a where a.member_id = m.member_id) order by b.bill_id limit 1`)
  if (!debtor) throw new Error('the demo has no debtor with a head')
  const rest = debtor.unpaid - TAKEN_OFF
  const bill = async () => (await app.sql<{ s: string; paid: number }>('select bill_status as s, paid_amount::float8 as paid from dues_bill where bill_id = $1', [debtor.bill_id]))[0]
  const [clerk, head, leader] = [await app.signedIn('fanchuna'), await app.signedIn('fanzhiyuan'), await app.signedIn('zhenglingdao')]

  // A fixed sum is taken off; three people have to do with it.
  await openList(clerk.page, app, '/feeManage/reduction', '会费减免')
  await clerk.page.getByRole('button', { name: '新增会费减免' }).click()
  await pick(clerk.page, '新增会费减免', '账单', debtor.member_no, `欠缴 ${inYuan(debtor.unpaid)} 元`)
  await chooseIn(clerk.page, '新增会费减免', '减免类型', '定额')
  const asking = dialog(clerk.page, '新增会费减免')
  await asking.getByLabel('减免金额（元）').fill(String(TAKEN_OFF / 100))
  await chooseIn(clerk.page, '新增会费减免', '减免原因', '重整或风险警示')
  await chooseIn(clerk.page, '新增会费减免', '审批层级', '秘书长办公会')
  await asking.locator('input[type=file]').setInputFiles(PDF('会议纪要.pdf'))
  await asking.getByText('会议纪要.pdf').waitFor()
  await asking.getByRole('button', { name: /保\s?存/ }).click()
  await asking.waitFor({ state: 'hidden', timeout: SLOW })
  for (const [person, label] of [[clerk, '提交'], [head, '初审通过'], [leader, '批准']] as const) {
    await openList(person.page, app, `/feeManage/reduction?keyword=${debtor.member_no}`, '会费减免')
    await rowOf(person.page, debtor.company_name).getByRole('cell', { name: inYuan(TAKEN_OFF), exact: true }).waitFor()
    await stepOf(person.page, debtor.company_name, label, new RegExp(`^${label}会费减免`))
  }
  await openList(clerk.page, app, `/feeManage/duesBill?keyword=${debtor.bill_no}`, '年度会费账单')
  for (const cell of await rowOf(clerk.page, debtor.bill_no).getByRole('cell', { name: inYuan(rest), exact: true }).all()) expect(await cell.isVisible()).toBe(true)
  expect(await rowOf(clerk.page, debtor.bill_no).getByRole('cell', { name: inYuan(rest), exact: true }).count()).toBe(2)

  // What is left is paid.
  await openList(clerk.page, app, '/feeManage/payment', '缴费记录')
  await clerk.page.getByRole('button', { name: '新增缴费记录' }).click()
  await pick(clerk.page, '新增缴费记录', '会员', debtor.member_no, debtor.company_name)
  const paying = dialog(clerk.page, '新增缴费记录')
  await paying.getByLabel('到账日期').fill('2026-03-05')
  await paying.getByLabel('到账日期').press('Enter')
  await paying.getByLabel('金额（元）').fill(String(rest / 100))
  await paying.getByLabel('付款户名').fill(debtor.company_name)
  await paying.getByLabel('银行流水号').fill('JOURNEYTICKET1')
  await paying.getByRole('button', { name: /保\s?存/ }).click()
  await paying.waitFor({ state: 'hidden', timeout: SLOW })
  await openList(head.page, app, '/feeManage/payment?keyword=JOURNEYTICKET1', '缴费记录')
  await rowOf(head.page, debtor.company_name).getByRole('cell', { name: inYuan(rest), exact: true }).waitFor()
  await stepOf(head.page, debtor.company_name, '核销', /^核销缴费记录/)
  await until(async () => (await bill())?.s === 'paid', 'the bill is paid', SLOW)
  expect(await bill()).toEqual({ s: 'paid', paid: rest })

  // The ticket: asked for by one, passed and written by another; what cannot be taken back says for how much it is.
  await openList(clerk.page, app, '/invoiceManage/invoiceApply', '开票申请')
  await clerk.page.getByRole('button', { name: '新增开票申请' }).click()
  await pick(clerk.page, '新增开票申请', '会员', debtor.member_no, debtor.company_name)
  const ticket = dialog(clerk.page, '新增开票申请')
  await ticket.getByText(/JF\d+，可开/).first().waitFor()
  // Only this payment: others of the member may stand open from years before.
  const [pay] = await app.sql<{ pay_no: string; open: number }>(`select p.pay_no, sum(p.amount) over ()::float8 as open from payment p join member m using (member_id) where m.member_no = $1 and p.pay_status = 'settled' order by p.payment_id desc limit 1`, [debtor.member_no])
  await ticket.getByText(new RegExp(`${pay?.pay_no}，可开 ${inYuan(rest)} 元`)).first().waitFor()
  const amount = Number(await ticket.getByLabel('开票金额（元）').inputValue()) * 100
  expect(amount).toBe(pay?.open)
  await ticket.getByRole('button', { name: '提交审核' }).click()
  await ticket.waitFor({ state: 'hidden', timeout: SLOW })
  await openList(head.page, app, `/invoiceManage/invoiceApply?keyword=${debtor.member_no}`, '开票申请')
  await stepOf(head.page, debtor.company_name, '审核通过', /^审核通过开票申请/)
  await stepOf(head.page, debtor.company_name, '开具', new RegExp(`^开具开票申请.*${inYuan(amount)} 元`))
  const issued = () => app.sql<{ no: string; s: string; amount: number }>('select invoice_no as no, ticket_status as s, amount::float8 as amount from invoice i join member m using (member_id) where m.member_no = $1', [debtor.member_no])
  await until(async () => (await issued())[0]?.no !== undefined, 'the ticket is written', SLOW)
  const [written] = await issued()
  expect(written?.amount).toBe(amount)

  await openList(head.page, app, `/invoiceManage/invoiceLedger?keyword=${written?.no}`, '票据台账')
  await rowOf(head.page, written?.no ?? '').getByRole('button', { name: '发送', exact: true }).click()
  const sending = dialog(head.page, `发送票据 ${written?.no}`)
  await until(async () => (await sending.getByLabel('收票邮箱').inputValue()) === debtor.receive_email, 'the address of the head stands there', SLOW)
  await sending.getByRole('button', { name: /^发\s?送$/ }).click()
  await sending.waitFor({ state: 'hidden', timeout: SLOW })
  await until(() => peer.taken.length > 0, 'the mail has left', SLOW)
  await until(async () => (await issued())[0]?.s === 'sent', 'the ticket counts as sent', SLOW)
  const [mail = ''] = peer.taken
  expect(peer.taken).toHaveLength(1)
  expect(headerOf(mail, 'To')).toContain(debtor.receive_email)
  expect(decoded(headerOf(mail, 'Subject'))).toMatch(/票/)
  expect(mail).toContain(`${written?.no}.pdf`)
  await openList(head.page, app, `/invoiceManage/invoiceSend?keyword=${written?.no}`, '发票发送')
  await rowOf(head.page, debtor.receive_email).getByText('成功', { exact: true }).waitFor({ timeout: SLOW })
  expect([...clerk.problems, ...head.problems, ...leader.problems]).toEqual([])
  for (const { context } of [clerk, head, leader]) await context.close()
})
