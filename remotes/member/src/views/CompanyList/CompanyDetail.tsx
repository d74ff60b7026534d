import { labelOf } from '@assoc/contract'
import { companyDetail, listStatus, selectCompany, selectCompanyTimeline } from '@assoc/contract/member/company'
import { AppDrawer, Button, Dropdown, Flex, Skeleton, StateScreen, StatusTag, Typography, DownOutlined, EditOutlined } from '@assoc/ui'
import { AuditTimeline, Descriptions, textOf, useAnswer } from '@assoc/ui/data'
import { useRef } from 'react'
import { sharesText } from '../../lib/shares'
import { deedsOf, type Deeds } from './deeds'
import type { Company } from './types'

const FACTS = [
  'companyName',
  'shortName',
  'companyType',
  'stockCode',
  'oldStockCode',
  'board',
  'exchange',
  'listDate',
  'totalShares',
] as const
const REGISTER = ['creditCode', 'jurisdiction', 'csrcIndustry', 'controllerType', 'regAddress'] as const
const CONTACT = ['legalRep', 'companyPhone', 'companyEmail', 'deptName', 'officeAddress', 'createTime', 'updateTime', 'remark'] as const
const WIDE: ReadonlySet<string> = new Set(['companyName', 'regAddress', 'companyEmail', 'officeAddress', 'deptName', 'remark'])

interface Props {
  companyId: string
  /** Grows with every deed, so that the drawer reads again. */
  stamp: number
  deeds: (company: Company) => Deeds
  onClose: () => void
}

/** A company with all that is known of it, what may be done with it now, and what has happened to it. */
export function CompanyDetail({ companyId, stamp, deeds, onClose }: Props) {
  return (
    <AppDrawer open title="公司详情" size={760} onClose={onClose}>
      <Body key={`${companyId}/${stamp}`} companyId={companyId} deeds={deeds} onClose={onClose} />
    </AppDrawer>
  )
}

function Body({ companyId, deeds, onClose }: Omit<Props, 'stamp'>) {
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
        <Actions company={data} deeds={deeds(data)} />
      </Flex>
      <Facts title="上市信息" company={data} fields={FACTS} />
      <Facts title="登记信息" company={data} fields={REGISTER} />
      <Facts title="联系与经办" company={data} fields={CONTACT} />
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

function Actions({ company, deeds }: { company: Company; deeds: Deeds }) {
  const trigger = useRef<HTMLButtonElement>(null)
  const actions = deedsOf(company, deeds)
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
            变更状态与删除 <DownOutlined style={{ fontSize: 10 }} />
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

const Heading = ({ children }: { children: string }) => (
  <Typography.Title level={3} style={{ fontSize: 15, lineHeight: '24px', margin: '0 0 12px' }}>
    {children}
  </Typography.Title>
)

function Facts({ title, company, fields }: { title: string; company: Company; fields: readonly (keyof Company & string)[] }) {
  return (
    <section aria-label={title}>
      <Heading>{title}</Heading>
      <Descriptions
        bordered
        size="small"
        column={2}
        styles={{ label: { width: 150 }, content: { width: 206, overflowWrap: 'anywhere' } }}
        items={fields.map((field) => ({
          key: field,
          label: labelOf(companyDetail, field),
          span: WIDE.has(field) ? 2 : 1,
          children: field === 'totalShares' ? sharesText(company.totalShares) : textOf(companyDetail, field, company[field]),
        }))}
      />
    </section>
  )
}
