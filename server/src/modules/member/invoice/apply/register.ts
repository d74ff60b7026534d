import { refuse } from '../../../../platform/errors'
import { followingStep } from '../../../../platform/resource/deeds'
import type { Mounted } from '../../../../platform/resource/definition'
import { notify } from '../../../desk/notification/service'
import { lock, yuanText } from '../../fee/ledger.service'
import type { Registering } from '../ticket/register'
import * as repository from './repository'
import { taxWithin } from './rules'

/** A blue ticket that was written elsewhere, registered for an application that waits for it. Its amount is the application's. */
export const registerBlue = (mounted: () => Mounted): Registering => ({
  async prepare(deed, applyId, judge) {
    const seen = await repository.applicationOf(deed.db, applyId)
    if (!seen) throw refuse.notFound()
    await lock(deed, seen.memberId)
    const now = await repository.stateOf(deed.db, applyId)
    const a = await repository.applicationOf(deed.db, applyId)
    if (!a || now?.status !== 'toIssue') throw refuse.field('applyId', '该申请不在待开票状态，请刷新后再试')
    await judge(a)
    const { memberId, bizType, ticketType, title, taxNo, itemName, amount, deptId, createBy } = a
    return { applyId, blueId: null, redId: null, memberId, bizType, ticketType, title, taxNo, itemName, amount, taxAmount: taxWithin(amount, a.taxRate), deptId, createBy }
  },
  async finish(deed, applyId, fields) {
    await followingStep(mounted(), deed, applyId, 'register')
    const a = await repository.applicationOf(deed.db, applyId)
    if (!a?.createBy || a.createBy === deed.who.userId) return
    await notify(deed.db, a.createBy, { title: `已开票：${a.applyNo}`, content: `${a.title}，票据号码 ${String(fields['invoiceNo'])}，${yuanText(a.amount)}。`, link: `/invoiceManage/invoiceApply?keyword=${a.applyNo}` })
  },
})
