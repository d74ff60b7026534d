import type { ResponseOf } from '@assoc/contract'
import { BY_NOTICE, copyEvalScheme, evalScheme as contract, previewEligibility, selectSchemeProblems } from '@assoc/contract/expert/scheme'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { handle, type Context } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { insertFields } from '../../../platform/resource/actions'
import { mountResource } from '../../../platform/resource/mount'
import { publishedVersion } from '../../form/api'
import { questionsOf } from '../indicator/questions'
import { copyIndicators } from '../indicator/repository'
import { preview } from './eligibility'
import { requireOpenable, schemeProblems } from './problems'
import { computed, copyGrades, holdScheme, readScheme } from './repository'

const FROZEN = '开放申报后，方案的内容不能修改'

async function versionFor(db: Db, templateId: string, asked: number | null | undefined): Promise<number> {
  const found = await publishedVersion(db, templateId, asked)
  if (typeof found !== 'number') throw refuse.field(found.field, found.message)
  return found
}

const resource = mountResource(contract, {
  table: 'eval_scheme',
  module: 'evaluation',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  json: ['eligibleRules', 'vetoRules'],
  computed,
  keyword: { columns: ['scheme_name'], grams: true },
  order: { field: 'periodEnd', direction: 'desc' },
  nameOf: (row) => row.schemeName,
  handover: { label: '未公布的评价方案', order: 77, open: ['draft', 'applying', 'reviewing', 'scoring', 'publicity'], settled: ['published', 'ended'], name: 'schemeName' },
  constraints: {
    eval_scheme_name_unique: () => refuse.field('schemeName', '已有同名的评价方案'),
    eval_scheme_frozen: () => refuse.inUse(FROZEN),
  },
  may: (_principal, row, verb) => {
    if ((BY_NOTICE as readonly string[]).includes(verb)) return '由公示管理办理'
    return (verb !== 'update' && verb !== 'delete') || row.schemeStatus === 'draft' || FROZEN
  },
  before: {
    insert: async ({ db }, fields) => {
      fields.versionNo = await versionFor(db, fields.templateId, fields.versionNo)
    },
    update: async ({ db }, row, fields) => {
      // Another form without a version means its newest.
      if (fields.templateId !== undefined || fields.versionNo !== undefined) fields.versionNo = await versionFor(db, fields.templateId ?? row.templateId, fields.versionNo)
    },
    change: async ({ db }, row, step) => {
      if (step.verb === 'open') return requireOpenable(db, row.schemeId)
      // The row has the new end already; the trigger keeps an earlier one out as well.
      if (step.verb === 'extend' && Date.parse(row.applyEnd) <= ((await readScheme(db, row.schemeId))?.applyEnd.getTime() ?? 0)) throw refuse.field('applyEnd', '新的申报截止须晚于原来的')
    },
  },
})

/** What schemes are stepped by. */
export const schemeRuntime = resource.runtime

async function copy(action: Context<typeof copyEvalScheme>): Promise<ResponseOf<typeof copyEvalScheme>> {
  const { db, principal, input } = action
  const { schemeId: fromId, ...own } = input
  const from = await holdScheme(db, fromId)
  if (!from) throw refuse.notFound()
  const { evalTarget, templateId, eligibleRules, vetoRules, gradeScale, quotaKind, tieRule } = from
  const schemeId = await insertFields(resource.runtime, action, { ...own, evalTarget, templateId, versionNo: null, eligibleRules, vetoRules, gradeScale, quotaKind, tieRule, remark: null })
  const { copied, unbound } = await copyIndicators(db, fromId, schemeId, (await questionsOf(db, schemeId)).map(({ key }) => key), principal)
  const grades = await copyGrades(db, fromId, schemeId, principal)
  return { schemeId, indicators: copied, unbound, grades }
}

/** Schemes of evaluation. */
export const scheme: ServerModule = {
  bindings: [...resource.bindings, handle(copyEvalScheme, copy), handle(previewEligibility, preview), handle(selectSchemeProblems, async ({ db, input }) => ({ problems: await schemeProblems(db, input.schemeId) }))],
}
