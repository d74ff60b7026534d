import { viewLink } from '@assoc/contract'
import { dayOf } from '@assoc/contract/core/day'
import { TURN_MINUTES } from '@assoc/contract/meeting/room-wait'
import type { Db } from '../../../platform/database/database'
import { notify } from '../../../platform/notifications/notify'
import type { Platform } from '../../../platform/platform'
import { when } from '../reservation/notices'
import * as repository from './repository'

const overlaps = (a: repository.Stretch, b: repository.Stretch): boolean => a.startTime < b.endTime && b.startTime < a.endTime

/**
 * A room has become free for some time: tells whoever came first among those whose whole time is free now, and of two whose times do not
 * overlap both. Whoever came later hears when the first has let the turn pass.
 */
export async function tellWaiting(db: Db, freed: repository.Stretch): Promise<void> {
  const waiting = await repository.waitingFor(db, freed)
  const turns = waiting.filter((w) => w.waitState === 'told') as repository.Stretch[]
  for (const wait of waiting) {
    if (wait.waitState !== 'waiting' || turns.some((turn) => overlaps(turn, wait)) || !(await repository.isFree(db, wait))) continue
    await repository.noteTold(db, wait.waitId)
    turns.push(wait)
    await notify(db, wait.applicantId, {
      title: '您等候的会议室已空出',
      content: `${wait.title}：${wait.roomName} ${when(wait)}，请在 ${TURN_MINUTES} 分钟内预约，过时通知下一位等候人`,
      link: viewLink('meeting/ScheduleMeeting', { day: dayOf(wait.startTime), wait: wait.waitId }),
    })
  }
}

/** Ends turns that were not used, and gives each to the next. */
export const lapseWaits = ({ db }: Pick<Platform, 'db'>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await repository.lapse(tx)
    for (const stretch of await repository.missed(tx)) await tellWaiting(tx, stretch)
  })
