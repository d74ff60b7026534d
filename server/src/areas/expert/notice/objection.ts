import { grade } from '@assoc/contract/expert/grading'
import { evalObjection as contract, reviseInput } from '@assoc/contract/expert/notice'
import { dayOf } from '@assoc/contract/core/day'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { canSignIn } from '../../../platform/identity/people'
import { derivedStep } from '../../../platform/resource/actions'
import { mountResource } from '../../../platform/resource/mount'
import { givenTo } from '../../../platform/resource/step-input'
import { scoredOf } from '../grade/preview'
import { scaleOf } from '../grade/repository'
import { resultRuntime } from '../grade-result'
import { readScheme } from '../scheme/repository'
import * as repository from './repository'

/** An objection is about a result that the notice shows, and comes in while it does; the notice is not published meanwhile. */
export async function requireOnShow(db: Db, noticeId: string, resultId: string): Promise<void> {
  const held = await repository.shareNotice(db, noticeId)
  if (held?.noticeStatus !== 'running') throw refuse.field('noticeId', '该公示不在公示期，不能登记异议')
  if (held.endTime <= held.now) throw refuse.field('noticeId', `异议期已于 ${dayOf(held.endTime)} 截止`)
  const result = await repository.shownResult(db, resultId)
  if (result?.noticeId !== noticeId) throw refuse.field('resultId', '该结果不在本次公示中')
  if (result.resultStatus !== 'proposed') throw refuse.field('resultId', '该结果已取消资格')
}

/** The grade that a new score gets among those that are on show; nobody else's is touched. */
async function revise(db: Db, resultId: string, score: number): Promise<void> {
  const result = await repository.shownResult(db, resultId)
  const scheme = result?.schemeId ? await readScheme(db, result.schemeId) : undefined
  if (!result || !scheme) throw refuse.notFound()
  const hundredths = Math.round(score * 100)
  const scored = (await scoredOf(db, scheme)).map((one) => (one.id === resultId ? { ...one, score: hundredths } : one))
  const now = grade(scored, await scaleOf(db, scheme)).find(({ id }) => id === resultId)
  if (!now) throw refuse.notFound()
  await repository.reviseResult(db, resultId, { score, rank: now.rank, code: now.code })
}

/** Objections to results that are on show. */
export const objection = mountResource(contract, {
  table: 'eval_objection',
  module: 'evaluation',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  json: ['proof'],
  computed: repository.objectionComputed,
  order: { field: 'updateTime', direction: 'desc' },
  nameOf: (row) => row.subjectName,
  todos: [{ label: '待处理的公示异议', status: 'open', permit: 'evaluation:publicity:decide', view: 'expert/PublicityList' }],
  handover: { label: '待处理的公示异议', order: 80, open: ['open'], settled: ['maintained', 'revised', 'disqualified'], owners: ['handler_id'], view: 'expert/PublicityList', name: 'subjectName' },
  may: (_principal, row, verb) => verb !== 'update' || row.objectionStatus === 'open' || '已办结的异议不能修改',
  before: {
    insert: async ({ db }, fields) => {
      await requireOnShow(db, fields.noticeId, fields.resultId)
      if (!(await canSignIn(db, fields.handlerId))) throw refuse.field('handlerId', '该账号不能登录，请另选承办人')
    },
    update: async ({ db }, row, fields) => {
      for (const field of ['noticeId', 'resultId'] as const) if (fields[field] !== undefined && fields[field] !== row[field]) throw refuse.field(field, '登记后不能修改，请另行登记')
      if (fields.handlerId !== undefined && fields.handlerId !== row.handlerId && !(await canSignIn(db, fields.handlerId))) throw refuse.field('handlerId', '该账号不能登录，请另选承办人')
    },
    change: async ({ db }, row, step) => {
      // Held, so that it is not published between the decision and what follows from it.
      await repository.holdNotice(db, row.noticeId)
      if (step.verb !== 'maintain' && (await repository.shownResult(db, row.resultId))?.resultStatus !== 'proposed') throw refuse.inUse('该结果已取消资格，请以“维持”办结')
    },
  },
  after: {
    change: async (action, row, step, reason, input) => {
      const score = step.verb === 'revise' ? givenTo(reviseInput, input).revisedScore : null
      await repository.noteDecision(action.db, row.objectionId, reason, typeof score === 'number' ? score : null)
      if (typeof score === 'number') await revise(action.db, row.resultId, score)
      if (step.verb === 'disqualify') await derivedStep(resultRuntime, action, row.resultId, 'disqualify', reason)
    },
  },
})
