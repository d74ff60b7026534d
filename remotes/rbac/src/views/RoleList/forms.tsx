import type { RowOf } from '@assoc/contract'
import { delRoleMessageByRoleId, roleStatus, updateRoleMessage, type role } from '@assoc/contract/rbac/role'
import { api } from '@assoc/http'
import { FormDrawer, ReasonDialog, type CreateDialog, type FormField, type PageDialog } from '@assoc/ui'
import { lazy, Suspense } from 'react'

// Loaded when a role is first granted something.
const RoleGrants = lazy(async () => ({ default: (await import('./RoleGrants')).RoleGrants }))

/** A row of the list of roles. */
export type Role = RowOf<typeof role>

const fieldsOf = (built: boolean): FormField[] => [
  { name: 'roleName', kind: 'text' },
  { name: 'roleCode', kind: 'text', disabled: built, help: built ? '内置角色的编码不能修改' : '大写字母、数字或下划线，例如 MEMBER_OP' },
  { name: 'roleStatus', kind: 'select', options: roleStatus.options },
  { name: 'remark', kind: 'longText' },
]

export const NewRole = ({ onClose, onDone }: CreateDialog) => (
  <FormDrawer open title="新增角色" call={updateRoleMessage} fields={fieldsOf(false)} initial={{ roleStatus: 'enabled' }} draft="rbac/RoleList/new" onClose={onClose} onDone={() => onDone('角色已保存')} />
)

export const EditRole = ({ row, onClose, onDone }: PageDialog<Role>) => (
  <FormDrawer
    open
    title={`修改角色 · ${row.roleName}`}
    call={updateRoleMessage}
    fields={fieldsOf(row.builtIn)}
    initial={row}
    hidden={{ roleId: row.roleId, version: row.version }}
    draft={`rbac/RoleList/${row.roleId}`}
    onClose={onClose}
    onDone={() => onDone('角色已保存')}
  />
)

export const DeleteRole = ({ row, onClose, onDone }: PageDialog<Role>) => (
  <ReasonDialog
    title={`删除角色：${row.roleName}`}
    text="角色的菜单、权限和数据范围一并删除，不能恢复。"
    confirmText="删除"
    reason="none"
    danger
    onConfirm={async () => {
      await api(delRoleMessageByRoleId, { roleId: row.roleId })
      onDone('角色已删除')
    }}
    onClose={onClose}
  />
)

export const GrantRole = ({ row, onClose, onDone }: PageDialog<Role>) => (
  <Suspense fallback={null}>
    <RoleGrants row={row} onClose={onClose} onSaved={onDone} />
  </Suspense>
)

/** A new role with what it gives and who gets it. */
export const NewRoleAtOnce = ({ onClose, onDone }: CreateDialog) => (
  <Suspense fallback={null}>
    <RoleGrants row={null} onClose={onClose} onSaved={onDone} />
  </Suspense>
)
