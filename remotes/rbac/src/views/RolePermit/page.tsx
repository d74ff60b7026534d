import { updateRmPermit } from '@assoc/contract/rbac/permit'
import { MATRIX_ROLES, selectRoleMatrix } from '@assoc/contract/rbac/rights'
import { session } from '@assoc/session'
import { Button, FailedToLoad, Flex, Input, ReloadOutlined, SearchOutlined, Segmented, Select, Skeleton, StateScreen, theme, Tooltip, Typography, useAnswer } from '@assoc/ui'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState, type ComponentType } from 'react'
import { useQuery } from '../../lib/use-query'
import type { GrantDialogProps } from './GrantDialog'
import { askedRoles, cellKey, compared, grantsByCell, groupsOf, roleSentence, type Asked, type Matrix, type MatrixPermit, type MatrixRole, type Show } from './matrix'
import { MatrixTable } from './MatrixTable'

// Loaded when a cell is pressed, or a role's people are looked at.
const GrantDialog = lazy(async () => ({ default: (await import('./GrantDialog')).GrantDialog as ComponentType<GrantDialogProps<typeof updateRmPermit>> }))
const GrantList = lazy(async () => ({ default: (await import('./GrantList')).GrantList }))
const RoleHolders = lazy(async () => ({ default: (await import('./RoleHolders')).RoleHolders }))

const SHOWS: { value: Show; label: string }[] = [
  { value: 'all', label: '全部权限' },
  { value: 'granted', label: '已授予' },
  { value: 'none', label: '未授予' },
  { value: 'sensitive', label: '仅敏感' },
  { value: 'dated', label: '有期限' },
]

const NONE: ReadonlySet<string> = new Set()

/** Roles beside each other, or every grant as a line of a list. */
export default function RolePermit() {
  const { get, set } = useQuery()
  const asList = get('as') === 'list'
  return (
    <Flex vertical gap={12} align="stretch">
      <Segmented
        style={{ alignSelf: 'flex-start' }}
        aria-label="显示方式"
        value={asList ? 'list' : 'matrix'}
        options={[{ value: 'matrix', label: '对照表' }, { value: 'list', label: '清单' }]}
        onChange={(as) => set({ as: as === 'list' ? 'list' : null, keyword: null, roleId: null, sort: null, page: null })}
      />
      {asList ? (
        <Suspense fallback={<Skeleton active paragraph={{ rows: 12 }} />}>
          <GrantList />
        </Suspense>
      ) : (
        <RoleMatrix />
      )}
    </Flex>
  )
}

