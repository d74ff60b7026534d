import { role, roleStatus } from '@assoc/contract/rbac/role'
import { session, tellLost } from '@assoc/session'
import { resourcePage, Tag } from '@assoc/ui'
import { lazy } from 'react'
import { DeleteRole, EditRole, GrantRole, NewRole, NewRoleAtOnce } from './forms'
import { viewAs } from './view-as'

/** Roles: what each gives in menus, permits and data. */
export default resourcePage({
  name: 'rbac/RoleList',
  title: '角色管理',
  resource: role,
  keywordHint: '角色名称或编码',
  columns: [
    { field: 'roleName', width: 190, sortable: true, render: (row) => <>{row.roleName} {row.builtIn ? <Tag style={{ marginInlineStart: 4 }}>内置</Tag> : null}</>, text: (row) => row.roleName },
    { field: 'roleCode', width: 160, sortable: true },
    { field: 'roleStatus', width: 100, tag: roleStatus },
    { field: 'userCount', width: 80 },
    { field: 'permitCount', width: 90 },
    { field: 'remark', width: 300 },
  ],
  nameOf: ({ roleName }) => roleName,
  createBy: { label: '新增角色', may: () => session().has('rbac:role:update'), dialog: (props) => (session().has('rbac:role:grantPermit') ? <NewRoleAtOnce {...props} /> : <NewRole {...props} />) },
  dialogs: {
    grants: GrantRole,
    // Loaded when it is first opened.
    preview: lazy(async () => ({ default: (await import('./RolePreview')).RolePreview })),
    update: EditRole,
    delete: DeleteRole,
  },
  actions: (row, { show }) => {
    const [mayChange, mayPreview] = [session().has('rbac:role:update'), session().has('rbac:role:preview')]
    return [
      { key: 'grants', label: '授权', onClick: () => show('grants', row) },
      ...(mayChange ? [{ key: 'update', label: '修改', onClick: () => show('update', row) }] : []),
      ...(mayPreview ? [{ key: 'preview', label: '预览', onClick: () => show('preview', row) }] : []),
      ...(mayPreview && row.roleStatus === 'enabled' ? [{ key: 'viewAs', label: '以此角色查看', onClick: () => void viewAs(row, null).catch(tellLost) }] : []),
      ...(mayChange && !row.builtIn ? [{ key: 'delete', label: '删除', danger: true, onClick: () => show('delete', row) }] : []),
    ]
  },
})
