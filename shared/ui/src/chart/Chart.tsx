import { Link } from '@assoc/router'
import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use as loadParts, type ECharts } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { observer } from 'mobx-react-lite'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Table } from '../data/lazy'
import { Empty, Segmented } from 'antd'
import { Flex, Typography, theme } from '../shell'
import { appearance } from '../theme/appearance'
import { chartColours, weakChartColours } from '../theme/tokens'
import { areSumsInYuan, sumText } from '../data/kit/sums'
import { chartOption, figure, type ChartProps } from './options'

loadParts([BarChart, LineChart, PieChart, AriaComponent, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer])

const HEIGHT = 280

/** A chart with its title, and the same figures as a table for whoever reads or reaches them better there. */
export function Chart(props: ChartProps) {
  const [as, setAs] = useState<'chart' | 'table'>('chart')
  const empty = props.series.every(({ values }) => values.every((value) => value === 0))
  return (
    <section aria-label={props.title}>
      <Flex justify="space-between" align="center" gap={8} style={{ marginBottom: 8 }}>
        <Typography.Title level={2} style={{ margin: 0, fontSize: 16, lineHeight: 1.5 }}>
          {props.title}
        </Typography.Title>
        <Segmented size="small" aria-label={`${props.title}的显示方式`} value={as} onChange={setAs} options={[{ value: 'chart', label: '图' }, { value: 'table', label: '表' }]} />
      </Flex>
      {as === 'table' ? <Figures {...props} /> : empty ? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="暂无数据" style={{ height: props.height ?? HEIGHT, paddingTop: 72, margin: 0 }} /> : <Drawn {...props} />}
    </section>
  )
}

const Drawn = observer(function Drawn(props: ChartProps) {
  const { token } = theme.useToken()
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts | null>(null)
  const { dark } = appearance
  const { weak } = appearance.settings
  const inYuan = areSumsInYuan()
  const { labels, onPick } = props
  const option = useMemo(
    () => chartOption(props, { series: (weak ? weakChartColours : chartColours)[dark ? 'dark' : 'light'], weak, text: token.colorText, quiet: token.colorTextTertiary, line: token.colorBorderSecondary, ground: token.colorBgElevated }, inYuan),
    [props, dark, weak, inYuan, token],
  )
  useEffect(() => {
    const { current: element } = place
    if (!element) return undefined
    const made = init(element)
    chart.current = made
    const watcher = new ResizeObserver(() => made.resize())
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      made.dispose()
    }
  }, [])
  useEffect(() => {
    const { current: made } = chart
    // By name: a ring's marks are sorted anew.
    const pick = ({ name, seriesIndex = 0 }: { name: string; seriesIndex?: number }) => labels.includes(name) && onPick?.(labels.indexOf(name), seriesIndex)
    made?.on('click', pick as never)
    return () => void made?.off('click', pick as never)
  }, [labels, onPick])
  useEffect(() => chart.current?.setOption(option, { notMerge: true }), [option])
  return <div ref={place} className="kit-chart" style={{ height: props.height ?? HEIGHT, ...(props.onPick ? { cursor: 'pointer' } : {}) }} />
})

const Figures = observer(function Figures({ labels, series, unit, links, height }: ChartProps) {
  const rows = labels.map((label, index) => ({ label, index }))
  return (
    <Table
      size="small"
      rowKey="index"
      pagination={false}
      scroll={{ y: (height ?? HEIGHT) - 40 }}
      dataSource={rows}
      columns={[
        { title: '项目', dataIndex: 'label', render: (label: string, { index }) => (links?.[index] ? <Link to={links[index]}>{label}</Link> : label) },
        ...series.map(({ name, values }) => ({ title: name, key: name, align: 'right' as const, render: (_: unknown, { index }: { index: number }) => (unit === 'yuan' ? sumText(values[index] ?? 0) : figure(values[index] ?? 0, unit)) })),
      ]}
    />
  )
})
