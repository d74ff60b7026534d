import { viewLink } from '@assoc/contract'
import type { memberResource } from '@assoc/contract/member/member'
import type { Db } from '../../../platform/database/database'
import { Refusal } from '../../../platform/errors'
import { notifyOnce } from '../../../platform/notifications/notify'
import type { Platform } from '../../../platform/platform'
import { derivedStep } from '../../../platform/resource/actions'
import type { ResourceRuntime } from '../../../platform/resource/definition'
import { inJob } from '../../../platform/resource/in-job'
import * as calendar from './calendar.repository'
import { noteSuspension } from './repository'

const TITLE = '会籍状态夜间处理'
/** Memberships that are read at a time; each is moved in a transaction of its own. */
const BATCH = 200
/** Members named in a notice. */
const NAMED = 5

type Runtime = ResourceRuntime<typeof memberResource>
interface Work {
  find: (db: Db, after: string, limit: number) => Promise<calendar.Moving[]>
  verb: 'suspend' | 'resume'
  reason: string
  cause?: 'arrears'
}

/** What a night did, by what was done. */
export interface Night {
  suspended: number
  resumed: number
  refused: number
}

/**
 * Moves memberships as the calendar says, through the status machine alone: rights that were suspended to a day come back after it, those that
 * were suspended for dues when these are paid, and who owes past the grace period is suspended. The days are the database's. What cannot be done
 * is told to who looks after the member and holds up no other; whoever had members moved is told once, with their names.
 */
export async function keepCalendar(platform: Platform, runtime: Runtime): Promise<Night> {
  const { db, log, settings } = platform
  const grace = await settings.parameter('member.graceDays')
  const works: Work[] = [
    { find: calendar.ended, verb: 'resume', reason: '暂停权利期满' },
    { find: calendar.settled, verb: 'resume', reason: '欠缴会费已缴清' },
    ...(grace > 0 ? [{ find: calendar.pastGrace(grace), verb: 'suspend' as const, reason: `会费到期后超过 ${grace} 天宽限期未缴清`, cause: 'arrears' as const }] : []),
  ]
  const night: Night = { suspended: 0, resumed: 0, refused: 0 }
  const told = new Map<string, { suspend: string[]; resume: string[] }>()
  for (const work of works) {
    for (let after = '0'; ; ) {
      const found = await work.find(db, after, BATCH)
      for (const one of found) {
        if (!(await move(platform, runtime, work, one))) night.refused += 1
        else {
          night[work.verb === 'suspend' ? 'suspended' : 'resumed'] += 1
          if (!one.keeper) continue
          const theirs = told.get(one.keeper) ?? { suspend: [], resume: [] }
          theirs[work.verb].push(`${one.memberName}（${one.memberNo}）`)
          told.set(one.keeper, theirs)
        }
      }
      if (found.length < BATCH) break
      after = found.at(-1)?.memberId ?? after
    }
  }
  for (const [keeper, { suspend, resume }] of told) {
    const parts = [...(suspend.length > 0 ? [`暂停权利 ${suspend.length} 个：${namesOf(suspend)}`] : []), ...(resume.length > 0 ? [`恢复权利 ${resume.length} 个：${namesOf(resume)}`] : [])]
    await notifyOnce(db, [keeper], { title: `${TITLE}：${suspend.length + resume.length} 个会员的状态已变更`, content: `${parts.join('；')}。`, link: viewLink('member/MemberList', suspend.length > 0 ? { memberStatus: 'suspended' } : {}) })
  }
  log.info({ ...night }, 'the calendar has moved memberships')
  return night
}

async function move(platform: Platform, runtime: Runtime, { verb, reason, cause }: Work, one: calendar.Moving): Promise<boolean> {
  try {
    await inJob(platform, TITLE, async (action) => {
      await derivedStep(runtime, action, one.memberId, verb, reason)
      if (cause) await noteSuspension(action.db, one.memberId, null, cause)
    })
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) platform.log.error({ memberId: one.memberId, error }, 'a membership could not be moved by the calendar')
    const why = error instanceof Refusal ? error.message : '系统将在次日重试'
    if (one.keeper) await notifyOnce(platform.db, [one.keeper], { title: `${one.memberName}（${one.memberNo}）未能自动${verb === 'resume' ? '恢复权利' : '暂停权利'}`, content: `${why}。`, link: viewLink('member/MemberList', { record: one.memberId }) })
    return false
  }
}

const namesOf = (names: readonly string[]): string => `${names.slice(0, NAMED).join('、')}${names.length > NAMED ? '等' : ''}`
