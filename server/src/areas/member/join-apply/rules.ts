import type { RowOf } from '@assoc/contract'
import type { joinApply } from '@assoc/contract/member/join-apply'
import { today } from '@assoc/contract/core/day'
import { applyStatus, OPINION_LETTERS } from '@assoc/contract/member/join-apply'
import type { Transition } from '@assoc/contract'
import { has, type Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Action, Inserted } from '../../../platform/resource/definition'
import { lockCategory } from '../category/repository'
import { standingMember } from './repository'

type Row = RowOf<typeof joinApply>
type Fields = Inserted<typeof joinApply>

/** What is still written down while an application waits for its approval: what the meeting decided, and documents that turn out to be missing. */
const AT_APPROVAL: readonly string[] = ['approveMeeting', 'approveDate', 'totalShares', 'remark', 'materials', 'materialSlots']

/** Actions that this person does not have on this application, with the sentence that tells them why. */
export function may(principal: Principal, row: Row, verb: string): true | string {
  const status = row.applyStatus
  if (verb === 'delete') return status === 'draft' || '只能删除草稿；已提交的申请可以撤回'
  if (verb !== 'update' || status === 'draft' || status === 'returned') return true
  if (status !== 'approval') return `${applyStatus.labels[status as 'approved']}的申请不能修改`
  return has(principal, 'member:apply:approve') || has(principal, 'member:apply:second') || '待批准的申请只能由复审或批准入会的人填写审议结果'
}

/** Refuses a credit code whose company is a member already. */
export async function validateCode(db: Db, creditCode: unknown): Promise<void> {
  const memberNo = await standingMember(db, String(creditCode))
  if (memberNo) throw refuse.field('creditCode', `该单位已是会员（${memberNo}）`)
}

export async function validateCategory(db: Db, categoryId: unknown): Promise<void> {
  const category = await lockCategory(db, String(categoryId))
  if (category?.category_status !== 'enabled') throw refuse.field('applyCategoryId', '该会员类别已停用')
}

const LATE = '批准日期不能晚于今天'

export function validateDate(date: unknown): void {
  if (typeof date === 'string' && date > today()) throw refuse.field('approveDate', LATE)
}

/** At the approval only what the meeting decided may be written down. */
export function validateFixed(row: Row, fields: Partial<Fields>): void {
  if (row.applyStatus !== 'approval') return
  const stored = new Map<string, unknown>(Object.entries(row))
  const changed = Object.entries(fields).filter(([field, value]) => !AT_APPROVAL.includes(field) && JSON.stringify(value ?? null) !== JSON.stringify(stored.get(field) ?? null))
  if (changed.length > 0) throw refuse.input(changed.map(([path]) => ({ path, message: '待批准时只能填写审议会议、批准日期、总股本和备注，或补齐材料' })))
}

const AGAINST = /^(return|reject)/

/** An opinion that sends back or refuses says something; every review has one. */
export function validateOpinion({ input }: Action, step: Transition<string>): void {
  const { reason } = input as { reason?: string | null }
  if (AGAINST.test(step.verb) && [...(reason ?? '').trim()].length < OPINION_LETTERS) throw refuse.field('reason', `审核意见至少 ${OPINION_LETTERS} 个字`)
}

/** What an approval needs besides a meeting and its day: one that is not to come, and a company that is no member yet. */
export async function validateApproval(db: Db, row: Row): Promise<void> {
  if (typeof row.approveDate === 'string' && row.approveDate > today()) throw refuse.field('input.approveDate', LATE)
  await validateCode(db, row.creditCode)
}
