import type { ResponseOf } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { queryEmployeeHandover, updateEmployeeUsersDelStatus } from '@assoc/contract/rbac/org'
import { Alert, AppDrawer, Descriptions, FailedToLoad, Flex, FormDrawer, Skeleton, Tag, Typography, useAnswer, type FormField, type PageDialog } from '@assoc/ui'
import { Link } from '@assoc/router'
import { useCallback, useState } from 'react'
import type { Employee } from './EmployeeForms'

/** Somebody leaves: what they hand over and to whom, and when their account ends. */
export function Leaving({ row: employee, onClose, onDone }: PageDialog<Employee>) {
  const [successorId, setSuccessorId] = useState<string | null>(null)
  const noteSuccessor = useCallback((values: Record<string, unknown>) => setSuccessorId((values['successorId'] as string | undefined) ?? null), [])
  const { data, error, reload } = useAnswer(queryEmployeeHandover, { employeeId: employee.employeeId, successorId })
  const title = `员工离职：${employee.realName}`
  if (!data) {
    return (
      <AppDrawer open title={title} size={640} onClose={onClose}>
        {error ? <FailedToLoad message={error} onRetry={() => void reload()} /> : <Skeleton active />}
      </AppDrawer>
    )
  }
  const open = data.items.some((i) => i.count > 0)
  const fields: FormField[] = [
    { name: 'leaveDate', kind: 'date' },
    { name: 'disableAccount', kind: 'switch', help: '不立即停用的，离职日期过后自动停用' },
    { name: 'successorId', kind: 'ref', span: 2, except: [employee.employeeId], help: open ? '以上事项全部移交给接任人' : '没有需要移交的事项，可不选' },
  ]
  return (
    <FormDrawer
      open
      title={title}
      call={updateEmployeeUsersDelStatus}
      fields={fields}
      initial={{ leaveDate: today(), disableAccount: true }}
      hidden={{ employeeId: employee.employeeId, version: employee.version }}
      submitText="办理离职"
      onValues={noteSuccessor}
      onClose={onClose}
      onDone={() => onDone(`${employee.realName}：已办理离职`)}
    >
      <Handover {...data} />
    </FormDrawer>
  )
}

const named = (names: readonly string[], count: number) => `${names.join('、')}${count > names.length ? ` 等 ${count} 项` : ''}`

function Handover({ items, approvals, blocked, roleNames }: ResponseOf<typeof queryEmployeeHandover>) {
  const alone = approvals.filter((a) => a.others === 0)
  const kept = items.filter((i) => i.count > 0)
  return (
    <Flex vertical gap={12}>
      {alone.map((a) => (
        <Alert key={a.label} type="error" showIcon title={<><Link to={a.link}>{a.label}</Link>有 {a.count} 项，没有其他人可以办理。请先为接任人分配权限。</>} />
      ))}
      {blocked.length > 0 ? (
        <Alert
          type="error"
          showIcon
          title={`接任人不能接手以下 ${blocked.length} 项，请先办结，或换一位接任人`}
          description={
            <ul style={{ margin: 0, paddingInlineStart: 20 }}>
              {blocked.map((b) => (
                <li key={`${b.label} ${b.name}`}>
                  <Link to={b.link}>{b.name}</Link>（{b.label}）：{b.reason}
                </li>
              ))}
            </ul>
          }
        />
      ) : null}
      <Descriptions
        column={1}
        size="small"
        bordered
        title="离职移交"
        styles={{ label: { width: 208 } }}
        items={[
          ...(kept.length === 0 ? [{ key: 'none', label: '移交事项', children: '没有需要移交的事项' }] : []),
          ...kept.map((i) => ({ key: i.key, label: <Link to={i.link}>{i.label}</Link>, children: `${i.count} 项：${named(i.names, i.count)}` })),
          ...approvals.map((a) => ({ key: a.label, label: <Link to={a.link}>{a.label}</Link>, children: `${a.count} 项等待处理，另有 ${a.others} 人可以处理` })),
          { key: 'roles', label: '收回的角色', children: roleNames.length === 0 ? '无' : <Flex gap={4} wrap>{roleNames.map((r) => <Tag key={r}>{r}</Tag>)}</Flex> },
        ]}
      />
      <Typography.Text type="secondary">角色在办理后立即收回，不能撤销。</Typography.Text>
    </Flex>
  )
}
