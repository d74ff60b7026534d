import { dataScope } from '@assoc/contract/rbac/role-kinds'
import { Alert, Flex, Tag, Typography } from '@assoc/ui'
import { withoutPermit, type Catalogue, type Choice, type Difference, type Scope } from './grants'

interface SummaryProps {
  catalogue: Catalogue
  before: Choice
  after: Choice
  difference: Difference
  /** How many people get the role with the save. */
  people: number
}

export const scopeLabel = (scope: Scope | undefined): string =>
  scope ? `${dataScope.labels[scope.scope]}${scope.scope === 'depts' ? `（${scope.deptIds.length} 个）` : scope.scope === 'jurisdiction' ? `（${scope.jurisdictions.join('、')}）` : ''}` : '无数据'

/** What a save would change, before it is pressed. */
export function GrantSummary({ catalogue, before, after, difference, people }: SummaryProps) {
  const menus = (ids: readonly string[]) => ids.map((id) => ({ key: id, text: catalogue.leaves.get(id)?.menuName ?? id, sensitive: false }))
  const permits = (ids: readonly string[]) => ids.map((id) => ({ key: id, text: catalogue.permits.get(id)?.permitName ?? id, sensitive: catalogue.permits.get(id)?.sensitive ?? false }))
  const bare = withoutPermit(after, catalogue)
  const parts = [
    { label: '新增菜单', rows: menus(difference.menus.added) },
    { label: '取消菜单', rows: menus(difference.menus.removed), gone: true },
    { label: '新增权限', rows: permits(difference.permits.added) },
    { label: '取消权限', rows: permits(difference.permits.removed), gone: true },
    { label: '数据范围', rows: difference.scopes.map((m) => ({ key: m, sensitive: after.scopes.get(m)?.scope === 'all', text: `${catalogue.moduleNames.get(m) ?? m}：${scopeLabel(before.scopes.get(m))} → ${scopeLabel(after.scopes.get(m))}` })) },
    { label: '分配', rows: people > 0 ? [{ key: 'people', text: `${people} 人得到此角色`, sensitive: false }] : [] },
  ].filter(({ rows }) => rows.length > 0)
  return (
    <section aria-label="将要保存的变更">
      <Typography.Title level={2} style={{ fontSize: 15, marginTop: 0 }}>
        将要保存的变更
      </Typography.Title>
      {bare.length > 0 ? <Alert type="warning" showIcon style={{ marginBottom: 8 }} title={`${bare.length} 个菜单缺少查看权限，打开后没有内容：${bare.map((l) => l.menuName).join('、')}`} /> : null}
      {parts.length === 0 ? <Typography.Text type="secondary">还没有变更</Typography.Text> : null}
      <Flex vertical gap={8}>
        {parts.map(({ label, rows, gone }) => (
          <div key={label}>
            <Typography.Text strong>{`${label}（${rows.length}）`}</Typography.Text>
            <ul style={{ margin: '2px 0 0', paddingInlineStart: 20 }}>
              {rows.map(({ key, text, sensitive }) => (
                <li key={key}>
                  <Typography.Text delete={gone === true}>{text}</Typography.Text> {sensitive ? <Tag color="warning">敏感</Tag> : null}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </Flex>
    </section>
  )
}
