import { masked } from '@assoc/contract'
import { DIFFERENCES_AT_ONCE, selectSecretaryDifferences, settleSecretaries } from '@assoc/contract/expert/secretary'
import { scopeOf } from '../../../platform/access/entities'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import type { Action } from '../../../platform/resource/definition'
import { bringSecretary } from '../../member/api'
import * as repository from './repository'

const REASON = '以董事会秘书任职为准'
const within = scopeOf('appointment')

const list = handle(selectSecretaryDifferences, async ({ db, principal }) => {
  const { total, items } = await repository.differences(db, within(principal, 'a'), DIFFERENCES_AT_ONCE)
  return { total, items: items.map((row) => ({ ...row, mobile: masked('mobile', row.mobile) ?? '', contactMobile: masked('mobile', row.contactMobile) })) }
})

const settle = handle(settleSecretaries, async (context) => {
  const { db, principal, input, audit } = context
  // The contact's own rules, audit and consequences are carried out by the member area.
  const action = context as unknown as Action
  let settled = 0
  // In one order, so that two people who settle the same ones do not wait for each other.
  const ids = [...new Set(input.appointmentIds)].sort((a, b) => Number(a) - Number(b))
  for (const appointmentId of ids) {
    const secretary = await repository.secretaryOf(db, appointmentId, within(principal, 'a'))
    if (!secretary) throw refuse.field('appointmentIds', '所选任职中有已不在任的董事会秘书，请刷新后重试')
    const { companyId, ...person } = secretary
    if (!(await bringSecretary(action, companyId, person, REASON))) continue
    settled += 1
    audit({ recordType: 'appointment', recordId: appointmentId, verb: 'settleSecretary', after: { companyId } })
  }
  return { settled, already: ids.length - settled }
})

/** Board secretaries in office beside the contacts of their companies: the appointment leads. */
export const secretary: ServerModule = { bindings: [list, settle] }
