import { z } from 'zod'
import { body, call } from '../../core/call'
import { flag, id, int, optionalText, ref, text, version, withMeta } from '../../core/fields'
import { resource } from '../../core/resource'
import { review as permit } from '../permits'
import { batchStatus, resultStatus, reviewKind, reviewStage, sheetStatus } from './kinds'
import { reviewBatchLookup } from './lookups'

const figure = (label: string) => withMeta(z.number().nullable(), { label })

/** How the works of a batch came out (domain D7). Counted by the server alone. */
export const reviewResult = resource({
  name: 'reviewResult',
  label: '评审结果',
  fileTitle: '专家评分汇总',
  view: 'expert/ScoreResult',
  base: '/expert/reviewResult',
  id: 'resultId',
  fields: {},
  more: {
    batchName: withMeta(z.string(), { label: '评审批次' }),
    itemNo: int('序号', 1, 1_000_000),
    title: withMeta(z.string(), { label: '评审对象' }),
    rankNo: withMeta(z.number().int().nullable(), { label: '名次' }),
    finalScore: figure('最终得分'),
    rawMean: figure('原始均分'),
    dropHigh: figure('去掉最高分'),
    dropLow: figure('去掉最低分'),
    spread: figure('极差'),
    validCount: int('有效评分数', 0, 1000),
    inCut: withMeta(z.boolean().nullable(), { label: '入围' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('评审对象名称', 50),
    batchId: ref('评审批次', reviewBatchLookup).optional(),
    resultStatus: withMeta(z.array(resultStatus.schema), { label: '结果状态' }).optional(),
  },
  facts: ['rankNo', 'finalScore', 'rawMean', 'spread', 'validCount'],
  sortable: ['rankNo', 'finalScore', 'updateTime'],
  access: { read: permit('result:read'), export: permit('result:read') },
  status: { field: 'resultStatus', machine: resultStatus },
})

const ofBatch = { batchId: ref('评审批次', reviewBatchLookup) }

/** Batches that have begun, the newest first, with how far their results are and what this person may do. */
export const selectResultBatches = call({
  path: '/expert/reviewResult/selectResultBatches',
  title: '查询批次汇总情况',
  access: permit('result:read'),
  request: body({ keyword: optionalText('批次名称', 50), batchId: ref('评审批次', reviewBatchLookup).optional() }),
  response: z.object({
    items: z.array(
      z.object({
        ...ofBatch,
        batchName: z.string(),
        reviewKind: reviewKind.schema,
        reviewStage: reviewStage.schema,
        batchStatus: batchStatus.schema,
        endTime: z.string(),
        version: version(),
        normalised: z.boolean(),
        works: z.number().int(),
        sheets: z.number().int(),
        submitted: z.number().int(),
        lacking: z.number().int(),
        disputed: z.number().int(),
        /** Whether results were counted at all, and since when they are not what the sheets give any more. */
        counted: z.boolean(),
        staleTime: z.string().nullable(),
        resultHash: z.string().nullable(),
        abilities: z.array(z.string()),
        /** Steps that are somebody else's. */
        separated: z.array(z.string()),
      }),
    ),
  }),
})

const countedSent = z.object({ works: z.number().int(), lacking: z.number().int(), disputed: z.number().int() })

/** Counts the results of a batch whose scoring has ended, from its sheets and by its rules. May be done as often as one likes. */
export const countReviewResult = call({
  path: '/expert/reviewResult/countReviewResult',
  title: '计算评审结果',
  access: permit('result:freeze'),
  write: true,
  request: body(ofBatch),
  response: countedSent,
})

/** Counts once more and freezes: a SHA-256 over rules, sheets and results is kept, and neither can be changed. */
export const freezeReviewResult = call({
  path: '/expert/reviewResult/freezeReviewResult',
  title: '冻结评审结果',
  access: permit('result:freeze'),
  write: true,
  request: body({ ...ofBatch, version: version() }),
  response: z.object({ resultHash: z.string(), version: version() }),
})

/** Opens frozen results again; somebody else than who froze them. */
export const unfreezeReviewResult = call({
  path: '/expert/reviewResult/unfreezeReviewResult',
  title: '解除冻结',
  access: permit('result:freeze'),
  write: true,
  request: body({ ...ofBatch, version: version(), reason: text('原因', 200) }),
  response: z.object({ version: version() }),
})

/** Publishes frozen results, and does to the works what they mean. */
export const publishReviewResult = call({
  path: '/expert/reviewResult/publishReviewResult',
  title: '公布评审结果',
  access: permit('result:publish'),
  write: true,
  request: body({ ...ofBatch, version: version() }),
  response: z.object({ version: version() }),
})

/** Whether rules, sheets and results are what was frozen, and whether counting anew gives the same. */
export const verifyReviewResult = call({
  path: '/expert/reviewResult/verifyReviewResult',
  title: '校验评审结果',
  access: permit('result:read'),
  request: body(ofBatch),
  response: z.object({ resultHash: z.string(), nowHash: z.string(), unchanged: z.boolean(), /** Works of which counting anew gives other figures. */ differing: z.number().int() }),
})

/** Sheets behind the figures of a work. */
export const selectResultSheets = call({
  path: '/expert/reviewResult/selectResultSheets',
  title: '查看得分构成',
  access: permit('result:read'),
  request: body({ resultId: ref('评审结果', 'reviewResult') }),
  response: z.object({
    normalised: z.boolean(),
    dimensions: z.array(z.object({ dimName: z.string(), dimWeight: z.number(), dimMax: z.number(), mean: z.number().nullable() })),
    sheets: z.array(
      z.object({
        sheetId: id(),
        version: version(),
        expertNo: withMeta(z.string(), { label: '专家编号' }),
        expertName: withMeta(z.string(), { label: '专家' }),
        sheetStatus: sheetStatus.schema,
        dimScores: z.record(z.string(), z.number()),
        raw: z.number().nullable(),
        counted: z.number().nullable(),
        unadjusted: flag('未归一'),
        dropped: z.enum(['high', 'low']).nullable(),
        comment: z.string().nullable(),
        reason: z.string().nullable(),
        submitTime: z.string().nullable(),
        mayReturn: z.boolean(),
      }),
    ),
  }),
})
