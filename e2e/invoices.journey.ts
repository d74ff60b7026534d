import type { Page } from 'playwright-core'
import { startConsole, type Console } from './harness'
import { letSignIn, until } from './steps'

// An invoice from the money that came to the mail that goes out: one person asks, another checks, writes and sends.

let app: Console
beforeAll(async () => {
  app = await startConsole()
  await letSignIn(app, 'fanchuna', 'fanzhiyuan')
})
afterAll(() => app?.stop())

interface Payer {
  member_no: string
  company_name: string
  pay_no: string
  amount: number
  receive_email: string
}

/** Members with a head and settled payments, for which nobody has asked an invoice yet. */
const payers = () =>
  app.sql<Payer>(`select m.member_no, c.company_name, min(p.pay_no) as pay_no, sum(p.amount)::float8 as amount, h.receive_email from invoice_head h join member m on m.member_id = h.member_id
    join company c on c.company_id = m.company_id join payment p on p.member_id = m.member_id and p.pay_status = 'settled'
    where h.head_status = 'enabled' and not exists (select 1 from invoice_apply a where a.member_id = m.member_id)
    group by m.member_id, c.company_id, h.head_id order by h.head_id limit 2`)

const drawer = (page: Page, title: RegExp | string) => page.getByRole('dialog', { name: title })
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const open = async (page: Page, path: string, title: string) => {
  await page.goto(`${app.url}/invoiceManage/${path}`)
  await page.getByRole('heading', { name: title }).waitFor()
  await page.getByText(/^共 [\d,]+ 条$/).waitFor()
}
const inYuan = (fen: number) => (fen / 100).toLocaleString('zh-CN', { minimumFractionDigits: 2 })
const applyOf = async (memberNo: string) =>
  (await app.sql<{ apply_no: string; invoice_status: string }>('select a.apply_no, a.invoice_status from invoice_apply a join member m on m.member_id = a.member_id where m.member_no = $1', [memberNo]))[0]
const ticketOf = async (memberNo: string) =>
  (await app.sql<{ invoice_no: string; ticket_status: string }>('select i.invoice_no, i.ticket_status from invoice i join member m on m.member_id = i.member_id where m.member_no = $1 and i.blue_id is null', [memberNo]))[0]

async function ask(page: Page, payer: Payer): Promise<void> {
  await open(page, 'invoiceApply', '开票申请')
  await page.getByRole('button', { name: '新增开票申请' }).click()
  const form = drawer(page, '新增开票申请')
  await form.getByLabel('会员').fill(payer.member_no)
  await page.locator('.ant-select-item-option').filter({ hasText: payer.company_name }).first().click()
  // The member's head stands there by itself; of several payments the clerk says which belong to one invoice, and their sum follows.
  await form.getByText(new RegExp(`^${payer.company_name}（`)).first().waitFor()
  await form.getByLabel('对应缴费').click()
  const options = page.locator('.ant-select-item-option').filter({ hasText: /，可开/, visible: true })
  await options.filter({ hasText: payer.pay_no }).waitFor()
  for (const option of await options.all()) if ((await option.getAttribute('aria-selected')) !== 'true') await option.click()
  await form.getByLabel('开票金额（元）').focus()
  expect(await form.getByLabel('开票金额（元）').inputValue()).toBe(String(payer.amount / 100))
}

