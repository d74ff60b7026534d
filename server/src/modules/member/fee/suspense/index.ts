import * as calls from '@assoc/contract/member/bank'
import { refuse } from '../../../../platform/errors'
import { handle, type Context } from '../../../../platform/http/context'
import { followingStep } from '../../../../platform/resource/deeds'
import type { Deed } from '../../../../platform/resource/definition'
import { mountResource } from '../../../../platform/resource/mount'
import * as bank from '../bank/repository'
import { payFromLine } from '../bank/service'
import { fen } from '../found.repository'
import { lock } from '../ledger.service'

const mounted = mountResource(calls.suspense, {
  table: 'suspense_item',
  module: 'fee',
  scope: { dept: 'dept_id', self: 'create_by' },
  computed: { amount: fen('amount'), purpose: bank.purpose, payNo: bank.payNo, memberName: bank.memberName },
  keyword: { columns: ['serial_no', 'payer_name'], grams: true },
  order: { field: 'tradeTime', direction: 'desc' },
  nameOf: (row) => String(row['serialNo']),
  todos: [{ label: '待认领的款项', status: 'open', permit: 'fee:suspense:handle', page: '/feeManage/suspense' }],
  may: (_who, _row, verb) => verb !== 'claim' || '请用「认领」选择会员',
})

/** Gives suspended money to a member; of two who claim at once one is refused, and the money is booked once. */
async function claimSuspense(context: Context<typeof calls.claimSuspense>) {
  const { db, input } = context
  const deed = context as unknown as Deed
  // Taken before the number of the payment, as everywhere.
  await lock(deed, input.memberId)
  const line = await bank.suspendedLine(db, input.suspenseId)
  if (!line) throw refuse.notFound()
  const version = await bank.lockSuspense(db, input.suspenseId)
  if (version !== input.version) throw refuse.conflict(null)
  await followingStep(mounted.mounted, deed, input.suspenseId, 'claim', input.reason)
  const paymentId = await payFromLine(deed, input.memberId, line)
  await bank.notePayment(db, input.suspenseId, paymentId)
  return { paymentId }
}

const SUGGESTIONS = 5

async function suggestMembers({ db, input }: Context<typeof calls.suggestMembers>) {
  const line = await bank.suspendedLine(db, input.suspenseId)
  if (!line) throw refuse.notFound()
  const words = `${line.payerName} ${line.purpose ?? ''}`
  const found = await bank.candidates(db, words, line.payerName, line.amount, SUGGESTIONS)
  return found.map(({ memberId, memberNo, memberName, shortName, stockCode, unpaid }) => {
    const named = words.includes(memberNo) ? '附言含会员编号' : stockCode && words.includes(stockCode) ? '附言含证券代码' : words.includes(shortName) ? '户名或附言含公司简称' : '户名相近'
    return { memberId, memberNo, memberName, why: unpaid === line.amount ? `${named}，欠缴金额一致` : named }
  })
}

export const suspense = {
  mounted: mounted.mounted,
  bindings: [...mounted.bindings, handle(calls.claimSuspense, claimSuspense), handle(calls.suggestMembers, suggestMembers)],
}
