import type { IndicatorValue } from '@assoc/contract/member/company-report'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { indicatorsInUse, type IndicatorInUse } from './repository'

export { indicatorsInUse }

const NUMBER = /^-?\d{1,15}(\.\d{1,4})?$/
const PERCENT = /^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/
const YES_NO: Record<string, string> = { yes: '是', no: '否' }

/** What is wrong with a value of an indicator; null when nothing is. */
function faultOf({ valueType }: IndicatorInUse, value: string): string | null {
  if (valueType === 'number') return NUMBER.test(value) ? null : '须为数字，最多四位小数'
  if (valueType === 'percent') return PERCENT.test(value) ? null : '须为 0 至 100 的百分数，最多两位小数'
  return valueType === 'flag' && !(value in YES_NO) ? '须为是或否' : null
}

/**
 * The figures that a form sends, with name, unit and type of their indicators, in the order of the codes; each is checked by its
 * indicator, in a sentence at `field`. One whose indicator is not in use any more stays as it is in `before`, and takes no other value.
 */
export async function validateFigures(db: Db, field: string, given: readonly IndicatorValue[], before: readonly IndicatorValue[]): Promise<IndicatorValue[]> {
  const inUse = await indicatorsInUse(db)
  const faults: { path: string; message: string }[] = []
  const seen = new Set<string>()
  const figures = given.map(({ indicatorCode, value }, n): IndicatorValue => {
    const refused = (message: string) => void faults.push({ path: `${field}.${n}`, message })
    const old = before.find((one) => one.indicatorCode === indicatorCode)
    const indicator = inUse.find((one) => one.indicatorCode === indicatorCode)
    if (seen.has(indicatorCode)) refused(`指标 ${indicatorCode} 重复`)
    seen.add(indicatorCode)
    if (old && old.value === value) return old
    if (!indicator || indicator.heading) refused(old ? `「${old.indicatorName ?? indicatorCode}」已停用，不能再改` : `没有启用的指标 ${indicatorCode}`)
    const fault = indicator && faultOf(indicator, value)
    if (fault) refused(`${indicator.indicatorName}${fault}`)
    return { indicatorCode, value, ...(indicator ? { indicatorName: indicator.indicatorName, unit: indicator.unit, valueType: indicator.valueType } : {}) }
  })
  if (faults.length > 0) throw refuse.input(faults)
  return figures.toSorted((a, b) => (a.indicatorCode < b.indicatorCode ? -1 : 1))
}

/** A figure with its unit: 8 次, 50 %, 是. */
const formatValue = ({ value, unit, valueType }: IndicatorValue): string => (valueType === 'flag' ? (YES_NO[value] ?? value) : [value, valueType === 'percent' ? '%' : unit].filter(Boolean).join(' '))

/** All figures in words: 董事会会议召开次数：8 次；…; null when there are none. */
export const figuresText = (figures: readonly IndicatorValue[]): string | null => figures.map((one) => `${one.indicatorName ?? one.indicatorCode}：${formatValue(one)}`).join('；') || null
