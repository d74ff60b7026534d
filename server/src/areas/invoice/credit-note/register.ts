import { viewLink } from '@assoc/contract'
import type { redConfirm } from '@assoc/contract/invoice/credit-note'
import { has } from '../../../platform/access/principal'
import { refuse } from '../../../platform/errors'
import { derivedStep } from '../../../platform/resource/actions'
import type { ResourceRuntime } from '../../../platform/resource/definition'
import { notify } from '../../../platform/notifications/notify'
import { lock } from '../../fee/api'
import type { Registering } from '../invoice/register'
import { invoiceOf } from '../invoice/repository'
import { redFields, setRight } from './handle'
import * as repository from './repository'

/** A credit note that was written elsewhere, registered for a confirmation that stands. Its amount is the confirmation's, below zero. */
export const registerCreditNote = (runtime: () => ResourceRuntime<typeof redConfirm>): Registering => ({
  async prepare(action, redId, validate) {
    if (!has(action.principal, 'invoice:red:handle')) throw refuse.forbidden('您没有办理红冲的权限')
    const seen = await repository.confirmOf(action.db, redId)
    const invoice = seen && (await invoiceOf(action.db, seen.invoiceId))
    if (!seen || !invoice) throw refuse.notFound()
    await lock(action, invoice.memberId)
    const confirm = await repository.confirmOf(action.db, redId, true)
    const blue = await invoiceOf(action.db, seen.invoiceId, true)
    if (!blue || confirm?.status !== 'confirmed') throw refuse.field('redId', '该红字确认单不在已确认状态，请刷新后再试')
    await validate({ ticketType: blue.ticketType, askedOn: confirm.askedOn })
    return redFields(action, confirm, blue)
  },
  async finish(action, redId, fields) {
    const confirm = await repository.confirmOf(action.db, redId, true)
    const blue = confirm && (await invoiceOf(action.db, confirm.invoiceId, true))
    if (!confirm || !blue) throw refuse.notFound()
    await setRight(action, confirm, blue)
    await derivedStep(runtime(), action, redId, 'register')
    if (!confirm.createBy || confirm.createBy === action.principal.userId) return
    await notify(action.db, confirm.createBy, { title: `已开红票：${blue.invoiceNo}`, content: `红字票号 ${fields.invoiceNo}。`, link: viewLink('member/RedFlush', { record: redId }) })
  },
})