/** Roles beside each other: what each may, until when, and how two of them differ. */
function RoleMatrix() {
  const { get } = useQuery()
  const [known, setKnown] = useState<ReadonlySet<string> | null>(null)
  const asked = askedRoles(get, known ?? NONE)
  // An address may name roles that are gone, so it is asked first which there are.
  const ids = known === null && (get('roles') || get('a')) ? [] : asked.kind === 'none' ? undefined : asked.ids
  const { data, error, loading, reload } = useAnswer(selectRoleMatrix, ids ? { roleIds: ids } : {})
  useEffect(() => {
    if (data) setKnown(new Set(data.choices.map((r) => r.roleId)))
  }, [data])
  const { token } = theme.useToken()
  return (
    <section aria-label="角色权限" style={{ padding: '12px 16px 16px', background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}>
      {error && !data ? <FailedToLoad message={error} onRetry={() => void reload()} /> : data && known ? <Comparison matrix={data} asked={asked} error={error} loading={loading} reload={reload} /> : <Skeleton active paragraph={{ rows: 12 }} />}
    </section>
  )
}

function Comparison({ matrix, asked, error, loading, reload }: { matrix: Matrix; asked: Asked; error: string | null; loading: boolean; reload: () => Promise<void> }) {
  const { get, set } = useQuery()
  const [cell, setCell] = useState<{ role: MatrixRole; permit: MatrixPermit } | null>(null)
  const [holders, setHolders] = useState<MatrixRole | null>(null)
  const [word, setWord] = useState(get('word'))
  // Until the roles that were asked for have come, those of before stay.
  const come = asked.ids.flatMap((id) => matrix.roles.find((r) => r.roleId === id) ?? [])
  const settled = !loading && (asked.kind === 'none' ? matrix.roles.length > 0 : come.length === asked.ids.length)
  const roles = asked.kind !== 'none' && come.length === asked.ids.length ? come : matrix.roles
  const [a, b] = asked.kind === 'pair' ? asked.ids : []
  const pair = a && b && roles === come ? ([a, b] as const) : null
  const cells = useMemo(() => grantsByCell(matrix), [matrix])
  const show = SHOWS.find((s) => s.value === get('show'))?.value ?? 'all'
  const groups = groupsOf(matrix, roles, cells, { word: word.trim(), module: get('module'), show, pair })
  const modules = [...new Map(matrix.permits.map((p) => [p.module, p.moduleName]))].map(([value, label]) => ({ value, label }))
  const [one, other] = [get('a'), get('b')].map((id) => (matrix.choices.some((r) => r.roleId === id) ? id : null))
  const options = matrix.choices.map((r) => ({ value: r.roleId, label: r.roleStatus === 'enabled' ? r.roleName : `${r.roleName}（停用）` }))
  const editable = session().has('rbac:role:grantPermit')
  const onCell = useCallback((role: MatrixRole, permit: MatrixPermit) => setCell({ role, permit }), [])
  const grant = cell ? cells.get(cellKey(cell.role.roleId, cell.permit.permitId)) : undefined
  const difference = pair ? compared(matrix, cells, pair) : null
  const clear = () => {
    setWord('')
    set({ word: null, module: null, show: null, roles: null, a: null, b: null })
  }
  return (
    <Flex vertical gap={12}>
      <Flex align="center" justify="space-between">
        <Typography.Title level={1} style={{ fontSize: 15, lineHeight: '24px', margin: 0 }}>
          角色权限
        </Typography.Title>
        <Tooltip title="刷新">
          <Button type="text" icon={<ReloadOutlined />} aria-label="刷新" onClick={() => void reload()} />
        </Tooltip>
      </Flex>
      <Flex gap={8} wrap align="center" role="search">
        <Input allowClear prefix={<SearchOutlined />} style={{ width: 210 }} placeholder="权限名称或编码" aria-label="查找权限" value={word} onChange={(e) => setWord(e.target.value)} onBlur={() => set({ word: word.trim() })} />
        <Select allowClear style={{ width: 140 }} placeholder="全部模块" aria-label="模块" value={get('module') || null} options={modules} onChange={(v: string | undefined) => set({ module: v })} />
        <Select style={{ width: 120 }} aria-label="显示哪些权限" value={show} options={SHOWS} onChange={(v: Show) => set({ show: v === 'all' ? null : v })} />
        <Select
          mode="multiple"
          allowClear
          maxTagCount="responsive"
          style={{ minWidth: 200, flex: 1 }}
          placeholder={matrix.choices.length > MATRIX_ROLES ? '选择要对比的角色' : '全部角色'}
          aria-label="显示哪些角色"
          disabled={asked.kind === 'pair'}
          maxCount={MATRIX_ROLES}
          showSearch
          value={asked.chosen}
          options={options}
          onChange={(v: string[]) => set({ roles: v.join(',') })}
        />
        <Flex gap={4} align="center" role="group" aria-label="比较两个角色">
          <Typography.Text type="secondary">比较</Typography.Text>
          <Select allowClear showSearch style={{ width: 140 }} placeholder="角色甲" aria-label="角色甲" value={one} options={options.filter((o) => o.value !== other)} onChange={(v: string | undefined) => set({ a: v })} />
          <Typography.Text type="secondary">与</Typography.Text>
          <Select allowClear showSearch style={{ width: 140 }} placeholder="角色乙" aria-label="角色乙" value={other} options={options.filter((o) => o.value !== one)} onChange={(v: string | undefined) => set({ b: v })} />
        </Flex>
      </Flex>
      {difference ? (
        <Typography.Text role="status">
          共 {matrix.choices.length} 个角色。只有“{roles[0]?.roleName}”有 <strong>{difference.onlyA}</strong> 项，只有“{roles[1]?.roleName}”有 <strong>{difference.onlyB}</strong> 项，两者都有 {difference.both} 项。下面只列不同之处。
        </Typography.Text>
      ) : (
        <Typography.Text role="status" type={error ? 'danger' : settled && asked.kind === 'none' && matrix.choices.length > roles.length ? 'warning' : 'secondary'}>
          {error ?? (settled ? roleSentence(matrix, asked) : '正在读取角色…')}
        </Typography.Text>
      )}
      {roles.length === 0 ? (
        error ? <FailedToLoad message={error} onRetry={() => void reload()} /> : <Skeleton active paragraph={{ rows: 12 }} />
      ) : groups.length === 0 ? (
        <StateScreen mark="search" title={difference && difference.onlyA + difference.onlyB === 0 ? '两个角色的权限完全相同' : '没有符合的权限'} actions={<Button onClick={clear}>清除条件</Button>} />
      ) : (
        <MatrixTable roles={roles} groups={groups} cells={cells} editable={editable} onCell={onCell} onRole={setHolders} />
      )}
      <Typography.Text type="secondary">{editable ? '点击单元格授予、设定期限或取消；不能授予您自己没有的权限。点击角色名查看人员与期限。' : '您没有授予权限的权限，仅供查看。点击角色名查看人员与期限。'}</Typography.Text>
      {cell ? (
        <Suspense fallback={null}>
          <GrantDialog
            title={`${cell.role.roleName} · ${cell.permit.permitName}`}
            call={updateRmPermit}
            subject={{ roleId: cell.role.roleId, permitId: cell.permit.permitId }}
            granted={grant !== undefined}
            expiresAt={grant?.expiresAt ?? null}
            grantable={cell.permit.grantable}
            takeAwayText={`该角色的 ${cell.role.userCount} 人立即失去此权限。`}
            onClose={() => setCell(null)}
            onDone={() => {
              setCell(null)
              void reload()
            }}
          >
            <Typography.Text type="secondary">
              {cell.permit.moduleName} · <Typography.Text code>{cell.permit.permitCode}</Typography.Text>
            </Typography.Text>
          </GrantDialog>
        </Suspense>
      ) : null}
      {holders ? (
        <Suspense fallback={null}>
          <RoleHolders role={holders} onClose={() => setHolders(null)} onChanged={() => void reload()} />
        </Suspense>
      ) : null}
    </Flex>
  )
}
