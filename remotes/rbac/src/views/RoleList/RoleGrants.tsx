import type { PermitCode } from '@assoc/contract'
import { session } from '@assoc/session'
import { AppDrawer, Button, Popconfirm, Tabs, useTab, type PageDialog } from '@assoc/ui'
import { useEffect, useState } from 'react'
import type { GrantProps } from './GrantFoot'
import { MenuGrant } from './MenuGrant'
import type { Role } from './forms'
import { PermitGrant } from './PermitGrant'
import { ScopeGrant } from './ScopeGrant'

/** What a role gives: menus, permits and data, each saved by itself. */
export function RoleGrants({ row: role, onClose, onChanged }: PageDialog<Role>) {
  const tab = useTab()
  const [dirty, setDirty] = useState<Record<string, boolean>>({})
  const anyDirty = Object.values(dirty).some(Boolean)
  useEffect(() => {
    tab.setDirty(anyDirty)
    return () => tab.setDirty(false)
  }, [anyDirty, tab])
  const [marks] = useState(() => {
    const mark = (part: string) => (on: boolean) => setDirty((d) => (Boolean(d[part]) === on ? d : { ...d, [part]: on }))
    return { menus: mark('menus'), permits: mark('permits'), scopes: mark('scopes') }
  })
  const props = (part: keyof typeof marks, verb: PermitCode): GrantProps => ({
    roleId: role.roleId,
    editable: session().has(verb),
    onDirty: marks[part],
    onSaved: () => onChanged(),
  })
  const label = (part: string, text: string) => (dirty[part] ? `${text} ●` : text)
  return (
    <AppDrawer
      open
      title={`角色授权：${role.roleName}`}
      size={760}
      onClose={onClose}
      closable={!anyDirty}
      mask={{ closable: !anyDirty }}
      keyboard={!anyDirty}
      extra={
        anyDirty ? (
          <Popconfirm title="有未保存的修改，放弃吗？" okText="放弃" cancelText="继续编辑" onConfirm={onClose}>
            <Button>关闭</Button>
          </Popconfirm>
        ) : null
      }
      styles={{ body: { paddingTop: 0 } }}
    >
      <Tabs
        items={[
          { key: 'menus', label: label('menus', '菜单'), children: <MenuGrant {...props('menus', 'rbac:role:grantMenu')} />, forceRender: false },
          { key: 'permits', label: label('permits', '权限'), children: <PermitGrant {...props('permits', 'rbac:role:grantPermit')} /> },
          { key: 'scopes', label: label('scopes', '数据范围'), children: <ScopeGrant {...props('scopes', 'rbac:role:grantPermit')} /> },
        ]}
      />
    </AppDrawer>
  )
}
