import { selectAuditOfRecord } from '@assoc/contract/platform/audit'
import { accountStatus, selectUser, selectUserPlain, userRow } from '@assoc/contract/rbac/user'
import { api } from '@assoc/http'
import { session } from '@assoc/session'
import { Alert, AppDrawer, AuditTimeline, DetailFields, Flex, Skeleton, Typography, useAnswer } from '@assoc/ui'
import { revealing } from '../../lib/plain'
import type { User } from './Users'

const FIELDS = ['loginName', 'realName', 'mobile', 'email', 'typeId', 'deptName', 'accountStatus', 'lockUntil', 'roles', 'lastLoginTime', 'createTime', 'remark'] as const

/** What to do about roles that one person may not hold together. */
export const conflictOf = (user: User) => `${user.conflictingRoles.map((name) => `「${name}」`).join('、')}职责互斥，请分给不同的人，只保留一个`

/** Mobile and mail of an account in plain text, for who may see them. */
export const revealUser = (userId: string) => revealing((field) => api(selectUserPlain, { userId, fields: [field as 'mobile'] }))

/** A person with all that is known of them, and what happened to the account. */
export function UserDetail({ user, onClose }: { user: User; onClose: () => void }) {
  const { data } = useAnswer(selectUser, { userId: user.userId })
  const mayReadLog = session().has('rbac:audit:read')
  const log = useAnswer(selectAuditOfRecord, mayReadLog ? { recordType: 'user', recordId: user.userId } : null)
  const shown = data ?? user
  return (
    <AppDrawer open title={shown.realName} size={640} onClose={onClose}>
      <Flex vertical gap={16}>
        {shown.conflictingRoles.length > 0 ? <Alert type="warning" showIcon title={conflictOf(shown)} /> : null}
        <DetailFields
          schema={userRow}
          row={shown}
          fields={FIELDS}
          tags={{ accountStatus }}
          own={{ roles: shown.roles.map((r) => r.roleName).join('、') || '—' }}
          reveal={revealUser(user.userId)}
        />
        {mayReadLog ? (
          <section aria-label="动态">
            <Typography.Title level={2} style={{ fontSize: 15, marginTop: 0 }}>
              动态
            </Typography.Title>
            {log.error ? <Typography.Text type="secondary">{log.error}</Typography.Text> : log.data ? <AuditTimeline entries={log.data} /> : <Skeleton active />}
          </section>
        ) : null}
      </Flex>
    </AppDrawer>
  )
}
