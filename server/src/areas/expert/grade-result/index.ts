import type { RowOf } from '@assoc/contract'
import { yearNow } from '@assoc/contract/core/day'
import { computeEvalGrades, gradeResult as contract, RESULT_BY_NOTICE } from '@assoc/contract/expert/grade-result'
import { isOfPerson } from '@assoc/contract/expert/scheme'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import type { Inserted } from '../../../platform/resource/definition'
import { mountResource } from '../../../platform/resource/mount'
import { onResultEnded } from '../declaration/outcome'
import { shareScheme } from '../scheme/repository'
import { computeGrades } from './compute'
import { computed, holding, note } from './repository'

type Fields = Inserted<typeof contract>
const FROZEN = '已列入公示或已公布的结果不能修改'
const isOpen = (row: RowOf<typeof contract>) => row.resultStatus === 'proposed' && !row.onShow

/** A result of a scheme is about whom the scheme is about, and the scale tells its grade; one of earlier years says both itself. */
async function settleResult(db: Db, fields: Partial<Fields>): Promise<void> {
  if (fields.schemeId) {
    const scheme = await shareScheme(db, fields.schemeId)
    if (scheme?.schemeStatus !== 'scoring') throw refuse.field('schemeId', '只有评分中的方案可以录入得分')
    if (fields.evalTarget !== scheme.evalTarget) throw refuse.field('evalTarget', '与方案的评价对象不一致')
    if (fields.evalYear !== scheme.evalYear) throw refuse.field('evalYear', `与方案的评价年度 ${scheme.evalYear} 不一致`)
    fields.gradeCode = null
  } else if ((fields.evalYear ?? 0) > yearNow()) throw refuse.field('evalYear', '评价年度不能晚于今年')
  if (fields.evalTarget && !isOfPerson(fields.evalTarget)) fields.personId = null
}

const resource = mountResource(contract, {
  table: 'eval_grade_result',
  module: 'evaluation',
  scope: { dept: 'dept_id', self: 'create_by', company: 'company_id' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed,
  keyword: { where: holding },
  order: { field: 'evalYear', direction: 'desc' },
  nameOf: (row) => `${row.name ?? row.companyName} ${row.evalYear}`,
  todos: [{ label: '待核准的评级取消', status: 'cancelling', permit: 'evaluation:grade:cancel' }],
  handover: { label: '待核准取消的评级', order: 78, open: ['cancelling'], settled: ['proposed', 'published', 'cancelled', 'disqualified'], name: 'companyName' },
  constraints: {
    eval_grade_result_scheme_once: () => refuse.field('companyId', '该方案中此对象已有结果'),
    eval_grade_result_history_once: () => refuse.field('companyId', '此对象当年已有结果'),
    eval_grade_result_frozen: () => refuse.inUse(FROZEN),
  },
  may: (_principal, row, verb) => {
    if ((RESULT_BY_NOTICE as readonly string[]).includes(verb)) return '由公示管理办理'
    if (verb === 'confirm') return row.resultSource === 'history' || '本系统评价的结果由公示管理公布'
    return (verb !== 'update' && verb !== 'delete') || isOpen(row) || FROZEN
  },
  before: {
    insert: ({ db }, fields) => settleResult(db, fields),
    update: async ({ db }, row, fields) => {
      if (fields.schemeId !== undefined && (fields.schemeId ?? null) !== (row.schemeId ?? null)) throw refuse.field('schemeId', '不能改到其他方案')
      const now: Partial<Fields> = { ...row, ...fields }
      await settleResult(db, now)
      Object.assign(fields, { personId: now.personId ?? null, gradeCode: now.gradeCode ?? null })
    },
  },
  after: {
    change: async (action, row, step, reason) => {
      const { db } = action
      if (step.to === 'cancelled' || step.to === 'disqualified') await onResultEnded(action, row.resultId, reason ?? row.cancelReason ?? null)
      if (step.verb === 'confirm') await note(db, row.resultId, { publish_time: 'now' })
      if (step.verb === 'askCancel') await note(db, row.resultId, { cancel_reason: reason })
      if (step.verb === 'keep') await note(db, row.resultId, { cancel_reason: null })
    },
  },
})

/** What results are stepped by. */
export const resultRuntime = resource.runtime

/** Grades of directors, boards and offices. */
export const gradeResult: ServerModule = {
  bindings: [
    ...resource.bindings,
    handle(computeEvalGrades, async ({ db, input, audit }) => {
      const { graded, vetoed, unscored } = await computeGrades(db, input.schemeId)
      audit({ recordType: 'evalScheme', recordId: input.schemeId, verb: 'computeGrades', after: { graded, vetoed, unscored } })
      return { graded, vetoed, unscored }
    }),
  ],
}
