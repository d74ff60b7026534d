import type { ResponseOf } from '@assoc/contract'
import { pathOf } from '@assoc/contract/form/engine/answers'
import { LIMITS } from '@assoc/contract/form/engine/document'
import { fileRuleOf, isFileQuestion } from '@assoc/contract/form/engine/files'
import type { uploadAnswerFile } from '@assoc/contract/form/fill'
import { refuse } from '../../../platform/errors'
import { insertFile } from '../../../platform/files/store'
import type { Context } from '../../../platform/http/context'
import type { ResourceRuntime } from '../../../platform/resource/definition'
import { alsoReadFiles, requiredUpload } from '../../../platform/resource/files'
import { filesOfRecord } from '../../../platform/resource/files.repository'
import { ANSWER_FILES, answerRuntime } from '../answer'
import { questionAt } from '../answer/content'
import * as answers from '../answer/repository'
import { requireOwnerLets } from '../owned/hook'
import { asAnswerFile, dropForgotten } from './files'
import * as repository from './repository'
import { closedWhy } from './closed'
import { holdMine } from './service'

/** Milliseconds after which a file that no save has named is forgotten. */
const FORGOTTEN_MS = 60 * 60 * 1000

/** Whoever fills an answer in reads its files. */
alsoReadFiles(answerRuntime as unknown as ResourceRuntime, async ({ db, principal }, answerId) => {
  const taskId = await answers.taskOfAnswer(db, answerId)
  return taskId !== undefined && (await repository.ownTask(db, principal, taskId)) !== undefined
})

/** Keeps a file as the answer's own: the task is the permit, the question says what it takes. */
export async function uploadFile({ db, principal, input, files }: Context<typeof uploadAnswerFile>): Promise<ResponseOf<typeof uploadAnswerFile>> {
  const { task, stored, doc } = await holdMine(db, principal, input.taskId)
  const closed = closedWhy(task)
  if (closed) throw refuse.inUse(closed)
  await requireOwnerLets(db, task)
  const path = pathOf(input.path)
  const question = path && path.row === undefined ? questionAt(doc, path) : undefined
  if (!question || !isFileQuestion(question)) throw refuse.field('path', '这道题不能上传文件')
  const file = requiredUpload(fileRuleOf(question), files)
  const count = await dropForgotten(db, task.answerId, stored.content, FORGOTTEN_MS)
  if (count >= LIMITS.files) throw refuse.field('file', `一份填报最多 ${LIMITS.files} 个文件`)
  const fileId = await insertFile(db, await file.keep(), { fileName: file.fileName, contentType: file.contentType, ownerType: ANSWER_FILES, ownerId: task.answerId, createBy: principal.userId })
  const kept = (await filesOfRecord(db, ANSWER_FILES, task.answerId)).find((one) => one.fileId === fileId)
  if (!kept) throw new Error('the file that was written is not there')
  return asAnswerFile(kept, question)
}
