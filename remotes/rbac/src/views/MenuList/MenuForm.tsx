import { PERMISSION_SYSTEM_ID } from '@assoc/contract'
import { insertMenu, menuStatus, updateMenu, type MenuEntry } from '@assoc/contract/rbac/menu'
import { FormDrawer, parentOptions, Select, type FormField } from '@assoc/ui'
import type { ViewInfo } from '@assoc/federation'
import { shape } from './tree'

// The icons that the console's side menu knows by name.
const ICONS: Record<string, string> = {
  setting: '齿轮', user: '个人', team: '多人', calendar: '日历', bank: '机构', book: '书本', shop: '店铺', audit: '审核', file: '文件',
}

const iconOptions = (present: string | null | undefined) => {
  const options = Object.entries(ICONS).map(([value, label]) => ({ value, label }))
  return present && !(present in ICONS) ? [...options, { value: present, label: present }] : options
}

interface ViewPickerProps {
  views: readonly ViewInfo[] | null
  value?: string
  onChange?: (value: string) => void
  id?: string
}

/** Picks one of the published views; one that is not published any more stays and is marked. */
function ViewPicker({ views, value, onChange, id }: ViewPickerProps) {
  const options = (views ?? []).map((v) => ({ value: v.menuLink, label: `${v.title}　${v.menuLink}` }))
  if (value && views && !views.some((v) => v.menuLink === value)) options.push({ value, label: `${value}（未发布）` })
  return (
    <Select
      {...(id ? { id } : {})}
      allowClear
      showSearch
      loading={views === null}
      placeholder="分组不选视图"
      value={value || null}
      options={options}
      onChange={(chosen: string | null | undefined) => onChange?.(chosen ?? '')}
    />
  )
}

interface MenuFormProps {
  systemId: number
  tree: readonly MenuEntry[]
  views: readonly ViewInfo[] | null
  /** The entry that is changed, or below which a new one is made; null for a new one at the top. */
  entry?: MenuEntry
  parentId?: string
  onClose: () => void
  onDone: () => void
}

export function MenuForm({ systemId, tree, views, entry, parentId = '0', onClose, onDone }: MenuFormProps) {
  const parents = [{ value: '0', title: '顶级菜单', children: parentOptions(tree, shape, entry?.menuId) }]
  const fields: FormField[] = [
    { name: 'menuName', kind: 'text' },
    { name: 'parentId', kind: 'tree', options: parents },
    { name: 'menuPath', kind: 'text', help: '以 / 开头，例如 /memberManage/memberList；固定页面的路径只能配它自己的视图' },
    // Views of other systems are published elsewhere: their names are typed.
    systemId === PERMISSION_SYSTEM_ID ? { name: 'menuLink', kind: 'own', render: <ViewPicker views={views} /> } : { name: 'menuLink', kind: 'text', help: '该系统中的视图，形如 member/CompanyList；分组留空' },
    { name: 'icon', kind: 'select', options: iconOptions(entry?.icon), help: '顶级菜单在侧栏显示图标' },
    { name: 'sortNo', kind: 'number' },
    { name: 'menuStatus', kind: 'select', options: menuStatus.options, help: '停用后下级一并不可见' },
    { name: 'hidden', kind: 'switch', help: '不在菜单中显示' },
    { name: 'keepAlive', kind: 'switch', help: '切换到其他页签后保留查询和位置；关闭后每次进入重新打开，未保存的填写始终保留' },
  ]
  if (!entry) {
    const initial = { parentId, menuLink: '', sortNo: 100, menuStatus: 'enabled', hidden: false, keepAlive: true }
    return <FormDrawer open title="新增菜单" call={insertMenu} fields={fields} initial={initial} hidden={{ systemId }} draft={`rbac/MenuList/new/${systemId}`} onClose={onClose} onDone={onDone} />
  }
  return (
    <FormDrawer
      open
      title={`修改菜单 · ${entry.menuName}`}
      call={updateMenu}
      fields={fields}
      initial={{ ...entry }}
      hidden={{ menuId: entry.menuId, version: entry.version }}
      draft={`rbac/MenuList/${entry.menuId}`}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
