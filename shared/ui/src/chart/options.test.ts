import { chartOption, figure, type ChartProps } from './options'

const colours = { series: ['#000001', '#000002'], text: '#1', quiet: '#2', line: '#3', ground: '#4' }
const base: ChartProps = { kind: 'bar', title: '会费', labels: ['2025', '2026'], series: [{ name: '已缴', values: [100_00, 2_000_000_00] }], unit: 'yuan' }
const of = (props: Partial<ChartProps>) => chartOption({ ...base, ...props }, colours) as Record<string, never>

test('money stands in 元 in full and in 万 at the axis', () => {
  expect(figure(123_456_78, 'yuan')).toBe('123,456.78 元')
  expect(figure(1234, 'count')).toBe('1,234')
  const { yAxis } = of({}) as unknown as { yAxis: { axisLabel: { formatter: (value: number) => string } } }
  expect(yAxis.axisLabel.formatter(2_000_000_00)).toBe('200.00万')
  const inYuan = chartOption(base, colours, true) as unknown as { yAxis: { axisLabel: { formatter: (value: number) => string } }; series: { label: { formatter: (p: { value: number }) => string } }[] }
  expect([inYuan.yAxis.axisLabel.formatter(2_000_000_00), inYuan.series[0]?.label.formatter({ value: 100_00 })]).toEqual(['2,000,000元', '100元'])
})

test('for eyes that see few colours shapes tell all apart: patterns also of one series, marks and lines of each', () => {
  const weak = (props: Partial<ChartProps>) => chartOption({ ...base, ...props }, { ...colours, weak: true }) as unknown as { aria: { decal: { show: boolean } }; series: { symbol: string; lineStyle: { type: string } }[] }
  expect(weak({}).aria.decal.show).toBe(true)
  const [one, other] = weak({ kind: 'line', series: [...base.series, { name: '欠缴', values: [1, 2] }] }).series
  expect([one?.symbol === other?.symbol, one?.lineStyle.type === other?.lineStyle.type]).toEqual([false, false])
})

test('a screen reader hears title and figures', () => {
  const { aria } = of({}) as unknown as { aria: { label: { description: string } } }
  expect(aria.label.description).toBe('会费。已缴：2025 100.00 元，2026 2,000,000.00 元')
})

test('a ring shows six parts at most: the greatest, and the rest as one; parts of nothing are left out', () => {
  const labels = ['一', '二', '三', '四', '五', '六', '七', '无']
  const { series } = of({ kind: 'ring', labels, unit: 'count', series: [{ name: '数', values: [1, 2, 3, 4, 5, 6, 7, 0] }] }) as unknown as { series: { data: { name: string; value: number }[] }[] }
  expect(series[0]?.data).toEqual([
    { name: '七', value: 7 },
    { name: '六', value: 6 },
    { name: '五', value: 5 },
    { name: '四', value: 4 },
    { name: '三', value: 3 },
    { name: '其他', value: 3 },
  ])
})

test('several series have a legend and patterns besides colours', () => {
  const option = of({ series: [...base.series, { name: '欠缴', values: [1, 2] }] }) as unknown as { legend: object; aria: { decal: { show: boolean } } }
  expect(option.legend).toBeDefined()
  expect(option.aria.decal.show).toBe(true)
  expect(of({})['legend']).toBeUndefined()
})
