import { points } from '@assoc/contract/expert/grading'
import { BASE_SUM } from '@assoc/contract/expert/indicator'
import type { SchemeQuestion } from './questions'
import type { Indicator } from './repository'

/** What keeps a scheme with these indicators from being opened, as sentences. */
export function problemsOfIndicators(indicators: readonly Indicator[], questions: readonly SchemeQuestion[]): string[] {
  if (indicators.length === 0) return ['还没有评价指标']
  const base = indicators.filter(({ bonusFlag }) => !bonusFlag).reduce((sum, { score }) => sum + score, 0)
  const keys = new Set(questions.map(({ key }) => key))
  const gone = indicators.filter(({ questionKeys }) => questionKeys.some((key) => !keys.has(key)))
  const unbound = indicators.filter(({ questionKeys }) => questionKeys.length === 0)
  return [
    ...(base === BASE_SUM * 100 ? [] : [`基础分合计为 ${points(base)} 分，须为 ${BASE_SUM} 分`]),
    ...(unbound.length > 0 ? [`指标 ${some(unbound)} 没有对应题目`] : []),
    ...(gone.length > 0 ? [`指标 ${some(gone)} 对应的题目在申报表单中已没有`] : []),
  ]
}

const SOME = 5
const some = (of: readonly Indicator[]): string => `${of.slice(0, SOME).map(({ indicatorCode }) => indicatorCode).join('、')}${of.length > SOME ? ` 等 ${of.length} 个` : ''}`
