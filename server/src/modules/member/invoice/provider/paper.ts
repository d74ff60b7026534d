import { makePdf } from '../../../../platform/pdf/pdf'
import type { RedRequest, TicketRequest } from './provider'

const TITLES = { dues: '社会团体会费统一票据（电子）', normal: '电子发票（普通发票）', special: '电子发票（增值税专用发票）' }
const NOTE = '本票据由内置演示通道生成，仅供试用，不作为报销或抵扣凭证。'
const money = (fen: number): string => (fen / 100).toLocaleString('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** The paper of a ticket as the built-in provider makes it. */
export const bluePaper = (invoiceNo: string, issueDate: string, ticket: TicketRequest): Promise<Buffer> =>
  makePdf(TITLES[ticket.ticketType], (paper) => {
    paper.facts([
      ['票据号码', invoiceNo],
      ['开票日期', issueDate],
      ['购买方', ticket.title],
      ['纳税人识别号', ticket.taxNo ?? '—'],
      ...(ticket.ticketType === 'special'
        ? ([
            ['开户行及账号', [ticket.bankName, ticket.bankAccount].filter(Boolean).join(' ')],
            ['地址及电话', [ticket.address, ticket.phone].filter(Boolean).join(' ')],
          ] as const)
        : []),
    ])
    const withTax = ticket.ticketType !== 'dues'
    paper.table(
      withTax
        ? [{ title: '项目名称', width: 4 }, { title: '金额（元）', width: 2, align: 'right' }, { title: '税率', width: 1 }, { title: '税额（元）', width: 2, align: 'right' }]
        : [{ title: '项目名称', width: 4 }, { title: '金额（元）', width: 2, align: 'right' }],
      withTax ? [[ticket.itemName, money(ticket.amount - ticket.taxAmount), ticket.taxRate ?? '', money(ticket.taxAmount)]] : [[ticket.itemName, money(ticket.amount)]],
      withTax ? ['价税合计', money(ticket.amount), '', ''] : ['合计', money(ticket.amount)],
    )
    if (ticket.remark) paper.note(`备注：${ticket.remark}`)
    paper.note(NOTE)
  })

/** The paper of a red ticket. */
export const redPaper = (invoiceNo: string, issueDate: string, { blueNo, amount }: RedRequest): Promise<Buffer> =>
  makePdf('红字票据', (paper) => {
    paper.facts([['红字票号', invoiceNo], ['开票日期', issueDate], ['蓝字票号', blueNo], ['红冲金额（元）', `-${money(amount)}`]])
    paper.note(NOTE)
  })
