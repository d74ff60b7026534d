import type { Db } from '../../../platform/database/database'
import { grantMenus, grantRole, type Seed } from '../../../platform/seed'
import { seedDemo } from './repository'

/** 短信管理 and 邮件管理 with their lists and pages to write: what became of a reminder stands there. */
const MESSAGES = [1300, 1301, 1302, 1400, 1401, 1402]

/** Whoever leads the fees writes to members that owe: reminders go out in their name. */
export const reminderSeed: Seed = {
  name: 'member.fee.reminder',
  order: 37,
  async run(db: Db) {
    await grantRole(db, 'FEE_OP', ['fee:reminder:read'])
    await grantRole(db, 'FEE_LEAD', ['fee:reminder:', 'message:mail:', 'message:sms:', 'message:send:submit', 'message:template:read'], { message: 'deptTree' })
    await grantMenus(db, MESSAGES, ['FEE_LEAD'])
    await grantRole(db, 'LEADER', ['fee:reminder:read'])
  },
}

/** Who wrote a rule does not put it to use: clerks write rules, who leads the fees has them sent in their own name. */
export const reminderSecondPerson: Seed = { name: 'member.fee.reminder.secondPerson', order: 38, run: (db) => grantRole(db, 'FEE_OP', ['fee:reminder:update', 'message:template:read']) }

export const reminderDemo: Seed = { name: 'member.fee.reminder.demo', order: 70, demo: true, run: seedDemo }
