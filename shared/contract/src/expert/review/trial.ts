import { z } from 'zod'
import { body, call } from '../../core/call'
import { id, ref, withMeta } from '../../core/fields'
import { review } from '../permits'
import { reviewBatchLookup, scoredBatchLookup } from './lookups'

const figures = z.object({ finalScore: z.number().nullable(), rankNo: z.number().int().nullable(), inCut: z.boolean().nullable() })

/** Applies the rules of a batch that has not begun to the sheets of an earlier one, beside what that one's own rules give. Nothing is kept. */
export const tryReviewRules = call({
  path: '/expert/reviewBatch/tryReviewRules',
  title: '试算评审规则',
  access: review('batch:update'),
  request: body({ batchId: ref('评审批次', reviewBatchLookup), onBatchId: ref('往期批次', scoredBatchLookup) }),
  response: z.object({
    items: z.array(z.object({ itemId: id(), itemNo: withMeta(z.number().int(), { label: '序号' }), title: withMeta(z.string(), { label: '名称' }), validCount: z.number().int(), before: figures, after: figures })),
    /** Works whose place changes, and those that come into the cut or fall out of it. */
    moved: z.number().int(),
    crossed: z.number().int(),
  }),
})
