import { selectSystemContent, system } from '@assoc/contract/rbac/system'
import { FailedToLoad, Flex, resourcePage, Skeleton, Table, Tabs, Tag, Typography, useAnswer } from '@assoc/ui'
import { SensitiveTag } from '../../lib/SensitiveTag'

/** The front ends that are kept here, with their menus and permits. */
export default resourcePage({
  name: 'rbac/SystemList',
  title: '接入系统',
  resource: system,
  search: [],
  columns: [
    { field: 'systemName', width: 220, sortable: true },
    { field: 'menuCount', width: 120 },
    { field: 'permitCount', width: 120 },
  ],
  detail: ['systemName'],
  detailWidth: 760,
  inDetail: (row) => <Content systemId={String(row.systemId)} menuCount={Number(row.menuCount)} />,
})

/** `menuCount` is the list's: groups stand in the table but are not counted. */
function Content({ systemId, menuCount }: { systemId: string; menuCount: number }) {
  const { data, error, reload } = useAnswer(selectSystemContent, { systemId })
  if (error) return <FailedToLoad message={error} onRetry={() => void reload()} />
  if (!data) return <Skeleton active />
  const { menus, permits } = data
  return (
    <Tabs
      items={[
        {
          key: 'menus',
          label: `菜单（${menuCount}）`,
          children:
            menus.length === 0 ? <Nothing what="菜单" /> : (
              <Table
                size="small"
                rowKey="menuPath"
                pagination={false}
                dataSource={menus}
                columns={[
                  { title: '菜单', render: (_, m) => <span style={{ paddingInlineStart: m.level * 20, fontWeight: m.level === 0 ? 600 : 400 }}>{m.menuName} {m.enabled ? null : <Tag>停用</Tag>}</span> },
                  { title: '路径', dataIndex: 'menuPath' },
                ]}
              />
            ),
        },
        {
          key: 'permits',
          label: `权限（${permits.length}）`,
          children:
            permits.length === 0 ? <Nothing what="权限" /> : (
              <Table
                size="small"
                rowKey="permitCode"
                pagination={false}
                dataSource={permits}
                columns={[
                  { title: '权限', render: (_, p) => <Flex gap={4} wrap>{p.permitName} {p.sensitive ? <SensitiveTag /> : null}{p.enabled ? null : <Tag>停用</Tag>}</Flex> },
                  { title: '编码', dataIndex: 'permitCode' },
                  { title: '模块', dataIndex: 'moduleName', width: 110 },
                ]}
              />
            ),
        },
      ]}
    />
  )
}

const Nothing = ({ what }: { what: string }) => <Typography.Text type="secondary">此系统还没有{what}。在此系统下新增{what}后显示在这里。</Typography.Text>
