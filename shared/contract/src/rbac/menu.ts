import { z } from 'zod'
import { body, call, done } from '../core/call'
import { choice, choiceField, flag, id, int, optionalText, ref, text, version, withMeta } from '../core/fields'
import { rbac } from './permits'

export const menuStatus = choice('状态', { enabled: '启用', disabled: '停用' }, { enabled: 'green', disabled: 'grey' })

export interface MenuEntry {
  menuId: string
  systemId: number
  parentId: string
  menuName: string
  menuPath: string
  menuLink: string
  icon: string | null
  sortNo: number
  hidden: boolean
  keepAlive: boolean
  menuStatus: 'enabled' | 'disabled'
  version: number
  children: MenuEntry[]
}

const menuEntry: z.ZodType<MenuEntry> = z.lazy(() =>
  z.object({
    menuId: id(),
    systemId: z.number().int(),
    parentId: id(),
    menuName: z.string(),
    menuPath: z.string(),
    menuLink: z.string(),
    icon: z.string().nullable(),
    sortNo: z.number().int(),
    hidden: z.boolean(),
    keepAlive: z.boolean(),
    menuStatus: choiceField(menuStatus),
    version: version(),
    children: z.array(menuEntry),
  }),
)

/** The system whose menu is meant; the console's own when it is left out. */
const ofSystem = int('所属系统', 1, 99).optional()

/** The whole menu tree of a system with disabled and hidden entries, for its editor. */
export const selectMenuTree = call({
  path: '/user/menu/selectMenuTree',
  title: '查询菜单',
  access: rbac('menu:read'),
  request: body({ systemId: ofSystem }),
  response: z.array(menuEntry),
})

const menuFields = {
  parentId: withMeta(z.string().regex(/^\d{1,18}$/), { label: '上级菜单' }),
  menuName: text('菜单名称', 30),
  menuPath: withMeta(
    z.string().trim().max(100, '菜单路径不能超过 100 个字').regex(/^\/[A-Za-z0-9/_-]*$/, '菜单路径以 / 开头，只含字母、数字、横线和下划线'),
    { label: '菜单路径' },
  ),
  menuLink: withMeta(
    z.string().trim().max(60).regex(/^$|^[a-z]+\/[A-Z][A-Za-z0-9]*$/, '视图名称形如 member/CompanyList'),
    { label: '视图' },
  ),
  icon: optionalText('图标', 30),
  sortNo: int('排序', 0, 9999),
  hidden: flag('隐藏'),
  /** The page stays as it was left while another one is in front; otherwise it begins anew at each visit. */
  keepAlive: flag('保留页面').default(true),
  menuStatus: choiceField(menuStatus),
}

export const insertMenu = call({
  path: '/user/menu/insertMenu',
  title: '新增菜单',
  access: rbac('menu:update'),
  write: true,
  request: body({ systemId: ofSystem, ...menuFields }),
  response: z.object({ menuId: id() }),
})

export const updateMenu = call({
  path: '/user/menu/updateMenu',
  title: '修改菜单',
  access: rbac('menu:update'),
  write: true,
  request: body({ menuId: ref('菜单', 'menu'), version: version(), ...menuFields }),
  response: z.object({ version: version() }),
})

/** Moves an entry under a parent, to a place among its siblings (0 is the first). */
export const moveMenu = call({
  path: '/user/menu/moveMenu',
  title: '移动菜单',
  access: rbac('menu:update'),
  write: true,
  request: body({ menuId: ref('菜单', 'menu'), parentId: withMeta(z.string().regex(/^\d{1,18}$/), { label: '上级菜单' }), index: int('位置', 0, 9999) }),
  response: done,
})

export const deleteMenu = call({
  path: '/user/menu/deleteMenu',
  title: '删除菜单',
  access: rbac('menu:update'),
  write: true,
  request: body({ menuId: ref('菜单', 'menu') }),
  response: done,
})
