import type { AuditEntry } from '../../../platform/audit/audit'
import type { Db } from '../../../platform/database/database'
import type { Platform } from '../../../platform/platform'
import { learnersOf, type Person } from '../learner/repository'
import { refreshLearners } from '../learner/wanted'
import * as repository from './repository'
import type { EntryStatus } from './tables'

// What becomes an entry of the ledger, and what takes it back, in the transaction of whatever it follows from.

interface Work {
  db: Db
  platform: Pick<Platform, 'settings'>
  audit: (entry: AuditEntry) => void
}

/** Gives people the hours of a source, each once; answers how many had none of it before. */
export async function giveHours({ db, platform, audit }: Work, people: readonly Person[], source: repository.Source, status: Exclude<EntryStatus, 'revoked'>, by: string | null): Promise<number> {
  return giveLearners({ db, platform, audit }, await learnersOf(db, people), source, status, by)
}

/** The same for those who are known as learners. */
export async function giveLearners({ db, platform, audit }: Work, learnerIds: readonly string[], source: repository.Source, status: Exclude<EntryStatus, 'revoked'>, by: string | null): Promise<number> {
  const added = await repository.addEntries(db, learnerIds, source, status, by)
  for (const { entryId } of added) audit({ recordType: 'hoursEntry', recordId: entryId, verb: 'insert', after: { title: source.title, hours: source.hours, sourceType: source.sourceType, entryStatus: status } })
  if (status === 'approved') await refreshLearners(platform, db, added.map(({ learnerId }) => learnerId))
  return added.length
}

/** Takes the hours of a source back, from one person or from everybody. */
export async function takeHours({ db, platform, audit }: Work, source: Pick<repository.Source, 'sourceType' | 'sourceId'>, mobile: string | null, reason: string): Promise<void> {
  const revoked = await repository.revokeEntries(db, source, mobile, reason)
  for (const { entryId, before } of revoked) audit({ recordType: 'hoursEntry', recordId: entryId, verb: 'revoke', reason, before: { entryStatus: before }, after: { entryStatus: 'revoked' } })
  await refreshLearners(platform, db, revoked.map(({ learnerId }) => learnerId))
}

/** Takes back the hours of a sign-in that was revoked: of one session, or of all of the meeting. */
export async function takeSignedHours(work: Work, registerId: string, sessionId: string | null, reason: string): Promise<void> {
  const found = await repository.mobileOf(work.db, registerId)
  if (!found) return
  const sessions = sessionId ? [sessionId] : (await repository.partsOf(work.db, found.meetId)).flatMap((part) => part.sessionId ?? [])
  for (const sourceId of sessions) await takeHours(work, { sourceType: 'session', sourceId }, found.mobile, reason)
  if (!sessionId) await takeHours(work, { sourceType: 'meeting', sourceId: found.meetId }, found.mobile, reason)
}
