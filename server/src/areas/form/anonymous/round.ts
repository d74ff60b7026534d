import { ANONYMOUS_LEAST, anonymityProblems } from '@assoc/contract/form/anonymity'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { addJob } from '../../../platform/jobs/queue'
import { documentOfVersion } from '../answer/document'
import * as repository from './repository'

// What is different where a round is anonymous.

interface AnonymousRound {
  roundId: string
  templateId: string
  versionNo?: number | null | undefined
  anonymousFlag: boolean
  certifyFlag: boolean
}

/** Refuses a version whose questions tell who has answered. */
export async function requireAnonymousForm(db: Db, templateId: string, versionNo: number | null | undefined): Promise<void> {
  const version = versionNo ? await repository.versionKey(db, templateId, versionNo) : undefined
  if (!version) throw refuse.notFound()
  const problems = anonymityProblems(await documentOfVersion(db, version))
  if (problems.length > 0) throw refuse.field('anonymousFlag', `该版本不能匿名填报：${problems.slice(0, 5).join('；')}${problems.length > 5 ? `，等 ${problems.length} 题` : ''}`)
}

/** Before a step of a round. */
export async function beforeAnonymousStep(db: Db, row: AnonymousRound, verb: string): Promise<void> {
  if (!row.anonymousFlag) return
  if (verb === 'release') {
    if (row.certifyFlag) throw refuse.field('anonymousFlag', '匿名填报不能认证，请只选其中一项')
    await requireAnonymousForm(db, row.templateId, row.versionNo)
  }
  // The difference of two sets of figures would be what single people have said.
  if (verb === 'reopen' && (await repository.writtenCount(db, row.roundId)) > 0) throw refuse.inUse('匿名填报的统计已生成，不能重新开放：前后两次统计之差会显示个别人的回答')
}

/** After a step of a round: what it has left waiting is worked on soon, or never shown. */
export async function afterAnonymousStep(db: Db, row: AnonymousRound, verb: string): Promise<void> {
  if (!row.anonymousFlag) return
  if (verb === 'end') await addJob(db, 'form:anonymous', {}, { key: 'form:anonymous:now' })
  if (verb !== 'archive') return
  // Fewer than are ever shown, or the job has not come to it yet: then it is not archived.
  const waiting = (await repository.waitingRounds(db)).find(({ roundId }) => roundId === row.roundId)
  if (waiting && waiting.fresh + waiting.mixed >= ANONYMOUS_LEAST) throw refuse.inUse('匿名填报正在整理，请稍后再归档')
  await repository.dropWaiting(db, row.roundId)
}
