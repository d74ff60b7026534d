import { insertDept, updateDept, type DeptNode } from '@assoc/contract/rbac/org'
import { session } from '@assoc/session'
import { FormDrawer, parentOptions, type FormField } from '@assoc/ui'
import { shape } from './tree'

interface DeptFormProps {
  tree: readonly DeptNode[]
  /** The department that is changed; none for a new one. */
  dept?: DeptNode
  parentId?: string | null
  sortNo?: number
  onClose: () => void
  onDone: () => void
}

/** The form of a department. Without the permit to read employees its leader stays as they are. */
export function DeptForm({ tree, dept, parentId, sortNo, onClose, onDone }: DeptFormProps) {
  const mayFind = session().has('rbac:employee:read')
  const leaderField = { name: 'leaderId', kind: 'ref' as const }
  const fields: FormField[] = [
    { name: 'deptName', kind: 'text' },
    { name: 'parentId', kind: 'tree', options: parentOptions(tree, shape, dept?.deptId), placeholder: '不选即为一级部门' },
    ...(mayFind ? [leaderField] : []),
    { name: 'sortNo', kind: 'number', help: '数字小的排在前面' },
  ]
  const kept = mayFind ? {} : { leaderId: dept?.leaderId ?? null }
  return dept ? (
    <FormDrawer
      open
      title={`修改部门 · ${dept.deptName}`}
      call={updateDept}
      fields={fields}
      initial={{ ...dept }}
      hidden={{ deptId: dept.deptId, version: dept.version, ...kept }}
      draft={`rbac/DeptList/${dept.deptId}`}
      onClose={onClose}
      onDone={onDone}
    />
  ) : (
    <FormDrawer open title="新增部门" call={insertDept} fields={fields} initial={{ parentId, sortNo }} hidden={kept} draft="rbac/DeptList/new" onClose={onClose} onDone={onDone} />
  )
}
