import { choice } from '../core/fields'

/** The data scopes; `linked` is that of outsiders, who see what belongs to the companies and persons that they act for; a person's scope in a module is the union over their roles, none means no rows. */
export const dataScope = choice('数据范围', {
  all: '全部',
  depts: '指定部门',
  deptTree: '本部门及以下',
  dept: '本部门',
  jurisdiction: '辖区',
  self: '仅本人',
  linked: '关联的公司或本人',
})

/**
 * Codes of the built-in roles of which one person holds one at most: who runs the system, who guards it and who reads what both did.
 * The server refuses a second one at whatever way a role is given.
 */
export const EXCLUSIVE_ROLES = ['SYS_ADMIN', 'SEC_ADMIN', 'AUDITOR'] as const

export const roleStatus = choice('状态', { enabled: '启用', disabled: '停用' }, { enabled: 'green', disabled: 'grey' })
