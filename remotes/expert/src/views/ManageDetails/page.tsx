import { viewLink, type ResponseOf } from '@assoc/contract'
import { declaration } from '@assoc/contract/expert/declaration'
import { selectSchemeProgress } from '@assoc/contract/expert/declaration-progress'
import { declareStatus } from '@assoc/contract/expert/declaration-status'
import { schemeStatus } from '@assoc/contract/expert/scheme'
import { jurisdiction } from '@assoc/contract/member/jurisdiction'
import { dateFormat } from '@assoc/http'
import { useLocation, useNavigate } from '@assoc/router'
import { session } from '@assoc/session'
import { Descriptions, FailedToLoad, Flex, ResourcePart, Skeleton, StateScreen, StatusTag, Table, theme, Typography, useAnswer, useTab } from '@assoc/ui'
import { useEffect } from 'react'
import { BY_OTHERS, COLUMNS } from '../../declaration/list'
import { DETAIL, MANAGE, OF_PART, usePart, type ConsolePart } from '../../declaration/console-part'
import { Part } from '../../declaration/Part'

type Progress = ResponseOf<typeof selectSchemeProgress>
type Place = Progress['jurisdictions'][number]
const isId = (text: string | null): text is string => /^\d{1,18}$/.test(text ?? '')
const SCORES = new Set(['finalScore', 'grade'])

/** One scheme with what is declared under it, or one company under the scheme; the path says for whom, the query which ones. */
export default function ManageDetails() {
  const part = usePart()
  const query = new URLSearchParams(useLocation().search)
  const [schemeId, companyId] = [query.get('schemeId'), query.get('companyId')]
  if (!session().has(MANAGE[part])) return <StateScreen mark="lock" title="没有权限">此页面不在您的权限范围内。</StateScreen>
  if (!isId(schemeId))
    return (
      <StateScreen mark="search" title="没有指明方案">
        请从申报列表打开一个评价方案。
      </StateScreen>
    )
  return <Details key={`${part} ${schemeId} ${companyId}`} part={part} schemeId={schemeId} companyId={isId(companyId) ? companyId : null} />
}

function Details({ part, schemeId, companyId }: { part: ConsolePart; schemeId: string; companyId: string | null }) {
  const { token } = theme.useToken()
  const tab = useTab()
  const navigate = useNavigate()
  const { data, error, reload } = useAnswer(selectSchemeProgress, { schemeId, companyId })
  const title = data ? [data.schemeName, data.companyName].filter(Boolean).join(' · ') : '管理详情'
  useEffect(() => {
    tab.setTitle(title)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the title is the scheme's; the tab's handle is another object with every switch
  }, [title])
  if (error && !data) return <FailedToLoad message={error} onRetry={() => void reload()} />
  if (!data) return <Skeleton active paragraph={{ rows: 12 }} />
  const { verbs, scores } = DETAIL[part === 'form' ? 'office' : part]
  return (
    <section aria-label="管理详情" style={{ padding: 16, background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}>
      <Flex align="center" gap={12} wrap style={{ marginBottom: 16 }}>
        <Typography.Title level={1} style={{ fontSize: 18, lineHeight: '26px', margin: 0 }}>
          {title}
        </Typography.Title>
        <StatusTag of={schemeStatus} value={data.schemeStatus} />
      </Flex>
      <Part title="方案与进度">
        <Descriptions
          bordered
          size="small"
          column={3}
          items={[
            { key: 'period', label: '评价期', children: `${data.periodStart} 至 ${data.periodEnd}` },
            { key: 'apply', label: '申报时间', children: `${dateFormat(data.applyStart)} 至 ${dateFormat(data.applyEnd)}` },
            { key: 'asked', label: '应申报 / 已开始 / 未开始', children: `${data.asked} / ${data.begun} / ${data.asked - data.begun}` },
            ...data.states.map((one) => ({ key: one.declareStatus, label: declareStatus.labels[one.declareStatus], children: one.n })),
          ]}
        />
      </Part>
      {companyId === null && data.jurisdictions.length > 1 ? <Places rows={data.jurisdictions} /> : null}
      <Part title="申报">
        <ResourcePart
          name={`expert/ManageDetails/${part}`}
          title="申报"
          resource={declaration}
          keywordHint="申报编号、姓名、公司名称或代码"
          columns={COLUMNS.map((column) => (SCORES.has(column.field as string) ? { ...column, hidden: !scores } : column)).filter(({ field }) => field !== 'schemeName' && (scores || !SCORES.has(field as string)))}
          fixed={{ schemeId, ...(companyId ? { companyId } : {}) }}
          create={false}
          steps={{ hide: [...BY_OTHERS, ...declareStatus.transitions.map(({ verb }) => verb).filter((verb) => part === 'form' || !verbs.includes(verb))] }}
          review={false}
          onChanged={() => void reload()}
          usePage={() => ({
            onOpen: (row) => navigate(viewLink('expert/DirectorDetail', { declareId: row.declareId, ofPart: part === 'local' ? OF_PART.local : undefined })),
            actions: (row) => (companyId === null ? [{ key: 'company', label: '本公司', last: true, onClick: () => navigate(viewLink('expert/ManageDetails', { schemeId, companyId: row.companyId, ofPart: OF_PART[part] })) }] : []),
          })}
        />
      </Part>
    </section>
  )
}

/** How far each jurisdiction is. */
function Places({ rows }: { rows: readonly Place[] }) {
  return (
    <Part title="按辖区">
      <Table<Place>
        size="small"
        rowKey={(row) => row.jurisdiction ?? ''}
        dataSource={[...rows]}
        pagination={rows.length > 12 ? { pageSize: 12, showSizeChanger: false } : false}
        columns={[
          { title: '辖区', dataIndex: 'jurisdiction', render: (place: Place['jurisdiction']) => (place ? jurisdiction.labels[place] : '未登记') },
          { title: '申报', dataIndex: 'n', align: 'right' },
          { title: '已提交', dataIndex: 'submitted', align: 'right' },
          { title: '已通过复审', dataIndex: 'passed', align: 'right' },
        ]}
      />
    </Part>
  )
}
