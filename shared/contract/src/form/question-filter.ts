import { z } from 'zod'
import { withMeta } from '../core/fields'

// A filter of answers by what was answered in a round. One text, so that addresses, saved views and exports hold it as they hold any other:
// the round, then one or two conditions, such as `12|k9d5ne=o1,o2|k8h3rd~3..5`.

/** What an answer must have at one question. `item` is the row of a matrix. */
export type QuestionCondition = { key: string; item?: string } & (
  | { kind: 'choice'; values: string[] }
  /** Bounds as they are kept: money in 分; an empty one is open. */
  | { kind: 'number'; from: string; to: string }
  | { kind: 'day'; from: string; to: string }
  /** Handed in with nothing at the question, or with anything. */
  | { kind: 'empty' }
  | { kind: 'filled' }
)

export interface QuestionFilter {
  roundId: string
  conditions: QuestionCondition[]
}

/** Conditions of one filter. */
export const CONDITIONS_MOST = 2
const VALUES_MOST = 50

const PATH = /^([a-z][a-z0-9]{1,23})(?:\/([a-z0-9]{1,24}))?$/
const BOUND = { number: /^(?:-?\d{1,30}(?:\.\d{1,10})?)?$/, day: /^(?:\d{4}-\d{2}-\d{2})?$/ }
const SIGNS = { number: '~', day: '@' } as const
const escaped = (value: string): string => value.replace(/[%|,]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
const unescaped = (value: string): string => value.replace(/%(25|7C|2C)/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** The filter as a text. */
export function questionFilterText({ roundId, conditions }: QuestionFilter): string {
  const written = conditions.map((one) => {
    const path = one.item === undefined ? one.key : `${one.key}/${one.item}`
    if (one.kind === 'choice') return `${path}=${one.values.map(escaped).join(',')}`
    if (one.kind === 'number' || one.kind === 'day') return `${path}${SIGNS[one.kind]}${one.from}..${one.to}`
    return `${path}${one.kind === 'empty' ? '!' : '*'}`
  })
  return [roundId, ...written].join('|')
}

function conditionOf(text: string): QuestionCondition | null {
  const at = text.search(/[=~@!*]/)
  const [, key, item] = PATH.exec(text.slice(0, at)) ?? []
  if (at < 0 || !key) return null
  const place = { key, ...(item ? { item } : {}) }
  const rest = text.slice(at + 1)
  switch (text[at]) {
    case '=': {
      const values = rest.split(',').map(unescaped).filter(Boolean)
      return values.length > 0 && values.length <= VALUES_MOST ? { ...place, kind: 'choice', values } : null
    }
    case '~':
    case '@': {
      const kind = text[at] === '~' ? 'number' : 'day'
      const [from = '', to = '', ...more] = rest.split('..')
      return more.length === 0 && (from || to) && BOUND[kind].test(from) && BOUND[kind].test(to) && isDay(kind, from) && isDay(kind, to) ? { ...place, kind, from, to } : null
    }
    default:
      if (rest !== '') return null
      return text[at] === '!' ? { ...place, kind: 'empty' } : { ...place, kind: 'filled' }
  }
}

const isDay = (kind: 'number' | 'day', text: string): boolean => kind === 'number' || text === '' || new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text

/** The filter that a text writes; null where it writes none. */
export function questionFilterOf(text: string): QuestionFilter | null {
  const [roundId = '', ...written] = text.split('|')
  if (!/^[1-9]\d{0,17}$/.test(roundId) || written.length < 1 || written.length > CONDITIONS_MOST) return null
  const conditions = written.map(conditionOf)
  return conditions.every((one) => one !== null) ? { roundId, conditions } : null
}

/** Field of a list's filters that holds one. */
export const questionFilter = withMeta(
  z
    .string()
    .max(2000)
    .refine((text) => questionFilterOf(text) !== null, '题目条件不正确'),
  { label: '题目条件' },
)
