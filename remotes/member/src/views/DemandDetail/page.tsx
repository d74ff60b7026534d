import { viewLink } from '@assoc/contract'
import { demand, demandStatus } from '@assoc/contract/member/demand'
import { profession } from '@assoc/contract/member/profession'
import { Link, useLocation } from '@assoc/router'
import { Directors } from '../DemandAudit/Directors'
import { DetailFields, detailFields, FailedToLoad, Flex, revealOf, Skeleton, StateScreen, StatusTag, theme, Typography, useAnswer } from '@assoc/ui'

const FIELDS = detailFields(demand).filter((field) => !['demandNo', 'demandStatus'].includes(field))

/** One demand on a page of its own, as a notice or a link leads to it. */
export default function DemandDetail() {
  const { token } = theme.useToken()
  const demandId = new URLSearchParams(useLocation().search).get('demandId') ?? ''
  const known = /^\d{1,18}$/.test(demandId)
  const { data, error, reload } = useAnswer(demand.read, known ? { demandId } : null)
  if (!known) {
    return (
      <StateScreen mark="search" title="没有指明需求">
        请从需求信息审核打开一条需求。
      </StateScreen>
    )
  }
  if (error && !data) return <FailedToLoad message={error} onRetry={() => void reload()} />
  if (!data) return <Skeleton active paragraph={{ rows: 10 }} />
  return (
    <section aria-label="需求详情" style={{ padding: 16, maxWidth: 960, background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}>
      <Flex align="center" justify="space-between" gap={12} wrap style={{ marginBottom: 16 }}>
        <Flex align="center" gap={12} wrap>
          <Typography.Title level={1} style={{ fontSize: 18, lineHeight: '26px', margin: 0 }}>
            {data.companyName} · {demand.definition.label} {data.demandNo}
          </Typography.Title>
          <StatusTag of={demandStatus} value={data.demandStatus} />
        </Flex>
        <Link to={viewLink('member/DemandAudit', { record: demandId })}>前往办理</Link>
      </Flex>
      <DetailFields schema={demand.row} row={data} fields={FIELDS} own={{ directorNames: <Directors of={data} />, professions: data.professions.map((p) => profession.labels[p]).join('、') }} reveal={revealOf(demand, demandId)} />
    </section>
  )
}
