import { localTime } from '@assoc/contract/core/day'
import { ticketType } from '@assoc/contract/invoice/apply'
import { entryType, payChannel } from '@assoc/contract/fee/payment'
import { makePdf } from '../../../platform/pdf/pdf'
import type { Issuer } from '../letter/repository'
import { invoicesOf, type Statement } from './account'
import type { Account, AccountInvoice, Movement } from './repository'

const yuan = (fen: number): string => (fen / 100).toLocaleString('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const orBlank = (fen: number): string => (fen === 0 ? '' : yuan(fen))
const labelOf = (labels: Record<string, string>, key: string): string => labels[key] ?? key

const WORDS: Record<Exclude<Movement['kind'], 'balance'>, (what: string) => string> = {
  bill: (year) => `${year} 年度会费`,
  cancel: (year) => `${year} 年度账单作废`,
  reduction: (year) => `${year} 年度会费减免`,
  revoke: (year) => `撤销 ${year} 年度会费减免`,
  payment: (channel) => `缴费核销（${labelOf(payChannel.labels, channel)}）`,
  reversal: (channel) => `缴费冲正（${labelOf(payChannel.labels, channel)}）`,
}
const wordsOf = ({ kind, what }: Movement): string => (kind === 'balance' ? `余额${labelOf(entryType.labels, what)}` : WORDS[kind](what))

const SHORT: Record<string, string> = { dues: '会费票据', normal: '普通发票', special: '专用发票' }
/** The kind in few words: the table has no room for its full name. */
const kindOf = ({ ticketType: type, blueNo }: AccountInvoice): string => `${SHORT[type] ?? labelOf(ticketType.labels, type)}${blueNo ? '（红字）' : ''}`

export interface DocumentOf {
  account: Account
  statement: Statement
  dateFrom: string
  dateTo: string
  operator: string
  /** Who issues it, and the account that dues are paid to. */
  issuer: Issuer
}

/** The statement in print; `compress` off leaves its text readable for tests. */
export function statementPdf({ account, statement, dateFrom, dateTo, operator, issuer }: DocumentOf, options: { compress?: boolean } = {}): Promise<Buffer> {
  const { before, after, bills, entries, sums } = statement
  const written = invoicesOf(account.invoices, dateFrom, dateTo)
  return makePdf(
    '会费对账单',
    (document) => {
      document.facts([
        ['会员名称', account.companyName],
        ['会员编号', account.memberNo],
        ['出具单位', issuer.issuerName],
        ['收款账户', [issuer.accountName ?? issuer.issuerName, issuer.bankName, issuer.bankAccount].filter(Boolean).join('，')],
        ['对账期间', `${dateFrom} 至 ${dateTo}`],
        ['制表', `${operator}，${localTime(new Date())}`],
        ['期初欠缴（元）', yuan(before.owed)],
        ['期末欠缴（元）', yuan(after.owed)],
        ['期初余额（元）', yuan(before.balance)],
        ['期末余额（元）', yuan(after.balance)],
      ])
      document.heading('会费往来')
      document.table(
        [
          { title: '日期', width: 14 },
          { title: '事项', width: 22 },
          { title: '单号', width: 20 },
          { title: '应缴', width: 13, align: 'right' },
          { title: '减免', width: 12, align: 'right' },
          { title: '已缴', width: 13, align: 'right' },
          { title: '欠缴', width: 13, align: 'right' },
        ],
        [['', '期初', '', '', '', '', yuan(before.owed)], ...bills.map((b) => [b.day, wordsOf(b), b.no, orBlank(b.charge), orBlank(b.credit), orBlank(b.paid), yuan(b.owed)])],
        ['', '本期合计', '', yuan(sums.charge), yuan(sums.credit), yuan(sums.paid), yuan(after.owed)],
      )
      document.heading('会费余额')
      document.table(
        [
          { title: '日期', width: 11 },
          { title: '事项', width: 24 },
          { title: '单号', width: 20 },
          { title: '转入', width: 13, align: 'right' },
          { title: '转出', width: 13, align: 'right' },
          { title: '余额', width: 13, align: 'right' },
        ],
        [['', '期初', '', '', '', yuan(before.balance)], ...entries.map((e) => [e.day, wordsOf(e), e.no, orBlank(Math.max(e.balance, 0)), orBlank(Math.max(-e.balance, 0)), yuan(e.left)])],
        ['', '本期合计', '', yuan(sums.in), yuan(sums.out), yuan(after.balance)],
      )
      document.heading('票据')
      document.table(
        [
          { title: '开票日期', width: 15 },
          { title: '票据号码', width: 25 },
          { title: '种类', width: 18 },
          { title: '项目', width: 17 },
          { title: '金额', width: 14, align: 'right' },
          { title: '冲减的蓝字票号', width: 25 },
        ],
        written.invoices.map((t) => [t.day, t.no, kindOf(t), t.itemName, yuan(t.amount), t.blueNo ?? '']),
        ['', '本期合计', '', '', yuan(written.sum), ''],
      )
      document.note('期末欠缴 = 期初欠缴 + 应缴 − 减免 − 已缴；期末余额 = 期初余额 + 转入 − 转出。金额单位：元。减免一栏含作废的账单，日期为入账日期。票据按开票日期列出，红字票据为负数，不影响欠缴和余额。')
      document.note('如有不符，请及时与会费管理人员联系。')
    },
    options,
  )
}
