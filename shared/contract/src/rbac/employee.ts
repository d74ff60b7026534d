import { z } from 'zod'
import { id, optionalText, ref, withMeta } from '../core/fields'
import { personal } from '../core/personal'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { deptLookup, postLookup } from './lookups'
import { rbac } from './permits'

export const employeeStatus = statusMachine(
  '员工状态',
  { probation: ['试用', 'amber'], active: ['在职', 'green'], left: ['离职', 'grey'] },
  [
    { from: ['probation'], to: 'active', verb: 'confirm', label: '转正', permit: 'rbac:employee:update' },
    { from: ['probation', 'active'], to: 'left', verb: 'leave', label: '离职', permit: 'rbac:employee:update', danger: true },
  ],
)

/**
 * People of the staff. Their accounts follow what is written of them, and leaving hands over what they look after: making, changing and leaving
 * are calls of their own (org.ts), so the resource is read alone.
 */
export const employee = resource({
  name: 'employee',
  label: '员工',
  base: '/user/employeeUsersController',
  callNames: { list: 'queryEmployeeUsersByCondition' },
  id: 'employeeId',
  fields: {},
  more: {
    employeeNo: withMeta(z.string(), { label: '工号' }),
    realName: withMeta(z.string(), { label: '姓名' }),
    employeeStatus: withMeta(employeeStatus.schema, { label: '员工状态', options: employeeStatus.labels }),
    userId: id(),
    mobile: personal(withMeta(z.string().nullable(), { label: '手机号码' }), 'mobile'),
    deptId: ref('部门', deptLookup).nullable(),
    deptName: withMeta(z.string().nullable(), { label: '部门' }),
    postId: ref('岗位', postLookup).nullable(),
    postName: withMeta(z.string().nullable(), { label: '岗位' }),
    entryDate: withMeta(z.string(), { label: '入职日期', show: 'date' }),
    leaveDate: withMeta(z.string().nullable(), { label: '离职日期', show: 'date' }),
  },
  filters: {
    keyword: optionalText('姓名或工号', 30),
    deptId: ref('部门', deptLookup).optional(),
    postId: ref('岗位', postLookup).optional(),
    employeeStatus: withMeta(employeeStatus.schema, { label: '状态' }).optional(),
  },
  view: 'rbac/EmployeeList',
  facts: ['employeeNo', 'employeeStatus', 'deptName', 'postName', 'entryDate'],
  sortable: ['employeeNo', 'entryDate'],
  access: { read: rbac('employee:read'), export: rbac('employee:read') },
})
