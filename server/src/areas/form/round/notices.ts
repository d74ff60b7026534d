import { viewLink, type ResponseOf } from '@assoc/contract'
import { localTime } from '@assoc/contract/core/day'
import type * as calls from '@assoc/contract/form/reminders'
import type { Db } from '../../../platform/database/database'
import type { Context } from '../../../platform/http/context'
import { notify, notifyOnce } from '../../../platform/notifications/notify'
import type { Platform } from '../../../platform/platform'
import { systemAction } from '../system'
import * as notices from './notices.repository'
import * as repository from './repository'

// What respondents are told of a round, and its maker when it is over. Tasks are marked with what is to be told, in the transaction of what
// happened; the clock tells it part by part, so that whoever sends a round to thousands does not wait.

/** Tasks whose accounts are told at once. */
const AT_ONCE = 500
const ROUNDS_AT_ONCE = 100

const TITLES = { open: '请填报', remind: '催报' } as const

/** Tells what is marked; each part in a transaction of its own, so that one that is broken off goes on where it was. */
export async function sendNotices({ db }: Platform): Promise<number> {
  for (let told = 0; ; ) {
    const found = await db.transaction().execute(async (tx) => {
      const { count, due } = await notices.takeDue(tx, AT_ONCE)
      for (const one of due) {
        const content = one.due === 'open' ? `请在 ${localTime(one.endTime).slice(0, 16)} 前填报并提交。` : `还没有提交，请在 ${localTime(one.endTime).slice(0, 16)} 前填报并提交。`
        await notifyOnce(tx, one.userIds, { title: `${TITLES[one.due]}：${one.roundName}`, content, link: viewLink('expert/QuestionnaireTodo') })
      }
      return { count, told: due.reduce((sum, { userIds }) => sum + userIds.length, 0) }
    })
    told += found.told
    if (found.count < AT_ONCE) return told
  }
}

/** Reminds those who are missing when the end of their round comes near; of each end once. */
export async function remindByClock(platform: Platform): Promise<void> {
  for (const roundId of await notices.roundsToRemind(platform.db, ROUNDS_AT_ONCE)) {
    await systemAction(platform, '截止前自动催报', async ({ db, audit }) => {
      await repository.holdRound(db, roundId)
      if ((await notices.roundsToRemind(db, 1, roundId)).length === 0) return
      const { reminded } = await notices.markReminders(db, { roundId })
      await notices.noteReminded(db, roundId)
      audit({ recordType: 'formRound', recordId: roundId, verb: 'remind', after: { reminded } })
    })
  }
}

/** Tells the maker how their round has come out. */
export async function tellSummary(db: Db, roundId: string): Promise<void> {
  const found = await notices.summaryOf(db, roundId)
  if (!found?.makerId) return
  const { roundName, tasks, submitted, certified } = found
  await notify(db, found.makerId, { title: `填报已结束：${roundName}`, content: `应交 ${tasks}，已交 ${submitted}，未交 ${tasks - submitted}，已认证 ${certified}。`, link: viewLink('expert/FormList', { record: roundId }) })
}

/** The clock looks at once for what a call has marked. */
const NOW = ['form:clock', {}, { key: 'form:clock:now' }] as const

export async function remindRound({ db, input, audit, job }: Context<typeof calls.remindFormRound>): Promise<ResponseOf<typeof calls.remindFormRound>> {
  const found = await notices.markReminders(db, { roundId: input.roundId })
  audit({ recordType: 'formRound', recordId: input.roundId, verb: 'remind', after: { reminded: found.reminded } })
  await job(...NOW)
  return found
}

export async function remindAnswers({ db, input, audit, job }: Context<typeof calls.remindFormAnswers>): Promise<ResponseOf<typeof calls.remindFormAnswers>> {
  const found = await notices.markReminders(db, { answerIds: input.answerIds })
  for (const answerId of input.answerIds) audit({ recordType: 'formAnswer', recordId: answerId, verb: 'remind' })
  await job(...NOW)
  return found
}
