import { STANDING } from '@assoc/contract/member/member'

/** Narrowing of a page of figures, as its calls take it. */
export interface Narrowed {
  categoryId?: string | undefined
  jurisdiction?: string | undefined
}

type Question = Record<string, string | number | undefined>

/** A path with its question; what is undefined is left out, and a list of values stands with commas as lists read it. */
export function linkTo(path: string, question: Question): string {
  const given = Object.entries(question).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as [string, string]]))
  const text = new URLSearchParams(given).toString()
  return text ? `${path}?${text}` : path
}

/** Members of a status, the standing ones when none is said. */
export const memberLink = (narrowed: Narrowed, question: Question = {}): string =>
  linkTo('/memberManage/memberList', { memberStatus: STANDING.join(','), ...narrowed, ...question })

/** All bills but cancelled ones. */
export const BILLED = ['due', 'part', 'paid', 'waived'] as const

/** Bills by year or due date, narrowed as the figures are. */
export const billLink = (narrowed: Narrowed, question: Question): string => linkTo('/feeManage/duesBill', { ...narrowed, ...question })

/** The same figures, narrowed further. */
export const feeStatLink = (narrowed: Narrowed, billYear: number): string => linkTo('/feeManage/feeStat', { billYear, ...narrowed })
