import type { AnyResource, ResponseOf } from '@assoc/contract'
import { accountStatus, batchUser, changeUserStatus, queryAllUsersBySystem, type selectUser, userRow } from '@assoc/contract/rbac/user'
import { roleConflict, userType } from '@assoc/contract/rbac/user-kinds'
import { api } from '@assoc/http'
import { session, tellLost, toasts } from '@assoc/session'
import { Button, ImportDialog, ImportOutlined, ListPage, PlusOutlined, ReasonDialog, RowActions, stepsOf, Tag, useBatch, useDepts, useResourceList, type Column, type RowAction } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useState } from 'react'
import { useRoleOptions } from '../../lib/roles'
import { conflictOf, UserDetail } from './UserDetail'
import { AssignRoles, EditUser, NewUser } from './UserForms'

// Dialogs that few who look at the list open.
const FirstLetter = lazy(async () => ({ default: (await import('./ResetPassword')).FirstLetter }))
const ResetPassword = lazy(async () => ({ default: (await import('./ResetPassword')).ResetPassword }))

export type User = ResponseOf<typeof selectUser>
type Transition = (typeof accountStatus.transitions)[number]

type Dialog =
  | { kind: 'new' }
  | { kind: 'edit' | 'roles' | 'reset' | 'detail'; user: User }
  | { kind: 'status'; user: User; transition: Transition }
  | { kind: 'letter'; user: { userId: string; realName: string } }
  | null

// Of somebody with many roles the first stand in the list; the rest are counted, all are in the detail.
const ROLES_SHOWN = 2

const COLUMNS: Column<User>[] = [
  { field: 'loginName', width: 120, sortable: true },
  { field: 'realName', width: 90 },
  { field: 'accountStatus', width: 95, tag: accountStatus },
  { field: 'lockUntil', width: 155, hidden: true },
  { field: 'typeId', width: 95 },
  { field: 'deptName', width: 95 },
  {
    field: 'roles',
    width: 220,
    render: (u) =>
      u.roles.length === 0 ? '—' : (
        <span title={u.roles.map((r) => r.roleName).join('、')}>
          {u.conflictingRoles.length > 0 ? (
            <Tag color="error" title={conflictOf(u)} style={{ marginInlineEnd: 4 }}>
              职责互斥
            </Tag>
          ) : null}
          {u.roles.slice(0, ROLES_SHOWN).map((r) => (
            <Tag key={r.roleId} style={{ marginInlineEnd: 4 }}>
              {r.roleName}
            </Tag>
          ))}
          {u.roles.length > ROLES_SHOWN ? <Tag style={{ marginInlineEnd: 0 }}>+{u.roles.length - ROLES_SHOWN}</Tag> : null}
        </span>
      ),
    text: (u) => u.roles.map((r) => r.roleName).join('、'),
  },
  { field: 'lastLoginTime', width: 150, sortable: true },
  { field: 'mobile', width: 125, hidden: true },
  { field: 'email', width: 180, hidden: true },
  { field: 'createTime', width: 155, sortable: true, hidden: true },
  { field: 'remark', width: 180, hidden: true },
]

const SENTENCES: Record<string, (name: string) => string> = {
  confirm: (name) => `通过后，${name} 可以登录系统。`,
  reject: (name) => `不予认证后，${name} 的账号注销，不能恢复。`,
  unlock: (name) => `解锁后，${name} 可以重新登录。`,
  disable: (name) => `停用后，${name} 立即退出登录，不能再进入系统。`,
  enable: (name) => `恢复后，${name} 可以重新登录。`,
}

/** Actions on many; who has registered is decided on one by one, or in the list of registrations. */
const TOGETHER = ['unlock', 'disable', 'enable']
const TOGETHER_TEXTS = { unlock: '解锁后可以重新登录。', disable: '停用后立即退出登录，不能再进入系统。', enable: '恢复后可以重新登录。' }

export interface UsersProps {
  /** menuLink of the view. */
  name: string
  title: string
  /** The type that all people of the list have; without one it is a filter. */
  typeId?: keyof typeof userType.labels
}

