import type { ResponseOf } from '@assoc/contract'
import { selectPermit } from '@assoc/contract/rbac/permit'
import { dataScope, queryRoleScopes, updateRoleScopes } from '@assoc/contract/rbac/role'
import { toasts } from '@assoc/session'
import { Alert, FailedToLoad, Flex, Select, Skeleton, TreeSelect, Typography, useAnswer, useDepts, useSaving } from '@assoc/ui'
import { useEffect, useMemo, useState } from 'react'
import { FULL_HEIGHT, GrantFoot, type GrantProps } from './GrantFoot'

type Scope = ResponseOf<typeof queryRoleScopes>[number]
type Kind = Scope['scope']

const NONE = 'none'
const OPTIONS = [{ value: NONE, label: '无数据' }, ...dataScope.options]

const MEANING: Record<string, string> = {
  none: '看不到该模块的任何数据',
  all: '该模块的全部数据',
  depts: '所选部门的数据',
  deptTree: '本部门及下级部门的数据',
  dept: '本部门的数据',
  jurisdiction: '所填辖区的数据',
  self: '本人经办的数据',
  linked: '外部用户所代表公司或其本人的数据',
}

/** Data scope of a role, module by module. */
export function ScopeGrant({ roleId, editable, onDirty, onSaved }: GrantProps) {
  const permits = useAnswer(selectPermit, {})
  const given = useAnswer(queryRoleScopes, { roleId })
  const depts = useDepts()
  const [changed, setChanged] = useState<Map<string, Scope | null> | null>(null)
  const { busy, refused, save } = useSaving(updateRoleScopes)

  const before = useMemo(() => new Map((given.data ?? []).map((s) => [s.module, s])), [given.data])
  const now = new Map<string, Scope>(before)
  for (const [module, scope] of changed ?? []) {
    if (scope) now.set(module, scope)
    else now.delete(module)
  }
  const dirty = JSON.stringify([...now].sort()) !== JSON.stringify([...before].sort())
  useEffect(() => onDirty(dirty), [dirty, onDirty])

  const failed = permits.error ?? given.error
  if (failed) return <FailedToLoad message={failed} onRetry={() => (void permits.reload(), void given.reload())} />
  if (!permits.data || !given.data) return <Skeleton active paragraph={{ rows: 5 }} />
  const modules = new Map(permits.data.filter((p) => p.builtIn).map((p) => [p.module, p.moduleName]))
  const set = (module: string, scope: Scope | null) => setChanged(new Map([...(changed ?? []), [module, scope]]))
  const submit = async () => {
    if (!(await save({ roleId, scopes: [...now.values()] }))) return
    toasts.success('数据范围已保存')
    await given.reload()
    setChanged(null)
    onSaved()
  }
  return (
    <Flex vertical gap={12} style={FULL_HEIGHT}>
      <Typography.Text type="secondary">同时有几个角色的人，数据范围取各角色之和。</Typography.Text>
      {refused.length > 0 ? <Alert type="error" showIcon title={[...new Set(refused)].join('；')} /> : null}
      {[...modules].map(([module, name]) => {
        const scope = now.get(module)
        const kind = scope?.scope ?? NONE
        return (
          <div key={module} role="group" aria-label={name} style={{ display: 'grid', gridTemplateColumns: '110px 150px 1fr', gap: 12, alignItems: 'center' }}>
            <strong>{name}</strong>
            <Select
              aria-label={`${name}的数据范围`}
              disabled={!editable}
              value={kind}
              options={OPTIONS}
              onChange={(value: string) => set(module, value === NONE ? null : { module, scope: value as Kind, deptIds: [], jurisdictions: [] })}
            />
            {scope?.scope === 'depts' ? (
              <TreeSelect
                aria-label={`${name}的部门`}
                multiple
                allowClear
                treeDefaultExpandAll
                treeNodeFilterProp="title"
                disabled={!editable}
                placeholder="请选择部门"
                treeData={depts.tree}
                value={scope.deptIds}
                onChange={(deptIds: string[]) => set(module, { ...scope, deptIds })}
              />
            ) : scope?.scope === 'jurisdiction' ? (
              <Select
                aria-label={`${name}的辖区`}
                mode="tags"
                disabled={!editable}
                placeholder="输入辖区名称后回车，例如 北京"
                value={scope.jurisdictions}
                onChange={(jurisdictions: string[]) => set(module, { ...scope, jurisdictions })}
              />
            ) : (
              <Typography.Text type="secondary">{MEANING[kind]}</Typography.Text>
            )}
          </div>
        )
      })}
      <GrantFoot dirty={dirty} busy={busy} editable={editable} onReset={() => setChanged(null)} onSave={() => void submit()}>
        <Typography.Text type="secondary">{now.size === 0 ? '没有任何数据' : `${now.size} 个模块有数据`}</Typography.Text>
      </GrantFoot>
    </Flex>
  )
}
