import { CODE, type ResponseOf } from '@assoc/contract'
import { pathOf, pathText, type Answer, type AnswerPath } from '@assoc/contract/form/engine/answers'
import { saveFormAnswers, type openFormTask } from '@assoc/contract/form/fill'
import { api, ApiError } from '@assoc/http'
import { LocalDraft, type SheetStore } from '@assoc/ui'
import { makeAutoObservable, runInAction } from 'mobx'
import { Outgoing } from '../saving'

/** Pause after the last key until the answers are with the server, ms. */
const SAVE_PAUSE = 2000
/** Pauses until it is tried anew after the connection was lost, ms; the last one again and again. */
const RETRY_PAUSES = [3000, 10_000, 30_000]
/** Changes of one call. */
const MOST = 500

export type FillState = 'saved' | 'waiting' | 'saving' | 'lost' | 'refused'
export type Collision = ResponseOf<typeof saveFormAnswers>['conflicts'][number] & { /** The revision at which mine was made. */ base: number }

type Opened = ResponseOf<typeof openFormTask>

interface Pending {
  value?: Answer | undefined
  /** Revision at which this person has last seen the answer. */
  base: number
  /** What was last sent of it, while nobody knows whether it arrived. */
  sent?: Answer | undefined
}
export type Unsent = Record<string, Pending>

/** A change that the server does not take, with its sentence. */
export interface Rejected {
  path: string
  value: Answer | undefined
  message: string
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/**
 * Keeps the answers of one task with the server: only what was changed, a moment after the last key. What colleagues have answered
 * meanwhile is taken over; where both answered the same question, the person decides. Until it is with the server it rests encrypted in
 * this browser, from the first key on, and is sent when the connection, the session or the browser is back.
 */
export class FillSaver {
  state: FillState = 'saved'
  /** Why it was not saved, as a sentence. */
  reason = ''
  savedAt: Date | null = null
  collisions: Collision[] = []
  rejected: Rejected[] = []
  status: Opened['answerStatus']
  /** The round has gone over to another version of the form since it was opened. */
  moved = false
  private readonly versionNo: number
  /** Masked values of personal answers, by path. */
  personal: Record<string, string>
  private revision: number
  private readonly pending = new Map<string, Pending>()
  private readonly outgoing = new Outgoing(() => this.send())
  private tries = 0
  private readonly local: LocalDraft<Unsent>
  private closed = false
  /** What was on its way when the browser was killed, by path. */
  private readonly recovered = new Map<string, Answer | undefined>()

  constructor(
    private readonly taskId: string,
    opened: Pick<Opened, 'revision' | 'versionNo' | 'personal' | 'answerStatus'>,
    /** The form; set when it is made, for it is made with what reports its changes. */
    private readonly sheet: () => SheetStore,
  ) {
    this.revision = opened.revision
    this.versionNo = opened.versionNo
    this.personal = opened.personal
    this.status = opened.answerStatus
    this.local = new LocalDraft(`expert/fill/${taskId}`)
    makeAutoObservable<this, 'sheet' | 'pending' | 'outgoing' | 'tries' | 'local' | 'revision' | 'versionNo' | 'closed' | 'recovered' | 'taskId'>(
      this,
      { sheet: false, pending: false, outgoing: false, tries: false, local: false, revision: false, versionNo: false, closed: false, recovered: false, taskId: false },
      { autoBind: true },
    )
  }

  get isDirty(): boolean {
    return this.state !== 'saved' || this.collisions.length > 0
  }

  /** The revision that the person sees, for handing it in. */
  get seen(): number {
    return this.revision
  }

  /** Lays down what the server does not have, with the revisions at which it was typed; also what the person has yet to decide. */
  private rest(): void {
    this.local.note(() => {
      const undecided = this.collisions.map(({ path, mine, base }): [string, Pending] => [path, { value: mine, base }])
      const all = [...undecided, ...this.pending]
      return all.length === 0 ? null : Object.fromEntries(all)
    })
  }

  /** What other tabs and earlier runs of this browser have not sent, by path; the newest of each. */
  async unsent(): Promise<Unsent> {
    return Object.assign({}, ...(await this.local.find())) as Unsent
  }

  /** Throws away what was not sent. */
  discard = (): Promise<void> => this.local.forgetOthers()

  /** Answers that were not sent when this browser was last closed are sent on the revisions at which they were typed. */
  async recover(): Promise<number> {
    const found = Object.entries(await this.unsent()).filter(([text]) => !this.pending.has(text))
    for (const [text, one] of found) {
      const path = pathOf(text)
      if (!path) continue
      this.sheet().take(path, one.value)
      this.pending.set(text, one)
      if ('sent' in one) this.recovered.set(text, one.sent)
    }
    if (found.length > 0) {
      this.rest()
      await this.local.flush()
      void this.save()
    }
    await this.local.forgetOthers()
    return found.length
  }

