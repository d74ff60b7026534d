import { assignExperts, pairKey, type AssigningResult } from '@assoc/contract/expert/review/assigning'
import type { Principal } from '../../../../platform/access/principal'
import type { Db } from '../../../../platform/database/database'
import type { Encryption } from '../../../../platform/encryption/encryption'
import type { HeldBatch } from '../batch/repository'
import { findTies } from '../recusal/ties'
import * as repository from './repository'

export interface Plan extends AssigningResult {
  items: repository.Item[]
  least: number
  most: number
}

const isActive = ({ assignStatus }: repository.Assignment): boolean => assignStatus === 'waiting' || assignStatus === 'accepted'

/**
 * What an automatic assignment does now: works get what they lack, ties of any kind are kept clear of, and the work by which experts are
 * calibrated goes to everybody who has another one.
 */
export async function planOf(db: Db, platform: { encryption: Pick<Encryption, 'blindIndex'> }, principal: Principal, batch: HeldBatch, fields: readonly string[]): Promise<Plan> {
  const { batchId, expertsPerItem, loadLimit } = batch
  const items = await repository.itemsOf(db, batchId)
  const all = (await repository.expertsFor(db, principal, batchId, batch.endDay)).filter(({ open }) => open)
  const experts = fields.length === 0 ? all : all.filter((expert) => expert.fields.some((field) => fields.includes(field)))
  const assignments = await repository.assignmentsOf(db, batchId)
  const ties = new Set((await findTies(db, platform, batchId, experts.map(({ expertId }) => expertId))).map(({ itemId, expertId }) => pairKey(itemId, expertId)))
  const taken = new Set(assignments.map(({ itemId, expertId }) => pairKey(itemId, expertId)))
  const calibration = items.find(({ isCalibration }) => isCalibration)
  const counted = assignments.filter((one) => isActive(one) && one.itemId !== calibration?.itemId)
  const loads = new Map<string, number>()
  for (const { expertId } of counted) loads.set(expertId, (loads.get(expertId) ?? 0) + 1)
  const has = new Map<string, number>()
  for (const { itemId } of counted) has.set(itemId, (has.get(itemId) ?? 0) + 1)
  const { pairs, gaps } = assignExperts({
    items: items.filter(({ isCalibration }) => !isCalibration).map(({ itemId, fields: wanted }) => ({ itemId, fields: wanted, needed: Math.max(0, expertsPerItem - (has.get(itemId) ?? 0)) })),
    experts: experts.map((expert) => ({ expertId: expert.expertId, fields: expert.fields, load: loads.get(expert.expertId) ?? 0 })),
    loadLimit,
    ties,
    taken,
  })
  for (const { expertId } of pairs) loads.set(expertId, (loads.get(expertId) ?? 0) + 1)
  const calibrated = calibration ? [...loads.keys()].filter((expertId) => !ties.has(pairKey(calibration.itemId, expertId)) && !taken.has(pairKey(calibration.itemId, expertId))).map((expertId) => ({ itemId: calibration.itemId, expertId })) : []
  const counts = experts.map(({ expertId }) => loads.get(expertId) ?? 0)
  return { items, pairs: [...pairs, ...calibrated], gaps, least: Math.min(...counts, ...(counts.length === 0 ? [0] : [])), most: Math.max(0, ...counts) }
}
