import type { ResponseOf, RowOf } from '@assoc/contract'
import { copyEvalIndicators, evalIndicator as contract, selectIndicatorTree, selectSchemeQuestions } from '@assoc/contract/expert/indicator'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { handle, type Context } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { mountResource } from '../../../platform/resource/mount'
import { holdScheme, readScheme } from '../scheme/repository'
import { problemsOfIndicators } from './problems'
import { keyMeant, questionsOf } from './questions'
import * as repository from './repository'

type Row = RowOf<typeof contract>
const FROZEN = '方案已开放申报，评价指标不能再修改'

/** Keys for what was said of questions, each once. */
async function keysFor(db: Db, schemeId: string, said: readonly string[]): Promise<string[]> {
  if (said.length === 0) return []
  const questions = await questionsOf(db, schemeId)
  const keys = said.map((one, i) => {
    const key = keyMeant(questions, one)
    if (!key) throw refuse.field(`questionKeys.${i}`, `方案的申报表单中没有题目“${one}”`)
    return key
  })
  return [...new Set(keys)]
}

async function requireDraft(db: Db, schemeId: string): Promise<void> {
  const scheme = await readScheme(db, schemeId)
  if (scheme?.schemeStatus !== 'draft') throw refuse.field('schemeId', FROZEN)
}

/** Questions of the schemes of a page, by their labels. */
async function present(rows: readonly Row[], { db }: { db: Db }): Promise<Row[]> {
  const labels = new Map<string, Map<string, string>>()
  for (const schemeId of new Set(rows.map((row) => row.schemeId))) labels.set(schemeId, new Map((await questionsOf(db, schemeId)).map(({ key, label }) => [key, label])))
  return rows.map((row) => ({ ...row, questionLabels: (row.questionKeys ?? []).map((key) => labels.get(row.schemeId)?.get(key) ?? '（表单中已没有）').join('、') || null }))
}

const resource = mountResource(contract, {
  table: 'eval_indicator',
  module: 'evaluation',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed: repository.computed,
  present,
  keyword: { columns: ['indicator_code', 'indicator_name', 'standard_name'], grams: true },
  order: { field: 'updateTime', direction: 'desc' },
  nameOf: (row) => `${row.indicatorCode} ${row.indicatorName}`,
  constraints: {
    eval_indicator_code: () => refuse.field('indicatorCode', '该方案已有这个指标代码'),
    eval_scheme_frozen: () => refuse.inUse(FROZEN),
  },
  may: (_principal, row, verb) => (verb !== 'update' && verb !== 'delete') || row.schemeStatus === 'draft' || FROZEN,
  before: {
    insert: async ({ db }, fields) => {
      await requireDraft(db, fields.schemeId)
      fields.questionKeys = await keysFor(db, fields.schemeId, fields.questionKeys)
      const name = await repository.standardName(db, fields.schemeId, fields.standardNo, '0')
      if (name !== undefined && name !== fields.standardName) throw refuse.field('standardName', `该方案的标准 ${fields.standardNo} 名为“${name}”`)
    },
    update: async ({ db }, row, fields) => {
      const schemeId = fields.schemeId ?? row.schemeId
      if (schemeId !== row.schemeId) throw refuse.field('schemeId', '不能改到其他方案')
      if (fields.questionKeys) fields.questionKeys = await keysFor(db, schemeId, fields.questionKeys)
      const [no, name] = [fields.standardNo ?? row.standardNo, fields.standardName ?? row.standardName]
      const held = await repository.standardName(db, schemeId, no, row.indicatorId)
      // Whoever moves it to another standard takes its name; another name of its own standard is one for all of it.
      if (no !== row.standardNo && held !== undefined && held !== name) throw refuse.field('standardName', `该方案的标准 ${no} 名为“${held}”`)
      if (no === row.standardNo && held !== undefined && held !== name) await repository.renameStandard(db, schemeId, no, name, row.indicatorId)
    },
  },
})

async function selectTree({ db, input }: Context<typeof selectIndicatorTree>): Promise<ResponseOf<typeof selectIndicatorTree>> {
  const scheme = await readScheme(db, input.schemeId)
  if (!scheme) throw refuse.notFound()
  const [indicators, questions] = [await repository.indicatorsOf(db, input.schemeId), await questionsOf(db, scheme)]
  const labels = new Map(questions.map(({ key, label }) => [key, label]))
  const sum = (of: readonly repository.Indicator[], bonus: boolean) => of.filter((one) => one.bonusFlag === bonus).reduce((total, { score }) => total + score, 0)
  const standards = [...new Set(indicators.map(({ standardNo }) => standardNo))].map((standardNo) => {
    const own = indicators.filter((one) => one.standardNo === standardNo)
    return { standardNo, standardName: own[0]?.standardName ?? '', base: sum(own, false), bonus: sum(own, true), indicators: own.map(({ questionKeys, standardNo: _no, standardName: _name, ...one }) => ({ ...one, questions: questionKeys.map((key) => labels.get(key) ?? key) })) }
  })
  return { schemeName: scheme.schemeName, base: sum(indicators, false), bonus: sum(indicators, true), problems: problemsOfIndicators(indicators, questions), standards }
}

async function copy({ db, principal, input, audit }: Context<typeof copyEvalIndicators>): Promise<ResponseOf<typeof copyEvalIndicators>> {
  if (input.schemeId === input.fromSchemeId) throw refuse.field('fromSchemeId', '请选择另一个方案')
  const scheme = await holdScheme(db, input.schemeId)
  if (!scheme) throw refuse.notFound()
  if (scheme.schemeStatus !== 'draft') throw refuse.inUse(FROZEN)
  if ((await repository.indicatorsOf(db, input.schemeId)).length > 0) throw refuse.inUse('该方案已有评价指标，请先删除')
  const done = await repository.copyIndicators(db, input.fromSchemeId, input.schemeId, (await questionsOf(db, scheme)).map(({ key }) => key), principal)
  if (done.copied === 0) throw refuse.field('fromSchemeId', '来源方案没有评价指标')
  audit({ recordType: 'evalScheme', recordId: input.schemeId, verb: 'copyIndicators', after: { fromSchemeId: input.fromSchemeId, ...done } })
  return done
}

/** Standards and indicators of schemes. */
export const indicator: ServerModule = {
  bindings: [...resource.bindings, handle(selectIndicatorTree, selectTree), handle(selectSchemeQuestions, ({ db, input }) => questionsOf(db, input.schemeId)), handle(copyEvalIndicators, copy)],
}
