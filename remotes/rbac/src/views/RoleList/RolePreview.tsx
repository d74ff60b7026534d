import type { ResponseOf } from '@assoc/contract'
import { previewRole } from '@assoc/contract/rbac/rights'
import type { MenuNode } from '@assoc/contract/rbac/own'
import { tellLost } from '@assoc/session'
import { Alert, AppDrawer, Button, FailedToLoad, Flex, Select, Skeleton, StateScreen, Table, Tabs, Tree, Typography, useAnswer, type PageDialog, type TreeDataNode } from '@assoc/ui'
import { useState } from 'react'
import { SensitiveTag } from '../../lib/SensitiveTag'
import type { Role } from './forms'
import { viewAs } from './view-as'

type Preview = ResponseOf<typeof previewRole>

const nodesOf = (menus: readonly MenuNode[]): TreeDataNode[] =>
  menus.map((m) => ({
    key: m.menuId,
    title: (
      <>
        {m.menuName} {m.menuLink ? <Typography.Text type="secondary">{m.menuPath}</Typography.Text> : null}
      </>
    ),
    children: nodesOf(m.children),
  }))

export function RolePreview({ row: role, onClose }: PageDialog<Role>) {
  const [deptId, setDeptId] = useState<string | null>(null)
  const { data, error, reload } = useAnswer(previewRole, { roleId: role.roleId, ...(deptId ? { deptId } : {}) })
  return (
    <AppDrawer open size={720} title={`预览角色：${role.roleName}`} onClose={onClose} extra={role.roleStatus === 'enabled' ? <ViewAsButton role={role} deptId={deptId} /> : null}>
      <Flex vertical gap={12}>
        <Alert
          type="info"
          showIcon
          title={data?.roleStatus === 'disabled' ? '角色已停用，它的人员由此得不到任何菜单、权限和数据。' : '只有这一个角色的人得到的菜单、权限和数据。点“以此角色查看”可以打开整个控制台，只能查看，不能办理。'}
        />
        {error ? <FailedToLoad message={error} onRetry={() => void reload()} /> : data ? <Parts data={data} deptId={deptId} onDept={setDeptId} /> : <Skeleton active paragraph={{ rows: 8 }} />}
      </Flex>
    </AppDrawer>
  )
}

function ViewAsButton({ role, deptId }: { role: Role; deptId: string | null }) {
  const [busy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    // What the server refuses has been said by the call.
    await viewAs(role, deptId).catch(tellLost)
    setBusy(false)
  }
  return (
    <Button type="primary" loading={busy} onClick={() => void start()}>
      以此角色查看
    </Button>
  )
}

function Parts({ data, deptId, onDept }: { data: Preview; deptId: string | null; onDept: (deptId: string | null) => void }) {
  const modules = [...new Set(data.permits.map((p) => p.moduleName))]
  return (
    <Tabs
      items={[
        {
          key: 'menus',
          label: '菜单',
          children: data.menus.length > 0 ? <Tree defaultExpandAll selectable={false} treeData={nodesOf(data.menus)} styles={{ root: { background: 'transparent' } }} /> : <StateScreen title="没有任何菜单" />,
        },
        {
          key: 'permits',
          label: `权限（${data.permits.length}）`,
          children:
            modules.length > 0 ? (
              <Flex vertical gap={16}>
                {modules.map((name) => (
                  <section key={name} aria-label={name}>
                    <Typography.Title level={2} style={{ fontSize: 14, marginTop: 0 }}>
                      {name}
                    </Typography.Title>
                    <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(190px, 1fr))', gap: '6px 12px' }}>
                      {data.permits
                        .filter((p) => p.moduleName === name)
                        .map((p) => (
                          <span key={p.permitCode} title={p.permitCode}>
                            {p.permitName} {p.sensitive ? <SensitiveTag /> : null}
                          </span>
                        ))}
                    </div>
                  </section>
                ))}
              </Flex>
            ) : (
              <StateScreen title="没有任何权限" />
            ),
        },
        {
          key: 'scopes',
          label: '数据范围',
          children: (
            <Flex vertical gap={12}>
              {data.depts.length > 0 ? (
                <Flex align="center" gap={8}>
                  <label htmlFor="preview-dept">人员所在部门</label>
                  <Select
                    id="preview-dept"
                    allowClear
                    style={{ width: 200 }}
                    placeholder="未设部门"
                    value={deptId}
                    options={data.depts.map((d) => ({ value: d.deptId, label: d.deptName }))}
                    onChange={(value: string | undefined) => onDept(value ?? null)}
                  />
                </Flex>
              ) : null}
              <Table<Preview['scopes'][number]>
                size="small"
                rowKey="module"
                pagination={false}
                dataSource={data.scopes}
                locale={{ emptyText: '看不到任何模块的数据' }}
                columns={[
                  { title: '模块', width: 160, dataIndex: 'moduleName' },
                  { title: '能看到的数据', render: (_, s) => formatValue(s) },
                ]}
              />
            </Flex>
          ),
        },
      ]}
    />
  )
}

function formatValue(s: Preview['scopes'][number]): string {
  if (s.all) return '全部'
  const parts = [...(s.deptNames.length > 0 ? [`部门：${s.deptNames.join('、')}`] : []), ...(s.jurisdictions.length > 0 ? [`辖区：${s.jurisdictions.join('、')}`] : []), ...(s.self ? ['本人的数据'] : [])]
  return parts.join('；') || '没有数据（未设部门）'
}
