import { localTime } from '../../core/day'
import type { Answer, AnswerFile } from './answers'
import { decimalFrom, decimalOf, decimalText, divide } from './decimal'
import type { Option, Question } from './document'

/** A number with separators of thousands and, where `decimals` says so, so many digits behind the point. */
export function grouped(text: string, decimals?: number): string {
  const [front = '', back = ''] = text.split('.')
  const sign = front.startsWith('-') ? '-' : ''
  const digits = decimals === undefined ? back : back.padEnd(decimals, '0')
  const whole = front.slice(sign.length)
  const groups: string[] = []
  for (let end = whole.length; end > 0; end -= 3) groups.unshift(whole.slice(Math.max(0, end - 3), end))
  return `${sign}${groups.join(',')}${digits ? `.${digits}` : ''}`
}

const labelOf = (options: readonly Option[] | undefined, value: string): string =>
  options?.find((one) => one.value === value)?.label ?? value

/** Money of so many 分 in the unit of its question, without the unit. */
export function moneyText(fen: number, unit?: string): string {
  const amount = decimalFrom(fen, 2)
  return unit === 'wan' ? decimalText(divide(amount, decimalFrom(10_000)) ?? amount) : decimalText(amount)
}

/** A file by its name; a signature by who gave it, and when. */
const fileText = ({ name, by, at }: AnswerFile): string => (by === undefined || at === undefined ? name : `${by}，${localTime(at).slice(0, 16)} 签署`)

/** What people read of an answer, as text: labels of options, numbers with their unit. Rows of tables are only counted. */
export function answerText(question: Question, answer: Answer | undefined, other = ''): string {
  if (answer === undefined || answer === null || answer === '') return ''
  const { type, options, unit = '', decimals } = question
  const named = (value: string): string => {
    const option = options?.find((one) => one.value === value)
    return option?.other && other ? `${option.label}（${other}）` : (option?.label ?? value)
  }
  if (typeof answer === 'boolean') return answer ? '是' : '否'
  if (typeof answer === 'number')
    return type === 'money' ? `${grouped(moneyText(answer, unit))} ${unit === 'wan' ? '万元' : '元'}` : String(answer)
  if (typeof answer === 'string') {
    if (type === 'radio' || type === 'select') return named(answer)
    if ((type === 'number' || type === 'calc') && decimalOf(answer)) return `${grouped(answer, decimals)}${unit && ` ${unit}`}`
    return answer
  }
  if (Array.isArray(answer)) {
    if (type === 'repeat') return `${answer.length} 行`
    return answer.map((one) => (typeof one === 'string' ? named(one) : 'name' in one ? fileText(one) : '')).join('、')
  }
  if (type === 'range') {
    const { from, to } = answer as { from: string | null; to: string | null }
    return from || to ? `${from ?? ''} 至 ${to ?? ''}` : ''
  }
  return Object.entries(answer as Record<string, string | string[]>)
    .map(([item, chosen]) => `${labelOf(question.items, item)}：${[chosen].flat().map(named).join('、')}`)
    .join('；')
}
