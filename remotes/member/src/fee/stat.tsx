import { jurisdiction } from '@assoc/contract/member/jurisdiction'
import { categoryLookup } from '@assoc/contract/member/lookups'
import { Link, useNavigate, useSearchParams } from '@assoc/router'
import { Chart, Flex, injectStyle, SearchForm, theme, Typography, type SearchField } from '@assoc/ui'
import { useMemo, type ComponentProps, type ReactNode } from 'react'

type ChartOf = ComponentProps<typeof Chart>

const css = `
.stat-page{display:flex;flex-direction:column;gap:12px;max-width:1920px;margin:0 auto}
.stat-grid{display:grid;gap:12px;grid-template-columns:repeat(2,minmax(0,1fr))}
.stat-figures{display:grid;gap:12px;grid-template-columns:repeat(auto-fit,minmax(180px,1fr))}
@media (max-width:1000px){.stat-grid{grid-template-columns:minmax(0,1fr)}}`

/** The filters of a page of figures, held by the address, with their form. */
export function useNarrowing(label: string, more: SearchField[]): { values: Record<string, string>; form: ReactNode } {
  const [params, setParams] = useSearchParams()
  const fields: SearchField[] = [
    ...more,
    { kind: 'ref', name: 'categoryId', label: '会员类别', lookup: categoryLookup },
    { kind: 'select', name: 'jurisdiction', label: '辖区', options: jurisdiction.options },
  ]
  const names = fields.map((field) => field.name)
  const asked = names.map((name) => `${name}=${params.get(name) ?? ''}`).join('&')
  const values = useMemo(() => Object.fromEntries([...new URLSearchParams(asked)].filter(([, value]) => value)), [asked])
  const set = (next: Record<string, string>) => {
    const kept = new URLSearchParams(params)
    for (const name of names) kept.delete(name)
    for (const [name, value] of Object.entries(next)) kept.set(name, value)
    setParams(kept)
  }
  return { values, form: <SearchForm label={label} fields={fields} values={values} loading={false} onSearch={set} onReset={() => set({})} /> }
}

/** A page of figures: its title, its filters, its blocks. */
export function Frame({ title, form, children }: { title: string; form: ReactNode; children: ReactNode }) {
  injectStyle('stat-page', css)
  return (
    <div className="stat-page">
      <Typography.Title level={1} style={{ fontSize: 20, lineHeight: '28px', margin: 0 }}>
        {title}
      </Typography.Title>
      {form}
      {children}
    </div>
  )
}

function Panel({ children }: { children: ReactNode }) {
  const { token } = theme.useToken()
  return <div style={{ padding: 16, minWidth: 0, background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}>{children}</div>
}

export interface Figure {
  label: string
  value: number | string
  unit: string
  link?: string | undefined
}

/** The figures of a page beside each other; one with a list behind it opens that. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <div className="stat-figures">
      {figures.map(({ label, value, unit, link }) => (
        <Panel key={label}>
          <Typography.Text type="secondary">{link ? <Link to={link}>{label}</Link> : label}</Typography.Text>
          <Flex align="baseline" gap={4}>
            <span style={{ fontSize: 22, lineHeight: '32px', fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}>{typeof value === 'number' ? value.toLocaleString('zh-CN') : value}</span>
            <Typography.Text type="secondary">{unit}</Typography.Text>
          </Flex>
        </Panel>
      ))}
    </div>
  )
}

/** A chart whose marks open the lists behind them. */
export function StatChart({ wide = false, ...chart }: ChartOf & { wide?: boolean }) {
  const navigate = useNavigate()
  const { links } = chart
  const open = (index: number) => {
    const link = links?.[index]
    if (link) navigate(link)
  }
  return (
    <Panel>
      <Chart {...chart} {...(wide ? { height: 320 } : {})} {...(links ? { onPick: open } : {})} />
    </Panel>
  )
}

interface SliceChartProps {
  kind: ChartOf['kind']
  title: string
  slices: readonly { label: string; count: number; amount?: number | undefined; link: string }[]
  /** What is counted. */
  name: string
  money?: boolean
  wide?: boolean
}

/** A chart of the slices of one figure, by their number or their money. */
export function SliceChart({ kind, title, slices, name, money = false, wide = false }: SliceChartProps) {
  return (
    <StatChart
      kind={kind}
      title={title}
      labels={slices.map((s) => s.label)}
      series={[{ name, values: slices.map((s) => (money ? (s.amount ?? 0) : s.count)) }]}
      unit={money ? 'yuan' : 'count'}
      links={slices.map((s) => s.link)}
      wide={wide}
    />
  )
}
