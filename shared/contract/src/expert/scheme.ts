import { z } from 'zod'
import { body, call } from '../core/call'
import { onlyWhen } from '../core/conditions'
import { agrees } from '../core/field-rules'
import { choice, choiceField, date, instant, int, optionalText, ref, text, withMeta, year } from '../core/fields'
import { lines } from '../core/kinds'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { formLookup, publishedFormLookup } from '../form/lookups'
import { jurisdiction } from '../member/jurisdiction'
import { orEmpty } from '../rules/identifiers'
import { caseKind } from './case-kinds'
import { evalTarget } from './eval-target'
import { evalSchemeLookup } from './lookups'
import { evaluation as permit } from './permits'

export { evalTarget, isOfPerson, type EvalTarget } from './eval-target'

/** How grades are given: by place, or by points. */
export const gradeScale = choice('等级方式', { rank: '按名次', score: '按得分' })
export const quotaKind = choice('名额方式', { count: '按个数', percent: '按比例' })
/** What becomes of all those whose equal scores lie across the edge of a quota. */
export const tieRule = choice('名额边界同分', { in: '全部计入', out: '全部不计入' })

/**
 * What somebody must fulfil to declare, counted back from the last day of the period. `amount` is the number that the words leave
 * open; `inOffice` has none.
 */
export const eligibleRule = choice('申报条件', {
  inOffice: 'A股或B股上市公司在任',
  listedYears: '公司上市满（年）',
  tenureMonths: '累计任职满（月）',
  noInvestigation: '本人及公司未被立案调查（近几年）',
  noPenalty: '本人及公司未受行政处罚（近几年）',
  noCensure: '本人及公司未受公开谴责（近几年）',
})
export type EligibleRule = (typeof eligibleRule.keys)[number]

/** Rules that count something. */
export const COUNTED: readonly EligibleRule[] = ['listedYears', 'tenureMonths', 'noInvestigation', 'noPenalty', 'noCensure']

const once = (field: string, sentence: string) => (value: unknown): string | null => {
  const keys = (Array.isArray(value) ? (value as (Record<string, unknown> | null)[]) : []).map((row) => row?.[field])
  return new Set(keys).size < keys.length ? sentence : null
}

const amount = onlyWhen(int('数值', 1, 600).nullish(), 'rule', COUNTED, true)
const ruleOnce = once('rule', '每项条件只列一次')
const eligibleRules = agrees(lines('申报条件', { rule: choiceField(eligibleRule, '条件'), amount }, { max: 10 }), (value, { evalTarget: target }) => {
  const tenure = (Array.isArray(value) ? (value as ({ rule?: string } | null)[]) : []).some((row) => row?.rule === 'tenureMonths')
  return tenure && (target === 'board' || target === 'office') ? '董事会和董办由公司申报，没有任职条件' : ruleOnce(value)
})
const vetoRules = agrees(lines('否决条件', { kind: choiceField(caseKind, '情形'), years: int('近几年', 1, 10) }, { max: 3 }), once('kind', '每种情形只列一次'))

const after = (earlier: string, sentence: string) => (value: unknown, values: Record<string, unknown>) => {
  const from = values[earlier]
  return typeof value === 'string' && typeof from === 'string' && Date.parse(value) < Date.parse(from) ? sentence : null
}
const applyEnd = agrees(instant('申报截止'), (value, values) =>
  typeof values['applyStart'] === 'string' && Date.parse(String(value)) <= Date.parse(values['applyStart']) ? '申报截止须晚于申报开始' : null,
)

const run = 'evaluation:scheme:run'
export const schemeStatus = statusMachine(
  '方案状态',
  { draft: ['草稿', 'grey'], applying: ['申报中', 'teal'], reviewing: ['审核中', 'blue'], scoring: ['评分中', 'violet'], publicity: ['公示中', 'amber'], published: ['已公布', 'green'], ended: ['已终止', 'red'] },
  [
    { from: ['draft'], to: 'applying', verb: 'open', label: '开放申报', permit: run, single: true },
    { from: ['applying'], to: 'applying', verb: 'extend', label: '延长申报', permit: run, reason: 'required', single: true, input: { applyEnd } },
    { from: ['applying'], to: 'reviewing', verb: 'review', label: '截止申报', permit: run, single: true },
    { from: ['reviewing'], to: 'scoring', verb: 'score', label: '开始评分', permit: run, single: true },
    { from: ['scoring'], to: 'publicity', verb: 'announce', label: '进入公示', permit: run, single: true },
    { from: ['publicity'], to: 'published', verb: 'publish', label: '公布', permit: run, single: true },
    { from: ['applying', 'reviewing', 'scoring'], to: 'ended', verb: 'end', label: '终止', permit: run, reason: 'required', danger: true, single: true },
  ],
)
/** Steps that follow from a notice of publicity alone. */
export const BY_NOTICE = ['announce', 'publish'] as const

