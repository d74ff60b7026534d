import { writeAudit } from '../../../platform/audit/audit'
import { notify } from '../../../platform/notifications/notify'
import type { Platform } from '../../../platform/platform'
import { tellWaiting } from '../wait/queue'
import { linkOf } from './notices'
import * as repository from './repository'
import { clockOf } from './rules'

const LATE = '到开始时间仍未审批，自动驳回'
const ABSENT = '未在规定时间内确认到场，自动释放'
/** Minutes before the beginning at which the applicant is asked to confirm. */
const REMIND_MINUTES = 5

type Step = repository.ClockStep & { title: string }

// In this order, so that one that was never looked at between its start and end still passes through both.
const stepsOf = (noShowMinutes: number): Step[] => [
  { from: 'pending', to: 'rejected', due: 'start_time', after: 0, reason: LATE, title: '预约到时未审批' },
  noShowMinutes > 0
    ? { from: 'reserved', to: 'released', due: 'start_time', after: noShowMinutes, reason: ABSENT, title: '预约未到场释放' }
    : { from: 'reserved', to: 'inUse', due: 'start_time', after: 0, reason: null, title: '预约开始' },
  { from: 'inUse', to: 'finished', due: 'end_time', after: 0, reason: null, title: '预约结束' },
]

/**
 * Moves reservations on when their time has come: begun, given up, over, or never approved. Each step with its audit rows in one
 * transaction. Where presence is to be confirmed, who has booked is asked to shortly before.
 */
export async function stepByClock(platform: Platform): Promise<void> {
  const noShowMinutes = await platform.settings.parameter('meeting.noShowMinutes')
  for (const step of stepsOf(noShowMinutes)) {
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
      if (step.to === 'rejected') for (const r of moved) await notify(tx, r.applicant_id, { title: '会议室预约未通过', content: `${r.title}：${LATE}`, link: linkOf(r) })
      if (step.to === 'rejected' || step.to === 'released') for (const r of moved) await tellWaiting(tx, { roomId: r.room_id, startTime: r.start_time, endTime: r.end_time })
      if (step.to === 'released') for (const r of moved) await notify(tx, r.applicant_id, { title: '会议室预约已释放', content: `${r.title}：${ABSENT}`, link: linkOf(r) })
    })
  }
  if (noShowMinutes > 0) await remind(platform, noShowMinutes)
}

const remind = ({ db }: Platform, noShowMinutes: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    for (const r of await repository.takeUnreminded(tx, REMIND_MINUTES)) {
      const content = `${r.title}：${clockOf(r.start_time)} 开始，请在开始后 ${noShowMinutes} 分钟内确认到场，否则会议室自动释放`
      await notify(tx, r.applicant_id, { title: '请确认会议室到场', content, link: linkOf(r) })
    }
  })
