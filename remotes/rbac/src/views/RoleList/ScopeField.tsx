import { dataScope } from '@assoc/contract/rbac/role-kinds'
import { Flex, Select, Tag, TreeSelect, Typography, useDepts } from '@assoc/ui'
import type { Scope } from './grants'

const NONE = 'none'
const OPTIONS = [{ value: NONE, label: '无数据' }, ...dataScope.options]

interface ScopeFieldProps {
  module: string
  moduleName: string
  scope: Scope | undefined
  /** The role may do something in the module, and sees nothing of it. */
  blind: boolean
  editable: boolean
  onChange: (scope: Scope | null) => void
}

/** Which rows of a module a role sees, beside the entry of the menu that they are looked at from. */
export function ScopeField({ module, moduleName, scope, blind, editable, onChange }: ScopeFieldProps) {
  return (
    // A press on the field neither opens nor closes the entry that it stands beside.
    <Flex component="span" align="center" gap={6} wrap style={{ display: 'inline-flex', marginInlineStart: 12 }} onClick={(e) => e.stopPropagation()} onKeyDown={(e) => e.stopPropagation()}>
      <Typography.Text type="secondary">{moduleName}数据</Typography.Text>
      <Select
        size="small"
        style={{ width: 142 }}
        aria-label={`${moduleName}的数据范围`}
        disabled={!editable}
        value={scope?.scope ?? NONE}
        options={OPTIONS}
        onChange={(value: string) => onChange(value === NONE ? null : { module, scope: value as Scope['scope'], deptIds: [], jurisdictions: [] })}
      />
      {scope?.scope === 'depts' ? <DeptField name={moduleName} scope={scope} editable={editable} onChange={onChange} /> : null}
      {scope?.scope === 'jurisdiction' ? (
        <Select
          size="small"
          mode="tags"
          style={{ minWidth: 180 }}
          aria-label={`${moduleName}的辖区`}
          disabled={!editable}
          placeholder="输入辖区后回车"
          value={scope.jurisdictions}
          onChange={(jurisdictions: string[]) => onChange({ ...scope, jurisdictions })}
        />
      ) : null}
      {blind ? <Tag color="warning">有权限但看不到数据</Tag> : null}
    </Flex>
  )
}

function DeptField({ name, scope, editable, onChange }: { name: string; scope: Scope; editable: boolean; onChange: (scope: Scope) => void }) {
  const depts = useDepts()
  return (
    <TreeSelect
      size="small"
      style={{ minWidth: 180 }}
      aria-label={`${name}的部门`}
      multiple
      allowClear
      treeDefaultExpandAll
      treeNodeFilterProp="title"
      disabled={!editable}
      placeholder="请选择部门"
      treeData={depts.tree}
      value={scope.deptIds}
      onChange={(deptIds: string[]) => onChange({ ...scope, deptIds })}
    />
  )
}
