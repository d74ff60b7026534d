import { viewLink } from '@assoc/contract'
import { issueWay, ticketStatus } from '@assoc/contract/invoice/invoice'
import { ticketType } from '@assoc/contract/invoice/apply'
import { addCompanyPart, waysTo, yuanText } from '../member/api'
import { membersWithInvoices, invoicesOfCompany } from './company-part.repository'

/** Invoices that the part shows. */
const SHOWN = 6
const left = (title: string) => ({ title, align: 'left' as const })

addCompanyPart({
  key: 'tickets',
  title: '票据',
  order: 45,
  permit: 'invoice:ticket:read',
  async read(db, principal, companyId) {
    const invoices = await invoicesOfCompany(db, principal, companyId, SHOWN)
    const [first] = invoices
    if (!first) return null
    return {
      ...waysTo(await membersWithInvoices(db, principal, companyId), (m) => viewLink('member/InvoiceLedger', { memberId: m.member_id })),
      // What the trial provider has made is no receipt: it counts for nothing, and says so in its row.
      facts: [{ label: '票据净额（元，不含试用票据）', value: yuanText(first.net) }],
      columns: [left('票据号码'), left('票据类型'), left('开票日期'), { title: '金额（元）', align: 'right' as const }, left('项目名称'), left('开具方式'), left('状态')],
      rows: invoices.map((t) => [t.invoiceNo, ticketType.labels[t.ticketType], t.issueDate, yuanText(t.amount), t.itemName, t.issueWay === 'trial' ? `${issueWay.labels.trial}，不作凭证` : issueWay.labels[t.issueWay], ticketStatus.labels[t.status]]),
      total: Number(first.total),
    }
  },
})
