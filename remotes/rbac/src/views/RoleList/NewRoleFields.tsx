import { Flex, Input, Typography } from '@assoc/ui'
import type { ReactNode } from 'react'
import type { RoleText } from './grants'

interface NewRoleFieldsProps {
  value: RoleText
  refused: Readonly<Record<string, string>>
  onChange: (value: RoleText) => void
}

/** What a new role is called; the cursor stands in the name at once. */
export function NewRoleFields({ value, refused, onChange }: NewRoleFieldsProps) {
  return (
    <Flex gap={16} wrap>
      <Field id="new-role-name" label="角色名称" error={refused['roleName']}>
        <Input id="new-role-name" autoFocus maxLength={30} status={refused['roleName'] ? 'error' : ''} value={value.roleName} onChange={(e) => onChange({ ...value, roleName: e.target.value })} />
      </Field>
      <Field id="new-role-code" label="角色编码" error={refused['roleCode']}>
        <Input id="new-role-code" maxLength={30} placeholder="大写字母、数字或下划线" status={refused['roleCode'] ? 'error' : ''} value={value.roleCode} onChange={(e) => onChange({ ...value, roleCode: e.target.value.toUpperCase() })} />
      </Field>
      <Field id="new-role-remark" label="说明" error={refused['remark']} wide>
        <Input id="new-role-remark" maxLength={500} value={value.remark ?? ''} onChange={(e) => onChange({ ...value, remark: e.target.value || null })} />
      </Field>
    </Flex>
  )
}

function Field({ id, label, error, wide = false, children }: { id: string; label: string; error: string | undefined; wide?: boolean; children: ReactNode }) {
  return (
    <div style={{ flex: wide ? 2 : 1, minWidth: 220 }}>
      <label htmlFor={id}>{label}</label>
      {children}
      {error ? (
        <Typography.Text type="danger" role="alert">
          {error}
        </Typography.Text>
      ) : null}
    </div>
  )
}
