import { CODE, type ResponseOf } from '@assoc/contract'
import { saveScoreSheet, type readScoreSheet } from '@assoc/contract/expert/review/score'
import { problemsOfScores, problemsOfSheet, totalOf, type SheetProblem } from '@assoc/contract/expert/review/sheet-rules'
import { api, ApiError } from '@assoc/http'
import { makeAutoObservable, runInAction } from 'mobx'
import { Outgoing } from '../saving'

/** Pause after the last change until it is with the server, ms. */
const SAVE_PAUSE = 1000
const RETRY_PAUSES = [3000, 10_000, 30_000]

export type OpenedSheet = ResponseOf<typeof readScoreSheet>
type Current = ResponseOf<typeof saveScoreSheet>['current']
export type SaveState = 'saved' | 'waiting' | 'saving' | 'lost' | 'refused'

const same = (a: object, b: object): boolean => JSON.stringify(Object.entries(a).toSorted()) === JSON.stringify(Object.entries(b).toSorted())

/** Scores and comment of one sheet as they are typed, and what keeps them with the server. A state that was saved elsewhere meanwhile is never written over. */
export class SheetSaver {
  scores: Record<string, number>
  comment: string
  state: SaveState = 'saved'
  reason = ''
  savedAt: Date | null = null
  /** What was saved elsewhere since; the person decides. */
  collision: Current | null = null
  /** Faults are shown once somebody has tried to hand the sheet in. */
  shown: SheetProblem[] = []
  version: number
  private kept: { scores: Record<string, number>; comment: string }
  private tries = 0
  private closed = false
  private readonly outgoing = new Outgoing(() => this.send())

  constructor(readonly sheet: OpenedSheet) {
    this.scores = { ...sheet.dimScores }
    this.comment = sheet.comment ?? ''
    this.version = sheet.version
    this.kept = { scores: { ...sheet.dimScores }, comment: this.comment }
    makeAutoObservable<this, 'kept' | 'tries' | 'closed' | 'outgoing'>(this, { sheet: false, kept: false, tries: false, closed: false, outgoing: false }, { autoBind: true })
  }

  get rules() {
    return this.sheet.batch
  }

  get total(): number | null {
    return totalOf(this.scores, this.rules.dimensions)
  }

  get isDirty(): boolean {
    return this.collision !== null || this.state !== 'saved'
  }

  faultAt(path: string): string | undefined {
    return (problemsOfScores(this.scores, this.rules.dimensions).find((one) => one.path === path) ?? this.shown.find((one) => one.path === path))?.message
  }

  score(dimName: string, value: number | null): void {
    const { [dimName]: _, ...others } = this.scores
    this.scores = value === null ? others : { ...others, [dimName]: value }
    this.changed()
  }

  write(comment: string): void {
    this.comment = comment
    this.changed()
  }

  private changed(): void {
    this.shown = this.shown.length > 0 ? problemsOfSheet(this.scores, this.comment, this.rules) : []
    if (this.state !== 'saving') this.state = 'waiting'
    this.outgoing.later(SAVE_PAUSE)
  }

  /** What keeps the sheet from being handed in, shown at its places. */
  check(): boolean {
    this.shown = problemsOfSheet(this.scores, this.comment, this.rules)
    return this.shown.length === 0
  }

  save(): Promise<void> {
    return this.outgoing.now()
  }

  private get open(): boolean {
    return !same(this.scores, this.kept.scores) || this.comment !== this.kept.comment
  }

  private async send(): Promise<void> {
    while (this.open && !this.collision) {
      if (problemsOfScores(this.scores, this.rules.dimensions).length > 0) return this.refuse('得分有误，改正后自动保存')
      const sent = { scores: { ...this.scores }, comment: this.comment }
      const input = { sheetId: this.sheet.sheetId, version: this.version, dimScores: sent.scores, comment: sent.comment }
      runInAction(() => (this.state = 'saving'))
      try {
        const answer = await api(saveScoreSheet, input, { idempotencyKey: this.outgoing.keyFor(input), quiet: [CODE.input, CODE.inUse, CODE.conflict, CODE.notFound] })
        this.outgoing.answered()
        this.tries = 0
        this.arrived(sent, answer)
      } catch (error) {
        return this.failed(error)
      }
    }
    runInAction(() => {
      if (this.collision) return
      this.state = 'saved'
      this.savedAt = new Date()
    })
  }

  private arrived(sent: { scores: Record<string, number>; comment: string }, { saved, current }: ResponseOf<typeof saveScoreSheet>): void {
    if (!saved) {
      this.collision = current
      this.state = 'waiting'
      return
    }
    this.version = current.version
    this.kept = sent
  }

  private refuse(reason: string): void {
    this.state = 'refused'
    this.reason = reason
  }

  private failed(error: unknown): void {
    if (error instanceof ApiError) {
      this.outgoing.answered()
      return this.refuse(error.message)
    }
    this.state = 'lost'
    this.reason = '网络已断开，恢复后自动保存，请勿关闭页面'
    if (!this.closed) this.outgoing.later(RETRY_PAUSES[Math.min(this.tries++, RETRY_PAUSES.length - 1)] ?? SAVE_PAUSE)
  }

  /** Settles what was saved elsewhere: mine is written over it, knowingly, or theirs is taken. */
  settle(mine: boolean): void {
    const theirs = this.collision
    if (!theirs) return
    this.collision = null
    this.version = theirs.version
    this.kept = { scores: { ...theirs.dimScores }, comment: theirs.comment ?? '' }
    if (!mine) {
      this.scores = { ...theirs.dimScores }
      this.comment = theirs.comment ?? ''
    }
    this.state = 'waiting'
    void this.save()
  }

  /** The page is left: what is open is sent, nothing is tried again. */
  close(): void {
    this.closed = true
    if (this.state !== 'saved') void this.save()
    this.outgoing.stop()
  }

  reopen(): void {
    this.closed = false
    if (this.open) void this.save()
  }
}
