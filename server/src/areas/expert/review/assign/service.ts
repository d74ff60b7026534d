import { viewLink, type ResponseOf } from '@assoc/contract'
import type * as calls from '@assoc/contract/expert/review/assign'
import { assignStatus, sheetStatus } from '@assoc/contract/expert/review/kinds'
import { presetOf, scoreViewOf } from '@assoc/contract/expert/review/score'
import type { Db } from '../../../../platform/database/database'
import { refuse } from '../../../../platform/errors'
import type { Context } from '../../../../platform/http/context'
import { notify } from '../../../../platform/notifications/notify'
import type { Action } from '../../../../platform/resource/definition'
import { mayGetWorks } from '../../pool'
import { holdBatch, readBatch, type HeldBatch } from '../batch/repository'
import { holdStanding, moveAssignment, moveSheet } from '../recusal/repository'
import { findTies } from '../recusal/ties'
import { stepTo } from '../steps'
import { planOf, type Plan } from './plan'
import * as repository from './repository'

const ASSIGNABLE: readonly string[] = ['waiting', 'scoring']

/** How a batch is taken hold of: for good until the transaction ends. Only a test does it otherwise, to see that it is needed. */
export type Hold = (db: Db, batchId: string) => Promise<HeldBatch | undefined>

async function assignable(db: Db, batchId: string, hold: Hold = holdBatch): Promise<HeldBatch> {
  const batch = await hold(db, batchId)
  if (!batch) throw refuse.notFound()
  if (!ASSIGNABLE.includes(batch.status)) throw refuse.inUse(batch.status === 'draft' ? '请先将批次提交分配' : '评分已截止，不能再分配')
  if (batch.over) throw refuse.inUse('评分截止时间已过，不能再分配')
  return batch
}

export async function matrix({ db, platform, principal, input }: Context<typeof calls.selectReviewMatrix>): Promise<ResponseOf<typeof calls.selectReviewMatrix>> {
  const batch = await readBatch(db, input.batchId)
  if (!batch) throw refuse.notFound()
  const experts = await repository.expertsFor(db, principal, batch.batchId, batch.endDay)
  const ties = await findTies(db, platform, batch.batchId, experts.map(({ expertId }) => expertId))
  return {
    batchName: batch.batchName,
    batchStatus: batch.status,
    expertsPerItem: batch.expertsPerItem,
    loadLimit: batch.loadLimit,
    items: await repository.itemsOf(db, batch.batchId),
    experts,
    assignments: (await repository.assignmentsOf(db, batch.batchId)).map((one) => ({ ...one, confirmBy: one.confirmBy?.toISOString() ?? null })),
    ties: ties.map(({ itemId, expertId, recuseType, certain, detail }) => ({ itemId, expertId, recuseType, certain, detail })),
  } as ResponseOf<typeof calls.selectReviewMatrix>
}

const outcomeOf = ({ items, pairs, gaps, least, most }: Plan): ResponseOf<typeof calls.previewReviewAssignment> => {
  const byId = new Map(items.map((item) => [item.itemId, item]))
  return { pairs, least, most, gaps: gaps.map(({ itemId, missing, barriers }) => ({ itemId, itemNo: byId.get(itemId)?.itemNo ?? 0, title: byId.get(itemId)?.title ?? '', missing, barriers })) }
}

export async function preview({ db, platform, principal, input }: Context<typeof calls.previewReviewAssignment>): Promise<ResponseOf<typeof calls.previewReviewAssignment>> {
  return outcomeOf(await planOf(db, platform, principal, await assignable(db, input.batchId, readBatch), input.fields))
}

export async function run({ db, platform, principal, input, audit }: Context<typeof calls.runReviewAssignment>): Promise<ResponseOf<typeof calls.runReviewAssignment>> {
  const batch = await assignable(db, input.batchId)
  const plan = await planOf(db, platform, principal, batch, input.fields)
  await repository.insertPairs(db, batch.batchId, plan.pairs, principal.userId)
  audit({ recordType: 'reviewBatch', recordId: batch.batchId, verb: 'assign', after: { assigned: plan.pairs.length, lacking: plan.gaps.length } })
  return outcomeOf(plan)
}

type Placing = Pick<Action, 'db' | 'platform' | 'principal' | 'audit'>

/** Puts an expert to a work, within what the batch allows; a tie that is certain forbids it, a possible one is the office's to weigh. */
export async function placeExpert({ db, platform, principal, audit }: Placing, { batchId, itemId, expertId }: { batchId: string; itemId: string; expertId: string }, hold: Hold = holdBatch): Promise<string> {
  const batch = await assignable(db, batchId, hold)
  const item = (await repository.itemsOf(db, batchId)).find((one) => one.itemId === itemId)
  if (!item) throw refuse.field('itemId', '该对象不在此批次中')
  if (!(await mayGetWorks(db, expertId, batch.endDay))) throw refuse.field('expertId', '该专家不在聘，或聘期在评分截止前结束')
  const tie = (await findTies(db, platform, batchId, [expertId], [itemId])).find(({ certain }) => certain)
  if (tie) throw refuse.field('expertId', `须回避：${tie.detail}`)
  if (!item.isCalibration) {
    if ((await repository.activeOfItem(db, itemId)) >= batch.expertsPerItem) throw refuse.field('itemId', `该对象已有 ${batch.expertsPerItem} 位专家`)
    if ((await repository.loadOf(db, batchId, expertId)) >= batch.loadLimit) throw refuse.field('expertId', `该专家已达最多 ${batch.loadLimit} 件`)
  }
  const [assignmentId] = await repository.insertPairs(db, batchId, [{ itemId, expertId }], principal.userId)
  if (!assignmentId) throw refuse.field('expertId', '该专家已分配过此对象，婉拒、回避或替换后不能再次分配')
  audit({ recordType: 'reviewAssignment', recordId: assignmentId, verb: 'place', after: { batchId, itemId, expertId } })
  return assignmentId
}

