import { date, flag, ref, withMeta } from '../core/fields'
import { importOf } from '../core/import-of'
import { deptLookup, postLookup, userLookup } from './lookups'
import { employeeNo } from './org'
import { rbac } from './permits'

/** Accounts that become employees by a file, by the rules of those that become so by hand. */
export const employeeImport = importOf({
  name: 'employee',
  label: '员工',
  base: '/user/employeeUsersController',
  id: 'employeeId',
  fields: {
    userId: withMeta(ref('用户', userLookup), { alsoCalled: ['账号', '登录账号', '用户名', '登录名', '姓名'] }),
    employeeNo: withMeta(employeeNo(), { alsoCalled: ['员工号', '员工编号', '编号'] }),
    deptId: withMeta(ref('部门', deptLookup), { alsoCalled: ['所属部门', '部门名称'] }),
    postId: withMeta(ref('岗位', postLookup).nullish(), { alsoCalled: ['岗位名称', '职务', '职位'] }),
    entryDate: withMeta(date('入职日期'), { alsoCalled: ['入职时间', '参加工作日期', '到岗日期'] }),
    probation: withMeta(flag('试用期'), { alsoCalled: ['是否试用', '是否试用期', '试用'] }),
  },
  access: rbac('employee:update'),
})
