import { selectRecordRelated, selectRelatedRows } from '@assoc/contract/platform/record'
import { Link } from '@assoc/router'
import { Table, Tabs } from 'antd'
import type { ReactNode } from 'react'
import { Flex, Skeleton, StatusTag, Typography } from '../../shell'
import { useAnswer } from '../../data/kit/use-answer'
import { Section } from './Section'
import { useSeen } from './use-seen'

interface Named {
  recordType: string
  recordId: string
}

const linked = (name: string, link: string | null): ReactNode => (link ? <Link to={link}>{name}</Link> : name)

/** Records that this one refers to, and lists of those that refer to it, each loaded when it is looked at. */
export function RecordRelated(of: Named) {
  const [ref, seen] = useSeen()
  const { data, error } = useAnswer(selectRecordRelated, seen ? of : null)
  if (data && data.up.length === 0 && data.lists.length === 0) return null
  const filled = data?.lists.filter(({ total }) => total > 0) ?? []
  const none = data?.lists.filter(({ total }) => total === 0) ?? []
  return (
    <Section title="关联" of={ref}>
      {error ? <Typography.Text type="secondary">{error}</Typography.Text> : null}
      {seen && !data && !error ? <Skeleton active title={false} paragraph={{ rows: 2 }} /> : null}
      {data && data.up.length > 0 ? (
        <Flex gap="4px 24px" wrap>
          {data.up.map(({ label, name, link }) => (
            <span key={`${label} ${name}`}>
              <Typography.Text type="secondary">{label}：</Typography.Text>
              {linked(name, link)}
            </span>
          ))}
        </Flex>
      ) : null}
      {filled.length > 0 ? <Tabs size="small" items={filled.map(({ key, title, total }) => ({ key, label: `${title} ${total}`, children: <Rows of={of} listKey={key} /> }))} /> : null}
      {none.length > 0 ? <Typography.Text type="secondary">暂无：{none.map(({ title }) => title).join('、')}</Typography.Text> : null}
    </Section>
  )
}

function Rows({ of, listKey }: { of: Named; listKey: string }) {
  const { data, error } = useAnswer(selectRelatedRows, { ...of, key: listKey })
  if (!data) return error ? <Typography.Text type="secondary">{error}</Typography.Text> : <Skeleton active title={false} paragraph={{ rows: 3 }} />
  type Line = (typeof data.rows)[number]
  return (
    <Flex vertical gap={8}>
      <Table<Line>
        size="small"
        rowKey="key"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={data.rows}
        columns={[
          { title: '名称', key: 'name', render: (_, line) => linked(line.name, line.link) },
          ...data.columns.map(({ title, align }, n) => ({ title, key: String(n), align, render: (_: unknown, line: Line) => line.cells[n] })),
          ...(data.rows.some((line) => line.status) ? [{ title: '状态', key: 'status', render: (_: unknown, { status }: Line) => (status ? <StatusTag of={{ labels: { it: status.label }, tones: { it: status.tone } }} value="it" /> : null) }] : []),
        ]}
      />
      {data.link && data.total > 0 ? (
        <div>
          <Link to={data.link}>{data.total > data.rows.length ? `查看全部 ${data.total} 条` : '在列表中查看'}</Link>
        </div>
      ) : null}
    </Flex>
  )
}