export const place = async (context: Context<typeof calls.placeReviewExpert>): Promise<ResponseOf<typeof calls.placeReviewExpert>> => ({ assignmentId: await placeExpert(context, context.input) })

async function held(db: Db, input: { batchId: string; assignmentId: string; version: number }): Promise<repository.HeldAssignment> {
  const found = await repository.holdAssignment(db, input.batchId, input.assignmentId)
  if (!found) throw refuse.notFound()
  if (found.version !== input.version) throw refuse.conflict({ assignmentId: found.assignmentId, assignStatus: found.assignStatus, version: found.version })
  return found
}

export async function remove({ db, input, audit }: Context<typeof calls.removeReviewAssignment>): Promise<ResponseOf<typeof calls.removeReviewAssignment>> {
  await assignable(db, input.batchId)
  const found = await held(db, input)
  if (found.assignStatus !== 'waiting' || found.sent) throw refuse.inUse('已通知专家，请办理“替换”')
  await repository.removeAssignment(db, found.assignmentId)
  audit({ recordType: 'reviewAssignment', recordId: found.assignmentId, verb: 'delete', before: { itemId: found.itemId, expertId: found.expertId } })
  return {}
}

export async function replace(context: Context<typeof calls.replaceReviewExpert>): Promise<ResponseOf<typeof calls.replaceReviewExpert>> {
  const { db, input, audit } = context
  await assignable(db, input.batchId)
  const found = await held(db, input)
  if (found.submitted) throw refuse.inUse('专家已提交评分，不能替换')
  const to = stepTo(assignStatus, 'replace', found.assignStatus)
  const standing = await holdStanding(db, found.itemId, found.expertId)
  if (standing?.sheetId && (standing.sheetStatus === 'pending' || standing.sheetStatus === 'draft')) {
    const sheetTo = stepTo(sheetStatus, 'recuse', standing.sheetStatus)
    await moveSheet(db, standing.sheetId, standing.sheetStatus, sheetTo, input.reason)
    audit({ recordType: 'reviewSheet', recordId: standing.sheetId, verb: 'recuse', reason: input.reason, before: { sheetStatus: standing.sheetStatus }, after: { sheetStatus: sheetTo } })
  }
  await moveAssignment(db, found.assignmentId, found.assignStatus, to, input.reason)
  audit({ recordType: 'reviewAssignment', recordId: found.assignmentId, verb: 'replace', reason: input.reason, before: { assignStatus: found.assignStatus }, after: { assignStatus: to } })
  if (input.expertId) await placeExpert(context, { batchId: input.batchId, itemId: found.itemId, expertId: input.expertId })
  return {}
}

export async function send({ db, input, audit }: Context<typeof calls.sendReviewInvitations>): Promise<ResponseOf<typeof calls.sendReviewInvitations>> {
  const batch = await assignable(db, input.batchId)
  const without = await repository.unreached(db, batch.batchId)
  const sent = await repository.sendWaiting(db, batch.batchId, batch.confirmDays)
  for (const { userId, count } of sent) {
    if (userId) await notify(db, userId, { title: `评审任务：${batch.batchName}`, content: `请您评审 ${count} 件，请在 ${batch.confirmDays} 天内确认是否接受；评分截止日期为 ${batch.endDay}。`, link: viewLink(scoreViewOf(presetOf(batch.kind, batch.stage)), { batch: batch.batchId }) })
  }
  const assignments = sent.reduce((sum, { count }) => sum + count, 0)
  audit({ recordType: 'reviewBatch', recordId: batch.batchId, verb: 'invite', after: { experts: sent.length, assignments, without: without.length } })
  return { experts: sent.length, assignments, unreached: without }
}

export async function check({ db, platform, input }: Context<typeof calls.checkReviewTies>): Promise<ResponseOf<typeof calls.checkReviewTies>> {
  const batch = await readBatch(db, input.batchId)
  if (!batch) throw refuse.notFound()
  const items = new Map((await repository.itemsOf(db, batch.batchId)).map((item) => [item.itemId, item]))
  const names = await repository.namesOf(db, input.expertIds)
  const ties = await findTies(db, platform, batch.batchId, input.expertIds, input.itemIds.length > 0 ? input.itemIds : null)
  return ties.map(({ itemId, expertId, recuseType, certain, detail }) => ({ itemId, expertId, recuseType, certain, detail, itemNo: items.get(itemId)?.itemNo ?? 0, title: items.get(itemId)?.title ?? '', expertName: names.get(expertId) ?? '' }))
}
