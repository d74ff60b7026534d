import type { Db } from '../../platform/database/database'
import { grantRole, seedMenus, seedRoles, type MenuSeed, type RoleSeed, type Seed } from '../../platform/seed'

const ROLES: RoleSeed[] = [['EVAL_OP', '评价专员', '设计并发放表单、问卷和评分表，查看并认证本部门发放的填报']]

export const formRoles: Seed = { name: 'rbac.roles.form', order: 10, run: (db) => seedRoles(db, ROLES) }

const MANAGE: MenuSeed = { menuId: 4500, parentId: 0, menuName: '表单管理', menuPath: '/formManage', icon: 'file', sortNo: 45 }
const ROUNDS: MenuSeed = { menuId: 4501, parentId: 4500, menuName: '表单列表', menuPath: '/formManage/formList', menuLink: 'expert/FormList', sortNo: 1 }
const TEMPLATES: MenuSeed = { menuId: 4502, parentId: 4500, menuName: '表单模板', menuPath: '/formManage/formTemplate', menuLink: 'expert/FormTemplate', sortNo: 2 }
const ANSWERS: MenuSeed = { menuId: 4505, parentId: 4500, menuName: '表单认证', menuPath: '/formManage/formAuth', menuLink: 'expert/FormAuth', sortNo: 5 }
const OWN: MenuSeed = { menuId: 4600, parentId: 0, menuName: '我的问卷', menuPath: '/myQuestionnaire', icon: 'audit', sortNo: 46 }
const LIST: MenuSeed = { menuId: 4601, parentId: 4600, menuName: '问卷列表', menuPath: '/myQuestionnaire/questionnaireList', menuLink: 'expert/QuestionnaireList', sortNo: 1 }
const TODO: MenuSeed = { menuId: 4602, parentId: 4600, menuName: '待填问卷', menuPath: '/myQuestionnaire/todoList', menuLink: 'expert/QuestionnaireTodo', sortNo: 2 }
const STAT: MenuSeed = { menuId: 4604, parentId: 4600, menuName: '问卷统计', menuPath: '/myQuestionnaire/questionStat', menuLink: 'expert/QuestionStat', sortNo: 4 }

/** Menus of forms: those who make and check them, and everybody who may be asked to fill one in. */
export const formMenu: Seed = {
  name: 'form.menu',
  order: 36,
  async run(db: Db) {
    await seedMenus(db, [MANAGE, ROUNDS, TEMPLATES, ANSWERS], ['EVAL_OP', 'LEADER'])
    await seedMenus(db, [OWN, LIST, TODO], ['COMPANY_USER', 'PERSON', 'STAFF', 'EVAL_OP', 'LEADER'])
    await seedMenus(db, [STAT], ['EVAL_OP', 'LEADER'])
  },
}

/** Rights on forms. */
export const formGrants: Seed = {
  name: 'form.grants',
  order: 35,
  async run(db: Db) {
    await grantRole(db, 'EVAL_OP', ['form:'], { form: 'dept', member: 'all' })
    await grantRole(db, 'LEADER', ['form:template:read', 'form:round:read', 'form:answer:read'], { form: 'all' })
  },
}

/** Whom a round is sent to, and whom it is about, is chosen from the registers; also by roles from before it was. */
export const respondentGrants: Seed = {
  name: 'form.grants.respondents',
  order: 36,
  async run(db: Db) {
    await grantRole(db, 'EVAL_OP', ['member:company:read', 'member:category:read', 'director:user:read', 'message:audience:read'], { member: 'all', director: 'all' })
  },
}
