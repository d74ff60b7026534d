import { viewLink, type ResponseOf } from '@assoc/contract'
import type * as calls from '@assoc/contract/expert/review/assign'
import { assignStatus, recuseType } from '@assoc/contract/expert/review/kinds'
import type { Db } from '../../../../platform/database/database'
import { refuse } from '../../../../platform/errors'
import { defineJob } from '../../../../platform/jobs/worker'
import type { Context } from '../../../../platform/http/context'
import { notify } from '../../../../platform/notifications/notify'
import type { Platform } from '../../../../platform/platform'
import { inJob } from '../../../../platform/resource/in-job'
import type { Action } from '../../../../platform/resource/definition'
import { holdBatch, type HeldBatch } from '../batch/repository'
import { hasScored, recuse } from '../recusal/apply'
import { noteTies } from '../recusal/note'
import { holdStanding, insertRecusal, moveAssignment } from '../recusal/repository'
import { findTies } from '../recusal/ties'
import { stepTo } from '../steps'
import * as repository from './repository'

const PAGE = 100
const OPEN: readonly string[] = ['waiting', 'scoring']

async function expertOf({ db, principal }: Pick<Action, 'db' | 'principal'>): Promise<string> {
  const expertId = await repository.expertOfAccount(db, principal.userId)
  if (!expertId) throw refuse.forbidden('您的账号没有对应的在聘专家')
  return expertId
}

export async function listOwn(context: Context<typeof calls.selectOwnReviewAssignments>): Promise<ResponseOf<typeof calls.selectOwnReviewAssignments>> {
  const expertId = await repository.expertOfAccount(context.db, context.principal.userId)
  if (!expertId) return { total: 0, items: [] }
  const { items, total } = await repository.ownAssignments(context.db, expertId, PAGE, (context.input.page - 1) * PAGE)
  return { total, items: items.map((one) => ({ ...one, endTime: one.endTime.toISOString(), confirmBy: one.confirmBy?.toISOString() ?? null })) }
}

interface Own {
  assignmentId: string
  itemId: string
}

/** Assignments of one's own by the batches that they are of, each held; an id that is nobody's own is "not there". */
async function ownByBatch(db: Db, expertId: string, ids: readonly string[]): Promise<{ batch: HeldBatch; own: Own[] }[]> {
  const found = await repository.ownByIds(db, expertId, ids)
  if (found.length !== new Set(ids).size) throw refuse.notFound()
  const held: { batch: HeldBatch; own: Own[] }[] = []
  for (const batchId of new Set(found.map((one) => one.batchId))) {
    const batch = await holdBatch(db, batchId)
    if (!batch) throw refuse.notFound()
    held.push({ batch, own: found.filter((one) => one.batchId === batchId) })
  }
  return held
}

const requireOpen = (batch: HeldBatch): void => {
  if (!OPEN.includes(batch.status) || batch.over) throw refuse.inUse(`批次“${batch.batchName}”的评分已截止`)
}

export async function accept(context: Context<typeof calls.acceptOwnReviews>): Promise<ResponseOf<typeof calls.acceptOwnReviews>> {
  const { db, platform, input, audit } = context
  const expertId = await expertOf(context)
  let [accepted, recused] = [0, 0]
  for (const { batch, own } of await ownByBatch(db, expertId, input.assignmentIds)) {
    requireOpen(batch)
    const ties = await findTies(db, platform, batch.batchId, [expertId], own.map(({ itemId }) => itemId))
    const gone = await noteTies(context as unknown as Action, ties)
    recused += gone.size
    for (const { assignmentId, itemId } of own) {
      if (gone.has(`${itemId} ${expertId}`)) continue
      const standing = await holdStanding(db, itemId, expertId)
      if (!standing || standing.assignStatus === 'accepted') continue
      const to = stepTo(assignStatus, 'accept', standing.assignStatus)
      // What was not answered in time may have been given to somebody else meanwhile.
      if (standing.assignStatus === 'expired' && batch.calibrationItemId !== itemId && (await repository.activeOfItem(db, itemId)) >= batch.expertsPerItem) throw refuse.inUse('确认期限已过，其中有的已另行安排专家，请刷新后重试')
      await moveAssignment(db, assignmentId, standing.assignStatus, to, null)
      await repository.insertSheet(db, { assignmentId, batchId: batch.batchId, itemId, expertId })
      audit({ recordType: 'reviewAssignment', recordId: assignmentId, verb: 'accept', before: { assignStatus: standing.assignStatus }, after: { assignStatus: to } })
      accepted += 1
    }
  }
  return { accepted, recused }
}

