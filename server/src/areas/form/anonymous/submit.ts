import type { ResponseOf } from '@assoc/contract'
import { withAnswer, type Answers } from '@assoc/contract/form/engine/answers'
import { LIMITS } from '@assoc/contract/form/engine/document'
import { withFixedRows } from '@assoc/contract/form/engine/run'
import type { submitAnonymousAnswer } from '@assoc/contract/form/fill'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { lookupsOf } from '../fill/repository'
import { roundClosed, TAKEN_PART } from '../fill/closed'
import { checkedChange, documentOfAnswer, mine, runOf } from '../fill/service'
import * as repository from './repository'
import { withAbout } from './about'
import { sealed } from './sealed'

/**
 * Takes a whole anonymous answer: it is checked as every other one is, its task is marked, and what was answered waits encrypted. The platform
 * keeps nothing of the call that names anybody.
 */
export async function submitAnonymous({ db, principal, platform, input }: Context<typeof submitAnonymousAnswer>): Promise<ResponseOf<typeof submitAnonymousAnswer>> {
  const asked = await mine(db, principal, input.taskId)
  if (!asked.anonymousFlag) throw refuse.inUse('该填报不是匿名填报')
  await repository.shareRound(db, asked.roundId)
  // As it is now that nobody can end the round any more.
  const task = await mine(db, principal, input.taskId)
  const closed = roundClosed(task)
  if (closed) throw refuse.inUse(closed)
  if (task.answerStatus !== 'empty') throw refuse.inUse(TAKEN_PART)
  const { doc } = await documentOfAnswer(db, task.answerId)
  const given = Object.entries(input.answers).map(([key, value]) => checkedChange(doc, key, value))
  if (given.length === 0) throw refuse.inUse('还没有填写任何内容')
  const answers = given.reduce<Answers>((all, { path, value }) => withAnswer(all, path, value), {})
  const run = runOf(doc, withFixedRows(doc, answers), { today: task.today, lookups: await lookupsOf(db, task.companyId, principal.userId), previous: {} })
  if (run.faults.length > 0) throw refuse.input(run.faults)
  const content = withAbout(run.answers, await repository.aboutOfTask(db, input.taskId))
  if (Buffer.byteLength(content) > LIMITS.answerBytes) throw refuse.field('answers', '填报内容不能超过 1 MB')
  // Of several at once the first marks it; the others have waited for the row and find it marked.
  if (!(await repository.markTakenPart(db, input.taskId))) throw refuse.inUse(TAKEN_PART)
  await repository.addWaiting(db, task.roundId, [sealed(platform.encryption, content)], false)
  return {}
}