  note(path: AnswerPath, value: Answer | undefined): void {
    const text = pathText(path)
    const undecided = this.collisions.find((one) => one.path === text)
    if (undecided) {
      undecided.mine = value
      return this.rest()
    }
    const before = this.pending.get(text)
    this.pending.set(text, { value, base: before?.base ?? this.revision, ...(before && 'sent' in before ? { sent: before.sent } : {}) })
    this.rest()
    if (this.state !== 'saving') this.state = 'waiting'
    this.outgoing.later(SAVE_PAUSE)
  }

  /** Sends what is not with the server yet; done when nothing is left, or when it cannot go on. */
  save(): Promise<void> {
    return this.outgoing.now()
  }

  private async send(): Promise<void> {
    while (this.pending.size > 0 && !this.closed) {
      const sent = [...this.pending].slice(0, MOST)
      const changes = sent.map(([path, { value, base }]) => ({ path, base, ...(value === undefined ? {} : { value }) }))
      const input = { taskId: this.taskId, since: this.revision, changes }
      for (const [, one] of sent) one.sent = one.value
      // So that whoever is killed while it is on its way knows their own answer again.
      this.rest()
      runInAction(() => (this.state = 'saving'))
      try {
        const answer = await api(saveFormAnswers, input, { idempotencyKey: this.outgoing.keyFor(input), quiet: [CODE.input, CODE.conflict, CODE.forbidden] })
        this.outgoing.answered()
        this.tries = 0
        this.arrived(sent, answer)
      } catch (error) {
        if (!this.reject(sent, error)) return this.failed(error)
      }
    }
    runInAction(() => {
      if (this.pending.size > 0) return
      this.state = 'saved'
      this.savedAt = new Date()
    })
  }

  private arrived(sent: readonly [string, Pending][], answer: ResponseOf<typeof saveFormAnswers>): void {
    this.revision = answer.revision
    this.status = answer.answerStatus
    this.moved = answer.versionNo !== this.versionNo
    for (const [path, old] of sent) {
      const now = this.pending.get(path)
      if (now === old) this.pending.delete(path)
      else if (now) {
        now.base = answer.revision
        delete now.sent
      }
    }
    for (const { path: text, value } of answer.others) {
      const path = pathOf(text)
      if (path && !this.pending.has(text)) this.sheet().take(path, value)
    }
    this.personal = { ...this.personal, ...answer.personal }
    this.collide(new Map(sent), answer.conflicts)
    this.rest()
  }

  /** Answers that somebody else has changed. What stands there may be this person's own, which arrived before the browser was killed. */
  private collide(sent: ReadonlyMap<string, Pending>, conflicts: ResponseOf<typeof saveFormAnswers>['conflicts']): void {
    for (const one of conflicts) {
      const mine = this.pending.get(one.path) ?? sent.get(one.path)
      this.collisions = this.collisions.filter(({ path }) => path !== one.path)
      if (!mine) continue
      const isOwn = this.recovered.has(one.path) && same(this.recovered.get(one.path), one.theirs)
      this.recovered.delete(one.path)
      if (isOwn) this.pending.set(one.path, { value: mine.value, base: one.revision })
      else {
        this.pending.delete(one.path)
        this.collisions.push({ ...one, mine: mine.value, base: sent.get(one.path)?.base ?? mine.base })
      }
    }
  }

  /** Takes out what the server refuses by itself, and lets the rest go on; false where the refusal names nothing of it. */
  private reject(sent: readonly [string, Pending][], error: unknown): boolean {
    const fields = error instanceof ApiError && error.code === CODE.input ? error.fields : []
    const refused = fields.filter(({ path }) => sent.some(([text]) => text === path))
    if (refused.length === 0) return false
    this.outgoing.answered()
    for (const { path, message } of refused) {
      this.rejected = [...this.rejected.filter((old) => old.path !== path), { path, value: this.pending.get(path)?.value, message }]
      this.pending.delete(path)
    }
    this.rest()
    return true
  }

  private failed(error: unknown): void {
    const said = error instanceof ApiError ? error.message : ''
    const again = !(error instanceof ApiError)
    this.state = again ? 'lost' : 'refused'
    this.reason = again ? '网络已断开，填写的内容保存在本机，恢复后自动提交到服务器' : said
    // Looked at as a role the console keeps nothing, here neither.
    if (error instanceof ApiError && error.code === CODE.roleView) this.local.note(() => null)
    if (again && !this.closed) this.outgoing.later(RETRY_PAUSES[Math.min(this.tries++, RETRY_PAUSES.length - 1)] ?? SAVE_PAUSE)
  }

  /** Settles an answer that a colleague has changed as well. */
  settle(one: Collision, mine: boolean): void {
    this.collisions = this.collisions.filter((other) => other.path !== one.path)
    const path = pathOf(one.path)
    if (!path) return
    if (mine) {
      this.pending.set(one.path, { value: one.mine, base: one.revision })
      this.state = 'waiting'
      void this.save()
    } else this.sheet().take(path, one.theirs)
    this.rest()
  }

  /** The page is left: what is open is sent, nothing is tried again. */
  close(): void {
    void this.save()
    this.closed = true
    this.outgoing.stop()
    this.local.close()
  }

  /** The page is shown again. */
  reopen(): void {
    this.closed = false
    if (this.pending.size > 0) void this.save()
  }
}
