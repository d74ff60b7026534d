import { z } from 'zod'
import { body, call, done } from '../../core/call'
import { choice, choiceField, id, int, optionalText, ref, text, version, withMeta } from '../../core/fields'
import { expertField } from '../expert'
import { review } from '../permits'
import { ITEMS_MOST } from './item'
import { assignStatus, batchStatus, recuseType, reviewKind, sheetStatus } from './kinds'
import { expertLookup, reviewBatchLookup, reviewItemLookup } from './lookups'

// Which experts score which works, as the office and the experts see it.

/** Experts that one batch is assigned to choose from. */
export const EXPERTS_MOST = 500

export const barrier = choice('原因', { tie: '须回避', taken: '已分配、已婉拒或已替换', field: '专业领域不符', full: '已达最多件数' })

const ofBatch = { batchId: ref('评审批次', reviewBatchLookup) }
const oneAssignment = { ...ofBatch, assignmentId: withMeta(id('分配'), { label: '分配' }), version: version() }

/** A tie between an expert and a work, as the registers tell it. */
export const tieSent = z.object({
  itemId: id(),
  expertId: id(),
  recuseType: recuseType.schema,
  /** Numbers, names of units or a decision say so; otherwise names alone, which the office looks at. */
  certain: z.boolean(),
  detail: z.string(),
})
export type Tie = z.output<typeof tieSent>

/** All of a batch: works, experts who may score, what is assigned and who is bound to what. */
export const selectReviewMatrix = call({
  path: '/expert/reviewAssign/selectReviewMatrix',
  title: '查看评审分配',
  access: review('assign:read'),
  request: body(ofBatch),
  response: z.object({
    batchName: z.string(),
    batchStatus: batchStatus.schema,
    expertsPerItem: z.number().int(),
    loadLimit: z.number().int(),
    items: z.array(z.object({ itemId: id(), itemNo: z.number().int(), title: z.string(), fields: z.array(expertField.schema), isCalibration: z.boolean() })),
    experts: z.array(z.object({ expertId: id(), expertNo: z.string(), name: z.string(), unit: z.string(), fields: z.array(expertField.schema), /** May take further works. */ open: z.boolean() })),
    assignments: z.array(z.object({ assignmentId: id(), itemId: id(), expertId: id(), assignStatus: assignStatus.schema, confirmBy: z.string().nullable(), reason: z.string().nullable(), submitted: z.boolean(), version: z.number().int() })),
    ties: z.array(tieSent),
  }),
})

const narrowing = {
  ...ofBatch,
  /** Only experts with one of these fields; none means all. */
  fields: withMeta(z.array(choiceField(expertField)).max(8), { label: '专业领域', options: expertField.labels }),
}
const outcome = {
  pairs: z.array(z.object({ itemId: id(), expertId: id() })),
  gaps: z.array(z.object({ itemId: id(), itemNo: z.number().int(), title: z.string(), missing: z.number().int(), barriers: z.record(barrier.schema, z.number().int()) })),
  /** Works of the least and of the most busy expert afterwards. */
  least: z.number().int(),
  most: z.number().int(),
}

/** What an automatic assignment would do now, and why works stay without enough experts. */
export const previewReviewAssignment = call({ path: '/expert/reviewAssign/previewReviewAssignment', title: '预览自动分配', access: review('assign:read'), request: body(narrowing), response: z.object(outcome) })

export const runReviewAssignment = call({ path: '/expert/reviewAssign/runReviewAssignment', title: '自动分配评审专家', access: review('assign:update'), write: true, request: body(narrowing), response: z.object(outcome) })

/** Puts one expert to one work. */
export const placeReviewExpert = call({
  path: '/expert/reviewAssign/placeReviewExpert',
  title: '指定评审专家',
  access: review('assign:update'),
  write: true,
  request: body({ ...ofBatch, itemId: ref('评审对象', reviewItemLookup), expertId: ref('评审专家', expertLookup) }),
  response: z.object({ assignmentId: id() }),
})

