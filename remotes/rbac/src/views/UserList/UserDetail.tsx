import { selectAuditOfRecord } from '@assoc/contract/platform/audit'
import { accountStatus, selectUser, userRow } from '@assoc/contract/rbac/user'
import { labelOf } from '@assoc/contract'
import { session } from '@assoc/session'
import { AppDrawer, Flex, Skeleton, StatusTag, Typography } from '@assoc/ui'
import { AuditTimeline, Descriptions, textOf, useAnswer } from '@assoc/ui/data'
import type { User } from './Users'

const FIELDS = ['loginName', 'realName', 'mobile', 'email', 'typeId', 'deptName', 'lastLoginTime', 'createTime'] as const

/** A person with all that is known of her, and what happened to the account. */
export function UserDetail({ user, onClose }: { user: User; onClose: () => void }) {
  const { data } = useAnswer(selectUser, { userId: user.userId })
  const mayReadLog = session().has('rbac:audit:read')
  const log = useAnswer(selectAuditOfRecord, mayReadLog ? { recordType: 'user', recordId: user.userId } : null)
  const shown = data ?? user
  return (
    <AppDrawer open title={shown.realName} size={640} onClose={onClose}>
      <Flex vertical gap={16}>
        <Descriptions
          column={2}
          size="small"
          styles={{ label: { whiteSpace: 'nowrap', width: 96 } }}
          bordered
          items={[
            ...FIELDS.map((field) => ({ key: field, label: labelOf(userRow, field), children: textOf(userRow, field, shown[field]) })),
            { key: 'accountStatus', label: labelOf(userRow, 'accountStatus'), span: 2, children: <StatusTag of={accountStatus} value={shown.accountStatus} /> },
            { key: 'roles', label: '角色', span: 2, children: shown.roles.map((r) => r.roleName).join('、') || '—' },
            { key: 'remark', label: labelOf(userRow, 'remark'), span: 2, children: textOf(userRow, 'remark', shown.remark) },
          ]}
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
