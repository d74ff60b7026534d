import type { Book } from '../../../platform/excel/layout'
import type { Action } from '../../../platform/resource/definition'
import * as answers from '../answer/repository'
import { closedWhy } from '../fill/closed'
import { changedAt, documentOfAnswer, handIn, saveChanges } from '../fill/service'
import { taskById } from '../fill/repository'
import { heldByOwner } from '../owned/hook'
import { FILLED_SHEET } from '../offline/book'
import { compared } from '../offline/compare'
import { filledOf } from '../offline/service'
import { readStamp } from '../offline/stamp'
import type { Mode } from './repository'

export interface Taken {
  result: 'taken' | 'doubtful' | 'refused'
  problem?: string
  answerId?: string
  changes: number
}
interface Given {
  book: Book
  roundId: string
  mode: Mode
  /** Whether the same upload had a file for this answer before. */
  isTwice: (answerId: string) => Promise<boolean>
}

const refused = (problem: string, answerId?: string): Taken => ({ result: 'refused', problem, changes: 0, ...(answerId === undefined ? {} : { answerId }) })

/** Takes a workbook over for its respondent, in the transaction of the action; whoever acts is who wrote it. */
export async function takeBook(action: Action, { book, roundId, mode, isTwice }: Given): Promise<Taken> {
  const { db, principal, platform } = action
  const stamp = readStamp(book, platform.encryption)
  if ('problem' in stamp) return refused(stamp.problem)
  if (stamp.roundId !== roundId) return refused('这是另一次发放的填报表')
  const before = await taskById(db, stamp.taskId)
  if (!before || before.roundId !== roundId) return refused('没有这个填报任务')
  const { answerId } = before
  await answers.holdAnswer(db, answerId)
  const task = (await taskById(db, stamp.taskId)) ?? before
  if (task.anonymousFlag) return refused('匿名填报只能由填报人在填报页上填写')
  const closed = closedWhy(task)
  if (closed) return refused(closed, answerId)
  const kept = await heldByOwner(db, task)
  if (kept) return refused(kept, answerId)
  const doubtful = (problem: string): Taken => ({ result: 'doubtful', problem, answerId, changes: 0 })
  if (await isTwice(answerId)) return doubtful('压缩包中有同一填报对象的多个文件，已采用前一个')
  const { filled, stored, sha256 } = await filledOf(db, task, principal.userId)
  if (stamp.sha256 !== sha256) return refused('表单版本已更新，请重新下载后填写', answerId)
  const result = compared({ ...filled, changedAt: (path) => changedAt(stored.revisions, path) }, stamp, book.sheets.find(({ name }) => name === FILLED_SHEET))
  if ('problem' in result) return refused(result.problem, answerId)
  const changed = result.differences.filter((one) => one.changed)
  if (changed.length > 0) return doubtful(`下载后已有人修改：${changed.slice(0, 5).map(({ label, now, shown }) => `${label}（现有“${now}”，文件中“${shown}”）`).join('、')}`)
  if (result.faults.length > 0) return doubtful(result.faults.slice(0, 5).map(({ cell, message }) => `${cell} ${message}`).join('；'))
  const held = { task, stored, ...(await documentOfAnswer(db, answerId)) }
  const changes = result.differences.map(({ path, found }) => ({ path, base: stored.revision, ...(found === undefined ? {} : { value: found }) }))
  if (changes.length > 0) await saveChanges(action, held, { since: stored.revision, changes })
  else if (stored.answerStatus === 'empty') return doubtful('文件中没有填写任何内容')
  if (mode === 'submit') {
    const now = await answers.readAnswer(db, answerId)
    if (now) await handIn(action, { ...held, stored: now })
  }
  return { result: 'taken', answerId, changes: changes.length }
}
