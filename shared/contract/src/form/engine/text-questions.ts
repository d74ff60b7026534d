import type { Option, Question } from './document'

// Questions of a text that is pasted from Word or a mail: numbered lines become questions, what is counted below them options. What a
// line is follows from the signs that the whole text uses: （1） begins a question where nothing coarser does, and an option elsewhere.

/** A question without a code; the document gives it one. */
export type Draft = Omit<Question, 'code'>
export interface DraftSection {
  /** Heading of the text; empty for what stands before the first. */
  title: string
  questions: Draft[]
}
export interface ReadText {
  sections: DraftSection[]
  /** Lines that were not understood, by their number from 1. */
  unread: { line: number; text: string }[]
}

/** Most characters that are read. */
const MOST = 300_000
const LABEL = 500
const OPTION = 200

/** Signs that begin a line, from the coarsest to the finest. */
const SIGNS = [
  /^第?[一二三四五六七八九十]{1,3}(?:部分|章)?\s{0,3}[、.．:：]\s{0,3}/,
  /^[（(]\s?[一二三四五六七八九十]{1,3}\s?[）)]\s{0,3}[、.．]?\s{0,3}/,
  /^(?:第\s?\d{1,4}\s?题\s?[.、．:：]?|[QqＱ]\s?\d{1,4}\s?[.、．:：]?|\d{1,4}\s?[.、．)）:：](?!\d)|\d{1,3}(?:[.．]\d{1,2}){1,3}(?:\s?[.、．)）:：](?!\d)|\s))\s{0,3}/,
  /^[（(]\s?\d{1,4}\s?[）)]\s{0,3}[、.．]?\s{0,3}/,
  /^[①-⑳]\s{0,3}[、.．]?\s{0,3}/,
] as const
const DIGITS = 2

const LETTER = /([A-Za-z])\s?[.、．)）:：]\s{0,3}/g
const TAGS =
  /[【[（(]\s?(单选|多选|可多选|可以多选|多项选择|单项选择|不定项|不定项选择|填空|简答|问答|判断|必填|必答|选填|选答|日期|数字|金额|附件|图片|签名)题?\s?[】\]）)]/g
const MOST_CHOICES = /[（(【]\s?(?:最多|限|至多)(?:可?选)?\s?(\d{1,2}|[一二三四五六七八九])\s?(?:项|个)\s?[）)】]/
const BLANK = /[_＿]{2,}\s{0,3}(万元|元|%|％|人|股|家|个|次|天|年|岁|名|项)?/g
const DATE = /[_＿] ?年 ?[_＿]{1,20} ?月(?: ?[_＿]{1,20} ?日)?/
const EMPTY_BRACKETS = /[（(]\s{0,10}[）)]/g
const LONG = /意见|建议|简述|简要|说明|描述|原因|理由|情况介绍|请阐述/
const OTHER = /^其[他它]/
const HELP = /^(?:注|说明|提示|备注|填写说明|填表说明)\s?[:：]\s?/
const NUMERALS = '一二三四五六七八九'

const tidy = (text: string): string => text.replaceAll(/[ \t]{1,200}/g, ' ').trim()
const plain = (text: string): string =>
  text
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replaceAll(/[\u00a0\u3000]/g, ' ')

/** Signs in a text that stand one after another: options of a line, by where each begins and where its label does. */
interface Mark {
  from: number
  to: number
}

/** Letters count only in their order from the one that is due, so that `A股` and `IPO.` within a sentence are none. */
function letterMarks(text: string, due: number): Mark[] {
  const found: Mark[] = []
  for (const match of text.matchAll(LETTER)) {
    if ((match[1] ?? '').toUpperCase().charCodeAt(0) - 65 !== due + found.length) continue
    found.push({ from: match.index, to: match.index + match[0].length })
  }
  return found
}

const marksOf = (text: string, sign: RegExp): Mark[] =>
  [...text.matchAll(sign)].map((match) => ({ from: match.index, to: match.index + match[0].length }))

const BOXES = /[□☐○◯☑]\s?/g
const INNER = [/[①-⑳]\s?[、.．]?/g, /[（(]\s?\d{1,2}\s?[）)]\s?[、.．]?/g] as const

/** The options of a line and what stands before them; `level` is the sign that begins a question. */
function optionsIn(text: string, level: number, due: number): { stem: string; labels: string[] } {
  const letters = letterMarks(text, due)
  let marks = letters.length > 1 || letters[0]?.from === 0 ? letters : marksOf(text, BOXES)
  for (const [i, sign] of INNER.entries()) {
    if (marks.length > 0 || level >= 4 - i) continue
    const found = marksOf(text, sign)
    if (found.length > 1 || found[0]?.from === 0) marks = found
  }
  return {
    stem: text.slice(0, marks[0]?.from ?? text.length),
    labels: marks.map(({ to }, i) => text.slice(to, marks[i + 1]?.from ?? text.length)),
  }
}

/** An option of its label; a blank behind it asks for words. */
function optionOf(text: string, index: number): Option | null {
  const label = tidy(text.replaceAll(BLANK, '').replaceAll(/[;；,，、]$/g, ''))
  if (!label || label.length > OPTION) return null
  return { value: String(index + 1), label, ...(OTHER.test(label) || /[_＿]{2,}/.test(text) ? { other: true as const } : {}) }
}

