import * as calls from '@assoc/contract/expert/review/result'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { mountResource } from '../../../platform/resource/mount'
import { gramsOfKeyword } from '../../../platform/search/grams'
import { sheetsKeyOf } from './count'
import * as repository from './repository'
import { countResults, freezeResults, publishResults, selectBatches, selectSheets, unfreezeResults, verifyResults } from './service'

const runtime = mountResource(calls.reviewResult, {
  table: 'review_result',
  module: 'review',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  changedAt: 'update_time',
  computed: repository.computed,
  keyword: {
    where: (keyword) => {
      const { grams, exact } = gramsOfKeyword(keyword)
      return repository.holding(keyword, grams, exact)
    },
  },
  order: { field: 'rankNo', direction: 'asc' },
  nameOf: (row) => `${row.batchName} ${row.title}`,
  before: {
    change: async ({ db }, row) => {
      // What is reconsidered is open: the batch is held, so that it is neither frozen nor published meanwhile.
      const detail = await repository.detailOf(db, row.resultId)
      if (!detail) throw refuse.notFound()
      if (!(await repository.holdOpenBatch(db, detail.batchId))) throw refuse.inUse('结果已公布')
    },
  },
  after: {
    change: async ({ db }, row, step) => {
      const detail = await repository.detailOf(db, row.resultId)
      await repository.noteUpheld(db, row.resultId, step.verb === 'uphold' ? sheetsKeyOf(detail?.detail.sheets ?? []) : null)
    },
  },
})

/** How works came out: counted from the sheets, frozen, published. */
export const reviewResults: ServerModule = {
  bindings: [
    ...runtime.bindings,
    handle(calls.selectResultBatches, selectBatches),
    handle(calls.countReviewResult, countResults),
    handle(calls.freezeReviewResult, freezeResults),
    handle(calls.unfreezeReviewResult, unfreezeResults),
    handle(calls.publishReviewResult, publishResults),
    handle(calls.verifyReviewResult, verifyResults),
    handle(calls.selectResultSheets, selectSheets),
  ],
}