export async function decline(context: Context<typeof calls.declineOwnReviews>): Promise<ResponseOf<typeof calls.declineOwnReviews>> {
  const { db, principal, input, audit } = context
  const expertId = await expertOf(context)
  for (const { batch, own } of await ownByBatch(db, expertId, input.assignmentIds)) {
    requireOpen(batch)
    for (const { assignmentId, itemId } of own) {
      const standing = await holdStanding(db, itemId, expertId)
      if (!standing) throw refuse.notFound()
      const to = stepTo(assignStatus, 'decline', standing.assignStatus)
      await moveAssignment(db, assignmentId, standing.assignStatus, to, input.reason)
      audit({ recordType: 'reviewAssignment', recordId: assignmentId, verb: 'decline', reason: input.reason, before: { assignStatus: standing.assignStatus }, after: { assignStatus: to } })
    }
    const maker = await repository.makerOfBatch(db, batch.batchId)
    if (maker) await notify(db, maker, { title: `专家婉拒评审：${batch.batchName}`, content: `${principal.realName}婉拒了 ${own.length} 件：${input.reason}`, link: viewLink('expert/ReviewAssign', { batchId: batch.batchId }) })
  }
  return {}
}

export async function declareConflict(context: Context<typeof calls.declareOwnConflict>): Promise<ResponseOf<typeof calls.declareOwnConflict>> {
  const { db, principal, input, audit } = context
  const expertId = await expertOf(context)
  const [found] = await ownByBatch(db, expertId, [input.assignmentId])
  const [own] = found?.own ?? []
  if (!found || !own) throw refuse.notFound()
  if (['summed', 'published'].includes(found.batch.status)) throw refuse.inUse('评审结果已汇总，请联系秘书处')
  const standing = await holdStanding(db, own.itemId, expertId)
  if (!standing || !['waiting', 'accepted', 'expired'].includes(standing.assignStatus)) throw refuse.badTransition()
  const scored = hasScored(standing)
  const detail = input.detail ?? `本人申报：${recuseType.labels[input.recuseType]}`
  const id = await insertRecusal(db, { itemId: own.itemId, expertId, recuseType: input.recuseType, detail, factKey: `expert ${input.recuseType}`, source: 'expert', status: scored ? 'possible' : 'confirmed', by: principal.userId })
  if (!id) throw refuse.inUse('您已申报过此情形')
  audit({ recordType: 'reviewRecusal', recordId: id, verb: 'declare', after: { itemId: own.itemId, expertId, recuseType: input.recuseType, detail } })
  if (!scored) await recuse(context, own.itemId, expertId, detail)
  return {}
}

/** Ends what experts have not answered in time; whoever made the batch is told. */
export async function expireAssignments(platform: Platform): Promise<void> {
  await inJob(platform, '评审任务逾期未确认', async ({ db, audit }) => {
    for (const { batchId, count } of await repository.expireWaiting(db)) {
      audit({ recordType: 'reviewBatch', recordId: batchId, verb: 'expire', after: { count } })
      const maker = await repository.makerOfBatch(db, batchId)
      if (maker) await notify(db, maker, { title: '评审任务逾期未确认', content: `有 ${count} 件专家逾期未确认，请替换专家。`, link: viewLink('expert/ReviewAssign', { batchId }) })
    }
  })
}
defineJob('review:expire', (_payload, platform) => expireAssignments(platform), '*/5 * * * *')
