import { writeAudit, type AuditEntry } from '../../../platform/audit/audit'
import type { Db } from '../../../platform/database/database'
import { Refusal } from '../../../platform/errors'
import type { Platform } from '../../../platform/platform'
import { actionIn, SYSTEM } from '../../../platform/resource/in-job'
import type { Seed } from '../../../platform/seed'
import { openAccount } from './account'
import { appointedWithoutAccount } from './account.repository'

/**
 * Opens the accounts of experts who serve and have none. A mobile that belongs to an account of the house is left for staff to set right,
 * as the appointment would be refused today; the log names the record and not the number. Answers what is to be noted.
 */
export async function openAccounts(db: Db, platform: Platform): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = []
  for (const row of await appointedWithoutAccount(db)) {
    try {
      await openAccount(actionIn(platform, db, SYSTEM, entries), row)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      platform.log.warn({ expertId: row.expertId }, 'an expert has the mobile of an account of the house: no account was opened')
    }
  }
  return entries
}

/** Experts who were appointed before an appointment made an account. */
export const earlierAccounts: Seed = { name: 'expert.earlierAccounts', order: 41, run: async (db, platform) => writeAudit(db, { userId: null, userName: '系统', ip: '', requestId: '', path: '', title: '补建专家账号' }, await openAccounts(db, platform)) }
