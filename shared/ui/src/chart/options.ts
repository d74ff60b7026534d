import { wan, yuan } from '@assoc/http'
import type { EChartsCoreOption } from 'echarts/core'

export interface ChartSeries {
  name: string
  values: readonly number[]
}

export interface ChartProps {
  /** Bars beside each other or on top of each other, a line, or a ring of one series. */
  kind: 'bar' | 'stack' | 'line' | 'ring'
  /** What it shows; also read aloud. */
  title: string
  labels: readonly string[]
  series: readonly ChartSeries[]
  /** `yuan`: values are 分, shown in 元 or 万. */
  unit: 'yuan' | 'count'
  /** Pixels; 280 when left out. */
  height?: number
  /** A mark was chosen, by its label and series. */
  onPick?: (index: number, seriesIndex: number) => void
  /** Where the figures of a label lead: links of its row in the table, which the keyboard reaches. */
  links?: readonly string[]
}

export interface ChartColours {
  series: readonly string[]
  /** Shapes tell series and parts apart besides colours, also where colours alone would do. */
  weak?: boolean
  text: string
  quiet: string
  line: string
  ground: string
}

/** Series that are told apart by colour; more of them would not be. */
const MOST = 6

/** Marks and lines of series, one after the other. */
const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'roundRect', 'arrow']
const LINES = ['solid', 'dashed', 'dotted']

/** A figure in full, for the table and the hint. */
export const figure = (value: number, unit: ChartProps['unit']): string => (unit === 'yuan' ? `${yuan(value)} 元` : value.toLocaleString('zh-CN'))
// Short enough for an axis.
const short = (value: number, unit: ChartProps['unit'], inYuan: boolean): string => (unit === 'yuan' ? (inYuan ? `${Math.round(value / 100).toLocaleString('zh-CN')}元` : wan(value)) : value.toLocaleString('zh-CN'))

/** The chart in ECharts' own words; `inYuan` as the person reads sums. Values at the marks are drawn for a single series of few bars, where they have room. */
export function chartOption({ kind, title, labels, series, unit }: ChartProps, colours: ChartColours, inYuan = false): EChartsCoreOption {
  const common = {
    animationDuration: 250,
    color: [...colours.series],
    aria: { enabled: true, label: { description: `${title}。${spoken(labels, series, unit)}` }, decal: { show: series.length > 1 || Boolean(colours.weak) } },
    textStyle: { fontFamily: 'inherit', color: colours.text },
    tooltip: { confine: true, backgroundColor: colours.ground, borderColor: colours.line, textStyle: { color: colours.text, fontSize: 12 }, valueFormatter: (value: unknown) => figure(Number(value), unit) },
  }
  const legend = { bottom: 0, itemWidth: 12, itemHeight: 8, textStyle: { color: colours.quiet }, type: 'scroll' as const }
  if (kind === 'ring') {
    const [only] = series
    return {
      ...common,
      aria: { ...common.aria, decal: { show: true } },
      tooltip: { ...common.tooltip, trigger: 'item' },
      legend,
      series: [{ type: 'pie', name: only?.name, radius: ['48%', '70%'], center: ['50%', '44%'], label: { color: colours.quiet, formatter: '{b} {d}%' }, itemStyle: { borderColor: colours.ground, borderWidth: 2 }, data: grouped(labels, only?.values ?? []) }],
    }
  }
  const axisLabel = { color: colours.quiet, fontSize: 12 }
  return {
    ...common,
    tooltip: { ...common.tooltip, trigger: 'axis', axisPointer: { type: kind === 'line' ? 'line' : 'shadow' } },
    ...(series.length > 1 ? { legend } : {}),
    grid: { left: 8, right: 16, top: 20, bottom: series.length > 1 ? 32 : 4, containLabel: true },
    xAxis: { type: 'category', data: [...labels], axisTick: { show: false }, axisLine: { lineStyle: { color: colours.line } }, axisLabel: { ...axisLabel, ...(labels.length <= 12 ? { interval: 0, fontSize: 11 } : { hideOverlap: true }) } },
    yAxis: { type: 'value', axisLabel: { ...axisLabel, formatter: (value: number) => short(value, unit, inYuan) }, splitLine: { lineStyle: { color: colours.line } }, ...(unit === 'count' ? { minInterval: 1 } : {}) },
    series: series.map(({ name, values }, at) => ({
      type: kind === 'line' ? 'line' : 'bar',
      name,
      data: [...values],
      barMaxWidth: 36,
      symbolSize: 7,
      ...(kind === 'line' ? { symbol: SYMBOLS[at % SYMBOLS.length], ...(colours.weak ? { lineStyle: { type: LINES[at % LINES.length] }, symbolSize: 9 } : {}) } : {}),
      ...(kind === 'stack' ? { stack: 'all' } : {}),
      ...(kind === 'bar' && series.length === 1 && labels.length <= 12 ? { label: { show: true, position: 'top', color: colours.quiet, fontSize: 11, formatter: ({ value }: { value: unknown }) => short(Number(value), unit, inYuan) } } : {}),
    })),
  }
}

// The greatest parts by name, the rest as one.
function grouped(labels: readonly string[], values: readonly number[]): { name: string; value: number }[] {
  const all = labels.map((name, i) => ({ name, value: values[i] ?? 0 })).filter(({ value }) => value > 0)
  if (all.length <= MOST) return all
  const sorted = [...all].sort((a, b) => b.value - a.value)
  return [...sorted.slice(0, MOST - 1), { name: '其他', value: sorted.slice(MOST - 1).reduce((sum, { value }) => sum + value, 0) }]
}

const spoken = (labels: readonly string[], series: readonly ChartSeries[], unit: ChartProps['unit']): string =>
  series.map(({ name, values }) => `${name}：${labels.slice(0, 12).map((label, i) => `${label} ${figure(values[i] ?? 0, unit)}`).join('，')}`).join('；')
