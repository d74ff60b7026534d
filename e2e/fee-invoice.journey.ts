import { headerOf, startSmtpPeer, decoded, type SmtpPeer } from '../scripts/jest/smtp-peer.mjs'
import { chooseIn, dialog, inYuan, mark, openList, PDF, pick, rowOf, SLOW, stepOf } from './lists'
import { startConsole, type Console } from './harness'
import { letSignIn, until } from './steps'

// One bill through all of its life: something is taken off it, the rest is paid, a ticket is written for that and goes out by mail.
// And one that is reminded of by itself.

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
  await pick(clerk.page, '新增会费减免', '账单', debtor.member_no, `欠缴金额 ${inYuan(debtor.unpaid)} 元`)
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
  // Only this payment: others of the member may stand open from years before, and of several none is taken unasked.
  const [pay] = await app.sql<{ pay_no: string; n: number }>(`select p.pay_no, (count(*) over ())::int as n from payment p join member m using (member_id) where m.member_no = $1 and p.pay_status = 'settled' order by p.payment_id desc limit 1`, [debtor.member_no])
  if ((pay?.n ?? 0) > 1) {
    // The list of a choice of several stays open behind what is chosen.
    const payments = ticket.getByLabel('对应缴费', { exact: true })
    await payments.fill(pay?.pay_no ?? '')
    await clerk.page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: pay?.pay_no ?? '' }).click()
    await payments.press('Tab')
  }
  await ticket.getByText(new RegExp(`${pay?.pay_no}，.*可开 ${inYuan(rest)} 元`)).first().waitFor()
  const amount = Number(await ticket.getByLabel('开票金额（元）').inputValue()) * 100
  expect(amount).toBe(rest)
  await ticket.getByRole('button', { name: '提交审核' }).click()
  await ticket.waitFor({ state: 'hidden', timeout: SLOW })
  await openList(head.page, app, `/invoiceManage/invoiceApply?keyword=${debtor.member_no}`, '开票申请')
  await stepOf(head.page, debtor.company_name, '审核通过', /^审核通过开票申请/)
  await stepOf(head.page, debtor.company_name, '开票', new RegExp(`^开票申请.*${inYuan(amount)} 元`))
  const issued = () => app.sql<{ no: string; s: string; amount: number }>('select invoice_no as no, ticket_status as s, amount::float8 as amount from invoice i join member m using (member_id) where m.member_no = $1', [debtor.member_no])
  await until(async () => (await issued())[0]?.no !== undefined, 'the ticket is written', SLOW)
  const [written] = await issued()
  expect(written?.amount).toBe(amount)

  await openList(head.page, app, `/invoiceManage/invoiceLedger?keyword=${written?.no}`, '票据台账')
  await rowOf(head.page, written?.no ?? '').getByRole('button', { name: '发送', exact: true }).click()
  const sending = dialog(head.page, `发送票据 ${written?.no}`)
  // Left empty it goes to the address of the head, which stands there masked.
  const address = sending.getByLabel('收票邮箱')
  await until(async () => (await address.getAttribute('placeholder'))?.includes('**@') ?? false, 'the address of the head stands there', SLOW)
  expect(await address.inputValue()).toBe('')
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
  await rowOf(head.page, written?.no ?? '').getByText('成功', { exact: true }).waitFor({ timeout: SLOW })
  expect([...clerk.problems, ...head.problems, ...leader.problems]).toEqual([])
  for (const { context } of [clerk, head, leader]) await context.close()
})

