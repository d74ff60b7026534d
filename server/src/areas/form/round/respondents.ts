import type { ResponseOf } from '@assoc/contract'
import { TASKS_MOST, type previewFormRespondents } from '@assoc/contract/form/respondents'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import * as repository from './repository'
import { reachOf } from './respondents.repository'

export async function previewRespondents({ db, input }: Context<typeof previewFormRespondents>): Promise<ResponseOf<typeof previewFormRespondents>> {
  const round = await repository.readStatus(db, input.roundId)
  if (!round) throw refuse.notFound()
  return reachOf(db, input.roundId, round.roundStatus !== 'draft' && round.roundStatus !== 'waiting')
}

/** A round that would reach nobody, or more than one round can bear, is not sent out. */
export async function requireRespondents(db: Db, roundId: string): Promise<void> {
  const { tasks } = await reachOf(db, roundId, false)
  if (tasks === 0) throw refuse.field('respondentKind', '现在没有符合条件的填报对象，请修改后再下发')
  if (tasks > TASKS_MOST) throw refuse.field('respondentKind', `一次发放最多 ${TASKS_MOST} 份填报任务，现在有 ${tasks} 份，请缩小范围后分次发放`)
}
