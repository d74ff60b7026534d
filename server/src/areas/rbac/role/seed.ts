import type { Db } from '../../../platform/database/database'
import { grantRole, seedMenus, seedRoles, type MenuSeed, type RoleSeed, type Seed } from '../../../platform/seed'

// Built-in roles of the trade (docs/glossary.md, roles). Areas add theirs.
const ROLES: RoleSeed[] = [
  ['SYS_ADMIN', '系统管理员', '用户、角色、菜单与系统设置，不含业务数据'],
  ['SEC_ADMIN', '安全管理员', '角色权限与会话安全'],
  ['AUDITOR', '安全审计员', '只读操作日志'],
  ['MEMBER_OP', '会员经办', '维护本人经办的公司'],
  ['MEMBER_LEAD', '会员部主任', '本部门及以下的公司'],
  ['MEET_OP', '会务专员', '会议室与会务'],
  ['LEADER', '协会领导', '全部数据只读'],
  ['STAFF', '普通员工', '预约会议室与个人事务'],
]

const MENU: MenuSeed[] = [
  { menuId: 7000, parentId: 0, menuName: '系统管理', menuPath: '/systemManage', icon: 'setting', sortNo: 70 },
  { menuId: 7001, parentId: 7000, menuName: '用户管理', menuPath: '/systemManage/user', menuLink: 'rbac/UserList', sortNo: 1 },
  { menuId: 7005, parentId: 7000, menuName: '角色管理', menuPath: '/systemManage/role', menuLink: 'rbac/RoleList', sortNo: 5 },
  { menuId: 7006, parentId: 7000, menuName: '菜单管理', menuPath: '/systemManage/menu', menuLink: 'rbac/MenuList', sortNo: 6 },
  { menuId: 7020, parentId: 7000, menuName: '在线会话', menuPath: '/systemManage/onlineSession', menuLink: 'rbac/OnlineSession', sortNo: 20 },
  { menuId: 7021, parentId: 7000, menuName: '发件箱', menuPath: '/systemManage/outbox', menuLink: 'rbac/Outbox', sortNo: 21 },
]

// What the security administrator's permits open: users, roles, online sessions.
const SECURITY_MENU = new Set([7000, 7001, 7005, 7020])

async function seedSystem(db: Db): Promise<void> {
  await seedRoles(db, ROLES)
  await seedMenus(db, MENU, ['SYS_ADMIN'])
  await seedMenus(db, MENU.filter((m) => SECURITY_MENU.has(m.menuId)), ['SEC_ADMIN'])
  await grantRole(db, 'SYS_ADMIN', ['rbac:'], { rbac: 'all' })
  await grantRole(db, 'SEC_ADMIN', ['rbac:role:', 'rbac:permit:', 'rbac:session:', 'rbac:user:read', 'rbac:user:unlock', 'rbac:menu:read'], { rbac: 'all' })
  await grantRole(db, 'AUDITOR', ['rbac:audit:read'])
}

export const roleSeed: Seed = { name: 'rbac.roles', order: 10, run: seedSystem }

const OUTSIDERS: RoleSeed[] = [
  ['COMPANY_USER', '企业用户', '经认证代表公司办理业务的人员，只能看到所代表的公司'],
  ['PERSON', '个人用户', '以本人身份办理业务的人员，只能看到本人'],
  ['EXPERT', '专家', '受聘参加评审的专家，只能看到本人'],
  ['MERCHANT', '商户', '为协会提供服务的商户，只能看到本商户'],
]

/**
 * Roles of people outside, one set for all areas: each area's own seed gives them its permits, with the scope `linked`. They have
 * the personal centre and no menu of the staff.
 */
export const outsiderRoleSeed: Seed = {
  name: 'rbac.roles.outsiders',
  order: 10,
  run: (db) => seedRoles(db, OUTSIDERS),
}