/** Takes back an assignment of which the expert was not told yet. */
export const removeReviewAssignment = call({ path: '/expert/reviewAssign/removeReviewAssignment', title: '取消分配', access: review('assign:update'), write: true, request: body(oneAssignment), response: done })

/** Ends an assignment that the expert knows of, and puts another expert in the place where one is named. */
export const replaceReviewExpert = call({
  path: '/expert/reviewAssign/replaceReviewExpert',
  title: '替换评审专家',
  access: review('assign:update'),
  write: true,
  request: body({ ...oneAssignment, expertId: ref('接替专家', expertLookup).nullish(), reason: text('替换原因', 500) }),
  response: done,
})

/** Tells experts of what is assigned to them and was not told yet; they answer within the days of the batch. */
export const sendReviewInvitations = call({
  path: '/expert/reviewAssign/sendReviewInvitations',
  title: '通知评审专家',
  access: review('assign:update'),
  write: true,
  request: body(ofBatch),
  response: z.object({ experts: z.number().int(), assignments: z.number().int(), /** Experts without an account, who cannot answer. */ unreached: z.array(z.string()) }),
})

/** Looks for ties between any experts and works of a batch; nobody is invited or told. */
export const checkReviewTies = call({
  path: '/expert/reviewAssign/checkReviewTies',
  title: '检查回避情形',
  access: review('assign:read'),
  request: body({
    ...ofBatch,
    expertIds: withMeta(z.array(ref('评审专家', expertLookup)).min(1, '请选择评审专家').max(50, '一次最多检查 50 位专家'), { label: '评审专家' }),
    itemIds: withMeta(z.array(ref('评审对象', reviewItemLookup)).max(ITEMS_MOST), { label: '评审对象' }),
  }),
  response: z.array(tieSent.extend({ itemNo: z.number().int(), title: z.string(), expertName: z.string() })),
})

// What an expert sees of it and does: their own, by the account that is theirs.

const own = { assignmentIds: withMeta(z.array(id('分配')).min(1, '请选择评审对象').max(500), { label: '评审对象' }) }

export const selectOwnReviewAssignments = call({
  path: '/expert/ownReview/selectOwnReviewAssignments',
  title: '查询我的评审任务',
  access: review('sheet:score'),
  request: body({ page: int('页', 1, 1000).default(1) }),
  response: z.object({
    total: z.number().int(),
    items: z.array(
      z.object({
        assignmentId: id(),
        batchId: id(),
        batchName: z.string(),
        reviewKind: reviewKind.schema,
        batchStatus: batchStatus.schema,
        endTime: z.string(),
        itemNo: z.number().int(),
        /** Null where the batch is blind. */
        title: z.string().nullable(),
        assignStatus: assignStatus.schema,
        confirmBy: z.string().nullable(),
        sheetId: id().nullable(),
        sheetStatus: sheetStatus.schema.nullable(),
      }),
    ),
  }),
})

/** Takes works on. Of those to which the registers find a tie by now, the expert is recused instead. */
export const acceptOwnReviews = call({
  path: '/expert/ownReview/acceptOwnReviews',
  title: '接受评审任务',
  access: review('sheet:score'),
  write: true,
  request: body(own),
  response: z.object({ accepted: z.number().int(), recused: z.number().int() }),
})

export const declineOwnReviews = call({
  path: '/expert/ownReview/declineOwnReviews',
  title: '婉拒评审任务',
  access: review('sheet:score'),
  write: true,
  request: body({ ...own, reason: text('婉拒原因', 500) }),
  response: done,
})

/** An expert says that they are bound to a work. It holds at once; what was scored is struck when another person has confirmed it. */
export const declareOwnConflict = call({
  path: '/expert/ownReview/declareOwnConflict',
  title: '申报回避',
  access: review('sheet:score'),
  write: true,
  request: body({ assignmentId: withMeta(id('分配'), { label: '分配' }), recuseType: choiceField(recuseType), detail: optionalText('情况说明', 500) }),
  response: done,
})
