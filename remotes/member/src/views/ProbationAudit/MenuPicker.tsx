import { selectTrialMenus } from '@assoc/contract/member/trial-account'
import { treeOptions, TreeSelect, useAnswer } from '@assoc/ui/data'

interface Given {
  id?: string
  value?: string[] | null
  onChange?: (value: string[]) => void
}

/** Menus that can be opened to a trial; a chosen group means all its pages. */
export function MenuPicker({ id, value, onChange }: Given) {
  const { data, error, loading } = useAnswer(selectTrialMenus, {})
  const options = treeOptions(data ?? [], (menu) => menu.menuId, (menu) => menu.parentId, (menu) => menu.menuName)
  return (
    <TreeSelect
      {...(id ? { id } : {})}
      treeCheckable
      showCheckedStrategy="SHOW_CHILD"
      allowClear
      showSearch
      treeNodeFilterProp="title"
      maxTagCount={6}
      loading={loading}
      style={{ width: '100%' }}
      placeholder={loading ? '正在读取…' : '请选择'}
      notFoundContent={error ?? '没有您可以开放的菜单'}
      // Until the menus have their names, the chosen ones would stand there as numbers.
      value={data ? (value ?? []) : []}
      treeData={options}
      onChange={(next: unknown) => onChange?.(next as string[])}
    />
  )
}
