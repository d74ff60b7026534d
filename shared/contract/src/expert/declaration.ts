import { z } from 'zod'
import { choiceField, date, flag, id, optionalText, ref, withMeta, year } from '../core/fields'
import { files } from '../core/files'
import { resource } from '../core/resource'
import { companyLookup } from '../member/lookups'
import { jurisdiction } from '../member/jurisdiction'
import { declareRange, declareStatus, ruleResult, selfScore } from './declaration-status'
import { directorBaseLookup, evalSchemeLookup } from './lookups'
import { declaration as permit } from './permits'
import { evalTarget } from './eval-target'

/** One rule of a scheme as it turned out for a declarant. */
export const ruleOutcome = z.object({ rule: z.string(), label: z.string(), result: ruleResult.schema, note: z.string() })
export type RuleOutcome = z.output<typeof ruleOutcome>

/** What was found of a declarant's eligibility, and when; it is found again when the period has ended. */
export const eligibility = z.object({ decidedAt: z.string(), rules: z.array(ruleOutcome) })
export type Eligibility = z.output<typeof eligibility>

/**
 * Somebody's declaration under a scheme of evaluation (domain E4). A person declares for a company; boards and offices declare as the
 * company. What is declared is an answer of the form engine.
 */
export const declaration = resource({
  name: 'declaration',
  label: '申报',
  fileTitle: '申报列表',
  view: 'expert/DeclareList',
  base: '/expert/declaration',
  id: 'declareId',
  fields: {
    promiseFlag: flag('真实性承诺'),
    selfScore: selfScore.nullish(),
    stampedScan: files('盖章扫描件', { exts: ['pdf', 'jpg', 'png'], max: 3 }),
    attachments: files('附件', { max: 10 }),
  },
  more: {
    declareNo: withMeta(z.string(), { label: '申报编号' }),
    schemeId: ref('评价方案', evalSchemeLookup),
    schemeName: withMeta(z.string(), { label: '评价方案' }),
    schemeYear: withMeta(z.number().int(), { label: '评价年度' }),
    evalTarget: choiceField(evalTarget),
    personId: ref('申报董事', directorBaseLookup).nullable(),
    /** The person, or the company where it declares itself. */
    declarantName: withMeta(z.string(), { label: '申报人' }),
    companyId: ref('公司', companyLookup),
    companyName: withMeta(z.string(), { label: '公司简称' }),
    stockCode: withMeta(z.string().nullable(), { label: '证券代码' }),
    jurisdiction: choiceField(jurisdiction).nullable(),
    answerId: id('填报'),
    taskId: id('填报任务'),
    /** The form is filled in and handed in. */
    filledFlag: withMeta(z.boolean(), { label: '申报表已提交' }),
    /** The worst of the rules' results; null before they are decided. */
    eligibleResult: choiceField(ruleResult, '条件校验').nullable(),
    finalScore: withMeta(z.number().nullable(), { label: '最终得分' }),
    grade: withMeta(z.string().nullable(), { label: '评价等级' }),
    returnReason: withMeta(z.string().nullable(), { label: '退回原因' }),
    correctionDue: withMeta(z.string().nullable(), { label: '补正期限', show: 'instant' }),
    submitTime: withMeta(z.string().nullable(), { label: '提交时间', show: 'instant' }),
    /** A local association reviews those of its jurisdiction first. */
    localFlag: withMeta(z.boolean(), { label: '地方协会初审' }),
    /** The reader declares it themselves, or acts for its company. */
    ownFlag: withMeta(z.boolean(), { label: '本人申报' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('申报编号、姓名、拼音首字母、公司名称或代码', 50),
    schemeId: ref('评价方案', evalSchemeLookup).optional(),
    evalTarget: withMeta(z.array(evalTarget.schema), { label: '评价对象' }).optional(),
    schemeYear: year('评价年度').optional(),
    declareStatus: withMeta(z.array(declareStatus.schema), { label: '申报状态' }).optional(),
    eligibleResult: choiceField(ruleResult, '条件校验').optional(),
    jurisdiction: withMeta(z.array(jurisdiction.schema), { label: '辖区' }).optional(),
    companyId: ref('公司', companyLookup).optional(),
    personId: ref('申报人', directorBaseLookup).optional(),
    submitTimeFrom: date('提交时间起').optional(),
    submitTimeTo: date('提交时间止').optional(),
    /** What the reader declares; or what waits for the association: the second review, and the first one where there is no local association. */
    range: choiceField(declareRange, '范围').optional(),
  },
  facts: ['declarantName', 'companyName', 'schemeName', 'eligibleResult', 'submitTime'],
  told: ['returnReason'],
  groups: {
    申报: ['declareNo', 'schemeName', 'schemeYear', 'evalTarget', 'declarantName', 'companyName', 'stockCode', 'jurisdiction'],
    材料: ['filledFlag', 'promiseFlag', 'selfScore', 'stampedScan', 'attachments', 'submitTime', 'correctionDue'],
    结果: ['eligibleResult', 'finalScore', 'grade'],
  },
  sortable: ['updateTime', 'submitTime', 'declareNo'],
  access: { read: permit('declare:read'), update: permit('mine:update'), export: permit('declare:manage') },
  status: { field: 'declareStatus', machine: declareStatus },
})
