import { CODE } from '@assoc/contract'
import type { FormDoc } from '@assoc/contract/form/engine/document'
import { applyPatches, diff, PATCHES, type Conflict } from '@assoc/contract/form/engine/patch'
import { saveFormDraft } from '@assoc/contract/form/template'
import { api, ApiError } from '@assoc/http'
import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { Outgoing } from '../saving'
import type { DesignerStore } from './store'

/** Pause after the last change until it is with the server, ms. */
const SAVE_PAUSE = 2000
/** Pause until it is tried anew after the connection was lost, ms. */
const RETRY_PAUSE = 10_000

export type SaveState = 'saved' | 'waiting' | 'saving' | 'lost' | 'refused' | 'conflict'

/**
 * Keeps a draft with the server. What is sent is the difference from what the server has, so nothing is sent twice and nothing is forgotten
 * when a save is lost; what others have changed comes back with the answer and is laid under what was typed meanwhile.
 */
export class DraftSaver {
  state: SaveState = 'saved'
  /** Why it was not saved, as a sentence. */
  reason = ''
  revision: number
  /** What the server has. */
  private kept: FormDoc
  private readonly outgoing = new Outgoing(() => this.send())
  /** What the server has, while it is asked what shall hold. */
  private pending: { revision: number; document: FormDoc } | null = null
  private readonly stop: () => void

  constructor(
    private readonly store: DesignerStore,
    private readonly templateId: string,
    revision: number,
  ) {
    this.revision = revision
    this.kept = store.doc
    makeAutoObservable<this, 'store' | 'templateId' | 'kept' | 'outgoing' | 'pending' | 'stop'>(
      this,
      { store: false, templateId: false, kept: observableRef, outgoing: false, pending: false, stop: false },
      { autoBind: true },
    )
    store.saveNow = () => void this.save()
    this.stop = reaction(
      () => store.doc,
      () => this.noticed(),
    )
  }

  get isDirty(): boolean {
    return this.state !== 'saved'
  }

  private noticed(): void {
    if (this.state === 'conflict' || this.store.doc === this.kept) return
    if (this.state !== 'saving') this.state = 'waiting'
    this.outgoing.later(SAVE_PAUSE)
  }

  /** Sends what is not with the server yet; done when nothing is left, or when it cannot go on. */
  save(): Promise<void> {
    return this.outgoing.now()
  }

  private async send(): Promise<void> {
    if (this.state === 'conflict') return
    for (;;) {
      const sent = this.store.doc
      const patches = diff(this.kept, sent).slice(0, PATCHES)
      if (patches.length === 0) return this.settled()
      const input = { templateId: this.templateId, base: this.revision, patches }
      this.state = 'saving'
      try {
        const answer = await api(saveFormDraft, input, {
          idempotencyKey: this.outgoing.keyFor(input),
          quiet: [CODE.conflict, CODE.input, CODE.notFound],
        })
        const applied = applyPatches(this.kept, patches)
        const mine = 'doc' in applied ? applied.doc : sent
        runInAction(() => {
          this.outgoing.answered()
          this.revision = answer.revision
          this.takeOver(answer.document ?? mine, mine)
        })
        if (this.state === ('conflict' as SaveState)) return
      } catch (error) {
        return runInAction(() => this.failed(error))
      }
    }
  }

  private settled(): void {
    this.state = 'saved'
    this.reason = ''
  }

  /** Lays what the server has under what was changed since `base`. */
  private takeOver(theirs: FormDoc, base: FormDoc): void {
    const since = diff(base, this.store.doc)
    const merged = applyPatches(theirs, since)
    this.kept = theirs
    if ('doc' in merged) this.store.replace(merged.doc)
    else if ('conflicts' in merged) this.ask(merged.conflicts)
    else this.refused(merged.problem)
  }

  private ask(conflicts: Conflict[]): void {
    this.state = 'conflict'
    this.store.conflicts = conflicts
  }
  private refused(reason: string): void {
    this.state = 'refused'
    this.reason = reason
  }

  private failed(error: unknown): void {
    if (!(error instanceof ApiError)) {
      this.state = 'lost'
      this.reason = '网络连接失败，稍后自动重试'
      this.outgoing.later(RETRY_PAUSE)
      return
    }
    this.outgoing.answered()
    const current = (error.data as { current?: { revision: number; document: FormDoc; conflicts: Conflict[] } } | null)?.current
    if (error.code === CODE.conflict && current) {
      this.pending = current
      this.ask(current.conflicts)
    } else this.refused(error.fields[0]?.message ?? error.message)
  }

  /** Goes on after a conflict: for each place that both have changed, mine or theirs. */
  resolve(mine: ReadonlySet<string>): void {
    const conflicts = this.store.conflicts ?? []
    const theirs = this.pending?.document ?? this.kept
    if (this.pending) this.revision = this.pending.revision
    const places = new Map(conflicts.map((one) => [one.at.join('/'), one]))
    const since = diff(this.kept, this.store.doc)
    const wanted = since.flatMap((patch) => {
      const conflict = places.get(patch.at.join('/'))
      if (!conflict) return [patch]
      if (!mine.has(patch.at.join('/'))) return []
      const { from: _, ...rest } = patch
      return [conflict.theirs === undefined ? rest : { ...rest, from: conflict.theirs }]
    })
    const merged = applyPatches(theirs, wanted)
    this.store.conflicts = null
    this.pending = null
    this.kept = theirs
    this.state = 'waiting'
    if ('doc' in merged) {
      this.store.replace(merged.doc)
      void this.save()
    } else if ('conflicts' in merged) this.ask(merged.conflicts)
    else this.refused(merged.problem)
  }

  /** The view is gone for good. */
  end(): void {
    this.outgoing.stop()
    this.stop()
  }
}
