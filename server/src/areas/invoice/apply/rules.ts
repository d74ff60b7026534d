import type { invoiceApply } from '@assoc/contract/invoice/apply'
import type { FieldError } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { refuse } from '../../../platform/errors'
import type { Action, Inserted } from '../../../platform/resource/definition'
import { lockMember, plainName } from '../../fee/api'
import { headOf, type Head } from '../head/repository'
import { validateClaim, type Claim } from './money'
import type { Part } from './money.repository'

type Fields = Inserted<typeof invoiceApply>

/** Percent that a rate stands for. */
const PERCENT: Record<string, number> = { six: 6, three: 3, one: 1, free: 0 }

/** The tax within an amount that includes it, in 分. */
export const taxWithin = (amount: number, rate: string | null): number => {
  const percent = PERCENT[rate ?? 'free'] ?? 0
  return Math.round((amount * percent) / (100 + percent))
}

/** What only money from a bank has. */
const RECEIVED: [field: 'receivedSerial' | 'receivedDate' | 'receivedAmount', label: string][] = [
  ['receivedSerial', '到账流水号'],
  ['receivedDate', '到账日期'],
  ['receivedAmount', '到账金额'],
]

/** What is wrong with the kinds of an application, whoever asks. Dues are written on the dues receipt and nothing else; what does not matter beside a business is empty by now. */
function wrongKinds(fields: Fields): FieldError[] {
  const { bizType, ticketType, taxRate } = fields
  const dues = bizType === 'dues'
  const wrong: FieldError[] = []
  if (dues !== (ticketType === 'dues')) wrong.push({ path: 'ticketType', message: dues ? '会费只能开具社会团体会费统一票据' : '社会团体会费统一票据只用于会费' })
  if (!dues && !taxRate) wrong.push({ path: 'taxRate', message: '数电发票须选择税率' })
  if (ticketType === 'special' && taxRate === 'free') wrong.push({ path: 'taxRate', message: '免税项目不能开具增值税专用发票' })
  if (dues && fields.payIds.length === 0) wrong.push({ path: 'payIds', message: '请选择对应的缴费' })
  for (const [path, label] of RECEIVED) {
    if (!dues && !fields[path]) wrong.push({ path, message: `${path === 'receivedDate' ? '请选择' : '请填写'}${label}` })
  }
  if (fields.receivedDate && fields.receivedDate > today()) wrong.push({ path: 'receivedDate', message: '到账日期不能晚于今天' })
  return wrong
}

/** What is wrong with the head for this invoice. */
function wrongHead(head: Head | undefined, fields: Fields, companyName: string): string | null {
  if (!head || head.memberId !== fields.memberId) return '请选择该会员的发票抬头'
  if (head.status === 'disabled') return '该抬头已停用'
  if (fields.ticketType !== 'special') return null
  if (head.headType !== 'company') return '增值税专用发票的抬头须为企业单位'
  if (plainName(head.title) !== plainName(companyName)) return '增值税专用发票的抬头须与公司全称一致'
  const missing = [[head.taxNo, '纳税人识别号'], [head.bankName, '开户银行'], [head.bankAccount, '银行账号'], [head.regAddress, '注册地址'], [head.regPhone, '注册电话']].flatMap(([value, label]) => (value ? [] : [label]))
  return missing.length > 0 ? `增值税专用发票的抬头还缺${missing.join('、')}` : null
}

export const claimOf = (fields: Fields, applyId: string | null): Claim => ({
  applyId,
  memberId: fields.memberId,
  amount: fields.amount,
  payIds: fields.payIds,
  bizType: fields.bizType,
  serial: fields.bizType === 'dues' ? null : String(fields.receivedSerial),
  received: fields.receivedAmount ?? null,
})

/** Checks an application as it is written; answers the head to keep with it, and what of which payment it takes. The member is locked. */
export async function validateApply(action: Action, fields: Fields, applyId: string | null): Promise<{ head: Head; parts: Part[] }> {
  const wrong = wrongKinds(fields)
  if (wrong.length > 0) throw refuse.input(wrong)
  const member = await lockMember(action.db, fields.memberId)
  if (!member) throw refuse.notFound()
  const head = await headOf(action.db, fields.headId)
  const sentence = wrongHead(head, fields, member.companyName)
  if (sentence || !head) throw refuse.field('headId', sentence ?? '请选择该会员的发票抬头')
  return { head, parts: await validateClaim(action, claimOf(fields, applyId)) }
}
