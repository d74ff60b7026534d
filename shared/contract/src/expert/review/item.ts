import { z } from 'zod'
import { body, call, done } from '../../core/call'
import { choiceField, id, optionalText, ref, withMeta } from '../../core/fields'
import { resource } from '../../core/resource'
import { expertField } from '../expert'
import { review } from '../permits'
import { batchStatus } from './kinds'
import { reviewBatchLookup, reviewItemLookup } from './lookups'

/** Works of one batch. */
export const ITEMS_MOST = 2000
/** Works that one call puts in. */
export const ITEMS_AT_ONCE = 200

const fields = withMeta(z.array(choiceField(expertField)).max(8), { label: '所需专业领域', options: expertField.labels })

/** A work as it stands in a batch. */
export const reviewItem = resource({
  name: 'reviewItem',
  label: '评审对象',
  base: '/expert/reviewItem',
  id: 'itemId',
  fields: { fields },
  more: {
    batchId: ref('评审批次', reviewBatchLookup),
    batchName: withMeta(z.string(), { label: '评审批次' }),
    batchStatus: withMeta(batchStatus.schema, { label: '批次状态' }),
    itemNo: withMeta(z.number().int(), { label: '序号' }),
    title: withMeta(z.string(), { label: '名称' }),
    kindLabel: withMeta(z.string(), { label: '类别' }),
    acceptedCount: withMeta(z.number().int(), { label: '已接受', show: 'count' }),
    waitingCount: withMeta(z.number().int(), { label: '待确认', show: 'count' }),
    isCalibration: withMeta(z.boolean(), { label: '校准件' }),
  },
  filters: { keyword: optionalText('名称', 50), batchId: ref('评审批次', reviewBatchLookup).optional() },
  facts: ['batchName', 'itemNo', 'kindLabel', 'acceptedCount', 'waitingCount'],
  sortable: ['itemNo'],
  access: { read: review('batch:read'), update: review('batch:update'), remove: review('batch:update') },
})

const ofBatch = { batchId: ref('评审批次', reviewBatchLookup) }
const object = { reviewable: z.string().min(1).max(30), objectId: withMeta(id('评审对象'), { label: '评审对象' }) }

/** What may be put into a batch, the first fifty by keyword. */
export const selectReviewCandidates = call({
  path: '/expert/reviewItem/selectReviewCandidates',
  title: '查询可送评审的对象',
  access: review('batch:update'),
  request: body({ ...ofBatch, keyword: optionalText('关键字', 50) }),
  response: z.array(z.object({ ...object, kindLabel: z.string(), title: z.string(), companyName: z.string().nullable(), taken: z.boolean() })),
})

export const addReviewItems = call({
  path: '/expert/reviewItem/addReviewItems',
  title: '加入评审对象',
  access: review('batch:update'),
  write: true,
  request: body({ ...ofBatch, objects: z.array(z.strictObject(object)).min(1, '请选择评审对象').max(ITEMS_AT_ONCE, `一次最多加入 ${ITEMS_AT_ONCE} 件`) }),
  response: z.object({ added: z.number().int() }),
})

/** Puts in what made the cut of the first stage. */
export const addReviewCut = call({
  path: '/expert/reviewItem/addReviewCut',
  title: '加入初评入围的对象',
  access: review('batch:update'),
  write: true,
  request: body(ofBatch),
  response: z.object({ added: z.number().int() }),
})

/** Names the work that every expert scores first, or none. */
export const setReviewCalibration = call({
  path: '/expert/reviewItem/setReviewCalibration',
  title: '设置校准件',
  access: review('batch:update'),
  write: true,
  request: body({ ...ofBatch, itemId: ref('评审对象', reviewItemLookup).nullable() }),
  response: done,
})
