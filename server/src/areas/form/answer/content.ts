import { masked, type PersonalKind } from '@assoc/contract'
import { answerAt, otherKey, ownerOf, pathText, rowsOf, whyKey, withAnswer, type Answer, type AnswerPath, type Answers } from '@assoc/contract/form/engine/answers'
import { isAsked, type FormDoc, type Question } from '@assoc/contract/form/engine/document'

// What is kept of answers where: personal ones apart and encrypted, what is counted in rows of its own, the rest as it was typed.

/** The question that is answered at a path; undefined where nobody answers one. A row of a table is answered by its table. */
export function questionAt(doc: FormDoc, { key, row, column }: AnswerPath): Question | undefined {
  const owner = doc.questions[ownerOf(key)]
  if (!owner || owner.retired || owner.in !== undefined || !isAsked(owner)) return undefined
  if (row === undefined) return owner
  if (owner.type !== 'repeat' || ownerOf(key) !== key) return undefined
  if (column === undefined) return owner
  const cell = doc.questions[ownerOf(column)]
  return cell && cell.in === key && !cell.retired && isAsked(cell) ? cell : undefined
}

/** What kind of personal data is answered at a path; undefined where it is none. Words beside an option are not. */
export const personalAt = (doc: FormDoc, path: AnswerPath): PersonalKind | undefined => doc.questions[path.column ?? path.key]?.personal

/** Whether rows of a table hold personal answers: then it is not written as a whole. */
export const hasPersonalColumn = (doc: FormDoc, key: string): boolean => doc.questions[key]?.columns?.some((column) => doc.questions[column]?.personal) ?? false

/** Every path of a sheet of answers whose question is personal, with what stands there. */
function personalPaths(doc: FormDoc, answers: Answers): AnswerPath[] {
  return Object.entries(doc.questions).flatMap(([key, { personal, in: table }]): AnswerPath[] => {
    if (!personal) return []
    return table === undefined ? [{ key }] : rowsOf(answers[table]).map((row) => ({ key: table, row: row.id, column: key }))
  })
}

/** Answers without the personal ones, and these by their paths. */
export function withoutPersonal(doc: FormDoc, answers: Answers): { answers: Answers; personal: Map<string, string> } {
  const personal = new Map<string, string>()
  let left = answers
  for (const path of personalPaths(doc, answers)) {
    const value = answerAt(answers, path)
    if (value === undefined) continue
    left = withAnswer(left, path, undefined)
    if (value !== null && value !== '') personal.set(pathText(path), String(value))
  }
  return { answers: left, personal }
}

/** How a personal answer is shown. */
export const shownAs = (kind: PersonalKind, text: string): string => masked(kind, text) ?? ''

/** What is counted of an answer: one value of one question, in one row of a table or item of a matrix. */
export interface Counted {
  key: string
  row: string
  choice?: string
  number?: string
  day?: string
}

const DECIMAL = /^-?\d{1,60}(?:\.\d{1,30})?$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

function countedOf(question: Question, key: string, row: string, answer: Answer | undefined): Counted[] {
  if (answer === undefined || answer === null || answer === '' || question.personal) return []
  const at = { key, row }
  switch (question.type) {
    case 'radio':
    case 'select':
    case 'region':
      return typeof answer === 'string' ? [{ ...at, choice: answer }] : []
    case 'checkbox':
      return Array.isArray(answer) ? answer.flatMap((one) => (typeof one === 'string' ? [{ ...at, choice: one }] : [])) : []
    case 'matrix':
      return typeof answer === 'object' && !Array.isArray(answer)
        ? Object.entries(answer).flatMap(([item, chosen]) => [chosen ?? []].flat().map((choice) => ({ key, row: row ? `${row}/${item}` : item, choice })))
        : []
    case 'number':
      return typeof answer === 'string' && DECIMAL.test(answer) ? [{ ...at, number: answer }] : []
    case 'money':
    case 'rating':
      return typeof answer === 'number' ? [{ ...at, number: String(answer) }] : []
    case 'date':
      return typeof answer === 'string' && DAY.test(answer) ? [{ ...at, day: answer }] : []
    case 'calc':
      // Whatever it came to: a number, a day, yes or no. Texts are not counted.
      if (typeof answer === 'boolean') return [{ ...at, choice: answer ? 'yes' : 'no' }]
      if (typeof answer !== 'string') return []
      return DECIMAL.test(answer) ? [{ ...at, number: answer }] : DAY.test(answer) ? [{ ...at, day: answer }] : []
    default:
      return []
  }
}

/** All values of a submission that are counted; money in 分, what a calculation came to as it was shown. */
export function countedValues(doc: FormDoc, answers: Answers): Counted[] {
  return Object.entries(doc.questions).flatMap(([key, question]) => {
    if (question.in === undefined) return countedOf(question, key, '', answers[key])
    return rowsOf(answers[question.in]).flatMap((row) => countedOf(question, key, row.id, row.cells[key]))
  })
}

/** Whether a key of answers is one of a question, or of the words beside it. */
export const isKnownKey = (doc: FormDoc, key: string): boolean => {
  const owner = ownerOf(key)
  const question = doc.questions[owner]
  return question !== undefined && (key === owner || (key === otherKey(owner) && question.options?.some(({ other }) => other) === true) || (key === whyKey(owner) && question.tolerance !== undefined))
}
