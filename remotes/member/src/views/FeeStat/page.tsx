import type { ResponseOf } from '@assoc/contract'
import { yearNow } from '@assoc/contract/core/day'
import { selectFeeStat } from '@assoc/contract/member/statistics'
import { FailedToLoad, Skeleton, SumSwitch, sumOf, useAnswer } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { Figures, Frame, SliceChart, StatChart, useNarrowing, type Figure } from '../../fee/stat'

type Stat = ResponseOf<typeof selectFeeStat>

const YEARS = Array.from({ length: 11 }, (_, i) => String(yearNow() + 1 - i)).map((value) => ({ value, label: `${value} 年` }))
const SHARE_DIGITS = 1

/** Dues in figures: what was asked for, what came, what is owed and for how long. */
export default function FeeStat() {
  const { values, form } = useNarrowing('会费统计', [{ kind: 'select', name: 'billYear', label: '年度', options: YEARS }])
  const { billYear, ...narrowed } = values
  const { data, error, reload } = useAnswer(selectFeeStat, { ...narrowed, ...(billYear && /^\d{4}$/.test(billYear) ? { billYear: Number(billYear) } : {}) })
  return (
    <Frame title="会费统计" form={form}>
      {error && !data ? <FailedToLoad message={error} onRetry={() => void reload()} /> : data ? <Blocks stat={data} /> : <Skeleton active paragraph={{ rows: 14 }} />}
    </Frame>
  )
}

const Blocks = observer(function Blocks({ stat }: { stat: Stat }) {
  const { billYear, years, byCategory, byJurisdiction, ageing, months } = stat
  const now = years.find((y) => y.year === billYear)
  const owed = ageing.reduce((sum, a) => sum + (a.amount ?? 0), 0)
  const money = (label: string, fen: number, link?: string): Figure => ({ label, ...sumOf(fen), link })
  const figures: Figure[] = [
    money(`${billYear} 年度应收`, now?.payable ?? 0, now?.link),
    money('已缴', now?.paid ?? 0),
    money('欠缴', now?.unpaid ?? 0),
    { label: '收缴率', value: now && now.payable > 0 ? `${((now.paid / now.payable) * 100).toFixed(SHARE_DIGITS)}%` : '—', unit: '' },
    money('全部年度欠缴', owed),
  ]
  return (
    <>
      <div style={{ textAlign: 'end' }}>
        <SumSwitch />
      </div>
      <Figures figures={figures} />
      <div className="stat-grid">
        <StatChart
          kind="stack"
          title="各年度应收"
          labels={years.map((y) => String(y.year))}
          series={[
            { name: '已缴', values: years.map((y) => y.paid) },
            { name: '欠缴', values: years.map((y) => y.unpaid) },
            { name: '减免', values: years.map((y) => y.reduced) },
          ]}
          unit="yuan"
          links={years.map((y) => y.link)}
        />
        <SliceChart kind="bar" title="欠缴账龄" slices={ageing} name="欠缴金额" money />
        <StatChart
          kind="stack"
          title={`${billYear} 年度各会员类别`}
          labels={byCategory.map((p) => p.label)}
          series={[
            { name: '已缴', values: byCategory.map((p) => p.paid) },
            { name: '欠缴', values: byCategory.map((p) => p.unpaid) },
          ]}
          unit="yuan"
          links={byCategory.map((p) => p.link)}
        />
        <StatChart kind="bar" title={`${billYear} 年各月到账`} labels={months.map((m) => `${m.month} 月`)} series={[{ name: '到账', values: months.map((m) => m.amount) }]} unit="yuan" />
      </div>
      <StatChart
        kind="stack"
        title={`${billYear} 年度各辖区证监局`}
        labels={byJurisdiction.map((p) => p.label)}
        series={[
          { name: '已缴', values: byJurisdiction.map((p) => p.paid) },
          { name: '欠缴', values: byJurisdiction.map((p) => p.unpaid) },
        ]}
        unit="yuan"
        links={byJurisdiction.map((p) => p.link)}
        wide
      />
    </>
  )
})
