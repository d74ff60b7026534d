import { CODE, type ResponseOf } from '@assoc/contract'
import { pathOf, pathText, type Answer, type AnswerPath } from '@assoc/contract/form/engine/answers'
import { saveFormAnswers, type openFormTask } from '@assoc/contract/form/fill'
import { api, ApiError, newKey } from '@assoc/http'
import { DraftKeeper, type SheetStore } from '@assoc/ui'
import { makeAutoObservable, runInAction } from 'mobx'

/** Pause after the last key until the answers are with the server, ms. */
const SAVE_PAUSE = 2000
/** Pauses until it is tried anew after the connection was lost, ms; the last one again and again. */
const RETRY_PAUSES = [3000, 10_000, 30_000]
/** Changes of one call. */
const MOST = 500

export type FillState = 'saved' | 'waiting' | 'saving' | 'lost' | 'refused'
export type Collision = ResponseOf<typeof saveFormAnswers>['conflicts'][number]

type Opened = ResponseOf<typeof openFormTask>

interface Pending {
  value: Answer | undefined
  /** Revision at which this person has last seen the answer. */
  base: number
}

/**
 * Keeps the answers of one task with the server: only what was changed, a moment after the last key. What colleagues have answered
 * meanwhile is taken over; where both answered the same question, the person decides. What cannot be sent rests encrypted in this
 * browser and is sent when the connection or the session is back.
 */
export class FillSaver {
  state: FillState = 'saved'
  /** Why it was not saved, as a sentence. */
  reason = ''
  savedAt: Date | null = null
  collisions: Collision[] = []
  status: Opened['answerStatus']
  /** Masked values of personal answers, by path. */
  personal: Record<string, string>
  private revision: number
  private readonly pending = new Map<string, Pending>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private running: Promise<void> | null = null
  private tries = 0
  private attempt: { body: string; key: string } | null = null
  private readonly keeper: DraftKeeper
  private closed = false

  constructor(
    private readonly taskId: string,
    opened: Pick<Opened, 'revision' | 'personal' | 'answerStatus'>,
    /** The form; set when it is made, for it is made with what reports its changes. */
    private readonly sheet: () => SheetStore,
  ) {
    this.revision = opened.revision
    this.personal = opened.personal
    this.status = opened.answerStatus
    this.keeper = new DraftKeeper(`expert/QuestionnaireTodo/${taskId}`)
    makeAutoObservable<this, 'sheet' | 'pending' | 'timer' | 'running' | 'tries' | 'attempt' | 'keeper' | 'revision' | 'closed' | 'taskId'>(
      this,
      { sheet: false, pending: false, timer: false, running: false, tries: false, attempt: false, keeper: false, revision: false, closed: false, taskId: false },
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

  /** Answers that were not sent when this browser was last closed are typed once more. */
  async recover(): Promise<number> {
    const draft = await this.keeper.find()
    const entries = Object.entries((draft?.content as Record<string, Answer | null> | undefined) ?? {})
    for (const [text, value] of entries) {
      const path = pathOf(text)
      if (!path) continue
      this.sheet().take(path, value ?? undefined)
      this.note(path, value ?? undefined)
    }
    return entries.length
  }

  note(path: AnswerPath, value: Answer | undefined): void {
    const text = pathText(path)
    this.pending.set(text, { value, base: this.pending.get(text)?.base ?? this.revision })
    if (this.state !== 'saving') this.state = 'waiting'
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.save(), SAVE_PAUSE)
  }

  /** Sends what is not with the server yet; done when nothing is left, or when it cannot go on. */
  save(): Promise<void> {
    clearTimeout(this.timer)
    this.running ??= this.send().finally(() => {
      this.running = null
    })
    return this.running
  }

  private async send(): Promise<void> {
    while (this.pending.size > 0 && !this.closed) {
      const sent = [...this.pending].slice(0, MOST)
      const changes = sent.map(([path, { value, base }]) => ({ path, base, ...(value === undefined ? {} : { value }) }))
      const input = { taskId: this.taskId, since: this.revision, changes }
      const body = JSON.stringify(input)
      // A request whose answer was lost is the same request when it is sent again.
      if (this.attempt?.body !== body) this.attempt = { body, key: newKey() }
      runInAction(() => (this.state = 'saving'))
      try {
        const answer = await api(saveFormAnswers, input, { idempotencyKey: this.attempt.key, quiet: [CODE.input, CODE.conflict, CODE.forbidden] })
        this.attempt = null
        this.tries = 0
        this.arrived(sent, answer)
      } catch (error) {
        return this.failed(error)
      }
    }
    await this.keeper.drop().catch(() => undefined)
    runInAction(() => {
      if (this.pending.size > 0) return
      this.state = 'saved'
      this.savedAt = new Date()
    })
  }

  private arrived(sent: readonly [string, Pending][], answer: ResponseOf<typeof saveFormAnswers>): void {
    this.revision = answer.revision
    this.status = answer.answerStatus
    for (const [path, old] of sent) {
      const now = this.pending.get(path)
      if (now === old) this.pending.delete(path)
      else if (now) now.base = answer.revision
    }
    for (const { path: text, value } of answer.others) {
      const path = pathOf(text)
      if (path && !this.pending.has(text)) this.sheet().take(path, value)
    }
    this.personal = { ...this.personal, ...answer.personal }
    if (answer.conflicts.length > 0) this.collisions = [...this.collisions.filter((old) => answer.conflicts.every((one) => one.path !== old.path)), ...answer.conflicts]
  }

  private failed(error: unknown): void {
    const said = error instanceof ApiError ? error.message : ''
    const again = !(error instanceof ApiError)
    this.state = again ? 'lost' : 'refused'
    this.reason = again ? '网络已断开，填写的内容保存在本机，恢复后自动提交到服务器' : said
    this.keeper.note(Object.fromEntries([...this.pending].map(([path, { value }]) => [path, value ?? null])))
    if (again && !this.closed) this.timer = setTimeout(() => void this.save(), RETRY_PAUSES[Math.min(this.tries++, RETRY_PAUSES.length - 1)])
  }

  /** Settles an answer that a colleague has changed as well. */
  settle(one: Collision, mine: boolean): void {
    this.collisions = this.collisions.filter((other) => other !== one)
    const path = pathOf(one.path)
    if (!path) return
    if (mine) {
      this.pending.set(one.path, { value: one.mine, base: one.revision })
      this.state = 'waiting'
      void this.save()
    } else this.sheet().take(path, one.theirs)
  }

  /** The page is left: what is open is sent, nothing is tried again. */
  close(): void {
    void this.save()
    this.closed = true
    clearTimeout(this.timer)
    this.keeper.close()
  }

  /** The page is shown again. */
  reopen(): void {
    this.closed = false
    if (this.pending.size > 0) void this.save()
  }
}
