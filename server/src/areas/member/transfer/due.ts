import { viewLink } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { Refusal } from '../../../platform/errors'
import type { Platform } from '../../../platform/platform'
import type { Action } from '../../../platform/resource/definition'
import { inJob, SYSTEM } from '../../../platform/resource/in-job'
import { notifyOnce } from '../../../platform/notifications/notify'
import * as repository from './repository'

const TITLE = '会籍转移生效'

/**
 * Makes the hourly work: transfers take effect one after another, each in its own transaction. One that cannot is told to who asked
 * for it and who approved it, and holds up no other.
 */
export const dueTransfers =
  (effect: (action: Action, transferId: string) => Promise<unknown>) =>
  async (platform: Platform, day = today()): Promise<number> => {
    const { db, log } = platform
    let done = 0
    for (const due of await repository.dueOn(db, day)) {
      try {
        // On behalf of who approved it; the log says that it was the system.
        await inJob(platform, TITLE, (action) => effect(action, due.transferId), { ...SYSTEM, userId: due.approveBy ?? due.createBy ?? SYSTEM.userId })
        done += 1
      } catch (error) {
        log.error({ transferId: due.transferId, error }, 'a transfer could not take effect')
        const why = error instanceof Refusal ? error.message : '系统将自动重试'
        await notifyOnce(db, [due.createBy, due.approveBy].filter((id) => id !== null), {
          title: `会员 ${due.memberNo} 的会籍转移未能生效`,
          content: `${why}。请处理后等待自动生效，或撤销该转移。`,
          link: viewLink('member/MemberTransfer', { record: due.transferId }),
        })
      }
    }
    return done
  }
