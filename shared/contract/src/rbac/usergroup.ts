import { z } from 'zod'
import { optionalText, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { rbac } from './permits'

/** Groups of people who are addressed together. Name and members are written by calls of their own (org.ts), so the resource is read alone. */
export const usergroup = resource({
  name: 'usergroup',
  label: '用户组',
  base: '/user/usergroup',
  callNames: { list: 'selectUsergroupByPage', read: 'selectUsergroup' },
  id: 'usergroupId',
  fields: {},
  more: {
    groupName: withMeta(z.string(), { label: '用户组名称' }),
    memberCount: withMeta(z.number().int(), { label: '人数', show: 'count' }),
    remark: withMeta(z.string().nullable(), { label: '备注' }),
  },
  filters: { keyword: optionalText('用户组名称', 30) },
  view: 'rbac/UserGroup',
  facts: ['memberCount'],
  sortable: ['groupName'],
  access: { read: rbac('usergroup:read'), export: rbac('usergroup:read') },
})
