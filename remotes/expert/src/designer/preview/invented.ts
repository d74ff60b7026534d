import { dayAfter, today } from '@assoc/contract/core/day'
import type { Answer, Answers } from '@assoc/contract/form/engine/answers'
import { isAsked, orderOf, type FormDoc, type Question, type TextFormat } from '@assoc/contract/form/engine/document'

/** Texts of each named format that pass its check; none of them is anybody's. */
const SAMPLES: Record<TextFormat, string> = {
  creditCode: '91310000MA1FL0000N',
  idCard: '110101199003070003',
  mobile: '13800000000',
  phone: '010-00000000',
  email: 'shili@example.com',
  stockCode: '000000',
  postcode: '100000',
  url: 'https://example.com',
  year: today().slice(0, 4),
}

/** A number that lies within the bounds of a question, as far as it can be had. */
function numberFor({ min, max, decimals }: Question, order: number): string {
  const least = Number(min ?? 0)
  const most = max === undefined ? Math.max(least, 100 + order) : Number(max)
  return (Number.isFinite(least) && Number.isFinite(most) ? Math.min(most, Math.max(least, 10 + order)) : 1).toFixed(
    Math.min(decimals ?? 0, 8),
  )
}

/** What somebody might answer to a question; nothing where only a person can, such as a signature. */
function answerFor(question: Question, order: number): Answer | undefined {
  const { type, label, format, options = [], items = [], min, max } = question
  const offered = options.filter(({ retired, other }) => !retired && !other)
  const one = offered[order % Math.max(1, offered.length)]?.value
  switch (type) {
    case 'text':
    case 'textarea': {
      const text = format ? SAMPLES[format] : `${label.slice(0, 10)}示例`
      return format ? text : text.padEnd(Number(min ?? 0) || 0, '例').slice(0, Number(max ?? 0) || undefined)
    }
    case 'number':
      return numberFor(question, order)
    case 'money':
      return Math.round(Number(numberFor({ ...question, decimals: 2 }, order)) * 100)
    case 'date':
      return min ?? max ?? today()
    case 'range':
      return { from: min ?? today(), to: max ?? dayAfter(min ?? today(), 30) }
    case 'radio':
    case 'select':
      return one
    case 'checkbox':
      return offered.slice(0, Math.max(1, Number(min ?? 1))).map(({ value }) => value)
    case 'rating':
      return numberFor({ ...question, min: '1', max: max ?? '5' }, order)
    case 'matrix':
      return one === undefined
        ? undefined
        : Object.fromEntries(items.filter(({ retired }) => !retired).map(({ value }) => [value, question.multiple ? [one] : one]))
    default:
      return undefined
  }
}

/** Answers that somebody might give, to look at a form with; they are stored nowhere. */
export function invented(doc: FormDoc): Answers {
  const answers: Answers = {}
  orderOf(doc).forEach((key, order) => {
    const question = doc.questions[key]
    if (!question || question.in !== undefined || !isAsked(question)) return
    if (question.type !== 'repeat') {
      answers[key] = answerFor(question, order)
      return
    }
    const fixed = (question.fixedRows ?? []).filter(({ retired }) => !retired)
    const rows =
      fixed.length > 0 ? fixed.map(({ value }) => value) : ['row1', 'row2'].slice(0, Math.max(1, Math.min(2, Number(question.max ?? 2))))
    answers[key] = rows.map((id, i) => ({
      id,
      cells: Object.fromEntries(
        (question.columns ?? []).flatMap((column) => {
          const one = doc.questions[column]
          const given = one && isAsked(one) ? answerFor(one, order + i) : undefined
          return given === undefined ? [] : [[column, given]]
        }),
      ) as Record<string, Answer>,
    }))
  })
  return answers
}
