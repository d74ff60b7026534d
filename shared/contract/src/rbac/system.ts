import { z } from 'zod'
import { body, call } from '../core/call'
import { ref, text, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { rbac } from './permits'

const count = (label: string) => withMeta(z.number().int(), { label, show: 'count' })

/** A front end whose people, permits and menus are kept here. There are three; they are renamed, never made. */
export const system = resource({
  name: 'system',
  label: '接入系统',
  base: '/user/system',
  id: 'systemId',
  fields: { systemName: text('系统名称', 30, 2) },
  more: { menuCount: count('菜单数'), permitCount: count('权限数') },
  view: 'rbac/SystemList',
  facts: ['systemName', 'menuCount', 'permitCount'],
  sortable: ['systemName'],
  access: { read: rbac('system:read'), update: rbac('system:update') },
})

/** Menus and permits of a system, in their order; menus with their level, 0 at the top. */
export const selectSystemContent = call({
  path: '/user/system/selectSystemContent',
  title: '查询系统的菜单与权限',
  access: rbac('system:read'),
  request: body({ systemId: ref('接入系统', 'system') }),
  response: z.object({
    menus: z.array(z.object({ menuName: z.string(), menuPath: z.string(), level: z.number().int(), enabled: z.boolean() })),
    permits: z.array(z.object({ permitCode: z.string(), permitName: z.string(), moduleName: z.string(), sensitive: z.boolean(), enabled: z.boolean() })),
  }),
})
