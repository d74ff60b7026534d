import type { ServerModule } from '..'
import { accessReview, accessReviewLine } from './access-review'
import { account } from './account'
import { dept } from './dept'
import { dict, dictItem } from './dict'
import { employee } from './employee'
import { loginLog } from './login-log'
import { maintenance, maintenanceRun } from './maintenance'
import { menu } from './menu'
import { permit } from './permit'
import { post } from './post'
import { rights } from './rights'
import { role } from './role'
import { security } from './security'
import { usergroup } from './usergroup'
import { why } from './why'

/** Users, roles, permits, menus, departments, posts, employees and user groups. */
export const rbacModules: ServerModule[] = [role, permit, menu, dept, post, account, employee, usergroup, dict, dictItem, loginLog, maintenance, maintenanceRun, security, rights, why, accessReview, accessReviewLine]
