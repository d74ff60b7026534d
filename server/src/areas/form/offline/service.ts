import { readFile } from 'node:fs/promises'
import type { ResponseOf } from '@assoc/contract'
import { withFixedRows } from '@assoc/contract/form/engine/run'
import type * as calls from '@assoc/contract/form/offline'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { readBook } from '../../../platform/excel/excel'
import type { Context, FileAnswer } from '../../../platform/http/context'
import { exportName, XLSX } from '../../../platform/resource/workbook'
import * as answers from '../answer/repository'
import { closedWhy, requireNamed } from '../fill/closed'
import { changedAt, documentOfAnswer, mine } from '../fill/service'
import * as fill from '../fill/repository'
import { onlyWorkbook } from '../workbook'
import { bookOfAnswer, FILLED_SHEET, type Filled } from './book'
import { compared } from './compare'
import { readStamp } from './stamp'

/** A task's answer as a workbook shows it, and what it is stamped with. */
export async function filledOf(db: Db, task: fill.Task, userId: string): Promise<{ filled: Filled; stored: answers.StoredAnswer; sha256: string }> {
  const [stored, version] = [await answers.readAnswer(db, task.answerId), await answers.versionOfAnswer(db, task.answerId)]
  if (!stored || !version) throw refuse.notFound()
  const { doc } = await documentOfAnswer(db, task.answerId)
  const personal = Object.fromEntries((await answers.personalOf(db, task.answerId)).map(({ path, shown }) => [path, shown]))
  const context = { today: task.today, lookups: await fill.lookupsOf(db, task.companyId, userId), previous: (await fill.previousAnswers(db, task.taskId)) ?? {} }
  return { filled: { doc, answers: withFixedRows(doc, stored.content), personal, context }, stored, sha256: version.sha256 }
}

export async function downloadWorkbook({ db, principal, platform, input, audit }: Context<typeof calls.downloadFormWorkbook>): Promise<FileAnswer> {
  const task = await mine(db, principal, input.taskId)
  requireNamed(task)
  const closed = closedWhy(task)
  if (closed) throw refuse.inUse(closed)
  const { filled, stored, sha256 } = await filledOf(db, task, principal.userId)
  const body = await bookOfAnswer(filled, { taskId: task.taskId, roundId: task.roundId, sha256, revision: stored.revision }, platform.encryption)
  audit({ recordType: 'formAnswer', recordId: task.answerId, verb: 'download' })
  return { fileName: exportName(task.roundName), contentType: XLSX, body }
}

export async function readWorkbook({ db, principal, platform, input, files }: Context<typeof calls.readFormWorkbook>): Promise<ResponseOf<typeof calls.readFormWorkbook>> {
  const task = await mine(db, principal, input.taskId)
  requireNamed(task)
  const closed = closedWhy(task)
  if (closed) throw refuse.inUse(closed)
  const file = onlyWorkbook(files)
  const book = await readBook(await readFile(file.path))
  const stamp = readStamp(book, platform.encryption)
  if ('problem' in stamp) throw refuse.field('file', stamp.problem)
  if (stamp.taskId !== task.taskId) throw refuse.field('file', stamp.roundId === task.roundId ? '这是其他填报对象的填报表' : '这是另一次发放的填报表')
  const { filled, stored, sha256 } = await filledOf(db, task, principal.userId)
  if (stamp.sha256 !== sha256) throw refuse.field('file', '表单版本已更新，请重新下载后填写')
  const result = compared({ ...filled, changedAt: (path) => changedAt(stored.revisions, path) }, stamp, book.sheets.find(({ name }) => name === FILLED_SHEET))
  if ('problem' in result) throw refuse.field('file', result.problem)
  return { revision: stored.revision, ...result }
}