const TYPE_TAGS: Record<string, Question['type'] | undefined> = {
  简答: 'textarea',
  问答: 'textarea',
  日期: 'date',
  数字: 'number',
  金额: 'money',
  附件: 'file',
  图片: 'image',
  签名: 'signature',
}

interface Open extends Draft {
  /** Its tags say that options follow. */
  chosen?: boolean
}

/** The question that a line begins, from what stands before its options. */
function questionOf(stem: string): Open | null {
  const tags = [...stem.matchAll(TAGS)].map(([, tag = '']) => tag)
  const most = MOST_CHOICES.exec(stem)?.[1]
  let text = stem.replaceAll(TAGS, '').replace(MOST_CHOICES, '')
  const starred = /^\s{0,3}[*＊]|[*＊]\s{0,3}$/.test(text)
  const blanks = [...text.matchAll(BLANK)]
  const isDate = DATE.test(text)
  if (isDate) text = text.replace(DATE, '').replaceAll(/[_＿]/g, '')
  else if (blanks.length === 1) text = text.replace(BLANK, '')
  const label = tidy(text.replaceAll(EMPTY_BRACKETS, '').replaceAll(/[*＊]/g, ''))
    .replace(/[:：]$/, '')
    .trim()
  if (!label || label.length > LABEL) return null
  const many = most !== undefined || tags.some((tag) => tag.includes('多') || tag.includes('不定项'))
  const chosen = many || tags.some((tag) => tag.startsWith('单') || tag === '判断')
  const unit = blanks.length === 1 ? blanks[0]?.[1] : undefined
  const one: Open = { type: many ? 'checkbox' : chosen ? 'radio' : 'text', label, ...(chosen ? { chosen } : {}) }
  if (starred || tags.includes('必填') || tags.includes('必答')) one.required = true
  if (most !== undefined) one.max = String(NUMERALS.indexOf(most) + 1 || Number(most))
  if (tags.includes('判断'))
    one.options = [
      { value: '1', label: '是' },
      { value: '2', label: '否' },
    ]
  if (chosen) return one
  const told = tags.map((tag) => TYPE_TAGS[tag]).find((type) => type !== undefined)
  if (told) one.type = told
  else if (isDate) one.type = 'date'
  else if (unit === '元' || unit === '万元') Object.assign(one, { type: 'money', unit: unit === '元' ? 'yuan' : 'wan' })
  else if (unit !== undefined && unit !== '年') Object.assign(one, { type: 'number', unit: unit === '％' ? '%' : unit })
  else if (blanks.length === 0 && LONG.test(label)) one.type = 'textarea'
  return one
}

/** The questions that a text holds, with their options, and the lines that were not understood. */
export function questionsFromText(source: string): ReadText {
  const lines = plain(source.slice(0, MOST))
    .split(/\r?\n|\r|\u2028|\u2029/)
    .map((line) => line.trim())
  const levelOf = (line: string): number => SIGNS.findIndex((sign) => sign.test(line))
  const used = new Set(lines.map(levelOf))
  const level = [DIGITS, 3, 1, 0, 4].find((one) => used.has(one)) ?? DIGITS
  const sections: DraftSection[] = [{ title: '', questions: [] }]
  const unread: ReadText['unread'] = []
  let open: Open | null = null
  const begin = (stem: string, labels: readonly string[]): boolean => {
    const one = questionOf(stem)
    if (!one) return false
    open = one
    sections.at(-1)?.questions.push(one)
    return addOptions(one, labels)
  }
  lines.forEach((line, i) => {
    if (line === '') return
    const at = levelOf(line)
    const isUnread = (): unknown => unread.push({ line: i + 1, text: line.slice(0, LABEL) })
    if (at >= 0 && at <= level) {
      const text = line.replace(SIGNS[at] as RegExp, '')
      if (at < level) {
        open = null
        if (text.length > OPTION || text === '') isUnread()
        else sections.push({ title: tidy(text), questions: [] })
        return
      }
      const { stem, labels } = optionsIn(text, level, 0)
      if (!begin(stem, labels)) {
        open = null
        isUnread()
      }
      return
    }
    const { stem, labels } = optionsIn(line, level, open?.options?.length ?? 0)
    if (labels.length > 0 && stem.trim() === '') {
      if (!open || !addOptions(open, labels)) isUnread()
    } else if (labels.length > 1 || (labels.length === 0 && /[_＿]{2,}/.test(line) && /[^_＿\s年月日]/.test(line))) {
      if (!begin(stem, labels)) isUnread()
    } else if (open && /^[_＿\s]{2,}$/.test(line)) {
      // Lines to write on: more than one word is expected.
      if (open.type === 'text') open.type = 'textarea'
    } else if (open && HELP.test(line) && open.help === undefined && line.length <= 1000) open.help = line.replace(HELP, '')
    else if (!(open?.chosen && addOptions(open, [line]))) isUnread()
  })
  for (const { questions } of sections) for (const one of questions as Open[]) delete one.chosen
  return { sections: sections.filter(({ title, questions }) => title !== '' || questions.length > 0), unread }
}

/** Adds options to a question, and makes one of a choice of it; false when one of them is none. */
function addOptions(one: Open, labels: readonly string[]): boolean {
  if (labels.length === 0) return true
  const old = one.options ?? []
  const added = labels.map((label, i) => optionOf(label, old.length + i))
  if (added.some((option) => option === null) || old.length + added.length > 500) return false
  one.options = [...old, ...(added as Option[])]
  if (one.type !== 'checkbox') one.type = 'radio'
  return true
}
