import type { ResponseOf } from '@assoc/contract'
import { companyResource, listStatus, selectCompanyTimeline } from '@assoc/contract/member/company'
import { selectCompanyParts } from '@assoc/contract/member/company-part'
import { session } from '@assoc/session'
import { Link, useLocation, useSearchParams } from '@assoc/router'
import { AuditTimeline, Descriptions, FailedToLoad, Flex, injectStyle, RowActions, Skeleton, StateScreen, StatusTag, Table, theme, Typography, useAnswer } from '@assoc/ui'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { CompanyFacts } from '../../company/facts'
import { reshapeActions, type ReshapeKind } from '../../company/reshape/kinds'

// Seldom done: its code comes when it is.
const Reshape = lazy(() => import(/* webpackChunkName: "Reshape" */ '../../company/reshape/Reshape'))

type Part = ResponseOf<typeof selectCompanyParts>[number]

const css = `.company-page{display:grid;gap:12px;grid-template-columns:minmax(0,1fr) 320px;align-items:start;max-width:1920px;margin:0 auto}
.company-page>aside{position:sticky;top:0}
@media (max-width:1180px){.company-page{grid-template-columns:minmax(0,1fr)}.company-page>aside{position:static}}`

/** Everything about one company on one page; each area adds its part on the server. */
export default function CompanyDetail() {
  const companyId = new URLSearchParams(useLocation().search).get('companyId') ?? ''
  injectStyle('company-page', css)
  if (!/^\d{1,18}$/.test(companyId)) {
    return (
      <StateScreen mark="search" title="没有指明公司">
        请从公司管理打开一家公司的详情。
      </StateScreen>
    )
  }
  return <Company key={companyId} companyId={companyId} />
}

function Company({ companyId }: { companyId: string }) {
  const company = useAnswer(companyResource.read, { companyId })
  const parts = useAnswer(selectCompanyParts, { companyId })
  const timeline = useAnswer(selectCompanyTimeline, { companyId })
  const [how, setHow] = useState<ReshapeKind | null>(null)
  const [, setParams] = useSearchParams()
  const done = (nowId: string) => {
    if (nowId !== companyId) return setParams({ companyId: nowId })
    for (const part of [company, parts, timeline]) void part.reload()
  }
  if (company.error && !company.data) return <FailedToLoad message={company.error} onRetry={() => void company.reload()} />
  if (!company.data) return <Skeleton active paragraph={{ rows: 14 }} />
  const { data } = company
  return (
    <div className="company-page">
      <Flex vertical gap={12}>
        <Panel>
          <Flex align="center" gap={12} wrap style={{ marginBottom: 12 }}>
            <Typography.Title level={1} style={{ fontSize: 20, lineHeight: '28px', margin: 0 }}>
              {data.shortName}
            </Typography.Title>
            {data.stockCode ? <Typography.Text type="secondary">{data.stockCode}</Typography.Text> : null}
            <StatusTag of={listStatus} value={data.listStatus} />
            <Typography.Text type="secondary">{data.companyName}</Typography.Text>
            <Flex gap={16} style={{ marginLeft: 'auto' }}>
              <RowActions visible={1} actions={reshapeActions(session(), setHow)} />
            </Flex>
          </Flex>
          <Flex vertical gap={16}>
            <CompanyFacts company={data} />
          </Flex>
        </Panel>
        {parts.error ? (
          <Panel>
            <FailedToLoad message={parts.error} onRetry={() => void parts.reload()} />
          </Panel>
        ) : parts.data ? (
          parts.data.map((part) => <PartPanel key={part.key} part={part} />)
        ) : (
          <Panel>
            <Skeleton active />
          </Panel>
        )}
      </Flex>
      <aside aria-label="动态">
        <Panel>
          <Typography.Title level={2} style={{ fontSize: 15, lineHeight: '24px', margin: '0 0 12px' }}>
            动态
          </Typography.Title>
          {timeline.error ? <Typography.Text type="secondary">{timeline.error}</Typography.Text> : timeline.data ? <AuditTimeline entries={timeline.data} /> : <Skeleton active />}
        </Panel>
      </aside>
      {how ? (
        <Suspense fallback={null}>
          <Reshape kind={how} companyId={companyId} onClose={() => setHow(null)} onDone={done} />
        </Suspense>
      ) : null}
    </div>
  )
}

function Panel({ children, label }: { children: ReactNode; label?: string }) {
  const { token } = theme.useToken()
  return (
    <section {...(label ? { 'aria-label': label } : {})} style={{ padding: 16, background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}>
      {children}
    </section>
  )
}

/** What one area knows: its facts, and the first of its rows with the way to all of them. */
function PartPanel({ part }: { part: Part }) {
  const rows = part.rows.map((cells, key) => ({ key, cells }))
  return (
    <Panel label={part.title}>
      <Flex align="baseline" justify="space-between" gap={12} style={{ marginBottom: 12 }}>
        <Typography.Title level={2} style={{ fontSize: 15, lineHeight: '24px', margin: 0 }}>
          {part.title}
        </Typography.Title>
        {part.link ? <Link to={part.link}>{part.total > part.rows.length ? `全部 ${part.total} 条` : '前往办理'}</Link> : null}
        {part.links ? (
          <Flex wrap justify="end" gap={16}>
            {part.links.map(({ label, link }) => (
              <Link key={link} to={link}>
                {label}
              </Link>
            ))}
          </Flex>
        ) : null}
      </Flex>
      <Flex vertical gap={12}>
        {part.facts.length > 0 ? <Descriptions bordered size="small" column={3} items={part.facts.map((fact, i) => ({ key: `${i}${fact.label}`, label: fact.label, children: fact.value }))} /> : null}
        {part.columns.length > 0 ? (
          <Table<(typeof rows)[number]>
            size="small"
            pagination={false}
            dataSource={rows}
            scroll={{ x: 'max-content' }}
            locale={{ emptyText: '没有记录' }}
            columns={part.columns.map((column, i) => ({ key: String(i), title: column.title, align: column.align, render: (_, row) => row.cells[i] }))}
          />
        ) : null}
      </Flex>
    </Panel>
  )
}
