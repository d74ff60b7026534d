import { z } from 'zod'
import { onlyWhen } from '../../core/conditions'
import { agrees, totalOf } from '../../core/field-rules'
import { choiceField, date, flag, id, instant, int, optionalText, ref, text, withMeta } from '../../core/fields'
import { lines } from '../../core/kinds'
import { resource } from '../../core/resource'
import { orEmpty } from '../../rules/identifiers'
import { review } from '../permits'
import { batchEnd, batchStatus, cutKind, cutTies, normalisation, reviewKind, reviewStage, seeOthers, trimRule, TRIM_FROM } from './kinds'
import { previousBatchLookup } from './lookups'

/** Whole of the weights of all dimensions. */
const WHOLE = 100
const DIMENSIONS_MOST = 20

/** Points with at most two decimals. */
const points = (label: string, max: number) =>
  withMeta(
    z
      .number({ error: `请填写${label}` })
      .min(0, `${label}不能小于 0`)
      .max(max, `${label}不能大于 ${max}`)
      .refine((n) => Number.isInteger(Math.round(n * 1e6) / 1e4), `${label}最多两位小数`),
    { label },
  )

export interface Dimension {
  dimName: string
  dimWeight: number
  dimMax: number
  dimDesc?: string | null
  levels?: string | null
  tieOrder?: number | null
}

/** What is wrong with the dimensions of a batch, as a sentence; null when nothing is. */
export function problemOfDimensions(value: unknown): string | null {
  const all = (Array.isArray(value) ? value : []) as Partial<Dimension>[]
  const sum = totalOf(all, 'dimWeight')
  if (sum !== WHOLE) return `各维度权重合计须为 ${WHOLE}，现为 ${sum}`
  const names = all.map(({ dimName }) => dimName)
  if (new Set(names).size < names.length) return '维度名称不能重复'
  const orders = all.flatMap(({ tieOrder }) => (typeof tieOrder === 'number' ? [tieOrder] : []))
  if (new Set(orders).size < orders.length) return '并列比较顺序不能重复'
  return null
}

const dimensions = agrees(
  lines(
    '评分维度',
    {
      dimName: text('维度名称', 30),
      dimWeight: int('权重（%）', 1, WHOLE),
      dimMax: int('满分', 1, 1000),
      /** Place among the dimensions by which works of equal scores are told apart; none is not compared. */
      tieOrder: orEmpty(int('并列比较顺序', 1, DIMENSIONS_MOST)).optional(),
      dimDesc: optionalText('评分说明', 300),
      levels: optionalText('等级说明', 500),
    },
    { least: 1, max: DIMENSIONS_MOST, sum: ['dimWeight'] },
  ),
  problemOfDimensions,
)

const CUT = ['first', 'score'] as const

