import { z } from 'zod'
import { body, call, done, signedIn } from '../core/call'
import { date, flag, id, int, optionalText, ref, text, version, withMeta } from '../core/fields'
import { mobile, orEmpty } from '../rules/identifiers'
import { deptLookup, employeeLookup, postLookup, userLookup } from './lookups'
import { rbac } from './permits'

// --- departments ---------------------------------------------------------------------------------

export interface DeptNode {
  deptId: string
  parentId: string | null
  deptName: string
  leaderId: string | null
  leaderName: string | null
  sortNo: number
  version: number
  children: DeptNode[]
}

const deptNode: z.ZodType<DeptNode> = z.lazy(() =>
  z.object({
    deptId: id(),
    parentId: id().nullable(),
    deptName: z.string(),
    leaderId: id().nullable(),
    leaderName: z.string().nullable(),
    sortNo: z.number().int(),
    version: version(),
    children: z.array(deptNode),
  }),
)

export const getDeptList = call({
  path: '/user/oaDept/getDeptList',
  title: '查询部门',
  access: rbac('dept:read'),
  request: body({}),
  response: z.array(deptNode),
})

/** Names of departments only, for pickers of every area. */
export const queryDeptList = call({
  path: '/oa/budget/queryDeptList',
  title: '查询部门名称',
  access: signedIn,
  request: body({}),
  response: z.array(z.object({ deptId: id(), parentId: id().nullable(), deptName: z.string() })),
})

const deptFields = {
  deptName: text('部门名称', 30),
  parentId: ref('上级部门', 'dept').nullish(),
  leaderId: ref('部门负责人', employeeLookup).nullish(),
  sortNo: int('排序', 0, 9999),
}

export const insertDept = call({
  path: '/user/oaDept/insertDept',
  title: '新增部门',
  access: rbac('dept:update'),
  write: true,
  request: body(deptFields),
  response: z.object({ deptId: id() }),
})

export const updateDept = call({
  path: '/user/oaDept/updateDept',
  title: '修改部门',
  access: rbac('dept:update'),
  write: true,
  request: body({ deptId: ref('部门', 'dept'), version: version(), ...deptFields }),
  response: z.object({ version: version() }),
})

/** Levels of the department tree, the top one included. */
export const DEPT_DEPTH = 6

/** Puts a department below another, or to another place among its siblings; the place is counted without itself. */
export const moveDept = call({
  path: '/user/oaDept/moveDept',
  title: '移动部门',
  access: rbac('dept:update'),
  write: true,
  request: body({ deptId: ref('部门', 'dept'), parentId: ref('上级部门', 'dept').nullable(), index: int('位置', 0, 9999) }),
  response: done,
})

/** Only an empty department goes: no sub-department, no employee, no user. */
export const deleteDept = call({
  path: '/user/oaDept/deleteDept',
  title: '删除部门',
  access: rbac('dept:update'),
  write: true,
  request: body({ deptId: ref('部门', 'dept') }),
  response: done,
})

// --- employees -----------------------------------------------------------------------------------

/** At most 20 people whose name begins with the text, for pickers. */
export const queryEmployeeUsersByName = call({
  path: '/user/employeeUsersController/queryEmployeeUsersByName',
  title: '按姓名查员工',
  access: rbac('employee:read'),
  request: body({ name: text('姓名', 32) }),
  response: z.array(z.object({ employeeId: id(), userId: id(), realName: z.string(), deptName: z.string().nullable() })),
})

/** Makes an existing user an employee. */
export const employeeNo = () => withMeta(z.string().trim().regex(/^[A-Za-z0-9]{1,10}$/, '工号为 1 至 10 位字母或数字'), { label: '工号' })

export const updateUserToEmployee = call({
  path: '/user/employeeUsersController/updateUserToEmployee',
  title: '用户转为员工',
  access: rbac('employee:update'),
  write: true,
  request: body({
    userId: ref('用户', userLookup),
    employeeNo: employeeNo(),
    deptId: ref('部门', deptLookup),
    postId: ref('岗位', postLookup).nullish(),
    entryDate: date('入职日期'),
    probation: z.boolean().default(true),
  }),
  response: z.object({ employeeId: id() }),
})

