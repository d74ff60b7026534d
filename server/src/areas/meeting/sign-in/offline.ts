import { CODE } from '@assoc/contract'
import { MEETING_CODE } from '@assoc/contract/meeting/codes'
import { regStatus } from '@assoc/contract/meeting/registration'
import { COUNTER_HOURS, type selectCounterSnapshot, type syncSignIns } from '@assoc/contract/meeting/sign-offline'
import { has } from '../../../platform/access/principal'
import { countTry } from '../../../platform/auth/throttle'
import { iso } from '../../../platform/database/database'
import { Refusal } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { requireReadable } from '../../../platform/record/readable'
import { pinyinOfEach } from '../../../platform/search/pinyin'
import { personalPublicKey } from './codes'
import { codeHolder } from './counter'
import * as offline from './offline.repository'
import * as sign from './sign'

// Counters without a connection: the list that they take along, and what they scanned by themselves.

/** A counter takes its list when it is opened and every few minutes; more than this is somebody who collects lists. */
const SNAPSHOTS = { max: 60, windowSeconds: 600 }
const COUNTER_MS = COUNTER_HOURS * 3_600_000

/** The ways in which people type a name in pinyin: first letters, and the whole. */
const pinyinOf = (name: string): string[] => [pinyinOfEach(name, 'first').join(''), pinyinOfEach(name, 'num').map((one) => one.replace(/\d/g, '')).join('')]

export async function takeSnapshot({ db, input, principal, platform, audit }: Context<typeof selectCounterSnapshot>) {
  await requireReadable(db, principal, { recordType: 'signSession', recordId: input.sessionId })
  await countTry(db, `sign:snapshot:${principal.userId}`, SNAPSHOTS, (seconds) => `取离线名册过于频繁，请在 ${seconds} 秒后重试`)
  const session = await sign.sessionOf(db, input.sessionId)
  const people = await offline.carried(db, input.sessionId)
  const first = await offline.noteSnapshot(db, { ...input, userId: principal.userId })
  if (first) audit({ recordType: 'signSession', recordId: input.sessionId, verb: 'export', reason: '签到台离线名册', after: { rows: people.length } })
  return {
    meetingName: session.meetingName,
    sessionName: session.sessionName,
    sessionStatus: session.status,
    signFrom: iso(session.signFrom),
    lateFrom: session.lateFrom ? iso(session.lateFrom) : null,
    signTo: iso(session.signTo),
    keepUntil: iso(new Date(session.signTo.getTime() + COUNTER_MS)),
    serverTime: iso(session.now),
    publicKey: personalPublicKey(platform.encryption),
    people: people.map(({ status, signTime, ...person }) => ({ ...person, pinyin: pinyinOf(person.name), statusText: regStatus.labels[status], signTime: signTime ? iso(signTime) : null })),
  }
}

type Scan = Context<typeof syncSignIns>['input']['scans'][number]

/** Whose scan it is, or why it is nobody's. */
async function holderOf({ db, platform, principal }: Pick<Context<typeof syncSignIns>, 'db' | 'platform' | 'principal'>, { qr, registerId }: Scan): Promise<{ registerId: string | null; refusal: Refusal | null }> {
  if (qr) {
    const { person, refusal } = await codeHolder(db, platform, qr)
    return { registerId: person?.registerId ?? null, refusal }
  }
  if (!has(principal, 'meeting:signIn:manage')) return { registerId: null, refusal: new Refusal(CODE.forbidden, '没有代签到的权限，请由会务人员办理') }
  return registerId ? { registerId, refusal: null } : { registerId: null, refusal: new Refusal(MEETING_CODE.signQrInvalid, '这条离线签到没有写明人员') }
}

/** Signs in those whom a counter scanned without a connection, each once by its nonce, at the time of the scan. */
export async function syncScans(context: Context<typeof syncSignIns>) {
  const { db, input, principal, audit } = context
  const { sessionId, counterKey } = input
  const gate = input.gate ?? null
  const since = await offline.noteSync(db, { sessionId, counterKey, userId: principal.userId, gate, unsent: input.unsent })
  const read: { scan: Scan; registerId: string | null; refusal: Refusal | null }[] = []
  for (const scan of input.scans) read.push({ scan, ...(await holderOf(context, scan)) })
  // Registrations are held one after the other, in one order whichever counter sends them.
  read.sort((one, other) => Number(one.registerId ?? 0) - Number(other.registerId ?? 0) || Date.parse(one.scan.at) - Date.parse(other.scan.at))
  const results = []
  for (const { scan, registerId, refusal } of read) {
    const attempt: sign.Try = { sessionId, registerId, way: scan.qr ? 'scan' : 'staff', gate: scan.gate ?? gate, operatorId: principal.userId, nonce: scan.nonce, scan: { at: new Date(scan.at), since, counterKey } }
    const { outcome, message, person, signTime } = await (refusal ? sign.logRefused(db, attempt, refusal) : sign.signIn(db, audit, attempt))
    results.push({ nonce: scan.nonce, outcome, message, name: person?.name ?? null, signTime })
  }
  return { results, serverTime: iso(await offline.clock(db)) }
}
