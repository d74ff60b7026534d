import { z } from 'zod'
import { choiceField, optionalText, withMeta } from '../core/fields'
import { personal } from '../core/personal'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { rbac } from './permits'
import { userType } from './user-kinds'

/** The first step of an account that somebody has registered themselves; the rest of its life is that of `accountStatus`. */
export const registrationStatus = statusMachine(
  '认证状态',
  { pending: ['待认证', 'amber'], normal: ['正常', 'green'], cancelled: ['注销', 'grey'] },
  [
    { from: ['pending'], to: 'normal', verb: 'confirm', label: '通过', permit: 'rbac:user:confirm' },
    { from: ['pending'], to: 'cancelled', verb: 'reject', label: '不通过', permit: 'rbac:user:confirm', reason: 'required', danger: true },
  ],
)

/** A registered account that waits for confirmation. It leaves the list with the decision. */
export const registration = resource({
  name: 'registration',
  label: '注册申请',
  base: '/user/registration',
  id: 'userId',
  fields: {},
  more: {
    realName: withMeta(z.string(), { label: '姓名' }),
    loginName: withMeta(z.string(), { label: '登录账号' }),
    typeId: choiceField(userType, '用户类型'),
    companyName: withMeta(z.string().nullable(), { label: '所在公司' }),
    mobile: personal(withMeta(z.string().nullable(), { label: '手机号码' }), 'mobile'),
    email: personal(withMeta(z.string().nullable(), { label: '电子邮箱' }), 'email'),
    createTime: withMeta(z.string(), { label: '注册时间', show: 'instant' }),
  },
  filters: { keyword: optionalText('关键字', 50), typeId: userType.schema.optional() },
  view: 'rbac/UserAuthenticationList',
  facts: ['loginName', 'typeId', 'companyName', 'createTime'],
  sortable: ['createTime'],
  access: { read: rbac('user:confirm') },
  status: { field: 'accountStatus', machine: registrationStatus },
})
