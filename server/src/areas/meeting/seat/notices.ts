import { viewLink } from '@assoc/contract'
import { localTime } from '@assoc/contract/core/day'
import type { Db } from '../../../platform/database/database'
import { addJob } from '../../../platform/jobs/queue'
import { defineJob } from '../../../platform/jobs/worker'
import { notify } from '../../../platform/notifications/notify'
import type { Platform } from '../../../platform/platform'
import { readMeeting } from '../meeting/repository'
import * as repository from './repository'

const JOB = 'meeting:tell-seats'
const AT_ONCE = 200
/** Milliseconds after the last change of a published plan until people hear of it: who arranges seats moves one person several times. */
const REST_MS = 5 * 60_000
/** Meetings that people are still on their way to. */
const AHEAD: readonly string[] = ['published', 'open', 'closed', 'running']

const queue = (db: Db, meetId: string, runAt?: Date) => addJob(db, JOB, { meetId }, { key: `${JOB}:${meetId}`, ...(runAt ? { runAt } : {}) })

/** After the plan was published: everybody with a seat hears of it. */
export const tellPublished = (db: Db, meetId: string): Promise<void> => queue(db, meetId)

/** After seats were changed: of a published plan those hear of it whose seat is another one, once it rests. */
export async function tellMoved(db: Db, { meetId, published }: { meetId: string; published: boolean }): Promise<void> {
  if (published) await queue(db, meetId, new Date(Date.now() + REST_MS))
}

/** Tells those of a published plan whose seat they were not told of yet; each transaction queues the job for the rest, so that nobody is told twice. */
export async function tellSeats({ db }: Pick<Platform, 'db'>, meetId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const plan = await repository.lockPlan(tx, meetId)
    const meeting = await readMeeting(tx, meetId)
    if (!plan?.published || !meeting || !AHEAD.includes(meeting.meetingStatus)) return
    const people = await repository.untold(tx, meetId, AT_ONCE)
    for (const { userId, seat, before } of people) {
      if (!userId) continue
      const where = `“${meeting.meetingName}”（${localTime(meeting.startTime).slice(0, 16)}${meeting.address ? `，${meeting.address}` : ''}）`
      await notify(tx, userId, {
        title: `${before ? '座位有调整' : '座位已排定'}：${meeting.meetingName}`,
        content: before ? `您在${where}的座位由 ${before} 调整为 ${seat}。` : `您在${where}的座位是 ${seat}。`,
        link: viewLink('meeting/MyMeeting', { part: 'attend' }),
      })
    }
    await repository.noteTold(tx, people)
    if (people.length === AT_ONCE) await queue(tx, meetId)
  })
}

defineJob<{ meetId: string }>(JOB, ({ meetId }, platform) => tellSeats(platform, meetId))