/** One round of scoring by rules that are fixed when it begins (domain D5). */
export const reviewBatch = resource({
  name: 'reviewBatch',
  label: '评审批次',
  view: 'expert/ReviewBatch',
  base: '/expert/reviewBatch',
  id: 'batchId',
  fields: {
    batchName: text('批次名称', 100),
    reviewKind: choiceField(reviewKind),
    reviewStage: choiceField(reviewStage),
    /** The first stage whose works that made the cut are reviewed here. */
    previousId: onlyWhen(orEmpty(ref('初评批次', previousBatchLookup)).optional(), 'reviewStage', ['final'], true),
    startTime: instant('开始时间'),
    endTime: agrees(batchEnd, (value, { startTime }) => (typeof value === 'string' && typeof startTime === 'string' && Date.parse(value) <= Date.parse(startTime) ? '截止时间须晚于开始时间' : null)),
    confirmDays: int('确认期限（天）', 1, 60),
    expertsPerItem: int('每件专家数', 3, 9),
    loadLimit: int('每位专家最多件数', 1, 1000),
    dimensions,
    trimRule: choiceField(trimRule),
    normalisation: choiceField(normalisation),
    leastValid: agrees(int('最少有效评分数', 1, 9), (value, { expertsPerItem }) => (typeof value === 'number' && typeof expertsPerItem === 'number' && value > expertsPerItem ? '最少有效评分数不能大于每件专家数' : null)),
    spreadLimit: points('极差上限', 100),
    commentBelow: points('低于此分须写评语', 100),
    commentFrom: agrees(points('不低于此分须写评语', 100), (value, { commentBelow }) => (typeof value === 'number' && typeof commentBelow === 'number' && value < commentBelow ? '不能小于“低于此分须写评语”' : null)),
    seeOthers: choiceField(seeOthers),
    blindFlag: flag('双盲'),
    cutKind: choiceField(cutKind),
    cutValue: onlyWhen(orEmpty(points('入围名次或分数', 10_000)).optional(), 'cutKind', CUT, true),
    cutTies: choiceField(cutTies),
    remark: optionalText('备注', 200),
  },
  more: {
    previousName: withMeta(z.string().nullable(), { label: '初评批次' }),
    itemCount: withMeta(z.number().int(), { label: '件数', show: 'count' }),
    acceptedCount: withMeta(z.number().int(), { label: '已接受', show: 'count' }),
    waitingCount: withMeta(z.number().int(), { label: '待确认', show: 'count' }),
    calibrationItemId: id('校准件').nullable(),
    calibrationTitle: withMeta(z.string().nullable(), { label: '校准件' }),
    frozenTime: withMeta(z.string().nullable(), { label: '规则冻结时间', show: 'instant' }),
    /** Set since a sheet that was counted was struck. */
    staleTime: withMeta(z.string().nullable(), { label: '结果须重新计算', show: 'instant' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('批次名称', 50),
    reviewKind: withMeta(z.array(reviewKind.schema), { label: '评审对象' }).optional(),
    reviewStage: withMeta(z.array(reviewStage.schema), { label: '评审阶段' }).optional(),
    batchStatus: withMeta(z.array(batchStatus.schema), { label: '批次状态' }).optional(),
    startFrom: date('开始日期起').optional(),
    startTo: date('开始日期止').optional(),
  },
  facts: ['reviewKind', 'reviewStage', 'startTime', 'endTime', 'itemCount'],
  groups: {
    安排: ['reviewKind', 'reviewStage', 'previousName', 'startTime', 'endTime', 'confirmDays', 'expertsPerItem', 'loadLimit'],
    计分规则: ['dimensions', 'trimRule', 'normalisation', 'leastValid', 'spreadLimit', 'commentBelow', 'commentFrom', 'cutKind', 'cutValue', 'cutTies', 'calibrationTitle', 'frozenTime'],
    公开范围: ['blindFlag', 'seeOthers'],
  },
  sortable: ['startTime', 'endTime', 'updateTime'],
  access: { read: review('batch:read'), insert: review('batch:update'), update: review('batch:update'), remove: review('batch:update'), export: review('batch:read') },
  status: { field: 'batchStatus', machine: batchStatus },
})

/** What a new batch begins with. */
export const NEW_BATCH = {
  reviewStage: 'first', confirmDays: 5, expertsPerItem: TRIM_FROM, loadLimit: 100, trimRule: 'ends', normalisation: 'none', leastValid: 3, spreadLimit: 30, commentBelow: 60, commentFrom: 90, seeOthers: 'never', blindFlag: true, cutKind: 'none', cutTies: 'all',
  dimensions: [
    { dimName: '选题价值', dimWeight: 20, dimMax: 100, tieOrder: null },
    { dimName: '创新性', dimWeight: 25, dimMax: 100, tieOrder: 1 },
    { dimName: '论证与方法', dimWeight: 25, dimMax: 100, tieOrder: null },
    { dimName: '实务价值', dimWeight: 20, dimMax: 100, tieOrder: null },
    { dimName: '规范性', dimWeight: 10, dimMax: 100, tieOrder: null },
  ],
} as const

/** Fields that stay as they were when scoring began. */
export const FROZEN_FIELDS = ['reviewKind', 'reviewStage', 'previousId', 'expertsPerItem', 'dimensions', 'trimRule', 'normalisation', 'leastValid', 'spreadLimit', 'commentBelow', 'commentFrom', 'seeOthers', 'blindFlag', 'cutKind', 'cutValue', 'cutTies'] as const