export const updateEmployeeUser = call({
  path: '/user/employeeUsersController/updateEmployeeUser',
  title: '修改员工',
  access: rbac('employee:update'),
  write: true,
  request: body({
    employeeId: ref('员工', 'employee'),
    version: version(),
    realName: text('姓名', 32, 2),
    mobile: orEmpty(mobile()),
    deptId: ref('部门', deptLookup),
    postId: ref('岗位', postLookup).nullish(),
    entryDate: date('入职日期'),
    verb: z.enum(['confirm']).optional(),
  }),
  response: z.object({ version: version() }),
})

/** What a person who leaves would hand over: asked before the form of leaving is shown. */
export const queryEmployeeHandover = call({
  path: '/user/employeeUsersController/queryEmployeeHandover',
  title: '查询离职移交事项',
  access: rbac('employee:update'),
  request: body({ employeeId: ref('员工', 'employee'), successorId: ref('接任人', 'employee').nullish() }),
  response: z.object({
    /** What goes to the successor; without one, leaving is refused while any count is above 0. */
    items: z.array(z.object({ key: z.string(), label: z.string(), link: z.string(), count: z.number().int(), names: z.array(z.string()) })),
    /** Decisions that wait for anybody with the permit; `others` of them would remain. */
    approvals: z.array(z.object({ label: z.string(), link: z.string(), count: z.number().int(), others: z.number().int() })),
    /** What the successor cannot take over, because the other side of it is the successor's own action; leaving stops with it. */
    blocked: z.array(z.object({ label: z.string(), name: z.string(), reason: z.string(), link: z.string() })),
    roleNames: z.array(z.string()),
  }),
})

/**
 * The person leaves. Their roles end, and what they look after goes to the successor, in one transaction. The account
 * is disabled and its sessions end with it, or after the last day when `disableAccount` is false.
 */
export const updateEmployeeUsersDelStatus = call({
  path: '/user/employeeUsersController/updateEmployeeUsersDelStatus',
  title: '员工离职',
  access: rbac('employee:update'),
  write: true,
  request: body({
    employeeId: ref('员工', 'employee'),
    version: version(),
    leaveDate: date('离职日期'),
    successorId: ref('接任人', employeeLookup).nullish(),
    disableAccount: flag('立即停用账号').default(true),
  }),
  response: done,
})

// --- user groups ---------------------------------------------------------------------------------

export const insertUsergroup = call({
  path: '/user/usergroup/insertUsergroup',
  title: '新增用户组',
  access: rbac('usergroup:update'),
  write: true,
  request: body({ groupName: text('用户组名称', 30), remark: optionalText('备注', 500) }),
  response: z.object({ usergroupId: id() }),
})

export const deleteUsergroup = call({
  path: '/user/usergroup/deleteUsergroup',
  title: '删除用户组',
  access: rbac('usergroup:update'),
  write: true,
  request: body({ usergroupId: ref('用户组', 'usergroup') }),
  response: done,
})

/** Sets name and members of a group: the whole set, at most 5,000 people. */
export const saveUsergroupList = call({
  path: '/user/usergroup/saveUsergroupList',
  title: '保存用户组成员',
  access: rbac('usergroup:update'),
  write: true,
  request: body({
    usergroupId: ref('用户组', 'usergroup'),
    version: version(),
    groupName: text('用户组名称', 30),
    remark: optionalText('备注', 500),
    userIds: z.array(ref('用户', 'user')).max(5000, '一个用户组最多 5000 人'),
  }),
  response: z.object({ version: version() }),
})

export const selectUserlist = call({
  path: '/user/usergroup/selectUserlist',
  title: '查询用户组成员',
  access: rbac('usergroup:read'),
  request: body({ usergroupId: ref('用户组', 'usergroup') }),
  response: z.array(z.object({ userId: id(), realName: z.string(), loginName: z.string() })),
})

