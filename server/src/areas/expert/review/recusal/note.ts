import { defineJob } from '../../../../platform/jobs/worker'
import type { Platform } from '../../../../platform/platform'
import type { Action } from '../../../../platform/resource/definition'
import { inJob, SYSTEM } from '../../../../platform/resource/in-job'
import { holdBatch } from '../batch/repository'
import { hasScored, recuse } from './apply'
import * as repository from './repository'
import { findTies, type FoundTie } from './ties'

/**
 * Notes ties that are found for experts who are assigned already. What is certain ends the assignment at once; what numbers do not prove, and
 * what was scored by then, waits for the office. The batch is held by whoever calls. Answers those who are recused, as `itemId expertId`.
 */
export async function noteTies(action: Action, ties: readonly FoundTie[]): Promise<Set<string>> {
  const { db, audit } = action
  const recused = new Set<string>()
  for (const { certain, ...tie } of ties) {
    const standing = await repository.holdStanding(db, tie.itemId, tie.expertId)
    if (!standing || (standing.assignStatus !== 'waiting' && standing.assignStatus !== 'accepted')) continue
    const settled = certain && !hasScored(standing)
    const id = await repository.insertRecusal(db, { ...tie, source: 'system', status: settled ? 'confirmed' : 'possible', by: null })
    if (id) audit({ recordType: 'reviewRecusal', recordId: id, verb: 'find', after: { itemId: tie.itemId, expertId: tie.expertId, recuseType: tie.recuseType, detail: tie.detail } })
    if (!settled) continue
    await recuse(action, tie.itemId, tie.expertId, tie.detail)
    recused.add(`${tie.itemId} ${tie.expertId}`)
  }
  return recused
}

/** Looks anew for ties in every batch that is under way: appointments, contacts and what experts have declared change meanwhile. */
export async function watchTies(platform: Platform): Promise<void> {
  for (let after = '0'; ; ) {
    const [batchId] = await repository.liveBatches(platform.db, after, 1)
    if (!batchId) return
    after = batchId
    await inJob(platform, '核查评审回避', async (action) => {
      if (!(await holdBatch(action.db, batchId))) return
      const pairs = new Set((await repository.activePairs(action.db, batchId)).map(({ itemId, expertId }) => `${itemId} ${expertId}`))
      const experts = [...new Set([...pairs].map((pair) => pair.split(' ')[1] ?? ''))]
      const ties = await findTies(action.db, platform, batchId, experts)
      await noteTies(action, ties.filter(({ itemId, expertId }) => pairs.has(`${itemId} ${expertId}`)))
    }, SYSTEM)
  }
}
// Every ten minutes: what is found late costs the more, the more was scored by then.
defineJob('review:ties', (_payload, platform) => watchTies(platform), '*/10 * * * *')
