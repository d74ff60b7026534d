import { z } from 'zod'
import { body, call } from '../core/call'
import { choice, choiceField, int, optionalText, ref, text, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { evalSchemeLookup } from './lookups'
import { evaluation as permit } from './permits'
import { schemeStatus } from './scheme'

const twoDecimals = (label: string, max: number) =>
  z
    .number({ error: `请填写${label}` })
    .min(0, `${label}不能小于 0`)
    .max(max, `${label}不能大于 ${max}`)
    .refine((n) => Math.abs(n * 100 - Math.round(n * 100)) < 1e-6, `${label}最多两位小数`)

/** A grade of a scheme's scale (domain E3). Bands by score are told by where each begins, so that none overlap and no gap is left. */
export const evalGrade = resource({
  name: 'evalGrade',
  label: '评价等级',
  base: '/expert/grade',
  id: 'gradeId',
  view: 'expert/EvalGrade',
  fields: {
    schemeId: ref('评价方案', evalSchemeLookup),
    gradeOrder: int('顺序', 1, 20),
    gradeCode: text('等级代码', 8),
    gradeName: text('等级名称', 20),
    /** Places, as a number or a percentage as the scheme says; empty for all others, and on scales by score. */
    quota: withMeta(twoDecimals('名额', 100_000).nullish(), { label: '名额' }),
    /** From how many points on; empty on scales by rank. */
    lowScore: withMeta(twoDecimals('最低分', 999.99).nullish(), { label: '最低分' }),
    remark: optionalText('备注', 200),
  },
  more: {
    schemeName: withMeta(z.string(), { label: '评价方案' }),
    schemeStatus: withMeta(schemeStatus.schema, { label: '方案状态' }),
    rangeText: withMeta(z.string(), { label: '等级规则' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('等级代码或名称', 50),
    schemeId: ref('评价方案', evalSchemeLookup).optional(),
  },
  facts: ['schemeName', 'gradeOrder', 'rangeText'],
  sortable: ['gradeOrder', 'updateTime'],
  access: { read: permit('scheme:read'), insert: permit('scheme:update'), update: permit('scheme:update'), remove: permit('scheme:update'), export: permit('scheme:read') },
})

/** What most schemes begin with: by rank with numbers of places that each year sets anew, by score with the bands of the trade. */
export const STANDARD_GRADES = {
  rank: [['5A', '5A', 200, null], ['4A', '4A', 300, null], ['3A', '3A', 500, null], ['未评级', '未评级', null, null]],
  score: [['A', 'A（优秀）', null, 90], ['B', 'B（良好）', null, 80], ['C', 'C（合格）', null, 60], ['D', 'D（不合格）', null, 0]],
} as const

const ofScheme = { schemeId: ref('评价方案', evalSchemeLookup) }

/** Puts the usual grades into a scheme that has none. */
export const addStandardGrades = call({
  path: '/expert/grade/addStandardGrades',
  title: '填入常用等级',
  access: permit('scheme:update'),
  write: true,
  request: body(ofScheme),
  response: z.object({ added: z.number().int() }),
})

export const scoreSource = choice('得分来源', { typed: '录入的得分', results: '本方案的得分', lastYear: '上一年度的得分', sample: '示例得分' })
/** Most scores that a preview takes. */
export const TYPED_MOST = 5000

/** How a scale would spread scores: typed ones, those of the scheme itself or of the year before, or samples. Nothing is written. */
export const previewEvalGrades = call({
  path: '/expert/grade/previewEvalGrades',
  title: '预览等级分布',
  access: permit('scheme:read'),
  request: body({
    ...ofScheme,
    source: choiceField(scoreSource),
    scores: withMeta(z.array(twoDecimals('得分', 999.99)).max(TYPED_MOST, `最多 ${TYPED_MOST} 个得分`), { label: '得分' }),
  }),
  response: z.object({
    entries: z.number().int(),
    unscored: z.number().int(),
    problems: z.array(z.string()),
    grades: z.array(z.object({ code: z.string(), name: z.string(), rule: z.string(), count: z.number().int(), lowest: z.number().int().nullable(), highest: z.number().int().nullable() })),
    ties: z.array(z.object({ edge: z.number().int(), score: z.number().int(), first: z.number().int(), last: z.number().int() })),
  }),
})
