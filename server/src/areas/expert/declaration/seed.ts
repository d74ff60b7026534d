import type { Db } from '../../../platform/database/database'
import { grantRole, seedMenus, seedRoles, type MenuSeed, type RoleSeed, type Seed } from '../../../platform/seed'

const ROLES: RoleSeed[] = [['LOCAL_ASSOC', '地方协会', '初审本辖区的申报；数据范围按辖区分别设置']]
export const declarationRoles: Seed = { name: 'rbac.roles.declaration', order: 10, run: (db) => seedRoles(db, ROLES) }

const GROUP: MenuSeed = { menuId: 4300, parentId: 0, menuName: '上市公司申报管理', menuPath: '/declarationManagement', icon: 'audit', sortNo: 43 }
const LIST: MenuSeed = { menuId: 4301, parentId: 4300, menuName: '申报列表', menuPath: '/declarationManagement/declareList', menuLink: 'expert/DeclareList', sortNo: 1 }
const AUDIT: MenuSeed = { menuId: 4302, parentId: 4300, menuName: '申报审核', menuPath: '/declarationManagement/declareAudit', menuLink: 'expert/DeclareAudit', sortNo: 2 }
const OWN: MenuSeed = { menuId: 4303, parentId: 4300, menuName: '我的申报', menuPath: '/declarationManagement/myDeclare', menuLink: 'expert/MyDeclare', sortNo: 3 }
const LOG: MenuSeed = { menuId: 4304, parentId: 4300, menuName: '日志管理', menuPath: '/declarationManagement/log-manage', menuLink: 'expert/DeclareLog', sortNo: 4 }
const SECOND: MenuSeed = { menuId: 4400, parentId: 0, menuName: '辖区申报管理', menuPath: '/manageSecond', icon: 'bank', sortNo: 44 }
const LOCAL: MenuSeed = { menuId: 4401, parentId: 4400, menuName: '辖区申报列表', menuPath: '/manageSecond/secondList', menuLink: 'expert/SecondList', sortNo: 1 }

/** Menus of declarations: staff, local associations, and those who declare. */
export const declarationMenu: Seed = {
  name: 'declaration.menu',
  order: 36,
  async run(db: Db) {
    await seedMenus(db, [GROUP, LIST], ['EVAL_OP', 'LEADER'])
    await seedMenus(db, [AUDIT], ['EVAL_OP'])
    await seedMenus(db, [GROUP, OWN], ['COMPANY_USER', 'PERSON'])
    await seedMenus(db, [GROUP, LOG], ['EVAL_OP', 'LEADER', 'AUDITOR'])
    await seedMenus(db, [SECOND, LOCAL], ['LOCAL_ASSOC', 'EVAL_OP'])
  },
}

/** Rights on declarations. */
export const declarationGrants: Seed = {
  name: 'declaration.grants',
  order: 35,
  async run(db: Db) {
    await grantRole(db, 'EVAL_OP', ['declaration:declare:', 'declaration:first:', 'declaration:second:', 'declaration:log:'], { declaration: 'dept' })
    await grantRole(db, 'LEADER', ['declaration:declare:read', 'declaration:declare:manage', 'declaration:log:read'], { declaration: 'all' })
    await grantRole(db, 'AUDITOR', ['declaration:log:read'], { declaration: 'all' })
    // The scope of a local association is its jurisdiction, which is said in a role of its own.
    await grantRole(db, 'LOCAL_ASSOC', ['declaration:declare:read', 'declaration:first:audit', 'evaluation:scheme:read'], { evaluation: 'all' })
    for (const role of ['COMPANY_USER', 'PERSON']) await grantRole(db, role, ['declaration:declare:read', 'declaration:mine:update'], { declaration: 'linked' })
  },
}
