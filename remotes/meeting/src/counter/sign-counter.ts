import type { RequestOf, ResponseOf } from '@assoc/contract'
import { personalDigits, splitPersonalCode } from '@assoc/contract/meeting/personal-code'
import { selectCounterSnapshot, SENT_AT_ONCE, syncSignIns } from '@assoc/contract/meeting/sign-offline'
import { noteCounter, scanSignIn, signInFor } from '@assoc/contract/meeting/sign-in'
import { bytesOf, openVerifier, type Verifier } from '@assoc/federation/ed25519'
import { api, ApiError } from '@assoc/http'
import { onBeforeSessionEnd, openSealed, session, type SealedRows } from '@assoc/session'
import { find, decide, ServerClock, type Person, type Snapshot, type Told } from './decide'

// A sign-in counter: with a connection the server decides, without one the list that was taken along; what was decided then rests sealed
// on this device until it has been sent.

type Scan = RequestOf<typeof syncSignIns>['scans'][number] & { person: string }
type Refused = ResponseOf<typeof syncSignIns>['results'][number]

export interface CounterState {
  online: boolean
  unsent: number
  /** Whether the counter can go on without a connection: its list is there, on its way, or this browser keeps none. */
  list: 'ready' | 'waiting' | 'unsupported'
  people: number
  takenAt: string | null
  /** Scans that were taken without a connection and that the server refused. */
  refused: Refused[]
  /** Scans that have been sent since the counter was opened. */
  sent: number
}

/** Milliseconds after which a try without an answer counts as made without a connection. */
const ANSWER_MS = 6_000
const CONTACT_MS = 30_000
const AGAIN_MS = 5_000
const LIST_MS = 180_000
const SIGN_OUT_MS = 8_000

const lost = (error: unknown): boolean => !(error instanceof ApiError)

export class SignCounter {
  state: CounterState = { online: navigator.onLine, unsent: 0, list: 'waiting', people: 0, takenAt: null, refused: [], sent: 0 }
  private gate: string | null = null
  private readonly clock = new ServerClock()
  private readonly sessionId: string
  private readonly tell: () => void
  private counterKey = crypto.randomUUID() as string
  private rows: SealedRows | null = null
  private snapshot: Snapshot | null = null
  private listAt = -LIST_MS
  private isSigned: Verifier | null = null
  private queue: Scan[] = []
  /** Whom this counter has signed in since its list, and when. */
  private readonly signed = new Map<string, string>()
  private timer = 0
  private open = true
  private working: Promise<void> = Promise.resolve()
  private readonly takeBack: () => void

  constructor(sessionId: string, tell: () => void) {
    this.sessionId = sessionId
    this.tell = tell
    this.takeBack = onBeforeSessionEnd(() => this.beforeSessionEnd())
    window.addEventListener('offline', this.wentOffline)
    window.addEventListener('online', this.contact)
    this.working = this.begin()
  }

  /** Says where in the hall the counter stands. */
  standAt(gate: string | null): void {
    if (gate === this.gate) return
    this.gate = gate
    this.contact()
  }

  close(): void {
    this.open = false
    window.clearTimeout(this.timer)
    window.removeEventListener('offline', this.wentOffline)
    window.removeEventListener('online', this.contact)
    this.takeBack()
  }

  private set(change: Partial<CounterState>): void {
    this.state = { ...this.state, ...change, unsent: this.queue.length }
    if (this.open) this.tell()
  }

  private async begin(): Promise<void> {
    // Without a key of its own the browser cannot seal anything: the counter then works with a connection alone.
    this.rows = globalThis.crypto?.subtle && session().userInfo ? await openSealed(session().userInfo?.userId ?? '') : null
    if (!this.rows) this.set({ list: 'unsupported' })
    const kept = await this.rows?.get<{ counterKey: string }>(`${this.sessionId}/counter`)
    if (kept) this.counterKey = kept.counterKey
    this.queue = (await this.rows?.list<Scan>(`${this.sessionId}/scan/`)) ?? []
    for (const { person, at } of this.queue) this.signed.set(person, at)
    const last = await this.rows?.get<{ snapshot: Snapshot; offset: number }>(`${this.sessionId}/list`)
    if (last) {
      this.clock.restore(last.offset)
      await this.take(last.snapshot)
    }
    this.set({})
    await this.meet()
  }

  private async take(snapshot: Snapshot): Promise<void> {
    this.isSigned ??= await openVerifier(bytesOf(snapshot.publicKey))
    this.snapshot = snapshot
    this.set({ list: 'ready', people: snapshot.people.length, takenAt: snapshot.serverTime })
  }

  private readonly wentOffline = (): void => this.set({ online: false })

  /** Hears whether the server is there, one time after the other. */
  private readonly contact = (): void => {
    window.clearTimeout(this.timer)
    this.working = this.working.then(() => this.meet())
  }

  private async meet(): Promise<void> {
    window.clearTimeout(this.timer)
    if (!this.open) return
    try {
      const asked = performance.now()
      const { serverTime } = await api(noteCounter, { sessionId: this.sessionId, counterKey: this.counterKey, gate: this.gate, unsent: this.queue.length })
      this.clock.set(serverTime, asked)
      this.set({ online: true })
      await this.send()
      await this.renewList()
    } catch (error) {
      if (lost(error)) this.set({ online: false })
    }
    if (this.open) this.timer = window.setTimeout(this.contact, this.state.online ? CONTACT_MS : AGAIN_MS)
  }

