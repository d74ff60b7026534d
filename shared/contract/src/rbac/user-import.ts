import { z } from 'zod'
import { choice, choiceField, optionalText, ref, text, withMeta } from '../core/fields'
import { importOf } from '../core/import-of'
import { email, mobile, orEmpty } from '../rules/identifiers'
import { personal } from '../core/personal'
import { deptLookup, roleLookup } from './lookups'
import { rbac } from './permits'
import { loginName } from './sign-in'
import { userType } from './user-kinds'

/** How somebody whose account comes from a file gets their first password: a letter that is printed, or a mail that tells where to set one. */
export const firstAccess = choice('首次登录方式', { letter: '密码函', mail: '邮件' })

/** Accounts from a file, by the rules of those that are made by hand: department within the data scope, roles that one could give. */
export const userImport = importOf({
  name: 'user',
  label: '用户',
  base: '/user/userController',
  id: 'userId',
  fields: {
    loginName: withMeta(loginName(), { alsoCalled: ['账号', '用户名', '登录名', '帐号'] }),
    realName: withMeta(text('姓名', 32, 2), { alsoCalled: ['用户姓名', '真实姓名', '名字'] }),
    mobile: personal(orEmpty(mobile()), 'mobile'),
    email: personal(orEmpty(email()), 'email'),
    typeId: withMeta(choiceField(userType), { alsoCalled: ['类型', '账号类型'] }),
    deptId: withMeta(ref('所属部门', deptLookup).nullish(), { alsoCalled: ['部门', '部门名称'] }),
    roleIds: withMeta(z.array(ref('角色', roleLookup)).max(50).optional(), { label: '角色', alsoCalled: ['角色名称', '岗位角色'] }),
    firstAccess: withMeta(choiceField(firstAccess).nullish(), { alsoCalled: ['密码送达方式'] }),
    remark: optionalText('备注', 500),
  },
  access: rbac('user:insert'),
})
