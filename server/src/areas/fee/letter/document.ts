import { today } from '@assoc/contract/core/day'
import { makePdf, type DocumentWriter } from '../../../platform/pdf/pdf'
import type { Letter } from './repository'
import { dayInWords, yuan } from './text'

function write(document: DocumentWriter, { said }: Letter): void {
  const { issuer, bills } = said
  document.facts([['文书编号', said.no], ['会员编号', said.memberNo]])
  document.rich(said.content)
  if (bills && bills.length > 0) {
    document.table(
      [{ title: '账单编号', width: 22 }, { title: '年度', width: 10 }, { title: '缴费截止日', width: 16 }, { title: '应收（元）', width: 16, align: 'right' }, { title: '未缴（元）', width: 16, align: 'right' }],
      bills.map((b) => [b.billNo, String(b.billYear), b.dueDate, yuan(b.payable), yuan(b.unpaid)]),
      ['合计', '', '', yuan(bills.reduce((sum, b) => sum + b.payable, 0)), yuan(bills.reduce((sum, b) => sum + b.unpaid, 0))],
    )
  }
  if (bills && issuer.bankAccount) {
    document.heading('收款账户')
    document.facts([['开户名称', issuer.accountName ?? issuer.issuerName], ['开户银行', issuer.bankName ?? ''], ['银行账号', issuer.bankAccount], ['联系方式', issuer.contact ?? '—']])
  }
  document.signedBy([issuer.issuerName, dayInWords(said.day)])
}

/** Letters as one PDF, each from a page of its own. Between two of them `pause` is waited for; false stops, and nothing is answered. */
export async function lettersPdf(letters: readonly Letter[], options: { compress?: boolean; pause?: (done: number) => Promise<boolean> } = {}): Promise<Buffer | null> {
  const { pause = async () => true } = options
  let stopped = false
  const [first] = letters
  const body = await makePdf(
    first?.title ?? '',
    async (document) => {
      for (const [i, letter] of letters.entries()) {
        if (i > 0) document.nextPage(letter.title)
        write(document, letter)
        if (!(await pause(i + 1))) {
          stopped = true
          return
        }
      }
    },
    { ...(options.compress === undefined ? {} : { compress: options.compress }), numbered: letters.length === 1, date: new Date(`${first?.said.day ?? today()}T00:00:00+08:00`) },
  )
  return stopped ? null : body
}
