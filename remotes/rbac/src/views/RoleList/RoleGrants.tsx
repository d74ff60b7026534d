import { CODE, type RowOf } from '@assoc/contract'
import { userLookup } from '@assoc/contract/rbac/lookups'
import { updateMenuAndRole, type role } from '@assoc/contract/rbac/role'
import { saveRmPermitBatch, selectRoleGrants } from '@assoc/contract/rbac/role-grants'
import { api, ApiError, dateFormat, newKey } from '@assoc/http'
import { session, toasts } from '@assoc/session'
import { Alert, AppDrawer, Button, FailedToLoad, Flex, Input, Popconfirm, RefSelect, SearchOutlined, Skeleton, theme, Typography, useAnswer, useTab } from '@assoc/ui'
import { useEffect, useMemo, useRef, useState } from 'react'
import { usePublishedViews } from '../../lib/published-views'
import { catalogueOf, choiceOf, differenceOf, isEmpty, merged, withGroups, type Catalogue, type Choice, type Grants, type RoleText } from './grants'
import { GrantConflict, type Current } from './GrantConflict'
import { GrantSummary } from './GrantSummary'
import { GrantTree } from './GrantTree'
import { NewRoleFields } from './NewRoleFields'

interface RoleGrantsProps {
  /** Null makes a role. */
  row: RowOf<typeof role> | null
  onClose: () => void
  onSaved: (text: string) => void
}

/** A role with its menus, permits, rows and people on one screen, saved at once. */
export function RoleGrants({ row, onClose, onSaved }: RoleGrantsProps) {
  const given = useAnswer(selectRoleGrants, row ? { roleId: row.roleId } : {})
  const views = usePublishedViews()
  const [dirty, setDirty] = useState(false)
  const tab = useTab()
  useEffect(() => {
    tab.setDirty(dirty)
    return () => tab.setDirty(false)
  }, [dirty, tab])
  const catalogue = useMemo(() => (given.data && views ? catalogueOf(given.data, new Map(views.map((v) => [v.menuLink, v.access]))) : null), [given.data, views])
  return (
    <AppDrawer
      open
      title={row ? `角色授权：${row.roleName}` : '新增角色'}
      size={1180}
      onClose={onClose}
      closable={!dirty}
      mask={{ closable: !dirty }}
      keyboard={!dirty}
      extra={
        dirty ? (
          <Popconfirm title="有未保存的修改，放弃吗？" okText="放弃" cancelText="继续编辑" onConfirm={onClose}>
            <Button>关闭</Button>
          </Popconfirm>
        ) : null
      }
    >
      {given.error ? <FailedToLoad message={given.error} onRetry={() => void given.reload()} /> : given.data && catalogue ? <Editor grants={given.data} catalogue={catalogue} onDirty={setDirty} onSaved={onSaved} /> : <Skeleton active paragraph={{ rows: 12 }} />}
    </AppDrawer>
  )
}

const NEW: RoleText = { roleCode: '', roleName: '', roleStatus: 'enabled', remark: null }