test('a payment, an application, another person\'s word, the invoice, the mail', async () => {
  const [payer] = await payers()
  if (!payer) throw new Error('no payer')
  const clerk = await app.signedIn('fanchuna')
  await ask(clerk.page, payer)
  const form = drawer(clerk.page, '新增开票申请')
  await form.getByLabel('开票金额（元）').fill(String(payer.amount / 100 + 1))
  await form.getByRole('button', { name: '提交审核' }).click()
  await form.getByText(`开票金额不能超过所选缴费的可开票金额 ${inYuan(payer.amount)} 元`).first().waitFor()
  await form.getByLabel('开票金额（元）').fill(String(payer.amount / 100))
  await form.getByRole('button', { name: '提交审核' }).click()
  await until(async () => (await applyOf(payer.member_no)) !== undefined, 'the application stands')
  const no = (await applyOf(payer.member_no))?.apply_no ?? ''
  await rowOf(clerk.page, no).waitFor()
  expect(await rowOf(clerk.page, no).getByRole('button', { name: '审核通过' }).count()).toBe(0)

  const lead = await app.signedIn('fanzhiyuan')
  await open(lead.page, `invoiceApply?keyword=${no}`, '开票申请')
  await rowOf(lead.page, no).getByRole('button', { name: '审核通过' }).click()
  await drawer(lead.page, /^审核通过开票申请/).getByRole('button', { name: '审核通过' }).click()
  await until(async () => (await applyOf(payer.member_no))?.invoice_status === 'toIssue', 'it is passed')
  await rowOf(lead.page, no).getByRole('button', { name: '开票', exact: true }).click()
  // What cannot be taken back says for how much it is.
  await drawer(lead.page, new RegExp(`^开票申请：${no}.*${inYuan(payer.amount)} 元`)).getByRole('button', { name: /开\s?票/ }).click()
  await until(async () => (await applyOf(payer.member_no))?.invoice_status === 'issued', 'the ticket is written')
  const { invoice_no: invoiceNo = '' } = (await ticketOf(payer.member_no)) ?? {}
  expect(invoiceNo).toMatch(/^\d{18}$/)

  await open(lead.page, `invoiceLedger?keyword=${invoiceNo}`, '票据台账')
  await rowOf(lead.page, invoiceNo).getByRole('button', { name: invoiceNo }).click()
  const [file] = await Promise.all([lead.page.waitForEvent('download'), drawer(lead.page, new RegExp(invoiceNo)).getByRole('button', { name: `${invoiceNo}.pdf` }).click()])
  expect(file.suggestedFilename()).toBe(`${invoiceNo}.pdf`)
  await lead.page.keyboard.press('Escape')
  await rowOf(lead.page, invoiceNo).getByRole('button', { name: '发送', exact: true }).click()
  const sending = drawer(lead.page, `发送票据 ${invoiceNo}`)
  await until(async () => (await sending.getByLabel('收票邮箱').getAttribute('placeholder'))?.includes('**@') ?? false, 'the address of the head stands there, masked')
  await sending.getByRole('button', { name: /发\s?送/ }).click()
  await lead.page.getByText('已交付发送').waitFor()
  await until(async () => (await ticketOf(payer.member_no))?.ticket_status === 'sent', 'the ticket counts as sent')
  await open(lead.page, `invoiceSend?keyword=${invoiceNo}`, '发票发送')
  await rowOf(lead.page, invoiceNo).getByText('成功').waitFor()
  expect([...clerk.problems, ...lead.problems]).toEqual([])
  await clerk.context.close()
  await lead.context.close()
})

test('a wrong receipt of dues is set right whole after a second person’s word, and its money may be asked for again', async () => {
  const [ticket] = await app.sql<{ invoice_no: string; member_no: string; company_name: string; amount: number; pay_no: string }>(`select i.invoice_no, m.member_no, c.company_name, i.amount::float8 as amount, p.pay_no from invoice i
    join invoice_payment x on x.apply_id = i.apply_id join payment p on p.payment_id = x.payment_id
    join member m on m.member_id = i.member_id join company c on c.company_id = m.company_id where i.ticket_status = 'issued' and i.biz_type = 'dues' and i.blue_id is null order by i.invoice_id desc limit 1`)
  if (!ticket) throw new Error('no ticket')
  const clerk = await app.signedIn('fanchuna')
  await open(clerk.page, `invoiceLedger?keyword=${ticket.invoice_no}`, '票据台账')
  await rowOf(clerk.page, ticket.invoice_no).getByRole('button', { name: '红冲', exact: true }).click()
  const form = drawer(clerk.page, `红冲票据 ${ticket.invoice_no}`)
  expect(await form.getByLabel('红冲金额（元）').count()).toBe(0)
  expect(await form.getByLabel('购方已用途确认或入账').count()).toBe(0)
  await form.getByRole('button', { name: '发起红冲' }).click()
  await clerk.page.getByText('红冲已发起').waitFor()
  expect(clerk.problems).toEqual([])
  await clerk.context.close()
  const { context, page, problems } = await app.signedIn('fanzhiyuan')
  await open(page, `redFlush?keyword=${ticket.invoice_no}`, '红冲管理')
  await rowOf(page, ticket.invoice_no).getByRole('button', { name: '复核通过' }).click()
  await drawer(page, new RegExp(`${inYuan(ticket.amount)} 元`)).getByRole('button', { name: '复核通过' }).click()
  await until(async () => (await ticketOf(ticket.member_no))?.ticket_status === 'red', 'the ticket is red')
  await open(page, `invoiceLedger?keyword=${ticket.member_no}`, '票据台账')
  await rowOf(page, `-${inYuan(ticket.amount)}`).getByText(/^红字/).waitFor()
  await page.goto(`${app.url}/invoiceManage/invoiceApply`)
  await page.getByRole('button', { name: '新增开票申请' }).click()
  await drawer(page, '新增开票申请').getByLabel('会员').fill(ticket.member_no)
  await page.locator('.ant-select-item-option').filter({ hasText: ticket.company_name }).first().click()
  await drawer(page, '新增开票申请').getByLabel('对应缴费').click()
  await page.locator('.ant-select-item-option').filter({ hasText: new RegExp(`${ticket.pay_no}，.*可开 ${inYuan(ticket.amount)} 元`) }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})
