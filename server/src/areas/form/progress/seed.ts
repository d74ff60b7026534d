import type { Db } from '../../../platform/database/database'
import { grantMenus, grantRole, type Seed } from '../../../platform/seed'

/** 短信管理 and 邮件管理 with their lists and pages to write: what became of a reminder stands there. */
const MESSAGES = [1300, 1301, 1302, 1400, 1401, 1402]

/** Whoever sends rounds reminds those who are missing: messages go out in their name. */
export const reminderGrants: Seed = {
  name: 'form.grants.reminders',
  order: 37,
  async run(db: Db) {
    await grantRole(db, 'EVAL_OP', ['member:contact:read', 'message:mail:', 'message:sms:', 'message:send:submit', 'message:template:read'], { message: 'deptTree' })
    await grantMenus(db, MESSAGES, ['EVAL_OP'])
  },
}
