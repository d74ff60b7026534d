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
  const [rules, before] = [await repository.rulesOf(db, input.batchId), await repository.rulesOf(db, input.onBatchId)]
  if (!rules || !before) throw refuse.notFound()
  if (!before.frozen || !SCORED.includes(before.status)) throw refuse.field('onBatchId', '只能用评分已截止的批次试算')
  if (marksOf(rules) !== marksOf(before)) throw refuse.field('onBatchId', '该批次的评分维度或满分与本批次不同，不能试算')
  const works = await repository.worksOf(db, input.onBatchId)
  const sheets = await repository.countedSheets(db, input.onBatchId)
  if (sheets.length === 0) throw refuse.field('onBatchId', '该批次没有已提交的评分')
  const itemIds = works.map(({ itemId }) => itemId)
  const [then, now] = [calculateBatch(itemIds, sheets, before), calculateBatch(itemIds, sheets, rules)]
  const items = works.flatMap((work, i) => {
    const [old, fresh] = [then[i], now[i]]
    return old && fresh ? [{ ...work, validCount: fresh.validCount, then: shown(old), now: shown(fresh) }] : []
  })
  return { items, moved: items.filter((one) => one.then.rankNo !== one.now.rankNo).length, crossed: items.filter((one) => (one.then.inCut ?? false) !== (one.now.inCut ?? false)).length }
}
