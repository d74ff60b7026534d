import { insertUser, queryExistsRoleList, updateRoleAndMenuRelation, updateUser } from '@assoc/contract/rbac/user'
import { userType } from '@assoc/contract/rbac/user-kinds'
import { FormDrawer, useAnswer, type FormField, type TreeOption } from '@assoc/ui'
import { revealUser } from './UserDetail'
import type { User } from './Users'

interface Option {
  value: string
  label: string
  sensitive?: boolean
}

/** Asks again before a sensitive role is given: the names of those that were not held before; null where there is none. */
const askForSensitive = (roles: readonly Option[], held: readonly string[] = []) => (values: Record<string, unknown>) => {
  const added = roles.filter((r) => r.sensitive && !held.includes(r.value) && ((values['roleIds'] ?? []) as string[]).includes(r.value))
  if (added.length === 0) return null
  return { title: '确认授予敏感角色', text: `${added.map((r) => `「${r.label}」`).join('、')}可以管理用户、角色或权限，或能看到模块的全部数据。确认授予吗？` }
}

const NUMBERS: FormField[] = [
  { name: 'mobile', kind: 'text' },
  { name: 'email', kind: 'text' },
]

/** Masked, and left out of what is sent while untouched. */
function maskedNumbers(user: User): FormField[] {
  const reveal = revealUser(user.userId)
  return (['mobile', 'email'] as const).map((name) => ({ name, kind: 'personal', masked: user[name], ...(name === 'email' ? { span: 2 as const } : {}), ...(reveal ? { reveal: () => reveal(name) } : {}) }))
}

const personFields = (depts: readonly TreeOption[], numbers: readonly FormField[] = NUMBERS): FormField[] => [
  { name: 'realName', kind: 'text' },
  { name: 'typeId', kind: 'select', options: userType.options },
  { name: 'deptId', kind: 'tree', options: depts },
  ...numbers,
]
const REMARK: FormField = { name: 'remark', kind: 'longText' }

interface NewUserProps {
  /** menuLink of the view, under which a draft is kept. */
  name: string
  /** Type that the form begins with. */
  typeId: string
  depts: readonly TreeOption[]
  roles: readonly Option[]
  onClose: () => void
  onDone: (user: { userId: string; realName: string }) => void
}

export function NewUser({ name, typeId, depts, roles, onClose, onDone }: NewUserProps) {
  const fields: FormField[] = [
    { name: 'loginName', kind: 'text', help: '字母开头，5 至 32 位；登录时不分大小写' },
    ...personFields(depts),
    ...(roles.length > 0 ? [{ name: 'roleIds', kind: 'select', multiple: true, options: roles, span: 2, help: '只能分配权限和数据范围不超过您自己的角色' } as const] : []),
    REMARK,
  ]
  return (
    <FormDrawer
      open
      title="新增用户"
      call={insertUser}
      fields={fields}
      initial={{ typeId, ...(roles.length > 0 ? { roleIds: [] } : {}) }}
      askFirst={askForSensitive(roles)}
      draft={`${name}/new`}
      onClose={onClose}
      onDone={(answer, values) => onDone({ userId: answer.userId, realName: String(values['realName']) })}
    />
  )
}

export function EditUser({ user, depts, onClose, onDone }: { user: User; depts: readonly TreeOption[]; onClose: () => void; onDone: () => void }) {
  return (
    <FormDrawer
      open
      title={`修改用户 · ${user.loginName}`}
      call={updateUser}
      fields={[...personFields(depts, maskedNumbers(user)), REMARK]}
      initial={user}
      hidden={{ userId: user.userId, version: user.version }}
      draft={`rbac/UserList/${user.userId}`}
      onClose={onClose}
      onDone={onDone}
    />
  )
}

export function AssignRoles({ user, roles, onClose, onDone }: { user: User; roles: readonly Option[]; onClose: () => void; onDone: () => void }) {
  // The list may be old: what is taken away or added is told from the roles that the person has now.
  const now = useAnswer(queryExistsRoleList, { userId: user.userId })
  const held = now.data ?? (now.error ? user.roles : null)
  if (!held) return null
  // Roles that the list of all roles does not hold, for whom it is closed, keep their names.
  const options = [...roles, ...held.filter((r) => !roles.some((o) => o.value === r.roleId)).map((r) => ({ value: r.roleId, label: r.roleName }))]
  return (
    <FormDrawer
      open
      width={480}
      title={`分配角色：${user.realName}`}
      call={updateRoleAndMenuRelation}
      fields={[{ name: 'roleIds', kind: 'select', multiple: true, options, span: 2, help: '只能新增权限和数据范围不超过您自己的角色；保存后立即生效' }]}
      initial={{ roleIds: held.map((r) => r.roleId) }}
      hidden={{ userId: user.userId }}
      askFirst={askForSensitive(options, held.map((r) => r.roleId))}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
