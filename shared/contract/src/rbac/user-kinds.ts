import { choice } from '../core/fields'

export const userType = choice('用户类型', {
  staff: '协会员工',
  company: '企业用户',
  director: '独立董事',
  secretary: '董事会秘书',
  expert: '评审专家',
  merchant: '商户',
  trial: '试用用户',
  local: '地方协会',
  system: '系统账号',
})

/** Self-registration is open to these three only; staff make all other accounts. */
export const registrableType = choice('用户类型', {
  director: '独立董事',
  secretary: '董事会秘书',
  company: '企业用户',
})

/** Filter of the list of accounts. */
export const roleConflict = choice('职责互斥', { yes: '持有互斥角色' })
