import { z } from 'zod'
import { body, call } from '../core/call'
import { choiceField, withMeta } from '../core/fields'
import { rbac } from './permits'
import { userType } from './user-kinds'

const count = (label: string) => withMeta(z.number().int(), { label, show: 'count' })

export const userTypeRow = z.object({
  typeId: choiceField(userType),
  total: count('用户数'),
  pending: count('待认证'),
  normal: count('正常'),
  locked: count('锁定'),
  disabled: count('停用'),
  cancelled: count('注销'),
})

/** The nine user types with the number of people that the caller may see, by status of the account; cancelled ones are not in the total. */
export const selectUserTypeList = call({
  path: '/user/userType/selectUserTypeList',
  title: '查询用户类型',
  access: rbac('user:read'),
  request: body({}),
  response: z.array(userTypeRow),
})
