import type { IndicatorValue } from '@assoc/contract/member/company-report'
import { selectIndicatorsInUse } from '@assoc/contract/member/industry'
import type { ResponseOf } from '@assoc/contract'
import { Flex, Input, Select, Skeleton, Typography, useAnswer, type FormField } from '@assoc/ui'

type Indicator = ResponseOf<typeof selectIndicatorsInUse>[number]
type Values = readonly IndicatorValue[]

interface GivenByForm {
  id?: string
  value?: Values | null
  onChange?: (value: Values) => void
}

const YES_NO = [
  { value: 'yes', label: '是' },
  { value: 'no', label: '否' },
]
const HINTS: Record<Indicator['valueType'], string> = { number: '数字', percent: '0 至 100', text: '文字', flag: '' }

/** A field for each indicator in use, below the headings that they lie under; an empty one is not told. */
function Figures({ id, value, onChange }: GivenByForm) {
  const { data, error } = useAnswer(selectIndicatorsInUse, {})
  if (error) return <Typography.Text type="danger">{error}</Typography.Text>
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 3 }} />
  const all = value ?? []
  const put = (indicatorCode: string, text: string | null) => {
    const others = all.filter((one) => one.indicatorCode !== indicatorCode)
    onChange?.(text ? [...others, { indicatorCode, value: text }] : others)
  }
  const gone = all.filter((one) => !data.some((indicator) => indicator.indicatorCode === one.indicatorCode))
  if (data.length === 0 && gone.length === 0) return <Typography.Text type="secondary">指标字典中没有启用的指标</Typography.Text>
  return (
    <Flex vertical gap={8} id={id ?? ''} tabIndex={-1}>
      {data.map((indicator) => {
        const { indicatorCode, indicatorName, heading } = indicator
        if (heading) return <Typography.Text key={indicatorCode} strong>{indicatorName}</Typography.Text>
        return (
          <Flex key={indicatorCode} gap={12} align="center">
            <span style={{ width: 220, flex: 'none' }}>{indicatorName}</span>
            <Figure indicator={indicator} value={all.find((one) => one.indicatorCode === indicatorCode)?.value ?? null} onChange={(text) => put(indicatorCode, text)} />
          </Flex>
        )
      })}
      {gone.map((one) => (
        <Typography.Text key={one.indicatorCode} type="secondary">{`${one.indicatorName ?? one.indicatorCode}（已停用）：${wordOf(one)}`}</Typography.Text>
      ))}
    </Flex>
  )
}

function Figure({ indicator: { indicatorName, unit, valueType }, value, onChange }: { indicator: Indicator; value: string | null; onChange: (text: string | null) => void }) {
  if (valueType === 'flag') return <Select allowClear aria-label={indicatorName} style={{ width: '100%' }} placeholder="未填" value={value} options={YES_NO} onChange={(next: string | undefined) => onChange(next ?? null)} />
  const suffix = valueType === 'percent' ? '%' : unit
  return <Input aria-label={indicatorName} placeholder={HINTS[valueType]} value={value ?? ''} {...(suffix ? { suffix } : {})} onChange={(e) => onChange(e.target.value || null)} />
}

const wordOf = ({ value, unit, valueType }: IndicatorValue): string => {
  if (valueType === 'flag') return YES_NO.find((one) => one.value === value)?.label ?? value
  return [value, valueType === 'percent' ? '%' : unit].filter(Boolean).join(' ')
}

/** The field of a report's form that asks for its figures. */
export const figuresField: Partial<FormField> = { kind: 'own', span: 2, render: <Figures />, show: (value) => ((value ?? []) as Values).map((one) => `${one.indicatorName ?? one.indicatorCode}：${wordOf(one)}`).join('；') || '—' }

/** The figures of a report in its detail. */
export function FigureList({ values }: { values: Values | null | undefined }) {
  if (!values || values.length === 0) return null
  return (
    <section aria-label="指标值">
      <Typography.Title level={2} style={{ fontSize: 15, marginTop: 0 }}>
        指标值
      </Typography.Title>
      <Flex vertical gap={4}>
        {values.map((one) => (
          <Flex key={one.indicatorCode} gap={12}>
            <span style={{ width: 220, flex: 'none' }}>{one.indicatorName ?? one.indicatorCode}</span>
            <span style={{ overflowWrap: 'anywhere' }}>{wordOf(one)}</span>
          </Flex>
        ))}
      </Flex>
    </section>
  )
}

/** Fields of a report's detail; its figures follow below. */
export const DETAIL = ['title', 'reportStatus', 'companyName', 'stockCode', 'reportYear', 'reportType', 'paper', 'publishDate', 'remark', 'updateTime']
