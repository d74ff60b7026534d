import { email, isCreditCode, isIdCard, mobile, phone } from '../../rules/identifiers'
import { isOneLine, isPlainText } from '../../core/characters'
import type { Answer, AnswerFile } from './answers'
import { compare, decimalOf } from './decimal'
import { TEXT_FORMATS, type Question, type TextFormat } from './document'
import { moneyText } from './display'
import { fileRuleOf } from './files'
import { isCalendarDay } from './values'

const TEXT_MAX = 500
const TEXTAREA_MAX = 5000

const SHAPES: Record<TextFormat, (text: string) => boolean> = {
  creditCode: isCreditCode,
  idCard: (text) => isIdCard(text),
  mobile: (text) => mobile().safeParse(text).success,
  phone: (text) => phone().safeParse(text).success,
  email: (text) => email().safeParse(text).success,
  stockCode: (text) => /^\d{6}$/.test(text),
  postcode: (text) => /^\d{6}$/.test(text),
  url: (text) => /^https?:\/\/[^\s"'<>]{1,500}$/i.test(text),
  year: (text) => /^(?:19|20)\d{2}$/.test(text),
}

/** Whether a text follows a mask: 9 a digit, A a letter, * any character, others themselves. */
export function followsMask(text: string, mask: string): boolean {
  const [given, wanted] = [[...text], [...mask]]
  return (
    given.length === wanted.length &&
    wanted.every((sign, i) => {
      const one = given[i] ?? ''
      if (sign === '9') return one >= '0' && one <= '9'
      if (sign === 'A') return /^[A-Za-z]$/.test(one)
      return sign === '*' || sign === one
    })
  )
}

const isTexts = (answer: Answer): answer is string[] => Array.isArray(answer) && answer.every((one) => typeof one === 'string')
const isFiles = (answer: Answer): answer is AnswerFile[] =>
  Array.isArray(answer) && answer.every((one) => typeof one === 'object' && one !== null && 'fileId' in one)

/** A bound as a number; null where the question has none. */
const bound = (text: string | undefined): number | null => (text === undefined || !Number.isFinite(Number(text)) ? null : Number(text))

function numberFault(
  label: string,
  text: string,
  { min, max, decimals, unit }: Pick<Question, 'min' | 'max' | 'decimals' | 'unit'>,
): string | null {
  const number = decimalOf(text)
  if (!number) return `${label}须为数字`
  if (decimals !== undefined && number.scale > decimals) return decimals === 0 ? `${label}须为整数` : `${label}最多 ${decimals} 位小数`
  const [least, most] = [min === undefined ? null : decimalOf(min), max === undefined ? null : decimalOf(max)]
  if (least && compare(number, least) < 0) return `${label}不能小于 ${min}${unit ?? ''}`
  return most && compare(number, most) > 0 ? `${label}不能大于 ${max}${unit ?? ''}` : null
}

function countFault(label: string, count: number, { min, max }: Pick<Question, 'min' | 'max'>, unit: string, full: boolean): string | null {
  const [least, most] = [bound(min), bound(max)]
  if (full && least !== null && count < least) return `${label}至少 ${least} ${unit}`
  return most !== null && count > most ? `${label}最多 ${most} ${unit}` : null
}

function textFault(label: string, text: string, question: Question, full: boolean): string | null {
  const long = question.type === 'textarea'
  const most = Math.min(bound(question.max) ?? Infinity, long ? TEXTAREA_MAX : TEXT_MAX)
  const length = [...text].length
  if (length > most) return `${label}不能超过 ${most} 个字`
  const least = bound(question.min)
  if (full && least !== null && length < least) return `${label}至少 ${least} 个字`
  if (!isPlainText(text)) return `${label}含有不可见的控制字符`
  if (!long && !isOneLine(text)) return `${label}不能换行`
  if (question.format && !SHAPES[question.format](text)) return `${label}须为正确的${TEXT_FORMATS[question.format]}`
  return question.mask && !followsMask(text, question.mask) ? `${label}须按“${question.mask}”的样式填写` : null
}

function dayFault(label: string, day: unknown, { min, max }: Pick<Question, 'min' | 'max'>): string | null {
  if (typeof day !== 'string' || !isCalendarDay(day)) return `${label}须为日期，例如 2026-01-31`
  if (min && day < min) return `${label}不能早于 ${min}`
  return max && day > max ? `${label}不能晚于 ${max}` : null
}

const offered = ({ options }: Question): Set<string> => new Set(options?.map((one) => one.value))
const NOT_OFFERED = '没有这个选项，请重新选择'

/**
 * What is wrong with an answer to a question, as a sentence; null when nothing is. `full` is asked on submission, when what is there
 * has to be complete: as many choices and characters as the question wants. That something is there at all is not asked here.
 */
export function answerFault(question: Question, label: string, answer: Answer, full: boolean): string | null {
  switch (question.type) {
    case 'text':
    case 'textarea':
      return typeof answer === 'string' ? textFault(label, answer, question, full) : `${label}须为文字`
    case 'region':
      return typeof answer === 'string' && answer.length <= 100 && isPlainText(answer) && isOneLine(answer) ? null : `请选择${label}`
    case 'number':
      return typeof answer === 'string' ? numberFault(label, answer, question) : `${label}须为数字`
    case 'money': {
      if (typeof answer !== 'number' || !Number.isSafeInteger(answer)) return `${label}须为金额`
      const { min, max } = question
      return numberFault(label, moneyText(answer), {
        ...(min === undefined ? {} : { min }),
        ...(max === undefined ? {} : { max }),
        unit: ' 元',
      })
    }
    case 'rating': {
      const most = bound(question.max) ?? 5
      return typeof answer === 'number' && Number.isInteger(answer) && answer >= 1 && answer <= most
        ? null
        : `${label}须为 1 至 ${most} 的整数`
    }
    case 'date':
      return dayFault(label, answer, question)
    case 'range': {
      if (typeof answer !== 'object' || answer === null || Array.isArray(answer) || !('from' in answer)) return `${label}须为起止日期`
      const { from, to } = answer as { from: string | null; to: string | null }
      for (const day of [from, to]) {
        const fault = day === null ? null : dayFault(label, day, question)
        if (fault) return fault
      }
      if (full && (from === null) !== (to === null)) return `请填写${label}的${from === null ? '开始' : '结束'}日期`
      return from && to && from > to ? `${label}的结束日期不能早于开始日期` : null
    }
    case 'radio':
    case 'select':
      return typeof answer === 'string' && offered(question).has(answer) ? null : `${label}${NOT_OFFERED}`
    case 'checkbox': {
      if (!isTexts(answer)) return `请选择${label}`
      const known = offered(question)
      if (new Set(answer).size !== answer.length || answer.some((one) => !known.has(one))) return `${label}${NOT_OFFERED}`
      return countFault(label, answer.length, question, '项', full)
    }
    case 'matrix': {
      if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return `请选择${label}`
      const [known, items] = [offered(question), new Set(question.items?.map((one) => one.value))]
      const right = Object.entries(answer).every(
        ([item, chosen]) =>
          items.has(item) &&
          (question.multiple
            ? isTexts(chosen as Answer) && (chosen as string[]).every((one) => known.has(one))
            : typeof chosen === 'string' && known.has(chosen)),
      )
      return right ? null : `${label}${NOT_OFFERED}`
    }
    case 'file':
    case 'image':
    case 'signature':
      return isFiles(answer)
        ? countFault(
            label,
            answer.length,
            { ...question, max: String(fileRuleOf(question).max) },
            '个文件',
            full,
          )
        : `请上传${label}`
    default:
      return null
  }
}

/** Asks for the answer in the words for its kind. */
export function askForAnswer({ type }: Question, label: string): string {
  if (type === 'file' || type === 'image') return `请上传${label}`
  if (type === 'signature') return `请签署${label}`
  return type === 'radio' ||
    type === 'select' ||
    type === 'checkbox' ||
    type === 'matrix' ||
    type === 'date' ||
    type === 'region' ||
    type === 'rating'
    ? `请选择${label}`
    : `请填写${label}`
}
