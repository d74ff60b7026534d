import type { redConfirm } from '@assoc/contract/member/invoice-red'
import { has } from '../../../../platform/access/who'
import { refuse } from '../../../../platform/errors'
import { followingStep } from '../../../../platform/resource/deeds'
import type { Mounted } from '../../../../platform/resource/definition'
import { notify } from '../../../desk/notification/service'
import { lock } from '../../fee/ledger.service'
import type { Registering } from '../ticket/register'
import { ticketOf } from '../ticket/repository'
import { redFields, setRight } from './handle'
import * as repository from './repository'

/** A red ticket that was written elsewhere, registered for a confirmation that stands. Its amount is the confirmation's, below zero. */
export const registerRed = (mounted: () => Mounted<typeof redConfirm>): Registering => ({
  async prepare(deed, redId, judge) {
    if (!has(deed.who, 'invoice:red:handle')) throw refuse.forbidden('您没有办理红冲的权限')
    const seen = await repository.confirmOf(deed.db, redId)
    const ticket = seen && (await ticketOf(deed.db, seen.invoiceId))
    if (!seen || !ticket) throw refuse.notFound()
    await lock(deed, ticket.memberId)
    const confirm = await repository.confirmOf(deed.db, redId, true)
    const blue = await ticketOf(deed.db, seen.invoiceId, true)
    if (!blue || confirm?.status !== 'confirmed') throw refuse.field('redId', '该红字确认单不在已确认状态，请刷新后再试')
    await judge({ ticketType: blue.ticketType, askedOn: confirm.askedOn })
    return redFields(deed, confirm, blue)
  },
  async finish(deed, redId, fields) {
    const confirm = await repository.confirmOf(deed.db, redId, true)
    const blue = confirm && (await ticketOf(deed.db, confirm.invoiceId, true))
    if (!confirm || !blue) throw refuse.notFound()
    await setRight(deed, confirm, blue)
    await followingStep(mounted(), deed, redId, 'register')
    if (!confirm.createBy || confirm.createBy === deed.who.userId) return
    await notify(deed.db, confirm.createBy, { title: `已开红票：${blue.invoiceNo}`, content: `红字票号 ${String(fields['invoiceNo'])}。`, link: `/invoiceManage/redFlush?keyword=${confirm.confirmNo}` })
  },
})
