import { localTime } from '@assoc/contract/core/day'
import { refuse } from '../../../platform/errors'
import type { Task } from './repository'

const OVER: Partial<Record<Task['answerStatus'], string>> = { submitted: '已提交，如需修改请先撤回', certified: '已认证，不能修改', void: '该填报已作废' }

const isAhead = (seconds: number | null): boolean => seconds !== null && seconds >= 0
/** Whether the round takes what is filled in for the first time, by the database's clock. */
const isRunning = ({ roundStatus, secondsLeft }: Task): boolean => roundStatus === 'filling' && secondsLeft >= 0

/**
 * Whether an answer may be corrected though its round is over: one that was handed in for as long as the round says, one that was sent back
 * also until the day that was given for it.
 */
export function isCorrecting(task: Task): boolean {
  if (isRunning(task) || task.submissionCount === 0 || (task.roundStatus !== 'filling' && task.roundStatus !== 'ended')) return false
  return isAhead(task.correctionLeft) || (task.answerStatus !== 'submitted' && isAhead(task.returnLeft))
}

/** Why the round takes nothing of this answer now; null when it does. */
export function roundClosed(task: Task): string | null {
  if (task.roundStatus === 'paused') return '填报已暂停，请稍后再试'
  if (isRunning(task) || isCorrecting(task)) return null
  return task.roundStatus === 'filling' ? `填报已于 ${localTime(task.endTime).slice(0, 16)} 截止` : '填报已结束'
}

/** Refuses what needs an answer on the server: an anonymous one is with the person who fills it in alone, until it is handed in. */
export function requireNamed({ anonymousFlag }: Pick<Task, 'anonymousFlag'>): void {
  if (anonymousFlag) throw refuse.inUse('匿名填报只保存在填报人的浏览器中，只能在填报页上填写和提交')
}

/** Of an anonymous round. */
export const TAKEN_PART = '已参与，匿名填报提交后不能查看或修改'

/** Why an answer cannot be changed now; null when it can. */
export const closedWhy = (task: Task): string | null => roundClosed(task) ?? (task.anonymousFlag && task.answerStatus === 'submitted' ? TAKEN_PART : OVER[task.answerStatus]) ?? null
