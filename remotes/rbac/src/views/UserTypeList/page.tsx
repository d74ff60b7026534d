import type { ResponseOf } from '@assoc/contract'
import { labelOf, viewLink } from '@assoc/contract'
import { userType } from '@assoc/contract/rbac/user-kinds'
import { selectUserTypeList, userTypeRow } from '@assoc/contract/rbac/user-type'
import { Link } from '@assoc/router'
import { Button, FailedToLoad, Flex, ReloadOutlined, Skeleton, Table, theme, Tooltip, Typography, useAnswer, type TableProps } from '@assoc/ui'

type Row = ResponseOf<typeof selectUserTypeList>[number]

const STATUSES = ['normal', 'pending', 'locked', 'disabled', 'cancelled'] as const
const pathOf = (typeId: string, status?: string) => viewLink('rbac/UserTypeManage', { typeId, accountStatus: status })

// A number leads to the people behind it.
const counted = (row: Row, value: number, status?: string) => (value === 0 ? <Typography.Text type="secondary">0</Typography.Text> : <Link to={pathOf(row.typeId, status)}>{value.toLocaleString('zh-CN')}</Link>)

const COLUMNS: TableProps<Row>['columns'] = [
  { key: 'typeId', title: labelOf(userTypeRow, 'typeId'), render: (_, row) => <Link to={pathOf(row.typeId)}>{userType.labels[row.typeId]}</Link> },
  { key: 'total', title: labelOf(userTypeRow, 'total'), align: 'right', render: (_, row) => counted(row, row.total) },
  ...STATUSES.map((status) => ({ key: status, title: labelOf(userTypeRow, status), align: 'right' as const, render: (_: unknown, row: Row) => counted(row, row[status], status) })),
]

/** The nine user types with their people by status. */
export default function UserTypeList() {
  const { token } = theme.useToken()
  const { data, error, loading, reload } = useAnswer(selectUserTypeList, {})
  return (
    <section aria-label="用户类型" style={{ padding: '12px 16px 16px', background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}>
      <Flex align="center" justify="space-between" gap={12} style={{ marginBottom: 12 }}>
        <Typography.Title level={1} style={{ fontSize: 15, lineHeight: '24px', margin: 0 }}>
          用户类型
        </Typography.Title>
        <Tooltip title="刷新">
          <Button type="text" icon={<ReloadOutlined />} aria-label="刷新" onClick={() => void reload()} />
        </Tooltip>
      </Flex>
      <Typography.Paragraph type="secondary" style={{ marginBottom: 8 }}>
        类型由系统固定，注册、导入和数据权限都按它判断。人数只含您数据范围内的用户，不含已注销的。
      </Typography.Paragraph>
      {error && !data ? (
        <FailedToLoad message={error} onRetry={() => void reload()} />
      ) : !data ? (
        <Skeleton active paragraph={{ rows: 9 }} title={false} />
      ) : (
        <Table rowKey="typeId" size="middle" pagination={false} loading={loading} dataSource={data} columns={COLUMNS} scroll={{ x: 720 }} tableLayout="fixed" />
      )}
    </section>
  )
}
