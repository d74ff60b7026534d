import type { Lookup, LookupOf } from '../../core/lookup'
import type { expert } from '../expert'
import type { reviewBatch } from './batch'
import type { reviewItem } from './item'

/** All batches. */
export const reviewBatchLookup: Lookup = {
  entity: 'reviewBatch',
  list: async () => (await import('./batch')).reviewBatch.list,
  read: async () => (await import('./batch')).reviewBatch.read,
  id: 'batchId',
  label: ['batchName', 'batchStatus'],
  hint: '输入批次名称',
  named: ['batchName'],
  view: 'expert/ReviewBatch',
} satisfies LookupOf<typeof reviewBatch.list>

/** Batches of a first stage whose results stand. */
export const previousBatchLookup: Lookup = {
  ...reviewBatchLookup,
  filter: { reviewStage: ['first'], batchStatus: ['summed', 'published'] },
}

/** Batches whose scoring has ended. */
export const scoredBatchLookup: Lookup = {
  ...reviewBatchLookup,
  filter: { batchStatus: ['ended', 'summed', 'published'] },
}

/** Works as they stand in a batch. */
export const reviewItemLookup: Lookup = {
  entity: 'reviewItem',
  list: async () => (await import('./item')).reviewItem.list,
  read: async () => (await import('./item')).reviewItem.read,
  id: 'itemId',
  label: ['itemNo', 'title', 'batchName'],
  hint: '输入名称',
  named: ['title'],
} satisfies LookupOf<typeof reviewItem.list>

/** Experts who are in office. */
export const expertLookup: Lookup = {
  entity: 'expert',
  list: async () => (await import('../expert')).expert.list,
  read: async () => (await import('../expert')).expert.read,
  id: 'expertId',
  label: ['name', 'unit'],
  hint: '输入编号、姓名、拼音首字母或单位',
  named: ['expertNo'],
  filter: { expertStatus: ['serving'] },
  view: 'expert/ExpertManage',
} satisfies LookupOf<typeof expert.list>
