import { saveUsergroupList, selectUserlist } from '@assoc/contract/rbac/org'
import { AppDrawer, FailedToLoad, FormDrawer, Skeleton, useAnswer, type FormField } from '@assoc/ui'
import { useState } from 'react'
import { MemberPicker, type Member } from './MemberPicker'
import type { Group } from './page'

interface GroupFormProps {
  group: Group
  onClose: () => void
  onDone: () => void
}

/** Name and members of a group, saved together. */
export function GroupForm({ group, onClose, onDone }: GroupFormProps) {
  const { data, error, reload } = useAnswer(selectUserlist, { usergroupId: group.usergroupId })
  if (data) return <Loaded group={group} members={data} onClose={onClose} onDone={onDone} />
  return (
    <AppDrawer open title={`用户组：${group.groupName}`} size={760} onClose={onClose}>
      {error ? <FailedToLoad message={error} onRetry={() => void reload()} /> : <Skeleton active />}
    </AppDrawer>
  )
}

function Loaded({ group, members, onClose, onDone }: GroupFormProps & { members: readonly Member[] }) {
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
