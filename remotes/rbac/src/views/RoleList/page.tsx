import type { ResponseOf } from '@assoc/contract'
import { delRoleMessageByRoleId, queryAllRoleMessage, roleRow, roleStatus, updateRoleMessage } from '@assoc/contract/rbac/role'
import { api } from '@assoc/http'
import { session, tellLost, toasts } from '@assoc/session'
import { Button, FormDrawer, ListPage, PlusOutlined, ReasonDialog, RowActions, Tag, useResourceList, type Column, type FormField, type RowAction } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useState } from 'react'
import { viewAs } from './view-as'

// Loaded when they are first opened.
const RoleGrants = lazy(async () => ({ default: (await import('./RoleGrants')).RoleGrants }))
const RolePreview = lazy(async () => ({ default: (await import('./RolePreview')).RolePreview }))

export type Role = ResponseOf<typeof queryAllRoleMessage>['items'][number]

type Dialog = { kind: 'new' } | { kind: 'edit' | 'delete' | 'grants' | 'preview'; role: Role } | null

const COLUMNS: Column<Role>[] = [
  {
    field: 'roleName',
    width: 190,
    sortable: true,
    render: (r) => (
      <>
        {r.roleName} {r.builtIn ? <Tag style={{ marginInlineStart: 4 }}>内置</Tag> : null}
      </>
    ),
  },
  { field: 'roleCode', width: 160, sortable: true },
  { field: 'roleStatus', width: 100, tag: roleStatus },
  { field: 'userCount', width: 80 },
  { field: 'permitCount', width: 90 },
  { field: 'remark', width: 300 },
]

const fieldsOf = (role: Role | null): FormField[] => [
  { name: 'roleName', kind: 'text' },
  { name: 'roleCode', kind: 'text', disabled: role?.builtIn ?? false, help: role?.builtIn ? '内置角色的编码不能修改' : '大写字母、数字或下划线，例如 MEMBER_OP' },
  { name: 'roleStatus', kind: 'select', options: roleStatus.options },
  { name: 'remark', kind: 'longText' },
]

/** Roles: what each gives in menus, permits and data. */
function RoleList() {
  const [dialog, setDialog] = useState<Dialog>(null)
  const list = useResourceList({
    call: queryAllRoleMessage,
    idOf: (r) => r.roleId,
    filters: ['keyword', 'roleStatus'],
    sortable: ['roleName', 'roleCode'],
  })
  const close = () => setDialog(null)
  const saved = () => {
    close()
    toasts.success('角色已保存')
    void list.reload()
  }
  const actionsOf = (role: Role): RowAction[] => [
    { key: 'grants', label: '授权', onClick: () => setDialog({ kind: 'grants', role }) },
    ...(role.abilities.includes('update') ? [{ key: 'update', label: '修改', onClick: () => setDialog({ kind: 'edit', role }) }] : []),
    ...(session().has('rbac:role:preview') ? [{ key: 'preview', label: '预览', onClick: () => setDialog({ kind: 'preview', role }) }] : []),
    ...(session().has('rbac:role:preview') && role.roleStatus === 'enabled' ? [{ key: 'viewAs', label: '以此角色查看', onClick: () => void viewAs(role, null).catch(tellLost) }] : []),
    ...(role.abilities.includes('delete') ? [{ key: 'delete', label: '删除', danger: true, onClick: () => setDialog({ kind: 'delete', role }) }] : []),
  ]
  const create = session().has('rbac:role:update') ? () => setDialog({ kind: 'new' }) : undefined
  const remove = async (role: Role) => {
    try {
      await api(delRoleMessageByRoleId, { roleId: role.roleId })
      toasts.success('角色已删除')
    } finally {
      void list.reload()
    }
  }
  return (
    <>
      <ListPage
        name="rbac/RoleList"
        title="角色管理"
        list={list}
        row={roleRow}
        columns={COLUMNS}
        search={[
          { kind: 'text', name: 'keyword', label: '关键字', placeholder: '角色名称或编码' },
          { kind: 'select', name: 'roleStatus', label: '状态', options: roleStatus.options },
        ]}
        onNew={create}
        toolbar={
          create ? (
            <Button type="primary" icon={<PlusOutlined />} onClick={create}>
              新增角色
            </Button>
          ) : null
        }
        rowActions={(role) => <RowActions actions={actionsOf(role)} />}
        onOpen={(role) => setDialog({ kind: 'grants', role })}
      />
      {dialog?.kind === 'new' ? (
        <FormDrawer open title="新增角色" call={updateRoleMessage} fields={fieldsOf(null)} initial={{ roleStatus: 'enabled' }} draft="rbac/RoleList/new" onClose={close} onDone={saved} />
      ) : null}
      {dialog?.kind === 'edit' ? (
        <FormDrawer
          open
          title={`修改角色 · ${dialog.role.roleName}`}
          call={updateRoleMessage}
          fields={fieldsOf(dialog.role)}
          initial={dialog.role}
          hidden={{ roleId: dialog.role.roleId, version: dialog.role.version }}
          draft={`rbac/RoleList/${dialog.role.roleId}`}
          onClose={close}
          onDone={saved}
        />
      ) : null}
      <Suspense fallback={null}>
        {dialog?.kind === 'grants' ? <RoleGrants role={dialog.role} onClose={close} onSaved={() => void list.reload()} /> : null}
        {dialog?.kind === 'preview' ? <RolePreview role={dialog.role} onClose={close} /> : null}
      </Suspense>
      {dialog?.kind === 'delete' ? (
        <ReasonDialog
          title={`删除角色：${dialog.role.roleName}`}
          text="角色的菜单、权限和数据范围一并删除，不能恢复。"
          confirmText="删除"
          reason="none"
          danger
          onConfirm={() => remove(dialog.role)}
          onClose={close}
        />
      ) : null}
    </>
  )
}

export default observer(RoleList)
