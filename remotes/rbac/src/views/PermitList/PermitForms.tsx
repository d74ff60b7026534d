import type { RowOf } from '@assoc/contract'
import { selectMenuTree, type MenuEntry } from '@assoc/contract/rbac/menu'
import { deletePermit, insertPermit, permitStatus, permitType, selectSystem, updatePermit } from '@assoc/contract/rbac/permit'
import type { permitUse } from '@assoc/contract/rbac/rights'
import { api } from '@assoc/http'
import { session } from '@assoc/session'
import { FormDrawer, ReasonDialog, Select, useAnswer, type CreateDialog, type FormField, type PageDialog } from '@assoc/ui'

/** A row of the list of permits. */
export type PermitUse = RowOf<typeof permitUse>

const leavesOf = (entries: readonly MenuEntry[]): MenuEntry[] => entries.flatMap((e) => (e.menuLink === '' ? leavesOf(e.children) : [e]))

function useFields(): FormField[] {
  const menus = useAnswer(selectMenuTree, session().has('rbac:menu:read') ? {} : null)
  return [
    { name: 'permitName', kind: 'text' },
    { name: 'permitCode', kind: 'text', help: '模块:对象:动作，例如 member:company:archive' },
    { name: 'permitType', kind: 'select', options: permitType.options },
    { name: 'permitStatus', kind: 'select', options: permitStatus.options },
    { name: 'menuId', kind: 'select', options: leavesOf(menus.data ?? []).map((m) => ({ value: m.menuId, label: m.menuName })), help: '留空时按使用它的页面自动归属' },
  ]
}

export function NewPermit({ onClose, onDone }: CreateDialog) {
  const systems = useAnswer(selectSystem, {})
  const fields = useFields()
  const options = (systems.data ?? []).map((s) => ({ value: s.systemId, label: s.systemName }))
  return (
    <FormDrawer
      open
      title="新增权限点"
      call={insertPermit}
      fields={[{ name: 'systemId', kind: 'own', label: '所属系统', render: <Select options={options} placeholder="请选择" /> }, ...fields]}
      initial={{ systemId: 2, permitType: 'api', permitStatus: 'enabled' }}
      draft="rbac/PermitList/new"
      onClose={onClose}
      onDone={() => onDone('权限点已新增')}
    />
  )
}

export function EditPermit({ row, onClose, onDone }: PageDialog<PermitUse>) {
  const fields = useFields()
  return (
    <FormDrawer
      open
      title={`修改权限点：${row.permitName}`}
      call={updatePermit}
      fields={fields}
      initial={row}
      hidden={{ permitId: row.permitId, version: row.version }}
      draft={`rbac/PermitList/${row.permitId}`}
      onClose={onClose}
      onDone={() => onDone('权限点已保存')}
    />
  )
}

/** Switches a permit off, or on again. */
export function TogglePermit({ row, onClose, onDone, onChanged }: PageDialog<PermitUse>) {
  const on = row.permitStatus === 'enabled'
  const toggle = async () => {
    const { permitId, version, permitCode, permitName, permitType: type } = row
    const next = on ? ('disabled' as const) : ('enabled' as const)
    try {
      await api(updatePermit, { permitId, version, permitCode, permitName, permitType: type, permitStatus: next })
    } catch (error) {
      onChanged()
      throw error
    }
    onDone(`${permitName}：已${permitStatus.labels[next]}`)
  }
  return (
    <ReasonDialog
      title={`${on ? '停用' : '启用'}权限点：${row.permitName}`}
      text={
        on
          ? `停用后，目前持有它的 ${row.userCount} 人立即不能再使用相应功能；角色中的授予保留，启用后恢复。`
          : `启用后，持有它的角色（${row.roleNames.join('、') || '暂无'}）立即生效。`
      }
      confirmText={on ? '停用' : '启用'}
      reason="none"
      danger={on}
      onConfirm={toggle}
      onClose={onClose}
    />
  )
}

export function DeletePermit({ row, onClose, onDone, onChanged }: PageDialog<PermitUse>) {
  const remove = async () => {
    try {
      await api(deletePermit, { permitId: row.permitId })
    } catch (error) {
      onChanged()
      throw error
    }
    onDone(`${row.permitName}：已删除`)
  }
  return <ReasonDialog title={`删除权限点：${row.permitName}`} text="删除后不能恢复；已授予角色的权限点不能删除。" confirmText="删除" reason="none" danger onConfirm={remove} onClose={onClose} />
}
