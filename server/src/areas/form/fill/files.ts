import type { Answer, AnswerFile, AnswerPath, Answers } from '@assoc/contract/form/engine/answers'
import type { FormDoc, Question } from '@assoc/contract/form/engine/document'
import { fileRuleOf, filesOf, isFileQuestion } from '@assoc/contract/form/engine/files'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { filesOfRecord, letGoOf, type OwnedFile } from '../../../platform/resource/files.repository'
import { ANSWER_FILES } from '../answer'
import * as answers from '../answer/repository'

// Files of an answer are its own from the moment when they are sent (ADR 86). A save only says which of them stand where.

/** How an answer holds a file of its own; whatever a browser says of name, person and time is passed over. */
export const asAnswerFile = ({ fileId, fileName, userName, createTime }: OwnedFile, { type }: Pick<Question, 'type'>): AnswerFile =>
  type === 'signature' ? { fileId, name: fileName, by: userName, at: createTime.toISOString() } : { fileId, name: fileName }

const questionOf = (doc: FormDoc, { key, row }: AnswerPath): Question | undefined => {
  const question = row === undefined ? doc.questions[key] : undefined
  return question && isFileQuestion(question) ? question : undefined
}

interface FileChange {
  text: string
  path: AnswerPath
  value: Answer | undefined
}

export interface KnownFiles {
  /** A change whose files are the answer's own, as the server knows them; refused otherwise. */
  settled: (change: FileChange) => FileChange
  /** Lets go of files that stood in the answer and no longer do, unless they were handed in once. */
  release: (before: Answers, after: Answers) => Promise<void>
}

const idsIn = (content: Answers): Set<string> => new Set(Object.values(content).flatMap((value) => filesOf(value).map(({ fileId }) => fileId)))

/** The files of an answer, read once for all changes of a save, and not at all where none has to do with files. */
export async function knownFiles(db: Db, answerId: string, doc: FormDoc, changes: readonly { path: string }[]): Promise<KnownFiles> {
  const concerned = changes.some(({ path }) => isFileQuestion(doc.questions[path] ?? { type: 'text' }))
  const own = new Map(concerned ? (await filesOfRecord(db, ANSWER_FILES, answerId)).map((file) => [file.fileId, file]) : [])
  return {
    settled(change) {
      const question = questionOf(doc, change.path)
      if (!question || change.value === undefined || change.value === null) return change
      const { max } = fileRuleOf(question)
      const files = filesOf(change.value)
      if (!Array.isArray(change.value) || files.length !== change.value.length) throw refuse.field(change.text, '请上传文件')
      if (files.length > max) throw refuse.field(change.text, `最多 ${max} 个文件`)
      const found = files.flatMap(({ fileId }) => own.get(fileId) ?? [])
      if (found.length < files.length || new Set(found).size < found.length) throw refuse.field(change.text, '文件已失效，请重新上传')
      return { ...change, value: found.length > 0 ? found.map((file) => asAnswerFile(file, question)) : undefined }
    },
    async release(before, after) {
      if (!concerned) return
      const left = [...idsIn(before)].filter((id) => own.has(id) && !idsIn(after).has(id))
      if (left.length > 0) await letGoUnlessSubmitted(db, answerId, left)
    },
  }
}

async function letGoUnlessSubmitted(db: Db, answerId: string, ids: readonly string[]): Promise<void> {
  const submitted = await answers.submittedFiles(db, answerId)
  await letGoOf(db, ids.filter((id) => !submitted.has(id)))
}

/** With a submission nothing is on its way any more: files that stand in none are let go of. */
export async function keepSubmittedFiles(db: Db, answerId: string): Promise<void> {
  const own = await filesOfRecord(db, ANSWER_FILES, answerId)
  if (own.length > 0) await letGoUnlessSubmitted(db, answerId, own.map(({ fileId }) => fileId))
}

/** Lets go of files that were sent so many milliseconds ago and stand nowhere, since the page was closed before they were saved; answers how many are left. */
export async function dropForgotten(db: Db, answerId: string, content: Answers, olderMs: number): Promise<number> {
  const own = await filesOfRecord(db, ANSWER_FILES, answerId)
  const [held, submitted] = [idsIn(content), await answers.submittedFiles(db, answerId)]
  const forgotten = own.filter(({ fileId, createTime }) => !held.has(fileId) && !submitted.has(fileId) && createTime.getTime() < Date.now() - olderMs)
  await letGoOf(db, forgotten.map(({ fileId }) => fileId))
  return own.length - forgotten.length
}
