import type { CaseKind } from './case-kinds'
import type { EligibleRule } from './scheme'

// Whether somebody fulfils the rules of a scheme, from facts of the registers. Both ends read it; the server alone collects the facts.

/** What the registers say of a declarant as of the end of a scheme's period. */
export interface EligibilityFacts {
  /** Null where the company itself declares. */
  personId: string | null
  companyId: string
  /** Whether the company has A or B shares that are listed. */
  listed: boolean
  listDate: string | null
  /** Whether they are in office there; always so for a company. */
  inOffice: boolean
  /** Whole months in the office at any company, times that overlap counted once. */
  tenureMonths: number
  /** Cases of the person or company: what, whose and when, the newest of a kind first. */
  cases: readonly { kind: CaseKind; of: 'person' | 'company'; day: string }[]
}

export interface GivenRule {
  rule: EligibleRule
  amount?: number | null | undefined
}
export interface VetoRule {
  kind: CaseKind
  years: number
}

export interface RuleResult {
  rule: EligibleRule
  amount: number | null
  pass: boolean
  /** What was found, as a sentence. */
  fact: string
}

const CASE_OF: Partial<Record<EligibleRule, CaseKind>> = { noInvestigation: 'investigation', noPenalty: 'penalty', noCensure: 'censure' }
const OF = { person: '本人', company: '公司' } as const

/** The day that lies so many years before another one; of 29 February the day before 1 March. */
export function yearsBefore(day: string, years: number): string {
  const year = Number(day.slice(0, 4)) - years
  const rest = day.slice(4)
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return `${String(year).padStart(4, '0')}${rest === '-02-29' && !leap ? '-02-28' : rest}`
}

/** Each rule with pass or fail and the fact behind it. `periodEnd` is the day that all of them count back from. */
export const eligibilityOf = (rules: readonly GivenRule[], facts: EligibilityFacts, periodEnd: string): RuleResult[] =>
  rules.map(({ rule, amount }) => ({ rule, amount: amount ?? null, ...resultOf(rule, amount ?? 0, facts, periodEnd) }))

function resultOf(rule: EligibleRule, amount: number, facts: EligibilityFacts, periodEnd: string): Pick<RuleResult, 'pass' | 'fact'> {
  if (rule === 'inOffice') {
    if (!facts.listed) return { pass: false, fact: '公司不是 A股或B股上市公司' }
    return { pass: facts.inOffice, fact: facts.inOffice ? '在任' : '不在任' }
  }
  if (rule === 'listedYears') {
    if (!facts.listDate) return { pass: false, fact: '没有上市日期' }
    return { pass: facts.listDate <= yearsBefore(periodEnd, amount), fact: `${facts.listDate} 上市` }
  }
  if (rule === 'tenureMonths') return { pass: facts.tenureMonths >= amount, fact: `累计任职 ${facts.tenureMonths} 个月` }
  return withoutCase(CASE_OF[rule], amount, facts, periodEnd)
}

/** Cases of the last years, those after the period as well: what becomes known later counts just so. */
function withoutCase(kind: CaseKind | undefined, years: number, { cases }: EligibilityFacts, periodEnd: string): Pick<RuleResult, 'pass' | 'fact'> {
  const from = yearsBefore(periodEnd, years)
  const found = cases.find((one) => one.kind === kind && one.day > from)
  return found ? { pass: false, fact: `${OF[found.of]}有 ${found.day} 的情形` } : { pass: true, fact: '没有登记的情形' }
}

export const isEligible = (results: readonly RuleResult[]): boolean => results.every(({ pass }) => pass)

/** Why no grade is given, as a sentence; null when nothing denies it. */
export function vetoOf(rules: readonly VetoRule[], { cases }: EligibilityFacts, periodEnd: string, kindLabels: Record<CaseKind, string>): string | null {
  for (const { kind, years } of rules) {
    const from = yearsBefore(periodEnd, years)
    const found = cases.find((one) => one.kind === kind && one.day > from)
    if (found) return `${OF[found.of]} ${found.day} ${kindLabels[kind]}`
  }
  return null
}

/** The same day a year later; of 29 February the day before 1 March. */
export const yearLater = (day: string): string => yearsBefore(day, -1)
