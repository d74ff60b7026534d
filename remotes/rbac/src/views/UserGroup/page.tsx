import type { ResponseOf } from '@assoc/contract'
import { deleteUsergroup, insertUsergroup, selectUsergroup, selectUsergroupByPage, usergroupRow } from '@assoc/contract/rbac/org'
import { api } from '@assoc/http'
import { session, toasts } from '@assoc/session'
import { Button, FormDrawer, ListPage, PlusOutlined, ReasonDialog, RowActions, useResourceList, type Column } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { GroupForm } from './GroupForm'

export type Group = ResponseOf<typeof selectUsergroup>
type Dialog = { kind: 'new' } | { kind: 'edit' | 'delete'; group: Group } | null

const COLUMNS: Column<Group>[] = [
  { field: 'groupName', width: 240, sortable: true },
  { field: 'memberCount', width: 100 },
  { field: 'remark', width: 360 },
]

/** Groups of people who are addressed together. */
function UserGroup() {
  const [dialog, setDialog] = useState<Dialog>(null)
  const list = useResourceList({ call: selectUsergroupByPage, idOf: (g) => g.usergroupId, filters: ['keyword'], sortable: ['groupName'] })
  // Choosing members asks for the list of users.
  const mayChange = session().has('rbac:usergroup:update') && session().has('rbac:user:read')
  const close = () => setDialog(null)
  // The list may be older than what stands there: the form begins with the group as it is now.
  const edit = async (usergroupId: string) => {
    try {
      setDialog({ kind: 'edit', group: await api(selectUsergroup, { usergroupId }) })
    } catch {
      void list.reload()
    }
  }
  const create = mayChange ? () => setDialog({ kind: 'new' }) : undefined
  const button = create ? (
    <Button type="primary" icon={<PlusOutlined />} onClick={create}>
      新增用户组
    </Button>
  ) : null
  return (
    <>
      <ListPage
        name="rbac/UserGroup"
        title="用户组管理"
        list={list}
        row={usergroupRow}
        columns={COLUMNS}
        search={[{ kind: 'text', name: 'keyword', label: '关键字', placeholder: '用户组名称' }]}
        onNew={create}
        toolbar={button}
        emptyAction={button}
        {...(mayChange
          ? {
              rowActions: (group: Group) => (
                <RowActions
                  actions={[
                    { key: 'update', label: '成员', onClick: () => void edit(group.usergroupId) },
                    { key: 'delete', label: '删除', danger: true, onClick: () => setDialog({ kind: 'delete', group }) },
                  ]}
                />
              ),
              actionsWidth: 110,
              onOpen: (group: Group) => void edit(group.usergroupId),
            }
          : {})}
      />
      {dialog?.kind === 'new' ? (
        <FormDrawer
          open
          width={480}
          title="新增用户组"
          call={insertUsergroup}
          fields={[{ name: 'groupName', kind: 'text', span: 2 }, { name: 'remark', kind: 'longText' }]}
          initial={{}}
          submitText="保存并选择成员"
          onClose={close}
          onDone={({ usergroupId }) => {
            close()
            toasts.success('用户组已新增')
            void list.reload()
            void edit(usergroupId)
          }}
        />
      ) : null}
      {dialog?.kind === 'edit' ? (
        <GroupForm
          key={dialog.group.usergroupId}
          group={dialog.group}
          onClose={close}
          onDone={() => {
            close()
            toasts.success('用户组已保存')
            void list.reload()
          }}
        />
      ) : null}
      {dialog?.kind === 'delete' ? (
        <ReasonDialog
          title={`删除用户组：${dialog.group.groupName}`}
          text={`用户组及其 ${dialog.group.memberCount.toLocaleString('zh-CN')} 名成员的归属一并删除，用户本身不受影响。`}
          confirmText="删除"
          reason="none"
          danger
          onConfirm={async () => {
            await api(deleteUsergroup, { usergroupId: dialog.group.usergroupId })
            toasts.success('用户组已删除')
            void list.reload()
          }}
          onClose={close}
        />
      ) : null}
    </>
  )
}

export default observer(UserGroup)
