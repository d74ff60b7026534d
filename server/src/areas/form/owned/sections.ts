import { rowsOf } from '@assoc/contract/form/engine/answers'
import { textAt } from '@assoc/contract/form/engine/difference'
import { orderOf, type FormDoc, type Question, type QuestionType } from '@assoc/contract/form/engine/document'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { documentOfVersion } from '../answer/document'
import * as answers from '../answer/repository'

/** What says who fills in rather than what: registers, files with their names, signatures. */
const TELLING: ReadonlySet<QuestionType> = new Set(['note', 'lookup', 'file', 'image', 'signature'])
const isTold = ({ type, personal }: Question): boolean => !personal && !TELLING.has(type)
const plain = (label: string): string => label.replace(/\{\{[a-z0-9]{1,24}\}\}/g, '…')

function textOf(doc: FormDoc, key: string, question: Question, content: answers.StoredAnswer['content']): string {
  if (!question.columns) return textAt(doc, key, content[key])
  const columns = question.columns.filter((column) => doc.questions[column] && isTold(doc.questions[column]))
  return rowsOf(content[key])
    .map((row) => columns.flatMap((column) => {
      const text = textAt(doc, `${key}/${row.id}/${column}`, row.cells[column])
      return text === '' ? [] : [`${plain(doc.questions[column]?.label ?? '')}：${text}`]
    }).join('；'))
    .filter(Boolean)
    .join('\n')
}

/** An answer in words, question by question, without what tells whose it is: no personal answers, nothing out of registers, no files. */
export async function answerSections(db: Db, answerId: string): Promise<{ label: string; text: string }[]> {
  const [answer, version] = [await answers.readAnswer(db, answerId), await answers.versionOfAnswer(db, answerId)]
  if (!answer || !version) throw refuse.notFound()
  const doc = await documentOfVersion(db, version)
  return orderOf(doc).flatMap((key) => {
    const question = doc.questions[key]
    if (!question || question.in !== undefined || !isTold(question)) return []
    const text = textOf(doc, key, question, answer.content)
    return text === '' ? [] : [{ label: plain(question.label), text }]
  })
}