/** Users: search, make, change, hand out roles, and every change of an account's status. */
export const Users = observer(function Users({ name, title, typeId }: UsersProps) {
  const depts = useDepts()
  const roles = useRoleOptions()
  const [dialog, setDialog] = useState<Dialog>(null)
  const [importing, setImporting] = useState<AnyResource | null>(null)
  const list = useResourceList({
    call: queryAllUsersBySystem,
    idOf: (u) => u.userId,
    filters: ['keyword', 'accountStatus', ...(typeId ? [] : ['typeId']), 'deptId', 'roleId', 'roleConflict'],
    sortable: ['createTime', 'loginName', 'lastLoginTime'],
    ...(typeId ? { fixed: { typeId } } : {}),
  })
  const batch = useBatch({
    call: batchUser,
    what: '用户',
    steps: stepsOf(accountStatus, null).filter((s) => TOGETHER.includes(s.verb)),
    texts: TOGETHER_TEXTS,
    store: list.store,
    onDone: () => void list.reload(),
  })
  const close = () => setDialog(null)
  const done = (text: string) => {
    close()
    toasts.success(text)
    void list.reload()
  }

  const create = session().has('rbac:user:insert') ? () => setDialog({ kind: 'new' }) : undefined

  const actionsOf = (user: User): RowAction[] => {
    const can = (verb: string) => user.abilities.includes(verb)
    return [
      ...(can('update') ? [{ key: 'update', label: '修改', onClick: () => setDialog({ kind: 'edit', user }) }] : []),
      ...(can('assignRole') ? [{ key: 'roles', label: '分配角色', onClick: () => setDialog({ kind: 'roles', user }) }] : []),
      ...(can('resetPassword') ? [{ key: 'reset', label: '重置密码', onClick: () => setDialog({ kind: 'reset', user }) }] : []),
      ...accountStatus.transitions
        .filter((t) => can(t.verb) && t.from.includes(user.accountStatus))
        .map((transition) => ({ key: transition.verb, label: transition.label, danger: Boolean(transition.danger), onClick: () => setDialog({ kind: 'status', user, transition }) })),
    ]
  }

  const change = async (user: User, transition: Transition, reason: string) => {
    try {
      await api(changeUserStatus, { userId: user.userId, version: user.version, verb: transition.verb as 'confirm', ...(reason ? { reason } : {}) })
      toasts.success(`${user.realName}：${transition.label}成功`)
    } finally {
      void list.reload()
    }
  }

  return (
    <>
      <ListPage
        name={name}
        title={title}
        list={list}
        row={userRow}
        columns={typeId ? COLUMNS.filter((c) => c.field !== 'typeId') : COLUMNS}
        search={[
          { kind: 'text', name: 'keyword', label: '关键字', placeholder: '账号、姓名、拼音首字母或完整手机号码' },
          { kind: 'select', name: 'accountStatus', label: '状态', options: accountStatus.options },
          { kind: 'select', name: 'deptId', label: '部门', options: depts.options },
          ...(typeId ? [] : [{ kind: 'select' as const, name: 'typeId', label: '类型', options: userType.options }]),
          { kind: 'select', name: 'roleId', label: '角色', options: roles },
          { kind: 'select', name: 'roleConflict', label: '职责互斥', options: roleConflict.options },
        ]}
        onNew={create}
        toolbar={
          create ? (
            <>
              {/* Files name the kind of each account, so they are taken where people of all kinds stand. */}
              {typeId ? null : (
                <Button icon={<ImportOutlined />} onClick={() => void import('@assoc/contract/rbac/user-import').then((m) => setImporting(m.userImport), tellLost)}>
                  导入
                </Button>
              )}
              <Button type="primary" icon={<PlusOutlined />} onClick={create}>
                新增用户
              </Button>
            </>
          ) : null
        }
        rowActions={(user) => <RowActions actions={actionsOf(user)} />}
        selectable={batch.any}
        selectionActions={() => batch.buttons}
        onOpen={(user) => setDialog({ kind: 'detail', user })}
      />
      {batch.dialog}
      {importing ? (
        <ImportDialog
          resource={importing}
          onClose={(changed) => {
            setImporting(null)
            if (changed) void list.reload()
          }}
        />
      ) : null}
      {dialog?.kind === 'new' ? (
        <NewUser
          name={name}
          typeId={typeId ?? 'staff'}
          depts={depts.tree}
          roles={session().has('rbac:user:assignRole') ? roles : []}
          onClose={close}
          onDone={(user) => {
            setDialog({ kind: 'letter', user })
            void list.reload()
          }}
        />
      ) : null}
      {dialog?.kind === 'edit' ? <EditUser user={dialog.user} depts={depts.tree} onClose={close} onDone={() => done('用户已保存')} /> : null}
      {dialog?.kind === 'roles' ? <AssignRoles user={dialog.user} roles={roles} onClose={close} onDone={() => done('角色已分配')} /> : null}
      {dialog?.kind === 'detail' ? <UserDetail user={dialog.user} onClose={close} /> : null}
      <Suspense fallback={null}>
        {dialog?.kind === 'letter' ? <FirstLetter user={dialog.user} onClose={close} /> : null}
        {dialog?.kind === 'reset' ? (
          <ResetPassword user={dialog.user} onClose={close} onDone={() => (close(), void list.reload())} />
        ) : null}
      </Suspense>
      {dialog?.kind === 'status' ? (
        <ReasonDialog
          title={`${dialog.transition.label}：${dialog.user.realName}`}
          text={SENTENCES[dialog.transition.verb]?.(dialog.user.realName) ?? ''}
          confirmText={dialog.transition.label}
          reason={dialog.transition.reason ?? 'none'}
          danger={Boolean(dialog.transition.danger)}
          onConfirm={(reason) => change(dialog.user, dialog.transition, reason)}
          onClose={close}
        />
      ) : null}
    </>
  )
})