/** By which rules, form and scale the directors, boards or offices of a year are evaluated (domain E3). */
export const evalScheme = resource({
  name: 'evalScheme',
  label: '评价方案',
  view: 'expert/EvalScheme',
  base: '/expert/scheme',
  id: 'schemeId',
  fields: {
    schemeName: text('方案名称', 100),
    evalTarget: choiceField(evalTarget),
    periodStart: date('评价期开始'),
    periodEnd: agrees(date('评价期结束'), after('periodStart', '评价期结束不能早于评价期开始')),
    applyStart: instant('申报开始'),
    applyEnd,
    /** The content of a declaration is an answer by it. */
    templateId: ref('申报表单', publishedFormLookup),
    /** The newest version when left out. */
    versionNo: orEmpty(int('表单版本', 1, 100_000)),
    eligibleRules,
    vetoRules,
    gradeScale: choiceField(gradeScale),
    quotaKind: onlyWhen(choiceField(quotaKind).nullish(), 'gradeScale', ['rank'], true),
    tieRule: onlyWhen(choiceField(tieRule).nullish(), 'gradeScale', ['rank'], true),
    remark: optionalText('备注', 200),
  },
  more: {
    schemeYear: year('评价年度'),
    formName: withMeta(z.string(), { label: '表单名称' }),
    openTime: withMeta(z.string().nullable(), { label: '开放时间', show: 'instant' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('方案名称', 50),
    evalTarget: withMeta(z.array(evalTarget.schema), { label: '评价对象' }).optional(),
    schemeStatus: withMeta(z.array(schemeStatus.schema), { label: '方案状态' }).optional(),
    schemeYear: year('评价年度').optional(),
    templateId: ref('申报表单', formLookup).optional(),
  },
  facts: ['evalTarget', 'periodStart', 'periodEnd', 'applyEnd', 'gradeScale'],
  groups: { 评价期: ['periodStart', 'periodEnd', 'schemeYear'], 申报: ['applyStart', 'applyEnd', 'formName', 'versionNo', 'eligibleRules', 'vetoRules', 'openTime'], 等级: ['gradeScale', 'quotaKind', 'tieRule'] },
  sortable: ['periodEnd', 'applyEnd', 'updateTime'],
  access: { read: permit('scheme:read'), insert: permit('scheme:update'), update: permit('scheme:update'), remove: permit('scheme:update'), export: permit('scheme:read') },
  status: { field: 'schemeStatus', machine: schemeStatus },
})

/** What a new scheme begins with: the rules for board secretaries. */
export const NEW_SCHEME = {
  evalTarget: 'secretary', gradeScale: 'rank', quotaKind: 'count', tieRule: 'in',
  eligibleRules: [{ rule: 'inOffice', amount: null }, { rule: 'listedYears', amount: 2 }, { rule: 'tenureMonths', amount: 24 }, { rule: 'noInvestigation', amount: 2 }, { rule: 'noPenalty', amount: 2 }],
  vetoRules: [{ kind: 'investigation', years: 2 }, { kind: 'penalty', years: 2 }, { kind: 'censure', years: 2 }],
} as const

/** Copies a scheme with its rules, indicators and grades into a draft of another period; its form becomes the newest version. */
export const copyEvalScheme = call({
  path: '/expert/scheme/copyEvalScheme',
  title: '复制评价方案',
  access: permit('scheme:update'),
  write: true,
  request: body({
    schemeId: ref('来源方案', evalSchemeLookup),
    schemeName: text('方案名称', 100),
    periodStart: date('评价期开始'),
    periodEnd: agrees(date('评价期结束'), after('periodStart', '评价期结束不能早于评价期开始')),
    applyStart: instant('申报开始'),
    applyEnd,
  }),
  response: z.object({ schemeId: z.string(), indicators: z.number().int(), unbound: z.number().int(), grades: z.number().int() }),
})

const counted = { candidates: z.number().int(), eligible: z.number().int() }

/** How many of all who might declare would qualify as the registers stand today: by jurisdiction, and what the others fail at. */
export const previewEligibility = call({
  path: '/expert/scheme/previewEligibility',
  title: '测算符合条件的人数',
  access: permit('scheme:read'),
  request: body({ schemeId: ref('评价方案', evalSchemeLookup) }),
  response: z.object({
    ...counted,
    jurisdictions: z.array(z.object({ jurisdiction: jurisdiction.schema.nullable(), ...counted })),
    /** How many fail each rule; whoever fails several counts at each. */
    failed: z.array(z.object({ rule: eligibleRule.schema, amount: z.number().int().nullable(), count: z.number().int() })),
  }),
})

/** What keeps a scheme from being opened, as sentences. */
export const selectSchemeProblems = call({
  path: '/expert/scheme/selectSchemeProblems',
  title: '检查评价方案',
  access: permit('scheme:read'),
  request: body({ schemeId: ref('评价方案', evalSchemeLookup) }),
  response: z.object({ problems: z.array(z.string()) }),
})
