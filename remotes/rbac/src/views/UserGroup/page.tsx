import { usergroup } from '@assoc/contract/rbac/usergroup'
import { session } from '@assoc/session'
import { resourcePage } from '@assoc/ui'
import { DeleteGroup, EditGroup, Members, NewGroup } from './GroupForm'

// Choosing members asks for the list of users.
const mayChange = () => session().has('rbac:usergroup:update') && session().has('rbac:user:read')

/** Groups of people who are addressed together. */
export default resourcePage({
  name: 'rbac/UserGroup',
  title: '用户组管理',
  resource: usergroup,
  keywordHint: '用户组名称',
  columns: [
    { field: 'groupName', width: 240, sortable: true },
    { field: 'memberCount', width: 100 },
    { field: 'remark', width: 360 },
  ],
  nameOf: ({ groupName }) => groupName,
  detail: ['groupName', 'memberCount', 'remark'],
  inDetail: ({ usergroupId }) => <Members usergroupId={usergroupId} />,
  createBy: { label: '新增用户组', may: mayChange, dialog: NewGroup },
  dialogs: { update: EditGroup, delete: DeleteGroup },
  actions: (row, { show }) =>
    mayChange()
      ? [
          { key: 'update', label: '成员', onClick: () => show('update', row) },
          { key: 'delete', label: '删除', danger: true, onClick: () => show('delete', row) },
        ]
      : [],
})
