import { fate, type FateLine } from '@assoc/contract/rbac/personal'
import { StatusTag, Table, Typography } from '@assoc/ui'

/** What becomes, or became, of what is stored about a person, table by table. */
export function FateTable({ lines }: { lines: readonly FateLine[] }) {
  return (
    <Table<FateLine>
      size="small"
      rowKey={(line) => `${line.group}/${line.label}/${line.fate}`}
      pagination={false}
      dataSource={[...lines]}
      columns={[
        { title: '范围', dataIndex: 'group', width: 110 },
        { title: '内容', dataIndex: 'label', width: 170 },
        { title: '处理', width: 100, render: (_, line) => <StatusTag of={fate} value={line.fate} /> },
        { title: '行数', dataIndex: 'rows', width: 70, align: 'right' },
        {
          title: '依据与期限',
          render: (_, line) =>
            line.basis ? (
              <>
                {line.basis}
                {line.until ? <Typography.Text type="secondary">（至{line.until}）</Typography.Text> : null}
              </>
            ) : (
              '—'
            ),
        },
      ]}
    />
  )
}
