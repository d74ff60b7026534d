import { writeAudit, type AuditEntry } from '../../../platform/audit/audit'
import { Refusal } from '../../../platform/errors'
import { today } from '../../../platform/numbers/numbers'
import type { Platform } from '../../../platform/platform'
import type { Deed } from '../../../platform/resource/definition'
import * as repository from './repository'

const LIST_PATH = '/memberManage/memberTransfer'
const TITLE = '会籍转移生效'

/** A deed of the calendar, on behalf of who approved it; the log says that it was the system. */
function deedOf(db: Deed['db'], platform: Platform, userId: string, noted: AuditEntry[]): Deed {
  const who: Deed['who'] = { userId, sessionId: '', loginName: '', realName: '系统', typeId: '', deptId: null, mustChangePassword: false, roleIds: [], permits: new Set(), scopes: {} }
  return { input: {}, who, db, platform, audit: (entry: AuditEntry) => void noted.push(entry) } as unknown as Deed
}

/**
 * Makes the hourly work: transfers take effect one after another, each in its own transaction. One that cannot is told to who asked
 * for it and who approved it, and holds up no other.
 */
export const dueTransfers =
  (effect: (deed: Deed, transferId: string) => Promise<unknown>) =>
  async (platform: Platform, day = today()): Promise<number> => {
    const { db, log } = platform
    let done = 0
    for (const due of await repository.dueOn(db, day)) {
      try {
        await db.transaction().execute(async (tx) => {
          const noted: AuditEntry[] = []
          await effect(deedOf(tx, platform, due.approveBy ?? due.createBy ?? '0', noted), due.transferId)
          await writeAudit(tx, { userId: null, userName: '系统', ip: '', requestId: '', path: '', title: TITLE }, noted)
        })
        done += 1
      } catch (error) {
        log.error({ transferId: due.transferId, error }, 'a transfer could not take effect')
        const why = error instanceof Refusal ? error.message : '系统将自动重试'
        await repository.tellOnce(db, [due.createBy, due.approveBy].filter((id) => id !== null), `会员 ${due.memberNo} 的会籍转移未能生效`, `${why}。请处理后等待自动生效，或撤销该转移。`, `${LIST_PATH}?keyword=${due.memberNo}`)
      }
    }
    return done
  }
