import { z } from 'zod'
import { body, call, done, signedIn, visitor } from '../core/call'
import { choiceField, id, int, selfUserId, version, withMeta } from '../core/fields'
import { userType } from './user-kinds'

// What the console asks for whoever has signed in. The host loads these calls with its first page, so they stand apart.

export const loginOutTheUser = call({
  path: '/user/userController/loginOutTheUser',
  title: '退出登录',
  access: visitor({ proof: 'none', rate: { max: 1000, seconds: 900 }, reason: 'ends the session of the request alone; without one it does nothing and answers success' }),
  write: true,
  request: body({ userId: id('用户').optional() }),
  /** Where the browser goes to end the session of the provider as well; left out for who did not come by it. */
  response: z.object({ signOutAt: z.string().optional() }),
})

export interface MenuNode {
  menuId: string
  parentId: string
  menuName: string
  menuPath: string
  menuLink: string
  icon: string | null
  sortNo: number
  /** False: the page begins anew at each visit; left out, it stays as it was left. */
  keepAlive?: boolean | undefined
  children: MenuNode[]
}

export const menuNode: z.ZodType<MenuNode> = z.lazy(() =>
  z.object({
    menuId: id(),
    parentId: id(),
    menuName: z.string(),
    menuPath: z.string(),
    menuLink: z.string(),
    icon: z.string().nullable(),
    sortNo: z.number().int(),
    keepAlive: z.boolean().optional(),
    children: z.array(menuNode),
  }),
)

export const queryMenuListByUserId = call({
  path: '/user/userController/queryMenuListByUserId',
  title: '查询本人菜单',
  access: signedIn,
  request: body({ userId: selfUserId() }),
  response: z.array(menuNode),
})

export const queryUserCenterByUserId = call({
  path: '/user/userController/queryUserCenterByUserId',
  title: '查询本人资料',
  access: signedIn,
  beforePasswordChange: true,
  request: body({ userId: selfUserId() }),
  response: z.object({
    userId: id(),
    loginName: z.string(),
    realName: z.string(),
    mobile: z.string().nullable(),
    email: z.string().nullable(),
    typeId: choiceField(userType),
    deptName: z.string().nullable(),
    roleNames: z.array(z.string()),
    lastLoginTime: z.string().nullable(),
    mustChangePassword: z.boolean(),
    /** Text laid over screens and prints: name, last four digits of the mobile. */
    watermark: z.string(),
    /** Set while the session looks at the console as a role. */
    roleView: z.object({ roleName: z.string(), until: z.string() }).nullable(),
    version: version(),
  }),
})

/** Codes of all permits that the signed-in person holds now. */
export const selectCurrUserPermits = call({
  path: '/user/rmPermit/selectCurrUserPermits',
  title: '查询本人权限',
  access: signedIn,
  request: body({ userId: selfUserId(), systemId: int('系统', 1, 99) }),
  response: z.array(z.string()),
})

/** Names of the caller's user groups, asked for only while a release is meant for some group. */
export const selectOwnGroups = call({ path: '/user/release/selectOwnGroups', title: '读取本人用户组', access: signedIn, background: true, request: body({}), response: z.object({ groups: z.array(z.string()) }) })

export const remoteName = withMeta(z.string().regex(/^[a-z][a-z0-9-]{0,40}$/, '模块名称不正确'), { label: '模块' })
export const releaseVersion = withMeta(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/, '版本不正确'), { label: '版本' })

/** Notes which releases the caller's session has loaded, for the share of each. */
export const noteReleases = call({
  path: '/user/release/noteReleases',
  title: '上报已加载的模块版本',
  access: signedIn,
  background: true,
  write: true,
  ownSettings: true,
  request: body({ loaded: z.array(z.strictObject({ name: remoteName, version: releaseVersion })).min(1).max(20) }),
  response: done,
})

/** Ends looking at the console as a role; without one it does nothing. */
export const endRoleView = call({
  path: '/user/rolecontroller/endRoleView',
  title: '结束角色查看',
  access: signedIn,
  write: true,
  duringRoleView: true,
  request: body({}),
  response: done,
})