function Editor({ grants, catalogue, onDirty, onSaved }: { grants: Grants; catalogue: Catalogue; onDirty: (dirty: boolean) => void; onSaved: (text: string) => void }) {
  const { token } = theme.useToken()
  const [base, setBase] = useState(() => ({ version: grants.role?.version, choice: choiceOf(grants, catalogue) }))
  const [choice, setChoice] = useState(base.choice)
  const [text, setText] = useState(NEW)
  const [userIds, setUserIds] = useState<string[]>([])
  const [word, setWord] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [conflict, setConflict] = useState<Current | null>(null)
  const intent = useRef(newKey())
  const may = session()
  const [mayMenus, mayPermits, mayAssign] = [may.has('rbac:role:grantMenu'), may.has('rbac:role:grantPermit'), may.has('rbac:user:assignRole')]
  const made = grants.role === null
  const difference = differenceOf(base.choice, choice)
  const dirty = !isEmpty(difference) || userIds.length > 0 || (made && (text.roleCode !== '' || text.roleName !== ''))
  useEffect(() => onDirty(dirty), [dirty, onDirty])
  const ends = useMemo(() => new Map(grants.permits.flatMap((p) => (p.expiresAt ? [[p.permitId, dateFormat(p.expiresAt, 'YYYY-MM-DD')] as const] : []))), [grants])

  const save = async (now: Choice, version: number | undefined) => {
    setBusy(true)
    setRefused({})
    const menuIds = withGroups(now, catalogue)
    try {
      // Who may give menus alone has a call of their own for it.
      if (!mayPermits) await api(updateMenuAndRole, { roleId: grants.role?.roleId ?? '', menuIds }, { idempotencyKey: intent.current })
      else {
        const role = made ? { role: text } : { roleId: grants.role?.roleId ?? '', ...(version ? { version } : {}) }
        await api(saveRmPermitBatch, { ...role, permitIds: [...now.permitIds], ...(mayMenus ? { menuIds } : {}), scopes: [...now.scopes.values()], ...(userIds.length > 0 ? { userIds } : {}) }, { idempotencyKey: intent.current, quiet: [CODE.conflict] })
      }
      onSaved(made ? `角色“${text.roleName}”已新增并授权` : '角色授权已保存')
    } catch (error) {
      setBusy(false)
      if (!(error instanceof ApiError)) return toasts.error('网络连接失败，修改已保留，请重试')
      intent.current = newKey()
      const current = (error.data as { current?: Current } | null)?.current
      if (error.code === CODE.conflict && current) setConflict(current)
      else setRefused(Object.fromEntries(error.fields.map((f) => [f.path.replace(/^role\./, ''), f.message])))
    }
  }
  const others = Object.entries(refused).filter(([path]) => !made || !['roleCode', 'roleName', 'remark'].includes(path))
  return (
    <Flex vertical gap={12} style={{ minHeight: '100%' }}>
      {made ? <NewRoleFields value={text} refused={refused} onChange={setText} /> : null}
      {others.length > 0 ? <Alert type="error" showIcon title={[...new Set(others.map(([, message]) => message))].join('；')} /> : null}
      <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) 320px', gap: 24, flex: 1 }}>
        <Flex vertical gap={8}>
          <Flex gap={12} align="center" wrap>
            <Input allowClear prefix={<SearchOutlined />} placeholder="按名称或编码查找菜单、权限" aria-label="查找菜单或权限" value={word} onChange={(e) => setWord(e.target.value)} style={{ maxWidth: 280 }} />
            <Typography.Text type="secondary">勾选菜单时一并给出查看权限和“本部门”数据，可再调整</Typography.Text>
          </Flex>
          <GrantTree catalogue={catalogue} choice={choice} ends={ends} word={word.trim()} mayMenus={mayMenus && (mayPermits || !made)} mayPermits={mayPermits} onChange={setChoice} />
        </Flex>
        <Flex vertical gap={16} style={{ position: 'sticky', top: 0, alignSelf: 'start', maxHeight: 'calc(100vh - 180px)', overflow: 'auto' }}>
          {mayPermits && mayAssign ? (
            <div>
              <label htmlFor="grant-people">分配给</label>
              <RefSelect id="grant-people" multiple lookup={userLookup} value={userIds} onChange={(v) => setUserIds(Array.isArray(v) ? v : [])} />
              {made ? null : <Typography.Text type="secondary">已有 {grants.role?.userCount} 人；所选人员加入其中</Typography.Text>}
            </div>
          ) : null}
          <GrantSummary catalogue={catalogue} before={base.choice} after={choice} difference={difference} people={userIds.length} />
        </Flex>
      </div>
      {/* In sight however long the tree is. */}
      <Flex align="center" justify="space-between" gap={12} wrap style={{ position: 'sticky', bottom: -24, zIndex: 2, margin: 'auto -24px -24px', padding: '12px 24px', background: token.colorBgElevated, borderTop: `1px solid ${token.colorBorderSecondary}` }}>
        <Typography.Text type="secondary" role="status">
          已选 {choice.menuIds.size} 个菜单、{choice.permitIds.size} 项权限，{choice.scopes.size} 个模块有数据
        </Typography.Text>
        {mayMenus || mayPermits ? (
          <Flex gap={8}>
            <Button disabled={!dirty || busy} onClick={() => (setChoice(base.choice), setUserIds([]), setRefused({}))}>
              还原
            </Button>
            <Button type="primary" disabled={!dirty} loading={busy} onClick={() => void save(choice, base.version)}>
              保存
            </Button>
          </Flex>
        ) : (
          <span>您没有修改的权限，仅供查看</span>
        )}
      </Flex>
      {conflict ? (
        <GrantConflict
          catalogue={catalogue}
          base={base.choice}
          mine={choice}
          theirs={choiceOf(conflict, catalogue)}
          onClose={() => setConflict(null)}
          onTakeTheirs={(theirs) => {
            setBase({ version: conflict.role.version, choice: theirs })
            setChoice(theirs)
            setConflict(null)
          }}
          onMerge={(theirs) => {
            const next = merged(base.choice, choice, theirs)
            setBase({ version: conflict.role.version, choice: theirs })
            setChoice(next)
            setConflict(null)
            void save(next, conflict.role.version)
          }}
        />
      ) : null}
    </Flex>
  )
}
