import { today } from '@assoc/contract/core/day'
import type { downloadStatement as call } from '@assoc/contract/member/statistics'
import { refuse } from '../../../platform/errors'
import type { Context, FileAnswer } from '../../../platform/http/context'
import { statementOf } from './account'
import { statementPdf } from './document'
import { issuerNow } from '../letter/repository'
import { accountOf } from './repository'

/** A member's account of some days as PDF; who took it out is noted. */
export async function downloadStatement({ db, principal, input, audit }: Context<typeof call>): Promise<FileAnswer> {
  const { memberId, dateFrom, dateTo } = input
  if (dateTo < dateFrom) throw refuse.field('dateTo', '截止日期不能早于起始日期')
  if (dateTo > today()) throw refuse.field('dateTo', '截止日期不能晚于今天')
  const account = await accountOf(db, memberId)
  if (!account) throw refuse.notFound()
  const statement = statementOf(account.movements, dateFrom, dateTo)
  const body = await statementPdf({ account, statement, dateFrom, dateTo, operator: principal.realName, issuer: await issuerNow(db) })
  audit({ recordType: 'memberBalance', recordId: memberId, verb: 'statement', after: { dateFrom, dateTo } })
  return { fileName: `会费对账单-${account.memberNo}-${dateFrom}至${dateTo}.pdf`, contentType: 'application/pdf', body }
}
