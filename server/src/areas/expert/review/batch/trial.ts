import type { ResponseOf } from '@assoc/contract'
import { calculateBatch, type CountingRules, type ItemResult } from '@assoc/contract/expert/review/calculate'
import type { tryReviewRules } from '@assoc/contract/expert/review/trial'
import { refuse } from '../../../../platform/errors'
import type { Context } from '../../../../platform/http/context'
import * as repository from './trial.repository'

const SCORED: readonly string[] = ['ended', 'summed', 'published']

/** Sheets say a score by the name of its dimension: only the same names with the same full marks mean the same. */
const marksOf = ({ dimensions }: CountingRules): string => JSON.stringify(dimensions.map(({ dimName, dimMax }) => [dimName, dimMax]).sort())
const shown = ({ finalScore, rankNo, inCut }: ItemResult) => ({ finalScore, rankNo, inCut })

/** Counts the sheets of an earlier batch by its own rules and by those of another. */
export async function tryRules({ db, input }: Context<typeof tryReviewRules>): Promise<ResponseOf<typeof tryReviewRules>> {
  const [rules, earlier] = [await repository.rulesOf(db, input.batchId), await repository.rulesOf(db, input.onBatchId)]
  if (!rules || !earlier) throw refuse.notFound()
  if (!earlier.frozen || !SCORED.includes(earlier.status)) throw refuse.field('onBatchId', '只能用评分已截止的批次试算')
  if (marksOf(rules) !== marksOf(earlier)) throw refuse.field('onBatchId', '该批次的评分维度或满分与本批次不同，不能试算')
  const works = await repository.worksOf(db, input.onBatchId)
  const sheets = await repository.countedSheets(db, input.onBatchId)
  const itemIds = works.map(({ itemId }) => itemId)
  const [theirs, ours] = [calculateBatch(itemIds, sheets, earlier), calculateBatch(itemIds, sheets, rules)]
  const items = works.flatMap((work, i) => {
    const [old, fresh] = [theirs[i], ours[i]]
    return old && fresh ? [{ ...work, validCount: fresh.validCount, before: shown(old), after: shown(fresh) }] : []
  })
  return { items, moved: items.filter((one) => one.before.rankNo !== one.after.rankNo).length, crossed: items.filter((one) => (one.before.inCut ?? false) !== (one.after.inCut ?? false)).length }
}
