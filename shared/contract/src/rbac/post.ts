import { z } from 'zod'
import { int, optionalText, text, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { rbac } from './permits'

/** A post that employees hold. */
export const post = resource({
  name: 'post',
  label: '岗位',
  base: '/user/oaPost',
  callNames: { list: 'getPostList' },
  id: 'postId',
  fields: {
    postName: withMeta(text('岗位名称', 30), { alsoCalled: ['岗位', '职位名称'] }),
    postCode: withMeta(z.string().trim().regex(/^[A-Za-z0-9_-]{1,20}$/, '岗位编码为 1 至 20 位字母、数字、横线或下划线'), { label: '岗位编码', alsoCalled: ['编码', '岗位代码', '岗位编号'] }),
    sortNo: withMeta(int('排序', 0, 9999), { alsoCalled: ['序号', '排序号', '顺序'] }),
  },
  more: { holders: withMeta(z.number().int(), { label: '在岗人数', show: 'count' }) },
  filters: { keyword: optionalText('岗位名称或编码', 30) },
  view: 'rbac/PostList',
  facts: ['postCode', 'holders', 'sortNo'],
  sortable: ['sortNo', 'postName', 'postCode'],
  access: { read: rbac('post:read'), insert: rbac('post:update'), update: rbac('post:update'), remove: rbac('post:update'), export: rbac('post:read'), import: rbac('post:update') },
})
