import { z } from 'zod'
import { body, call } from '../core/call'
import { id, ref, withMeta } from '../core/fields'
import { rbac } from './permits'
import { accountStatus } from './user'

/** What one role of a person has to do with it. */
const roleAnswer = z.object({
  roleId: id(),
  roleCode: z.string(),
  roleName: withMeta(z.string(), { label: '角色' }),
  /** This role alone would let them. */
  gives: z.boolean(),
  /** Since when; null when that was before such times were kept, or when the role gives nothing. */
  since: z.string().nullable(),
  /** Until when; null without an end. */
  until: z.string().nullable(),
  /** Why it does not, or how far it reaches. */
  sentences: z.array(z.string()),
})

export const whyAnswer = z.object({
  allowed: z.boolean(),
  person: z.object({ userId: id(), realName: z.string(), loginName: z.string(), deptName: z.string().nullable(), accountStatus: withMeta(accountStatus.schema, { label: '账号状态' }) }),
  /** What was asked for, in words. */
  target: z.string(),
  /** What stands in the way whatever their roles are, or what is to be known beside. */
  notes: z.array(z.string()),
  roles: z.array(roleAnswer),
})

const person = ref('用户', 'user')

/** Why somebody has, or has not, a permit. */
export const explainPermit = call({
  path: '/user/why/explainPermit',
  title: '解释权限点',
  access: rbac('why:read'),
  request: body({ userId: person, permitId: ref('权限点', 'permit') }),
  response: whyAnswer,
})

/** Why somebody sees, or does not see, a menu entry. */
export const explainMenu = call({
  path: '/user/why/explainMenu',
  title: '解释菜单',
  access: rbac('why:read'),
  request: body({ userId: person, menuId: ref('菜单', 'menu') }),
  response: whyAnswer,
})

/** Why the data scope of somebody reaches, or does not reach, a record. */
export const explainRecord = call({
  path: '/user/why/explainRecord',
  title: '解释数据范围',
  access: rbac('why:read'),
  request: body({ userId: person, entity: withMeta(z.string().regex(/^[a-z][A-Za-z]{1,40}$/, '请选择数据种类'), { label: '数据种类' }), recordId: id('记录编号') }),
  response: whyAnswer,
})

/** Everything that the page offers to ask for: permits, menu entries that open a page, kinds of records with a data scope. */
export const selectWhyTargets = call({
  path: '/user/why/selectWhyTargets',
  title: '查询可解释的对象',
  access: rbac('why:read'),
  request: body({}),
  response: z.object({
    permits: z.array(z.object({ permitId: id(), permitCode: z.string(), permitName: z.string(), moduleName: z.string() })),
    menus: z.array(z.object({ menuId: id(), menuName: z.string(), groupName: z.string() })),
    entities: z.array(z.object({ entity: z.string(), label: z.string(), moduleName: z.string() })),
  }),
})
