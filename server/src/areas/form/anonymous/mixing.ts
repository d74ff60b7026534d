import { randomUUID } from 'node:crypto'
import { ANONYMOUS_LEAST } from '@assoc/contract/form/anonymity'
import type { Answers } from '@assoc/contract/form/engine/answers'
import type { Platform } from '../../../platform/platform'
import type { Action } from '../../../platform/resource/definition'
import { countedValues } from '../answer/content'
import { documentOfVersion } from '../answer/document'
import { systemAction } from '../system'
import { apart } from './about'
import * as repository from './repository'
import type { WaitingRound } from './repository'
import { sealed, shuffled, unsealed } from './sealed'

/** Answers that are held in memory at a time. */
const PART = 200
/** A group is written when it is at least this part of those before it, so that all is written again some ten times and not with every five. */
const SHARE = 10

const isOver = ({ roundStatus }: WaitingRound): boolean => roundStatus === 'ended' || roundStatus === 'archived'

/** Whether answers that came one by one are enough to be lost among each other. */
export const isGroup = ({ fresh, mixed }: Pick<WaitingRound, 'fresh' | 'mixed'>): boolean => fresh >= Math.max(ANONYMOUS_LEAST, Math.ceil(mixed / SHARE))

/** Whether a round has ended with so many that they may be shown. Fewer stay encrypted for good. */
export const isComplete = (round: WaitingRound): boolean => isOver(round) && round.fresh + round.mixed >= ANONYMOUS_LEAST

/**
 * Writes everything that waits of a round again: encrypted anew, in an order of chance and in one transaction with all marks of who has taken part. What
 * had linked an answer to its mark, the transaction that wrote both, is the same for all of them then.
 */
export async function mix({ db, platform }: Pick<Action, 'db' | 'platform'>, roundId: string): Promise<void> {
  const ids = shuffled(await repository.waitingIds(db, roundId))
  for (let at = 0; at < ids.length; at += PART) {
    const part = await repository.takeWaiting(db, ids.slice(at, at + PART))
    await repository.addWaiting(db, roundId, shuffled(part.map((one) => sealed(platform.encryption, unsealed(platform.encryption, one)))), true)
  }
  await repository.mixMarks(db, roundId)
}

/** Lays the answers of a round that has ended down as rows of nobody, in an order of chance and in one transaction with all marks. */
export async function writeOut({ db, platform }: Pick<Action, 'db' | 'platform'>, round: WaitingRound): Promise<number> {
  const doc = await documentOfVersion(db, round)
  const ids = shuffled(await repository.waitingIds(db, round.roundId))
  for (let at = 0; at < ids.length; at += PART) {
    const part = shuffled(await repository.takeWaiting(db, ids.slice(at, at + PART)))
    const answers = part.map((one) => {
      const { content, about } = apart(unsealed(platform.encryption, one))
      return { anonymousId: randomUUID(), content, about, values: countedValues(doc, JSON.parse(content) as Answers) }
    })
    await repository.writeAnswers(db, round.roundId, answers)
  }
  await repository.mixMarks(db, round.roundId)
  return ids.length
}

/** Goes through all rounds with waiting answers; each is a transaction of its own, under the round's lock. */
export async function workWaiting(platform: Platform): Promise<void> {
  let worked = false
  for (const { roundId } of await repository.waitingRounds(platform.db)) {
    await systemAction(platform, '整理匿名填报', async (action) => {
      const round = await repository.holdWaiting(action.db, roundId)
      if (!round) return
      if (isComplete(round)) action.audit({ recordType: 'formRound', recordId: roundId, verb: 'writeOut', after: { count: await writeOut(action, round) } })
      else if (isGroup(round)) await mix(action, roundId)
      else return
      worked = true
    })
  }
  if (worked) await repository.vacuumWaiting(platform.db)
}
