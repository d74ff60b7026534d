import type { ResponseOf } from '@assoc/contract'
import { roleHolderRow, selectRoleHolderByPage, updateUserRole } from '@assoc/contract/rbac/rights'
import { accountStatus } from '@assoc/contract/rbac/user'
import { dateFormat } from '@assoc/http'
import { AppDrawer, ListPage, RowActions, Tag, useResourceList, type Column } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { GrantDialog } from './GrantDialog'
import type { MatrixRole } from './matrix'

type Holder = ResponseOf<typeof selectRoleHolderByPage>['items'][number]

const COLUMNS: Column<Holder>[] = [
  { field: 'realName', width: 110 },
  { field: 'loginName', width: 140, sortable: true },
  { field: 'deptName', width: 130 },
  { field: 'accountStatus', width: 100, tag: accountStatus },
  { field: 'grantedAt', width: 150 },
  {
    field: 'expiresAt',
    width: 190,
    sortable: true,
    render: (h) => (
      <>
        {h.expiresAt ? dateFormat(h.expiresAt, 'YYYY-MM-DD HH:mm') : '长期'} {h.expired ? <Tag>已到期</Tag> : null}
      </>
    ),
  },
]

/** People of a role, since when and until when each has it. */
export const RoleHolders = observer(function RoleHolders({ role, onClose, onChanged }: { role: MatrixRole; onClose: () => void; onChanged: () => void }) {
  const [editing, setEditing] = useState<Holder | null>(null)
  const list = useResourceList({ call: selectRoleHolderByPage, idOf: (h) => h.userId, filters: ['keyword'], sortable: ['loginName', 'expiresAt'], fixed: { roleId: role.roleId }, part: true })
  const editable = list.store.rows.some((h) => h.abilities.includes('update'))
  return (
    <AppDrawer open size={1020} title={`角色人员：${role.roleName}`} onClose={onClose}>
      <ListPage
        name="rbac/RolePermit/holders"
        title="人员与期限"
        list={list}
        row={roleHolderRow}
        columns={COLUMNS}
        search={[{ kind: 'text', name: 'keyword', label: '关键字', placeholder: '账号、姓名或手机' }]}
        {...(editable ? { rowActions: (h: Holder) => <RowActions actions={[{ key: 'until', label: '期限', onClick: () => setEditing(h) }]} /> } : {})}
      />
      {editing ? (
        <GrantDialog
          title={`${editing.realName} · ${role.roleName}`}
          call={updateUserRole}
          subject={{ userId: editing.userId, roleId: role.roleId }}
          granted
          expiresAt={editing.expiresAt}
          grantable
          takeAwayText="此人立即失去该角色的全部权限。"
          onClose={() => setEditing(null)}
          onDone={() => {
            setEditing(null)
            void list.reload()
            onChanged()
          }}
        />
      ) : null}
    </AppDrawer>
  )
})
