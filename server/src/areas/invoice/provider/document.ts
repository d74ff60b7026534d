import { makePdf } from '../../../platform/pdf/pdf'
import type { CreditNoteRequest, InvoiceRequest } from './provider'

const TITLES = { dues: '社会团体会费统一票据（电子）', normal: '电子发票（普通发票）', special: '电子发票（增值税专用发票）' }
const NOTE = '本票据由内置演示通道生成，仅供试用，不作为报销或抵扣凭证。'
const money = (fen: number): string => (fen / 100).toLocaleString('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** The document of an invoice as the built-in provider makes it. */
export const invoiceDocument = (invoiceNo: string, issueDate: string, invoice: InvoiceRequest): Promise<Buffer> =>
  makePdf(TITLES[invoice.ticketType], (document) => {
    document.facts([
      ['票据号码', invoiceNo],
      ['开票日期', issueDate],
      ['购买方', invoice.title],
      ['纳税人识别号', invoice.taxNo ?? '—'],
      ...(invoice.ticketType === 'special'
        ? ([
            ['开户行及账号', [invoice.bankName, invoice.bankAccount].filter(Boolean).join(' ')],
            ['地址及电话', [invoice.address, invoice.phone].filter(Boolean).join(' ')],
          ] as const)
        : []),
    ])
    const withTax = invoice.ticketType !== 'dues'
    document.table(
      withTax
        ? [{ title: '项目名称', width: 4 }, { title: '金额（元）', width: 2, align: 'right' }, { title: '税率', width: 1 }, { title: '税额（元）', width: 2, align: 'right' }]
        : [{ title: '项目名称', width: 4 }, { title: '金额（元）', width: 2, align: 'right' }],
      withTax ? [[invoice.itemName, money(invoice.amount - invoice.taxAmount), invoice.taxRate ?? '', money(invoice.taxAmount)]] : [[invoice.itemName, money(invoice.amount)]],
      withTax ? ['价税合计', money(invoice.amount), '', ''] : ['合计', money(invoice.amount)],
    )
    if (invoice.remark) document.note(`备注：${invoice.remark}`)
    document.note(NOTE)
  })

/** The document of a credit note. */
export const creditNoteDocument = (invoiceNo: string, issueDate: string, { blueNo, amount }: CreditNoteRequest): Promise<Buffer> =>
  makePdf('红字票据', (document) => {
    document.facts([['红字票号', invoiceNo], ['开票日期', issueDate], ['蓝字票号', blueNo], ['红冲金额（元）', `-${money(amount)}`]])
    document.note(NOTE)
  })
