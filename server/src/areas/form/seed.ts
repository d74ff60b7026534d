import type { Db } from '../../platform/database/database'
import { grantRole, seedRoles, type RoleSeed, type Seed } from '../../platform/seed'

const ROLES: RoleSeed[] = [['EVAL_OP', '评价专员', '设计并发放表单、问卷和评分表，查看并认证本部门发放的填报']]

export const formRoles: Seed = { name: 'rbac.roles.form', order: 10, run: (db) => seedRoles(db, ROLES) }

/** Rights on forms. Their pages come with the remote that shows them. */
export const formGrants: Seed = {
  name: 'form.grants',
  order: 35,
  async run(db: Db) {
    await grantRole(db, 'EVAL_OP', ['form:'], { form: 'dept', member: 'all' })
    await grantRole(db, 'LEADER', ['form:template:read', 'form:round:read', 'form:answer:read'], { form: 'all' })
  },
}
