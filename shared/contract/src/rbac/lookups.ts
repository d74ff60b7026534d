import { ref } from '../core/fields'
import type { Lookup, LookupOf } from '../core/lookup'
import type { dict } from './dict'
import type { queryDeptList, queryEmployeeUsersByName } from './org'
import type { post } from './post'
import type { role } from './role'
import type { queryAllUsersBySystem } from './user'

// How departments, posts, people and accounts are chosen; see member/lookups.ts.

export const deptLookup: Lookup = {
  entity: 'dept',
  list: async () => (await import('./org')).queryDeptList,
  id: 'deptId',
  label: ['deptName'],
  hint: '请选择部门',
  few: true,
  tree: 'parentId',
  named: ['deptName'],
} satisfies LookupOf<typeof queryDeptList>

export const postLookup: Lookup = {
  entity: 'post',
  list: async () => (await import('./post')).post.list,
  id: 'postId',
  label: ['postName'],
  hint: '请选择岗位',
  few: true,
  named: ['postCode', 'postName'],
} satisfies LookupOf<typeof post.list>

export const roleLookup: Lookup = {
  entity: 'role',
  list: async () => (await import('./role')).role.list,
  read: async () => (await import('./role')).role.read,
  id: 'roleId',
  label: ['roleName'],
  hint: '输入角色名称或编码',
  filter: { roleStatus: 'enabled' },
  named: ['roleCode', 'roleName'],
} satisfies LookupOf<typeof role.list>

/** Employees still at work, by the beginning of their names. */
export const employeeLookup: Lookup = {
  entity: 'employee',
  list: async () => (await import('./org')).queryEmployeeUsersByName,
  read: async () => (await import('./employee')).employee.read,
  id: 'employeeId',
  label: ['realName', 'deptName'],
  keyword: 'name',
  hint: '输入姓名查找',
} satisfies LookupOf<typeof queryEmployeeUsersByName>

/** Accounts in use. */
export const userLookup: Lookup = {
  entity: 'user',
  list: async () => (await import('./user')).queryAllUsersBySystem,
  read: async () => (await import('./user')).selectUser,
  id: 'userId',
  label: ['realName', 'loginName'],
  hint: '输入姓名、账号或手机查找',
  filter: { accountStatus: 'normal' },
  named: ['loginName', 'realName'],
} satisfies LookupOf<typeof queryAllUsersBySystem>

/** A person of the staff, found by name: an employee at work, or an account in use. The server checks the id like that of any record. */
export const person = (label: string, of: 'employee' | 'user') => ref(label, of === 'user' ? userLookup : employeeLookup)

export const dictLookup: Lookup = {
  entity: 'dict',
  list: async () => (await import('./dict')).dict.list,
  read: async () => (await import('./dict')).dict.read,
  id: 'dictId',
  label: ['dictName', 'dictCode'],
  hint: '输入字典名称或编码',
  named: ['dictCode', 'dictName'],
} satisfies LookupOf<typeof dict.list>
