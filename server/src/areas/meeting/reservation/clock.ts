import { type ConsoleLink, viewLink } from '@assoc/contract'
import { dayOf } from '@assoc/contract/core/day'
import { writeAudit } from '../../../platform/audit/audit'
import type { Platform } from '../../../platform/platform'
import { notify } from '../../../platform/notifications/notify'
import * as repository from './repository'

const LATE = '到开始时间仍未审批，自动驳回'

// In this order, so that one that was never looked at between its start and end still passes through both.
const STEPS: (repository.ClockStep & { title: string })[] = [
  { from: 'pending', to: 'rejected', due: 'start_time', reason: LATE, title: '预约到时未审批' },
  { from: 'reserved', to: 'inUse', due: 'start_time', reason: null, title: '预约开始' },
  { from: 'inUse', to: 'finished', due: 'end_time', reason: null, title: '预约结束' },
]

/** Moves reservations on when their time has come: begun, over, or never approved. Each step with its audit rows in one transaction. */
export async function stepByClock(platform: Platform): Promise<void> {
  for (const step of STEPS) {
    await platform.db.transaction().execute(async (tx) => {
      const moved = await repository.stepByClock(tx, step)
      const frame = { userId: null, userName: '系统', ip: '', requestId: '', path: '', title: step.title }
      const entries = moved.map((r) => ({
        recordType: 'reservation',
        recordId: r.reservation_id,
        verb: 'clock',
        reason: step.reason,
        before: { reserveStatus: step.from },
        after: { reserveStatus: step.to },
      }))
      await writeAudit(tx, frame, entries)
      if (step.to !== 'rejected') return
      for (const r of moved) await notify(tx, r.applicant_id, { title: '会议室预约未通过', content: `${r.title}：${LATE}`, link: linkOf(r) })
    })
  }
}

/** The day of the week grid that a reservation stands on, with the reservation open. */
export const linkOf = (r: { reservation_id: string; start_time: Date }): ConsoleLink => viewLink('meeting/ScheduleMeeting', { day: dayOf(r.start_time), record: r.reservation_id })