  private async renewList(): Promise<void> {
    if (!this.rows || performance.now() - this.listAt < LIST_MS) return
    const asked = performance.now()
    const snapshot = await api(selectCounterSnapshot, { sessionId: this.sessionId, counterKey: this.counterKey })
    this.listAt = performance.now()
    this.clock.set(snapshot.serverTime, asked)
    await this.take(snapshot)
    await this.keep('list', { snapshot, offset: this.clock.now() - Date.now() }, 'session')
    await this.keep('counter', { counterKey: this.counterKey }, 'withUnsent')
  }

  /** Seals a row until so many hours after the session's end, by this device's clock, which may be another than the server's. */
  private async keep(name: string, value: unknown, stay: 'session' | 'unsent' | 'withUnsent'): Promise<void> {
    const until = Date.parse(this.snapshot?.keepUntil ?? '') + Date.now() - this.clock.now()
    await this.rows?.put(`${this.sessionId}/${name}`, value, { until, stay })
  }

  /** Sends what was scanned without a connection, some at a time; each counts once by its nonce. */
  private async send(): Promise<void> {
    while (this.queue.length > 0) {
      const part = this.queue.slice(0, SENT_AT_ONCE)
      const asked = performance.now()
      const { results, serverTime } = await api(syncSignIns, {
        sessionId: this.sessionId, counterKey: this.counterKey, gate: this.gate, unsent: this.queue.length - part.length,
        scans: part.map(({ person: _person, ...scan }) => scan),
      })
      this.clock.set(serverTime, asked)
      await this.rows?.remove(part.map(({ nonce }) => `${this.sessionId}/scan/${nonce}`))
      this.queue = this.queue.filter((scan) => !part.includes(scan))
      const refused = results.filter(({ outcome }) => outcome === 'refused')
      this.set({ sent: this.state.sent + part.length, refused: [...this.state.refused, ...refused] })
    }
  }

  /** Forgets the refused ones, which somebody has read. */
  forgetRefused(): void {
    this.set({ refused: [] })
  }

  private async beforeSessionEnd(): Promise<void> {
    // A session that the server has ended sends nothing any more; what is unsent waits sealed for the person's next one.
    if (!session().ended && this.queue.length > 0) await Promise.race([this.send().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, SIGN_OUT_MS))])
    // Nothing is kept any more from here on: what is taken away now must not come again.
    this.rows = null
    this.close()
  }

  /** Signs in whoever shows a code. */
  async scan(typed: string): Promise<Told> {
    const qr = personalDigits(typed)
    const nonce = crypto.randomUUID() as string
    return (await this.online(() => api(scanSignIn, { sessionId: this.sessionId, qr, gate: this.gate, nonce }, { signal: AbortSignal.timeout(ANSWER_MS) }))) ?? (await this.alone({ nonce, qr }))
  }

  /** Signs in somebody who was looked up. */
  async signFor(registerId: string): Promise<Told> {
    const nonce = crypto.randomUUID() as string
    return (await this.online(() => api(signInFor, { sessionId: this.sessionId, registerId, gate: this.gate, nonce }, { signal: AbortSignal.timeout(ANSWER_MS) }))) ?? (await this.alone({ nonce, registerId }))
  }

  /** People of the list that was taken along. */
  find = (typed: string): { items: (Person & { signedAt: string | null })[]; total: number } => {
    const { items, total } = this.snapshot ? find(this.snapshot, typed) : { items: [], total: 0 }
    return { items: items.map((person) => ({ ...person, signedAt: this.signed.get(person.registerId) ?? person.signTime })), total }
  }

  /** What the server says; null where it says nothing, from when on the counter goes by itself. */
  private async online(ask: () => Promise<ResponseOf<typeof scanSignIn>>): Promise<Told | null> {
    if (!this.state.online) return null
    try {
      const { outcome, message, registerId, name, companyName, postName, late, signTime } = await ask()
      if (registerId && signTime) this.signed.set(registerId, signTime)
      const seat = this.snapshot?.people.find((person) => person.registerId === registerId)?.seat ?? null
      return { outcome, message, name, companyName, postName, late, seat, kept: false }
    } catch (error) {
      if (!lost(error)) throw error
      this.set({ online: false })
      this.contactSoon()
      return null
    }
  }

  private contactSoon(): void {
    window.clearTimeout(this.timer)
    this.timer = window.setTimeout(this.contact, AGAIN_MS)
  }

  private async alone(what: { nonce: string; qr?: string; registerId?: string }): Promise<Told> {
    const nobody = { name: null, companyName: null, postName: null, seat: null, late: false, kept: false }
    const { snapshot, isSigned, rows } = this
    if (!snapshot || !isSigned || !rows) return { ...nobody, outcome: 'refused', message: '网络已中断，本台还没有离线名册，请改用纸质签到或等待网络恢复' }
    const code = what.qr === undefined ? null : splitPersonalCode(what.qr)
    if (what.qr !== undefined && (!code || !(await isSigned(code.signature, code.message)))) return { ...nobody, outcome: 'refused', message: '无法识别的个人签到码，请重新扫描或按姓名查找' }
    const registerId = code?.registerId ?? what.registerId ?? ''
    const told = decide(snapshot, { registerId, version: code?.version ?? null }, this.signed.get(registerId), this.clock.now())
    if (told.outcome !== 'accepted') return told
    const scan: Scan = { nonce: what.nonce, at: this.clock.iso(), gate: this.gate, person: registerId, ...(what.qr ? { qr: what.qr } : { registerId }) }
    this.signed.set(registerId, scan.at)
    this.queue = [...this.queue, scan]
    await this.keep(`scan/${scan.nonce}`, scan, 'unsent')
    this.set({})
    return told
  }
}
