import { decimalFrom, decimalOf, decimalText, multiply, round, wholeNumber } from '@assoc/contract/form/engine/decimal'
import type { Answer } from '@assoc/contract/form/engine/answers'
import { grouped, moneyText } from '@assoc/contract/form/engine/display'
import type { Question } from '@assoc/contract/form/engine/document'

const WAN = 10_000
const FULL_WIDTH = '０１２３４５６７８９．－＋'
const NARROW = '0123456789.-+'

/** A number as people type it, with full-width digits, separators and blanks, as the engine writes it. */
export const plainNumber = (typed: string): string =>
  [...typed]
    .map((sign) => NARROW[FULL_WIDTH.indexOf(sign)] ?? sign)
    .filter((sign) => !/[,，\s￥¥]/.test(sign))
    .join('')

/** The answer that a typed number or sum of money is; what is none is kept as it was typed, so that it can be corrected. */
export function typedNumber({ type, unit }: Question, typed: string): Answer | undefined {
  const plain = plainNumber(typed)
  if (plain === '') return undefined
  const number = decimalOf(plain)
  if (!number) return typed
  if (type === 'number') return decimalText(number)
  const yuan = unit === 'wan' ? multiply(number, decimalFrom(WAN)) : number
  const fen = yuan && multiply(yuan, decimalFrom(100))
  return fen && (wholeNumber(fen) ?? (type === 'money' ? (wholeNumber(round(fen, 0)) ?? typed) : typed))
}

/** What stands in the field of a number: as it can be typed while it is typed in, with separators when it is left. */
export function numberText({ type, unit, decimals }: Question, value: Answer | undefined, editing: boolean): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number' && type === 'money') return editing ? moneyText(value, unit) : grouped(moneyText(value, unit))
  const text = String(value)
  return editing || !decimalOf(text) ? text : grouped(text, decimals)
}

/** What stands behind a number. */
export const unitOf = ({ type, unit = '' }: Question): string => (type === 'money' ? (unit === 'wan' ? '万元' : '元') : unit)
