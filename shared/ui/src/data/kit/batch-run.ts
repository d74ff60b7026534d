import { BATCH_STEP, type Call, type RequestOf } from '@assoc/contract'
import { ApiError, api, newKey } from '@assoc/http'
import { makeAutoObservable, observableRef, runInAction } from 'mobx'

export interface Failed {
  id: string
  name: string
  message: string
}

/** What a batch is carried out on: chosen rows, or all that a filter matches. */
export type Target = { ids: readonly string[]; versions?: readonly number[] } | { filter: Record<string, unknown>; total: number }

/** A row that a step has moved, as the batch call tells of it. */
export interface Changed {
  id: string
  version: number
  from: string
}

type Answer = { done: number; failed: Failed[]; next: string | null; changed?: Changed[] | undefined }

/**
 * One action on many rows, fifty a request. It can be stopped between two requests, tells what failed and why, and
 * tries the failed again. A request whose answer was lost is sent again with the same key, so nothing is done twice.
 */
export class BatchRun {
  done = 0
  failed: Failed[] = []
  /** Rows that a step has moved so far. */
  changed: Changed[] = []
  total: number
  running = false
  stopped = false
  /** Sentence when the run broke off; going on begins where it stood. */
  error: string | null = null
  /** What the step asks for besides a reason. */
  input: Record<string, unknown> | null = null
  private readonly call: Call
  private readonly verb: string
  private rest: string[] | null
  /** Versions of the rows, where they are to be as they were read. */
  private readonly versions: ReadonlyMap<string, number> | null
  private after: string | null = null
  private readonly filter: Record<string, unknown> | null
  private intent: { body: string; key: string } | null = null
  private finished = false

  constructor(call: Call, verb: string, target: Target) {
    this.call = call
    this.verb = verb
    this.rest = 'ids' in target ? [...target.ids] : null
    this.versions = 'ids' in target && target.versions ? new Map(target.ids.map((id, i) => [id, target.versions?.[i] ?? 0])) : null
    this.filter = 'filter' in target ? target.filter : null
    this.total = 'ids' in target ? target.ids.length : target.total
    makeAutoObservable<this, 'call' | 'verb' | 'rest' | 'versions' | 'after' | 'filter' | 'intent'>(this, { call: false, verb: false, rest: false, versions: false, after: false, filter: false, intent: false, failed: observableRef, changed: observableRef })
  }

  get complete(): boolean {
    return this.finished
  }

  get percent(): number {
    return this.total === 0 ? 100 : Math.min(100, Math.round(((this.done + this.failed.length) / this.total) * 100))
  }

  stop(): void {
    this.stopped = true
  }

  /** Carries on until all is done, it is stopped, or a request fails. */
  async run(reason: string): Promise<void> {
    this.running = true
    this.stopped = false
    this.error = null
    try {
      while (!this.stopped && !this.finished) await this.step(reason)
    } catch (error) {
      runInAction(() => (this.error = error instanceof ApiError ? error.message : '网络连接失败，已完成的部分不受影响，可以继续'))
    } finally {
      runInAction(() => (this.running = false))
    }
  }

  private async step(reason: string): Promise<void> {
    const ids = this.rest?.slice(0, BATCH_STEP)
    if (ids?.length === 0) {
      runInAction(() => (this.finished = true))
      return
    }
    const input = { verb: this.verb, ...(reason ? { reason } : {}), ...(this.input ? { input: this.input } : {}), ...(ids ? { ids, ...(this.versions ? { versions: ids.map((id) => this.versions?.get(id) ?? 0) } : {}) } : { filter: this.filter, ...(this.after ? { after: this.after } : {}) }) }
    const body = JSON.stringify(input)
    if (this.intent?.body !== body) this.intent = { body, key: newKey() }
    const answer = (await api(this.call, input as RequestOf<Call>, { idempotencyKey: this.intent.key })) as Answer
    runInAction(() => {
      this.done += answer.done
      this.failed = [...this.failed, ...answer.failed]
      this.changed = [...this.changed, ...(answer.changed ?? [])]
      if (this.rest) this.rest = this.rest.slice(BATCH_STEP)
      else {
        this.after = answer.next
        this.finished = answer.next === null
      }
    })
  }

  /** Takes the failed rows up again, and only those. */
  async retryFailed(reason: string): Promise<void> {
    this.rest = this.failed.map((f) => f.id)
    this.failed = []
    this.finished = false
    await this.run(reason)
  }
}
