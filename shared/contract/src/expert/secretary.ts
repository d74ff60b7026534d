import { z } from 'zod'
import { body, call } from '../core/call'
import { choice, choiceField, ref, withMeta } from '../core/fields'
import { appointment as permit } from './permits'

/** How the contact of a company and the board secretary in office differ. */
export const secretaryDifference = choice('差异', { missing: '联系人中没有在任董秘', person: '联系人是另一人', mobile: '手机号码不同' }, { missing: 'amber', person: 'red', mobile: 'blue' })
/** Differences that are shown, and settled by one press. */
export const DIFFERENCES_AT_ONCE = 100

export const secretaryDifferenceRow = z.object({
  appointmentId: ref('任职', 'appointment'),
  companyName: withMeta(z.string(), { label: '公司简称' }),
  stockCode: withMeta(z.string().nullable(), { label: '证券代码' }),
  difference: choiceField(secretaryDifference),
  name: withMeta(z.string(), { label: '任职登记' }),
  /** Masked, as the contact's. */
  mobile: withMeta(z.string(), { label: '任职登记的手机' }),
  termStart: withMeta(z.string(), { label: '任期开始', show: 'date' }),
  contactName: withMeta(z.string().nullable(), { label: '联系人' }),
  contactMobile: withMeta(z.string().nullable(), { label: '联系人的手机' }),
})

/** Companies whose board secretary in office is not the one among their contacts. */
export const selectSecretaryDifferences = call({
  path: '/expert/appointment/selectSecretaryDifferences',
  title: '查询董秘差异',
  access: permit('secretary:settle'),
  request: body({}),
  response: z.object({ total: z.number().int(), items: z.array(secretaryDifferenceRow) }),
})

/** Makes the contacts of companies what their appointments say: the appointment leads. What does not differ any more counts as settled. */
export const settleSecretaries = call({
  path: '/expert/appointment/settleSecretaries',
  title: '以任职为准更新董秘联系人',
  access: permit('secretary:settle'),
  write: true,
  request: body({ appointmentIds: withMeta(z.array(ref('任职', 'appointment')).min(1, '请选择公司').max(DIFFERENCES_AT_ONCE, `一次最多处理 ${DIFFERENCES_AT_ONCE} 家`), { label: '任职' }) }),
  response: z.object({ settled: z.number().int(), already: z.number().int() }),
})
