import { agrees } from '../core/field-rules'
import { choice, choiceField, date, flag, int, optionalText, text, withMeta, yuanFen } from '../core/fields'
import { files } from '../core/files'
import { lines } from '../core/kinds'
import { z } from 'zod'
import { onlyWhen } from '../core/conditions'
import { orEmpty } from '../rules/identifiers'

export const optionKind = /* @__PURE__ */ choice('类别', { meal: '用餐', bus: '用车', tour: '考察', room: '房型', other: '其他' })
export const questionKind = /* @__PURE__ */ choice('题型', { text: '填空', choice: '单选', number: '数字', file: '附件' })

const twice = (rows: unknown, field: string): string | undefined => {
  const named = (Array.isArray(rows) ? rows : []).map((row: Record<string, unknown> | null) => String(row?.[field] ?? '').trim()).filter(Boolean)
  return named.find((name, i) => named.indexOf(name) !== i)
}
const onceEach = (what: string, field: string) => (rows: unknown) => {
  const found = twice(rows, field)
  return found ? `${what}“${found}”重复` : null
}

/** What people choose when they register. An option is called by its name, which stands once in a meeting. */
export const meetingOptions = () =>
  agrees(
    lines('可选项目', {
      kind: choiceField(optionKind),
      name: text('名称', 50).refine((name) => !/[、,，;；]/.test(name), '名称不能含有顿号、逗号或分号'),
      /** Of a meal: the day on which it is counted. */
      day: orEmpty(date('日期')),
      places: int('名额（0 不限）', 0, 100_000),
      price: yuanFen('价格（元）'),
      perCompany: int('每单位限额（0 不限）', 0, 1000),
    }, { max: 30 }),
    onceEach('可选项目', 'name'),
  )

/** The choices of a question, as they are typed: with a bar or a line's end between them. */
export const choicesOf = (typed: string | null | undefined): string[] => [...new Set((typed ?? '').split(/[|｜\n]/).map((one) => one.trim()).filter(Boolean))]

/** What people are asked when they register. */
export const meetingQuestions = () =>
  agrees(
    lines('报名问题', {
      question: text('问题', 100),
      kind: choiceField(questionKind),
      choices: onlyWhen(optionalText('选项（用 | 分隔）', 190), 'kind', ['choice'], true),
      required: flag('必答'),
    }, { max: 20 }),
    onceEach('问题', 'question'),
  )

/** Names of the options that somebody chose; left out of a change they stay as they are. */
export const chosenOptions = () => withMeta(z.array(text('所选项目', 50)).max(30, '所选项目最多 30 项').optional(), { label: '所选项目' })

/** What somebody answered; of a file the answer is its name among the registration's files. */
export const givenAnswers = () => lines('问题回答', { question: text('问题', 100), answer: optionalText('回答', 500) }, { max: 20 }).optional()
export const answerFiles = () => files('回答附件', { max: 10 }).optional()

export interface MeetingOption {
  kind: keyof (typeof optionKind)['labels']
  name: string
  day?: string | null | undefined
  places: number
  price: number
  perCompany: number
}
export interface MeetingQuestion {
  question: string
  kind: keyof (typeof questionKind)['labels']
  choices?: string | null | undefined
  required: boolean
}
export interface GivenAnswer {
  question: string
  answer?: string | null | undefined
}

/** What is wrong with chosen options beside those of the meeting, as a sentence; places are the server's business. */
export function problemOfOptions(chosen: readonly string[], options: readonly MeetingOption[]): string | null {
  const gone = chosen.find((name) => !options.some((option) => option.name === name))
  if (gone) return `本次会议没有“${gone}”这一项目`
  if (new Set(chosen).size < chosen.length) return '所选项目重复'
  return chosen.filter((name) => options.some((option) => option.name === name && option.kind === 'room')).length > 1 ? '房型只能选择一项' : null
}

/** What is wrong with answers, by the question; `fileNames` are those of the registration's files. */
export function problemsOfAnswers(answers: readonly GivenAnswer[], questions: readonly MeetingQuestion[], fileNames: readonly string[]): { question: string; message: string }[] {
  const unknown = answers.filter(({ question }) => !questions.some((one) => one.question === question)).map(({ question }) => ({ question, message: `本次会议没有“${question}”这一问题` }))
  const wrong = questions.flatMap(({ question, kind, choices, required }) => {
    const answer = answers.find((one) => one.question === question)?.answer ?? ''
    const problem = answer === '' ? (required ? (kind === 'file' ? `请上传“${question}”` : `请回答“${question}”`) : null) : problemOf(question, kind, choices, answer, fileNames)
    return problem ? [{ question, message: problem }] : []
  })
  return [...unknown, ...wrong]
}

function problemOf(question: string, kind: MeetingQuestion['kind'], choices: string | null | undefined, answer: string, fileNames: readonly string[]): string | null {
  if (kind === 'number' && !/^-?\d{1,12}(\.\d{1,4})?$/.test(answer)) return `“${question}”须为数字`
  if (kind === 'choice' && !choicesOf(choices).includes(answer)) return `“${question}”须从给出的选项中选择`
  if (kind === 'file' && !fileNames.includes(answer)) return `“${question}”的附件没有上传成功，请重新上传`
  return null
}

/** What is owed for a place: the meeting's fee and the prices of the options; 分. */
export const dueOf = (feeAmount: number, chosen: readonly string[], options: readonly MeetingOption[]): number =>
  options.reduce((sum, option) => (chosen.includes(option.name) ? sum + option.price : sum), feeAmount)
