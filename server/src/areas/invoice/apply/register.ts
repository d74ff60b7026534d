import { viewLink } from '@assoc/contract'
import { refuse } from '../../../platform/errors'
import { derivedStep } from '../../../platform/resource/actions'
import type { ResourceRuntime } from '../../../platform/resource/definition'
import { notify } from '../../../platform/notifications/notify'
import { lock, yuanText } from '../../fee/api'
import type { Registering } from '../invoice/register'
import * as repository from './repository'
import { taxWithin } from './rules'
import { tellReceiver } from './tell'

/** A original invoice that was written elsewhere, registered for an application that waits for it. Its amount is the application's. */
export const registerBlue = (runtime: () => ResourceRuntime): Registering => ({
  async prepare(action, applyId, validate) {
    const seen = await repository.applicationOf(action.db, applyId)
    if (!seen) throw refuse.notFound()
    await lock(action, seen.memberId)
    const now = await repository.stateOf(action.db, applyId)
    const a = await repository.applicationOf(action.db, applyId)
    if (!a || now?.status !== 'toIssue') throw refuse.field('applyId', '该申请不在待开票状态，请刷新后再试')
    await validate(a)
    const { memberId, bizType, ticketType, title, taxNo, itemName, amount, deptId, createBy } = a
    return { applyId, blueId: null, redId: null, memberId, bizType, ticketType, title, taxNo, itemName, amount, taxAmount: taxWithin(amount, a.taxRate), deptId, createBy }
  },
  async finish(action, applyId, fields) {
    await derivedStep(runtime(), action, applyId, 'register')
    const a = await repository.applicationOf(action.db, applyId)
    if (a) await tellReceiver(action.db, a, String(fields.invoiceNo))
    if (!a?.createBy || a.createBy === action.principal.userId) return
    await notify(action.db, a.createBy, { title: `已开票：${a.applyNo}`, content: `${a.title}，票据号码 ${fields.invoiceNo}，${yuanText(a.amount)}。`, link: viewLink('member/InvoiceApply', { record: applyId }) })
  },
})
