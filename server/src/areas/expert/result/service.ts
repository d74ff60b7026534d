import { CODE, type ResponseOf } from '@assoc/contract'
import { batchStatus, sheetStatus } from '@assoc/contract/expert/review/kinds'
import type * as calls from '@assoc/contract/expert/review/result'
import { withinScope } from '../../../platform/access/entities'
import { has, personsOf, type Principal } from '../../../platform/access/principal'
import { Refusal, refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { keptFrom } from '../../../platform/resource/acted-by'
import { reviewableOf } from '../../../platform/review/reviewables'
import { BATCH } from '../score/service'
import { countBatch, differing, printOf } from './count'
import * as repository from './repository'
import type { Batch } from './repository'

const BATCHES_MOST = 50
const VERBS = ['sum', 'unfreeze', 'publish'] as const
type Verb = (typeof VERBS)[number]

const scope = (principal: Principal) => withinScope(principal, BATCH, 'b')

/** A batch within the caller's scope, held until the transaction ends. */
async function hold({ db, principal }: Pick<Context<typeof calls.countReviewResult>, 'db' | 'principal'>, batchId: string): Promise<Batch> {
  const batch = await repository.batchOf(db, batchId, scope(principal), true)
  if (!batch) throw refuse.notFound()
  return batch
}

/** The step of a batch by its machine, where this person may carry it out now. */
function stepFor(principal: Principal, batch: Batch, verb: Verb, version: number) {
  const step = batchStatus.find(verb, batch.batchStatus)
  if (!step) throw refuse.badTransition()
  if (!has(principal, step.permit)) throw refuse.forbidden()
  const separated = keptFrom(batchStatus, step, batch.actedBy, personsOf(principal))
  if (separated) throw refuse.separated(separated, 'reviewBatch', batch.batchId)
  if (batch.version !== version) throw refuse.conflict({ batchStatus: batch.batchStatus, version: batch.version })
  return step
}

type Acting = Pick<Context<typeof calls.freezeReviewResult>, 'db' | 'principal' | 'audit'>

async function move({ db, principal, audit }: Acting, batch: Batch, verb: Verb, version: number, hash: string | null, more: { reason?: string; after?: Record<string, unknown> } = {}): Promise<number> {
  const step = stepFor(principal, batch, verb, version)
  const moved = await repository.moveBatch(db, batch, step.to, verb, personsOf(principal), hash)
  if (moved === undefined) throw refuse.badTransition()
  audit({ recordType: 'reviewBatch', recordId: batch.batchId, verb, reason: more.reason ?? null, before: { batchStatus: batch.batchStatus }, after: { batchStatus: step.to, ...more.after } })
  return moved
}

export async function selectBatches({ db, principal, input }: Context<typeof calls.selectResultBatches>): Promise<ResponseOf<typeof calls.selectResultBatches>> {
  const states = await repository.batchStates(db, scope(principal), input, BATCHES_MOST)
  return {
    items: states.map(({ actedBy, endTime, staleTime, ...state }) => {
      const steps = VERBS.flatMap((verb) => batchStatus.find(verb, state.batchStatus) ?? []).filter((step) => has(principal, step.permit))
      const others = steps.filter((step) => keptFrom(batchStatus, step, actedBy, personsOf(principal)))
      return {
        ...state,
        endTime: endTime.toISOString(),
        staleTime: staleTime?.toISOString() ?? null,
        abilities: [...(state.batchStatus === 'ended' && has(principal, 'review:result:freeze') ? ['count'] : []), ...steps.filter((step) => !others.includes(step)).map(({ verb }) => verb)],
        separated: others.map(({ verb }) => verb),
      }
    }),
  }
}

const ENDED_ONLY = '评分截止后才能计算结果'

export async function countResults({ db, principal, input, audit }: Context<typeof calls.countReviewResult>): Promise<ResponseOf<typeof calls.countReviewResult>> {
  const batch = await hold({ db, principal }, input.batchId)
  if (batch.batchStatus !== 'ended') throw refuse.inUse(batch.batchStatus === 'scoring' ? ENDED_ONLY : '结果已冻结，请先解除冻结')
  const counts = await countBatch(db, batch, personsOf(principal))
  audit({ recordType: 'reviewBatch', recordId: batch.batchId, verb: 'count', after: counts })
  return counts
}

export async function freezeResults(context: Context<typeof calls.freezeReviewResult>): Promise<ResponseOf<typeof calls.freezeReviewResult>> {
  const { db, principal, input } = context
  const batch = await hold(context, input.batchId)
  stepFor(principal, batch, 'sum', input.version)
  const { works, lacking, disputed } = await countBatch(db, batch, personsOf(principal))
  if (works === 0) throw refuse.inUse('批次中没有可汇总的评审对象')
  if (lacking > 0 || disputed > 0) throw refuse.inUse(`还有${[...(lacking > 0 ? [` ${lacking} 件待补评`] : []), ...(disputed > 0 ? [` ${disputed} 件复议中`] : [])].join('、')}，处理后才能冻结`)
  const resultHash = await printOf(db, batch)
  return { resultHash, version: await move(context, batch, 'sum', input.version, resultHash, { after: { resultHash, works } }) }
}

export async function unfreezeResults(context: Context<typeof calls.unfreezeReviewResult>): Promise<ResponseOf<typeof calls.unfreezeReviewResult>> {
  const { input } = context
  const batch = await hold(context, input.batchId)
  return { version: await move(context, batch, 'unfreeze', input.version, null, { reason: input.reason }) }
}

export async function publishResults(context: Context<typeof calls.publishReviewResult>): Promise<ResponseOf<typeof calls.publishReviewResult>> {
  const { db, principal, input } = context
  const batch = await hold(context, input.batchId)
  stepFor(principal, batch, 'publish', input.version)
  if (batch.staleTime) throw refuse.inUse('冻结后有评分被作废，请解除冻结并重新计算')
  const { disputed } = await repository.countsOf(db, batch.batchId)
  if (disputed > 0) throw refuse.inUse(`还有 ${disputed} 件复议中，处理后才能公布`)
  if ((await printOf(db, batch)) !== batch.resultHash) throw new Refusal(CODE.inUse, '结果与冻结时不一致，不能公布')
  const version = await move(context, batch, 'publish', input.version, batch.resultHash)
  await repository.publishResults(db, batch.batchId)
  const [items, figures] = [await repository.itemsOf(db, batch.batchId), new Map((await repository.figuresOf(db, batch.batchId)).map((one) => [one.itemId, one]))]
  for (const key of new Set(items.map(({ reviewable }) => reviewable))) {
    const own = items.filter(({ reviewable }) => reviewable === key)
    await reviewableOf(key).outcome(db, own.map(({ itemId, objectId }) => ({ objectId, finalScore: figures.get(itemId)?.finalScore ?? null, rankNo: figures.get(itemId)?.rankNo ?? null, inCut: figures.get(itemId)?.inCut ?? null })))
  }
  return { version }
}

export async function verifyResults({ db, principal, input }: Context<typeof calls.verifyReviewResult>): Promise<ResponseOf<typeof calls.verifyReviewResult>> {
  const batch = await repository.batchOf(db, input.batchId, scope(principal), false)
  if (!batch) throw refuse.notFound()
  if (!batch.resultHash) throw refuse.inUse('结果尚未冻结')
  const nowHash = await printOf(db, batch)
  return { resultHash: batch.resultHash, nowHash, unchanged: nowHash === batch.resultHash, differing: await differing(db, batch) }
}

export async function selectSheets({ db, principal, input }: Context<typeof calls.selectResultSheets>): Promise<ResponseOf<typeof calls.selectResultSheets>> {
  const result = await repository.detailOf(db, input.resultId)
  const batch = result && (await repository.batchOf(db, result.batchId, scope(principal), false))
  if (!result || !batch) throw refuse.notFound()
  const behind = new Map((result.detail.sheets ?? []).map((sheet) => [sheet.sheetId, sheet]))
  const open = batch.batchStatus === 'scoring' || batch.batchStatus === 'ended'
  return {
    normalised: batch.rules.normalisation === 'expert',
    dimensions: batch.rules.dimensions.map(({ dimName, dimWeight, dimMax }) => ({ dimName, dimWeight, dimMax, mean: result.detail.dimMeans?.[dimName] ?? null })),
    sheets: (await repository.sheetsBehind(db, input.resultId)).map(({ expertUser, totalScore, submitTime, ...sheet }) => {
      const counted = behind.get(sheet.sheetId)
      return {
        ...sheet,
        raw: totalScore,
        counted: counted?.counted ?? null,
        unadjusted: counted?.unadjusted ?? false,
        dropped: counted?.dropped ?? null,
        submitTime: submitTime?.toISOString() ?? null,
        mayReturn: open && has(principal, 'review:sheet:return') && sheetStatus.find('return', sheet.sheetStatus) !== undefined && !personsOf(principal).includes(expertUser ?? ''),
      }
    }),
  }
}
