import type { ResponseOf } from '@assoc/contract'
import { addReviewCut, addReviewItems, ITEMS_MOST, reviewItem as contract, selectReviewCandidates, setReviewCalibration } from '@assoc/contract/expert/review/item'
import type { Db } from '../../../../platform/database/database'
import { refuse } from '../../../../platform/errors'
import { handle, type Context } from '../../../../platform/http/context'
import type { ServerModule } from '../../../../platform/module'
import { mountResource } from '../../../../platform/resource/mount'
import { reviewableOf, reviewablesFor } from '../../../../platform/review/reviewables'
import { contentOf, holdBatch, readBatch, type HeldBatch } from '../batch/repository'
import * as repository from './repository'

/** Objects that a dialog offers at a time. */
const OFFERED = 50
const OPEN: readonly string[] = ['draft', 'waiting']

/** A batch that works may still be put into; it is held until the transaction ends. */
async function openBatch(db: Db, batchId: string): Promise<HeldBatch> {
  const batch = await holdBatch(db, batchId)
  if (!batch) throw refuse.notFound()
  if (!OPEN.includes(batch.status)) throw refuse.inUse('评分已开始，不能增减评审对象')
  return batch
}

async function candidates({ db, principal, input }: Context<typeof selectReviewCandidates>): Promise<ResponseOf<typeof selectReviewCandidates>> {
  const batch = await readBatch(db, input.batchId)
  if (!batch) throw refuse.notFound()
  const taken = await repository.objectsOf(db, batch.batchId)
  const found = await Promise.all(
    reviewablesFor(batch.kind).map(async ({ key, label, candidates: search }) =>
      (await search(db, principal, input.keyword ?? undefined, OFFERED)).map(({ objectId, title, companyName }) => ({ reviewable: key, objectId, kindLabel: label, title, companyName, taken: taken.has(`${key} ${objectId}`) })),
    ),
  )
  return found.flat().slice(0, OFFERED)
}

async function addItems({ db, principal, input, audit }: Context<typeof addReviewItems>): Promise<ResponseOf<typeof addReviewItems>> {
  const batch = await openBatch(db, input.batchId)
  if (batch.stage === 'final') throw refuse.field('objects', '终评的对象由初评入围产生，请办理“加入入围对象”')
  const kinds = reviewablesFor(batch.kind).map(({ key }) => key)
  const items: repository.NewItem[] = []
  for (const key of new Set(input.objects.map(({ reviewable }) => reviewable))) {
    if (!kinds.includes(key)) throw refuse.field('objects', '此批次不评审这类对象')
    const ids = input.objects.filter(({ reviewable }) => reviewable === key).map(({ objectId }) => objectId)
    const titles = await reviewableOf(key).titles(db, principal, ids)
    for (const objectId of ids) {
      const title = titles.get(objectId)
      if (title === undefined) throw refuse.field('objects', '所选对象不存在、不能送审，或不在您的数据范围内')
      items.push({ reviewable: key, objectId, title })
    }
  }
  return { added: await put(db, batch, items, audit) }
}

async function addCut({ db, input, audit }: Context<typeof addReviewCut>): Promise<ResponseOf<typeof addReviewCut>> {
  const batch = await openBatch(db, input.batchId)
  if (!batch.previousId) throw refuse.inUse('只有终评批次有初评入围的对象')
  const previous = await readBatch(db, batch.previousId)
  if (!previous || !['summed', 'published'].includes(previous.status)) throw refuse.inUse('初评结果尚未汇总')
  const items = await repository.cutOf(db, batch.previousId)
  if (items.length === 0) throw refuse.inUse('初评没有入围的对象，请核对初评批次的入围规则')
  return { added: await put(db, batch, items, audit) }
}

async function put(db: Db, { batchId }: HeldBatch, items: readonly repository.NewItem[], audit: Context<typeof addReviewItems>['audit']): Promise<number> {
  const { items: there } = await contentOf(db, batchId)
  if (there + items.length > ITEMS_MOST) throw refuse.field('objects', `一个批次最多 ${ITEMS_MOST} 件`)
  const added = await repository.insertItems(db, batchId, items)
  audit({ recordType: 'reviewBatch', recordId: batchId, verb: 'addItems', after: { added } })
  return added
}

async function setWork({ db, input, audit }: Context<typeof setReviewCalibration>): Promise<ResponseOf<typeof setReviewCalibration>> {
  const batch = await openBatch(db, input.batchId)
  if (input.itemId !== null && (await repository.batchOfItem(db, input.itemId)) !== batch.batchId) throw refuse.field('itemId', '校准件须是本批次的评审对象')
  await repository.setCalibration(db, batch.batchId, input.itemId)
  audit({ recordType: 'reviewBatch', recordId: batch.batchId, verb: 'setCalibration', after: { itemId: input.itemId } })
  return {}
}

const resource = mountResource(contract, {
  table: 'review_item',
  rowFilter: repository.ofBatchesOf,
  changedAt: 'update_time',
  computed: repository.computed,
  present: (rows) => Promise.resolve(rows.map((row) => ({ ...row, kindLabel: reviewableOf(row.kindLabel).label }))),
  keyword: { columns: ['title'], grams: true },
  order: { field: 'itemNo', direction: 'asc' },
  nameOf: (row) => row.title,
  may: (_principal, row, verb) => OPEN.includes(row.batchStatus) || (verb === 'update' && row.batchStatus === 'scoring') || '评分已开始，不能修改',
  before: {
    remove: async ({ db }, row) => {
      const batch = await openBatch(db, row.batchId)
      if (await repository.isAssigned(db, row.itemId)) throw refuse.inUse('已分配评审专家，请先取消分配')
      if (batch.calibrationItemId === row.itemId) await repository.setCalibration(db, row.batchId, null)
    },
  },
})

/** Works as they stand in batches. */
export const item: ServerModule = { bindings: [...resource.bindings, handle(selectReviewCandidates, candidates), handle(addReviewItems, addItems), handle(addReviewCut, addCut), handle(setReviewCalibration, setWork)] }
