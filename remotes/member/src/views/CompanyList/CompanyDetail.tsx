import { viewLink } from '@assoc/contract'
import { listStatus, selectCompany, selectCompanyTimeline } from '@assoc/contract/member/company'
import { AppDrawer, AuditTimeline, Button, DownOutlined, Dropdown, EditOutlined, Flex, Skeleton, StateScreen, StatusTag, Typography, useAnswer } from '@assoc/ui'
import { Link } from '@assoc/router'
import { useRef } from 'react'
import { CompanyFacts, Heading } from '../../company/facts'
import { actionsOf, type CompanyActions } from './actions'
import type { Company } from './types'

interface Props {
  companyId: string
  /** Grows with every action, so that the drawer reads again. */
  stamp: number
  companyActions: (company: Company) => CompanyActions
  onClose: () => void
}

/** A company with all that is known of it, what may be done with it now, and what has happened to it. */
export function CompanyDetail({ companyId, stamp, companyActions, onClose }: Props) {
  return (
    <AppDrawer open title="公司详情" size={760} onClose={onClose}>
      <Body key={`${companyId}/${stamp}`} companyId={companyId} companyActions={companyActions} onClose={onClose} />
    </AppDrawer>
  )
}

function Body({ companyId, companyActions, onClose }: Omit<Props, 'stamp'>) {
  const { data, error, reload } = useAnswer(selectCompany, { companyId })
  const timeline = useAnswer(selectCompanyTimeline, { companyId })
  if (error && !data) {
    return (
      <StateScreen
        mark="broken"
        title="没有打开这家公司"
        actions={
          <>
            <Button onClick={() => void reload()}>重试</Button>
            <Button onClick={onClose}>关闭</Button>
          </>
        }
      >
        {error}
      </StateScreen>
    )
  }
  if (!data) return <Skeleton active paragraph={{ rows: 12 }} />
  return (
    <Flex vertical gap={20}>
      <Flex align="center" justify="space-between" gap={12} wrap>
        <Flex align="center" gap={12} wrap>
          <Typography.Title level={2} style={{ fontSize: 20, lineHeight: '28px', margin: 0 }}>
            {data.shortName}
          </Typography.Title>
          {data.stockCode ? <Typography.Text type="secondary">{data.stockCode}</Typography.Text> : null}
          <StatusTag of={listStatus} value={data.listStatus} />
        </Flex>
        <Flex align="center" gap={16}>
          <Link to={viewLink('member/CompanyDetail', { companyId })}>公司全貌</Link>
          <Actions company={data} companyActions={companyActions(data)} />
        </Flex>
      </Flex>
      <CompanyFacts company={data} />
      <section aria-label="动态">
        <Heading>动态</Heading>
        {timeline.error ? (
          <Typography.Text type="secondary">{timeline.error}</Typography.Text>
        ) : timeline.data ? (
          <AuditTimeline entries={timeline.data} />
        ) : (
          <Skeleton active />
        )}
      </section>
    </Flex>
  )
}

function Actions({ company, companyActions }: { company: Company; companyActions: CompanyActions }) {
  const trigger = useRef<HTMLButtonElement>(null)
  const actions = actionsOf(company, companyActions)
  const [edit] = actions.filter((a) => a.key === 'update')
  const rest = actions.filter((a) => a.key !== 'update')
  return (
    <Flex gap={8}>
      {rest.length > 0 ? (
        <Dropdown
          trigger={['click']}
          autoFocus
          onOpenChange={(open) => open || trigger.current?.focus()}
          menu={{
            items: rest.map((a) => ({ key: a.key, label: a.label, danger: a.danger ?? false })),
            onClick: ({ key }) => rest.find((a) => a.key === key)?.onClick(),
          }}
        >
          <Button ref={trigger} aria-haspopup="menu">
            更多办理 <DownOutlined style={{ fontSize: 10 }} />
          </Button>
        </Dropdown>
      ) : null}
      {edit ? (
        <Button icon={<EditOutlined />} onClick={edit.onClick}>
          修改
        </Button>
      ) : null}
    </Flex>
  )
}

