import { z } from 'zod'
import { body, call } from '../core/call'
import { flag, int, optionalText, ref, text, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { evalSchemeLookup } from './lookups'
import { evaluation as permit } from './permits'
import { schemeStatus } from './scheme'

/** What the base scores of a scheme's indicators add up to. */
export const BASE_SUM = 100

/** Points with two decimals. */
const scoreOf = (label: string) =>
  withMeta(
    z
      .number({ error: `请填写${label}` })
      .gt(0, `${label}须大于 0`)
      .max(BASE_SUM, `${label}不能大于 ${BASE_SUM}`)
      .refine((n) => Math.abs(n * 100 - Math.round(n * 100)) < 1e-6, `${label}最多两位小数`),
    { label },
  )

/** An indicator of a scheme, under one of its standards (domain E3). */
export const evalIndicator = resource({
  name: 'evalIndicator',
  label: '评价指标',
  base: '/expert/indicator',
  id: 'indicatorId',
  view: 'expert/EvalIndicator',
  fields: {
    schemeId: ref('评价方案', evalSchemeLookup),
    /** Standards are told by their number; those of one scheme with the same number bear the same name. */
    standardNo: withMeta(int('标准序号', 1, 99), { alsoCalled: ['一级序号'] }),
    standardName: withMeta(text('评价标准', 100), { alsoCalled: ['一级指标', '标准名称'] }),
    indicatorCode: withMeta(text('指标代码', 20), { alsoCalled: ['代码'] }),
    indicatorName: withMeta(text('指标名称', 100), { alsoCalled: ['二级指标', '指标'] }),
    indicatorScore: withMeta(scoreOf('指标分值'), { alsoCalled: ['分值'] }),
    bonusFlag: withMeta(flag('加分项'), { assumed: () => false }),
    dimensionName: withMeta(text('评分维度', 30), { alsoCalled: ['维度'] }),
    /** Questions of the scheme's form that are read for it. A name or code of one is taken as well, as files have them. */
    questionKeys: withMeta(z.array(z.string().trim().min(1).max(200)).max(20, '一个指标最多对应 20 个题目'), { label: '对应题目', alsoCalled: ['题目'] }),
    note: optionalText('评分说明', 500),
  },
  more: {
    schemeName: withMeta(z.string(), { label: '评价方案' }),
    schemeStatus: withMeta(schemeStatus.schema, { label: '方案状态' }),
    questionLabels: withMeta(z.string().nullable(), { label: '题目名称' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('指标代码、指标名称或评价标准', 50),
    schemeId: ref('评价方案', evalSchemeLookup).optional(),
  },
  facts: ['schemeName', 'standardName', 'indicatorScore', 'dimensionName'],
  sortable: ['indicatorCode', 'updateTime'],
  access: { read: permit('scheme:read'), insert: permit('scheme:update'), update: permit('scheme:update'), remove: permit('scheme:update'), export: permit('scheme:read'), import: permit('scheme:update') },
})

const ofScheme = { schemeId: ref('评价方案', evalSchemeLookup) }
const hundredths = z.number().int()

/** The standards of a scheme with their indicators and sums, and what keeps the scheme from being opened. */
export const selectIndicatorTree = call({
  path: '/expert/indicator/selectIndicatorTree',
  title: '查看指标结构',
  access: permit('scheme:read'),
  request: body(ofScheme),
  response: z.object({
    schemeName: z.string(),
    base: hundredths,
    bonus: hundredths,
    problems: z.array(z.string()),
    standards: z.array(z.object({ standardNo: z.number().int(), standardName: z.string(), base: hundredths, bonus: hundredths, indicators: z.array(z.object({ indicatorId: z.string(), indicatorCode: z.string(), indicatorName: z.string(), score: hundredths, bonusFlag: z.boolean(), dimensionName: z.string(), questions: z.array(z.string()) })) })),
  }),
})

/** Questions of the form of a scheme, in their order. */
export const selectSchemeQuestions = call({
  path: '/expert/indicator/selectSchemeQuestions',
  title: '查询方案的题目',
  access: permit('scheme:read'),
  request: body(ofScheme),
  response: z.array(z.object({ key: z.string(), code: z.string(), label: z.string() })),
})

/** Copies the indicators of another scheme into one that has none yet. Questions that its form does not have are left out, and counted. */
export const copyEvalIndicators = call({
  path: '/expert/indicator/copyEvalIndicators',
  title: '复制评价指标',
  access: permit('scheme:update'),
  write: true,
  request: body({ ...ofScheme, fromSchemeId: ref('来源方案', evalSchemeLookup) }),
  response: z.object({ copied: z.number().int(), unbound: z.number().int() }),
})
