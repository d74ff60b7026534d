import type { RowOf } from '@assoc/contract'
import { deleteUsergroup, insertUsergroup, saveUsergroupList, selectUserlist } from '@assoc/contract/rbac/org'
import { usergroup } from '@assoc/contract/rbac/usergroup'
import { api } from '@assoc/http'
import { AppDrawer, FailedToLoad, Flex, FormDrawer, ReasonDialog, Skeleton, Tag, Typography, useAnswer, type CreateDialog, type FormField, type PageDialog } from '@assoc/ui'
import { useState } from 'react'
import { MemberPicker, type Member } from './MemberPicker'

/** A row of the list of groups. */
export type Group = RowOf<typeof usergroup>

interface GroupFormProps {
  usergroupId: string
  onClose: () => void
  onDone: () => void
}

/** Name and members of a group, saved together. The list may be older than what stands there: the form begins with the group as it is now. */
export function GroupForm({ usergroupId, onClose, onDone }: GroupFormProps) {
  const group = useAnswer(usergroup.read, { usergroupId })
  const members = useAnswer(selectUserlist, { usergroupId })
  const error = group.error ?? members.error
  if (group.data && members.data) return <Loaded group={group.data} members={members.data} onClose={onClose} onDone={onDone} />
  return (
    <AppDrawer open title="用户组" size={760} onClose={onClose}>
      {error ? <FailedToLoad message={error} onRetry={() => void Promise.all([group.reload(), members.reload()])} /> : <Skeleton active />}
    </AppDrawer>
  )
}

/** The form for a row of the list. */
export const EditGroup = ({ row, onClose, onDone }: PageDialog<Group>) => <GroupForm usergroupId={row.usergroupId} onClose={onClose} onDone={() => onDone('用户组已保存')} />

/** Makes a group, and goes on with its members. */
export function NewGroup({ onClose, onDone }: CreateDialog) {
  const [made, setMade] = useState<string | null>(null)
  if (made) return <GroupForm usergroupId={made} onClose={() => onDone('用户组已新增')} onDone={() => onDone('用户组已保存')} />
  return (
    <FormDrawer
      open
      width={480}
      title="新增用户组"
      call={insertUsergroup}
      fields={[{ name: 'groupName', kind: 'text', span: 2 }, { name: 'remark', kind: 'longText' }]}
      initial={{}}
      submitText="保存并选择成员"
      onClose={onClose}
      onDone={({ usergroupId }) => setMade(usergroupId)}
    />
  )
}

/** Deleting a group, whose people stay what they are. */
export function DeleteGroup({ row, onClose, onDone }: PageDialog<Group>) {
  return (
    <ReasonDialog
      title={`删除用户组：${row.groupName}`}
      text={`用户组及其 ${row.memberCount.toLocaleString('zh-CN')} 名成员的归属一并删除，用户本身不受影响。`}
      confirmText="删除"
      reason="none"
      danger
      onConfirm={async () => {
        await api(deleteUsergroup, { usergroupId: row.usergroupId })
        onDone('用户组已删除')
      }}
      onClose={onClose}
    />
  )
}

/** Who is in a group, on its page. */
export function Members({ usergroupId }: { usergroupId: string }) {
  const { data, error, reload } = useAnswer(selectUserlist, { usergroupId })
  if (error) return <FailedToLoad message={error} onRetry={() => void reload()} />
  if (!data) return <Skeleton active title={false} />
  return (
    <Flex gap={4} wrap>
      {data.length === 0 ? <Typography.Text type="secondary">没有成员</Typography.Text> : data.map((m) => <Tag key={m.userId} title={m.loginName}>{m.realName}</Tag>)}
    </Flex>
  )
}

function Loaded({ group, members, onClose, onDone }: Omit<GroupFormProps, 'usergroupId'> & { group: Group; members: readonly Member[] }) {
  const [names, setNames] = useState<ReadonlyMap<string, Member>>(() => new Map(members.map((m) => [m.userId, m])))
  const found = (more: readonly Member[]) => setNames((known) => new Map([...known, ...more.map((m): [string, Member] => [m.userId, m])]))
  // The options give the members their names where two versions are compared.
  const membersField = {
    name: 'userIds',
    kind: 'own' as const,
    span: 2 as const,
    label: '成员',
    render: <MemberPicker names={names} onFound={found} />,
    options: [...names.values()].map((m) => ({ value: m.userId, label: m.realName })),
  }
  const fields: FormField[] = [
    { name: 'groupName', kind: 'text', span: 2 },
    { name: 'remark', kind: 'longText' },
    membersField,
  ]
  return (
    <FormDrawer
      open
      width={760}
      title={`用户组：${group.groupName}`}
      call={saveUsergroupList}
      fields={fields}
      initial={{ ...group, userIds: members.map((m) => m.userId) }}
      hidden={{ usergroupId: group.usergroupId, version: group.version }}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
