import { viewLink } from '@assoc/contract'
import { today, yearNow } from '@assoc/contract/core/day'
import type * as calls from '@assoc/contract/fee/payment'
import { holdersOf } from '../../../platform/access/load-principal'
import { moduleScopeOf } from '../../../platform/access/principal'
import { iso } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import type { Platform } from '../../../platform/platform'
import { notifyOnce } from '../../../platform/notifications/notify'
import * as ledger from '../ledger.repository'
import { insertFields } from '../../../platform/resource/actions'
import { lock } from '../ledger.service'
import { writeAndSettle } from '../payment/service'
import { differences } from './check.repository'
import { requestsRuntime } from './request'
import * as repository from './repository'

export async function selectBalanceEntries({ db, input }: Context<typeof calls.selectBalanceEntries>) {
  const { memberId, page, pageSize, sort } = input
  const { rows, total } = await repository.entriesOf(db, memberId, { limit: pageSize, offset: (page - 1) * pageSize, order: sort?.order ?? 'desc' })
  return { total, items: rows.map((row) => ({ ...row, createTime: iso(row.createTime) })) }
}

/** Pays open bills from the balance, oldest first: a payment of its own, so that it can be reversed like any other. */
export async function useBalance(action: Context<typeof calls.useBalance>) {
  const member = await lock(action, action.input.memberId)
  if (member.balance === 0) throw refuse.inUse('该会员没有会费余额')
  const owed = (await ledger.openBills(action.db, member.memberId)).reduce((sum, bill) => sum + bill.unpaid, 0)
  if (owed === 0) throw refuse.inUse('该会员没有待缴的账单')
  const used = Math.min(member.balance, owed)
  const paymentId = await writeAndSettle(action as never, { memberId: member.memberId, payDate: today(), amount: used, channel: 'balance', payerName: member.companyName, bankSerial: null, remark: null })
  return { used, allocations: await ledger.standingAllocations(action.db, paymentId) }
}

/** Asks for a refund, as a request of its own would. */
export async function refundBalance(action: Context<typeof calls.refundBalance>) {
  const { version, ...asked } = action.input
  const member = await lock(action, asked.memberId)
  if (version !== undefined && version !== member.version) throw refuse.conflict(null)
  const requestId = await insertFields(requestsRuntime.runtime, action as never, { ...asked, requestType: 'refund' })
  return { balance: member.balance - asked.amount, requestId }
}

/** The ledger is right as a whole or not at all: whoever sees a part of the fees would be told figures and numbers of the rest. */
export function checkLedger({ db, principal }: Context<typeof calls.checkLedger>) {
  if (!moduleScopeOf(principal, 'fee').all) throw refuse.forbidden('核对账目涉及全部会费，您的数据范围只包含其中一部分')
  return differences(db)
}

const TITLE = '会费账目不符'

/** Checks the ledger every hour, brings the years of arrears up to date, and tells those who keep it what differs. */
export async function watchLedger(platform: Platform): Promise<void> {
  const { db } = platform
  await ledger.refreshArrears(db, yearNow())
  const { differences: found } = await differences(db)
  if (found.length === 0) return
  platform.log.error({ differences: found.length }, 'the ledger of fees does not add up')
  const content = `自动核对发现 ${found.length} 处差异，例如：${found[0]}。请打开会费余额核对账目。`
  await notifyOnce(db, await holdersOf(db, 'fee:balance:refund'), { title: TITLE, content, link: viewLink('member/BalanceList') })
}
