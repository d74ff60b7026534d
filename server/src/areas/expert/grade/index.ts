import type { ResponseOf } from '@assoc/contract'
import { addStandardGrades, evalGrade as contract, previewEvalGrades, STANDARD_GRADES } from '@assoc/contract/expert/eval-grade'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { handle, type Context } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { mountResource } from '../../../platform/resource/mount'
import { holdScheme, readScheme } from '../scheme/repository'
import { preview } from './preview'
import { computed, gradesOf, insertGrades } from './repository'

const FROZEN = '方案已开放申报，评价等级不能再修改'

/** A grade has what its scheme's scale asks for: places, or the points that it begins with. */
async function requireFitting(db: Db, schemeId: string, fields: { quota?: number | null | undefined; lowScore?: number | null | undefined }): Promise<void> {
  const scheme = await readScheme(db, schemeId)
  if (scheme?.schemeStatus !== 'draft') throw refuse.field('schemeId', FROZEN)
  const { gradeScale, quotaKind } = scheme
  if (gradeScale === 'score' && (fields.lowScore === null || fields.lowScore === undefined)) throw refuse.field('lowScore', '该方案按得分评定，请填写最低分')
  if (gradeScale === 'score' && typeof fields.quota === 'number') throw refuse.field('quota', '该方案按得分评定，不填名额')
  if (gradeScale === 'rank' && typeof fields.lowScore === 'number') throw refuse.field('lowScore', '该方案按名次评定，不填最低分')
  if (quotaKind === 'count' && typeof fields.quota === 'number' && !Number.isInteger(fields.quota)) throw refuse.field('quota', '按个数的名额须为整数')
  if (quotaKind === 'percent' && typeof fields.quota === 'number' && fields.quota > 100) throw refuse.field('quota', '名额比例不能超过 100%')
}

const resource = mountResource(contract, {
  table: 'eval_grade',
  module: 'evaluation',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed,
  keyword: { columns: ['grade_code', 'grade_name'], grams: true },
  order: { field: 'gradeOrder', direction: 'asc' },
  nameOf: (row) => `${row.schemeName} ${row.gradeCode}`,
  constraints: {
    eval_grade_code: () => refuse.field('gradeCode', '该方案已有这个等级代码'),
    eval_scheme_frozen: () => refuse.inUse(FROZEN),
  },
  may: (_principal, row, verb) => (verb !== 'update' && verb !== 'delete') || row.schemeStatus === 'draft' || FROZEN,
  before: {
    insert: ({ db }, fields) => requireFitting(db, fields.schemeId, fields),
    update: async ({ db }, row, fields) => {
      if (fields.schemeId !== undefined && fields.schemeId !== row.schemeId) throw refuse.field('schemeId', '不能改到其他方案')
      await requireFitting(db, row.schemeId, { ...row, ...fields })
    },
  },
})

async function addStandard({ db, principal, input, audit }: Context<typeof addStandardGrades>): Promise<ResponseOf<typeof addStandardGrades>> {
  const scheme = await holdScheme(db, input.schemeId)
  if (!scheme) throw refuse.notFound()
  if (scheme.schemeStatus !== 'draft') throw refuse.inUse(FROZEN)
  if ((await gradesOf(db, input.schemeId)).length > 0) throw refuse.inUse('该方案已有等级')
  // Numbers of places mean nothing as percentages: such a scheme gets tenths instead.
  const grades = STANDARD_GRADES[scheme.gradeScale].map(([code, name, quota, low], i) => ({ order: i + 1, code, name, quota: quota !== null && scheme.quotaKind === 'percent' ? quota / 20 : quota, low }))
  await insertGrades(db, input.schemeId, grades, principal)
  audit({ recordType: 'evalScheme', recordId: input.schemeId, verb: 'addStandardGrades', after: { grades: grades.map(({ code }) => code) } })
  return { added: grades.length }
}

/** Grades of schemes. */
export const grade: ServerModule = { bindings: [...resource.bindings, handle(addStandardGrades, addStandard), handle(previewEvalGrades, preview)] }
