import { rowsOf, type Answer, type Answers } from '@assoc/contract/form/engine/answers'
import { answerText } from '@assoc/contract/form/engine/display'
import type { FormDoc, Question } from '@assoc/contract/form/engine/document'

/** Something that was typed and would no longer count. */
export interface Loss {
  label: string
  value: string
  why: string
}

const CHOSEN: ReadonlySet<Question['type']> = new Set(['radio', 'select', 'checkbox', 'matrix'])

function whyOf(was: Question, is: Question | undefined, answer: Answer): string | null {
  if (!is || is.retired) return '题目已删除或停用'
  if (is.type !== was.type) return '题型已改变'
  if (!CHOSEN.has(is.type)) return null
  const values = Array.isArray(answer) ? answer : typeof answer === 'object' && answer !== null ? Object.values(answer).flat() : [answer]
  const gone = values.flatMap((value) => {
    const before = was.options?.find((one) => one.value === value)
    const now = is.options?.find((one) => one.value === value)
    return before && !before.retired && (!now || now.retired) ? [`“${before.label}”`] : []
  })
  return gone.length > 0 ? `选项${gone.join('、')}已停用` : null
}

const isEmpty = (answer: Answer | undefined): answer is undefined => answer === undefined || answer === null || answer === ''

/** Questions of the earlier version of which an answer could be lost, with the table that each stands in. */
export const touched = (before: FormDoc, after: FormDoc): Set<string> =>
  new Set(
    Object.entries(before.questions).flatMap(([key, was]) => {
      const is = after.questions[key]
      const options = CHOSEN.has(was.type) && was.options?.some((one) => !one.retired && (is?.options?.find(({ value }) => value === one.value)?.retired ?? true))
      return !was.retired && (!is || is.retired || is.type !== was.type || options) ? [was.in ?? key] : []
    }),
  )

/** What of an answer to the earlier version would no longer count by the later one. */
export function lossesOf(before: FormDoc, after: FormDoc, content: Answers): Loss[] {
  return Object.entries(before.questions).flatMap(([key, was]): Loss[] => {
    const told = (answer: Answer | undefined, label: string): Loss[] => {
      if (isEmpty(answer)) return []
      const why = whyOf(was, after.questions[key], answer)
      return why ? [{ label, value: was.type === 'repeat' ? `${rowsOf(answer).length} 行` : answerText(was, answer), why }] : []
    }
    if (was.in === undefined) return told(content[key], was.label)
    return rowsOf(content[was.in]).flatMap((row, i) => told(row.cells[key], `${before.questions[was.in ?? '']?.label ?? ''}第 ${i + 1} 行${was.label}`))
  })
}