test('the head of fees sets a reminder up, looks at what it would do and puts it to use: on its day the mail leaves by itself, once, and stands in the log', async () => {
  // The only bill whose last day was eleven days ago.
  const DAYS = 11
  await app.sql(`update dues_bill set due_date = due_date - 1 where due_date = (now() at time zone 'Asia/Shanghai')::date - $1::int`, [DAYS])
  const [debtor] = await app.sql<{ bill_id: string; company_name: string; email: string; unpaid: number }>(`select b.bill_id, c.company_name, k.email, b.unpaid_amount::float8 as unpaid
    from dues_bill b join member m using (member_id) join company c using (company_id) join contact k on k.company_id = c.company_id and k.contact_status = 'serving' and k.post_type = 'liaison' and k.email is not null
    where b.bill_status = 'due' and m.member_status = 'normal' and not exists (select 1 from reduction r where r.bill_id = b.bill_id)
      and (select count(*) from contact o where o.company_id = c.company_id and o.contact_status = 'serving' and o.post_type = 'liaison') = 1
      and not exists (select 1 from opt_out x where x.address = k.email) order by b.bill_id desc limit 1`)
  if (!debtor) throw new Error('the demo has no debtor with a liaison')
  await app.sql(`update dues_bill set due_date = (now() at time zone 'Asia/Shanghai')::date - $1::int where bill_id = $2`, [DAYS, debtor.bill_id])
  peer.taken.length = 0
  const { context, page, problems } = await app.signedIn('fanzhiyuan')
  await openList(page, app, '/feeManage/dunning', '催缴记录')
  await page.getByText('自动提醒', { exact: true }).click()
  await page.getByRole('heading', { name: '自动提醒', exact: true, level: 1 }).waitFor({ timeout: SLOW })
  await page.getByRole('button', { name: '新增自动提醒' }).click()
  const form = dialog(page, '新增自动提醒')
  await form.getByLabel('名称').fill('逾期十一天')
  await chooseIn(page, '新增自动提醒', '提醒时点', '到期后')
  await form.getByLabel('天数').fill(String(DAYS))
  // What says nothing of the amount is refused at its field, and what was typed stays.
  await chooseIn(page, '新增自动提醒', '消息模板', '会员简报')
  await form.getByRole('button', { name: /保\s?存/ }).click()
  await form.locator('.ant-form-item-explain-error').filter({ hasText: '模板中没有变量 ${欠费金额}，不能用于催缴' }).waitFor({ timeout: SLOW })
  expect(await form.getByLabel('天数').inputValue()).toBe(String(DAYS))
  await chooseIn(page, '新增自动提醒', '消息模板', '年度会费通知')
  const posts = form.getByLabel('收件职务')
  await posts.click()
  await posts.fill('会员联络员')
  await mark(page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: '会员联络员' }), true)
  await form.getByLabel('名称').click()
  await form.getByRole('button', { name: /保\s?存/ }).click()
  await form.waitFor({ state: 'hidden', timeout: SLOW })

  await rowOf(page, '逾期十一天').getByRole('button', { name: '预览' }).click()
  const preview = dialog(page, /^预览：逾期十一天/)
  await preview.getByRole('row').filter({ hasText: inYuan(debtor.unpaid) }).first().waitFor({ timeout: SLOW })
  await preview.getByText(/将发送 1 个收件人/).waitFor()
  expect(peer.taken).toEqual([])
  await page.keyboard.press('Escape')
  await preview.waitFor({ state: 'hidden', timeout: SLOW })
  // Who wrote a rule does not put it to use.
  expect(await rowOf(page, '逾期十一天').getByRole('button', { name: '启用（须由其他人办理）', exact: true }).isDisabled()).toBe(true)
  const other = await app.signedIn()
  await openList(other.page, app, '/feeManage/dunning?part=rules', '自动提醒')
  await stepOf(other.page, '逾期十一天', '启用', /^启用自动提醒/)
  await rowOf(other.page, '逾期十一天').getByText('启用', { exact: true }).first().waitFor({ timeout: SLOW })
  // As the clock does it, twice.
  for (let i = 0; i < 2; i++) await app.sql(`select graphile_worker.add_job('fee:reminders')`)
  await until(async () => peer.taken.length > 0, 'the mail has left', SLOW)
  expect(headerOf(peer.taken[0] ?? '', 'To')).toContain(debtor.email)
  await until(async () => (await app.sql(`select 1 from dunning d join member m using (member_id) join company c using (company_id) where c.company_name = $1 and d.message_id is not null`, [debtor.company_name])).length === 1, 'it stands in the log', SLOW)
  await openList(page, app, '/feeManage/dunning', '催缴记录')
  await rowOf(page, debtor.company_name).filter({ hasText: '邮件 YJ' }).waitFor({ timeout: SLOW })
  await openList(page, app, '/feeManage/dunning?part=rules', '自动提醒')
  await page.getByRole('button', { name: '逾期十一天', exact: true }).click()
  await dialog(page, /^逾期十一天/).getByText('已生成邮件').waitFor({ timeout: SLOW })
  expect(peer.taken).toHaveLength(1)
  expect(problems).toEqual([])
  await context.close()
})
