import type { ResponseOf } from '@assoc/contract'
import { localTime } from '@assoc/contract/core/day'
import type { selectCounterSnapshot } from '@assoc/contract/meeting/sign-offline'

// What a counter decides by itself, without a connection. The server decides again when it hears of it.

export type Snapshot = ResponseOf<typeof selectCounterSnapshot>
export type Person = Snapshot['people'][number]

/** What stands on the counter's screen after a try. */
export interface Told {
  outcome: 'accepted' | 'forced' | 'duplicate' | 'refused' | 'revoked'
  message: string
  name: string | null
  companyName: string | null
  postName: string | null
  seat: string | null
  late: boolean
  /** Rests on this device until there is a connection. */
  kept: boolean
}

const refused = (message: string, person?: Person): Told => told('refused', message, person)
const told = (outcome: Told['outcome'], message: string, person?: Person, more: Partial<Told> = {}): Told => ({
  outcome, message, name: person?.name ?? null, companyName: person?.companyName ?? null, postName: person?.postName ?? null, seat: person?.seat ?? null, late: false, kept: false, ...more,
})
const clock = (at: number | string): string => localTime(new Date(at)).slice(11, 16)

/**
 * Decides on somebody by the list that the counter has taken along. `version` is that of the code that was shown, null for who was looked up;
 * `signedAt` when this counter has signed them in since.
 */
export function decide(snapshot: Snapshot, who: { registerId: string; version: number | null }, signedAt: string | undefined, now: number): Told {
  const { sessionStatus, signFrom, lateFrom, signTo, people } = snapshot
  const person = people.find(({ registerId }) => registerId === who.registerId)
  if (sessionStatus === 'closed') return refused('本场签到已关闭，请联系会务组', person)
  if (sessionStatus === 'planned' && now < Date.parse(signFrom)) return refused(`签到尚未开始，开始时间为 ${localTime(new Date(signFrom)).slice(0, 16)}`, person)
  if (now >= Date.parse(signTo)) return refused('本场签到已结束，请联系会务组', person)
  if (person && who.version !== null && who.version < person.version) return refused('该个人签到码已更换，请出示最新的签到码')
  if (person && !person.expected) return refused(`报名尚未成功（${person.statusText}），请联系会务组`, person)
  const before = signedAt ?? person?.signTime
  if (before) return told('duplicate', `已于 ${clock(before)} 签到，无需重复`, person)
  const late = lateFrom !== null && now >= Date.parse(lateFrom)
  // Whoever registered after the list was taken shows a code that is signed all the same.
  if (!person) return told('accepted', '签到码有效，离线名册中没有此人，已记录，联网后核对', undefined, { late, kept: true })
  return told('accepted', late ? '签到成功（迟到），联网后上传' : '签到成功，联网后上传', person, { late, kept: true })
}

const MOST_FOUND = 10

/** People of the list whose name, pinyin, company, or last four digits fit what was typed. */
export function find(snapshot: Snapshot, typed: string): { items: Person[]; total: number } {
  const word = typed.trim().toLowerCase()
  const plain = word.replace(/\s/g, '')
  const found = snapshot.people.filter(
    ({ name, companyName, mobileEnd, pinyin, expected }) =>
      expected && (name.toLowerCase().includes(word) || (companyName ?? '').toLowerCase().includes(word) || mobileEnd === plain || (/^[a-z]{2,}$/.test(plain) && pinyin.some((one) => one.startsWith(plain)))),
  )
  return { items: found.slice(0, MOST_FOUND), total: found.length }
}

/** The server's time by a clock of this page that does not jump, whatever the device's own says. */
export class ServerClock {
  private server: number
  private own: number

  /** Begins with the device's clock, until the server has said its own. */
  constructor() {
    this.server = Date.now()
    this.own = performance.now()
  }

  /** Takes the time of an answer whose question left at `asked`, both by `performance.now()`. */
  set(serverTime: string, asked: number): void {
    const answered = performance.now()
    this.server = Date.parse(serverTime)
    // The server said it on the way: half of the way back has passed.
    this.own = (asked + answered) / 2
  }

  /** Goes by how far the device's clock was off when the server last said its own. */
  restore(offset: number): void {
    this.server = Date.now() + offset
    this.own = performance.now()
  }

  now(): number {
    return this.server + performance.now() - this.own
  }

  iso(): string {
    return new Date(this.now()).toISOString()
  }
}
