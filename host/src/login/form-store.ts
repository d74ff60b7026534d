import { CODE } from '@assoc/contract'
import { ApiError } from '@assoc/http'
import { makeAutoObservable, runInAction } from 'mobx'
import { Countdown } from './countdown'

export type Errors<K extends string> = Partial<Record<K, string>>

/** Codes that the forms of this page show themselves, at the field or above the button. */
export const SHOWN_HERE: readonly string[] = [
  CODE.input,
  CODE.tooMany,
  CODE.badCredentials,
  CODE.badVerificationCode,
  CODE.sliderRequired,
  CODE.conflict,
  CODE.secondFactor,
  CODE.challengeEnded,
]

/** The schema of a call's request, as far as a form needs it. */
interface Checker {
  safeParse(value: unknown): { success: boolean; error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }
}

/** First sentence for each refused field of a request. */
export function fieldErrors<K extends string>(schema: Checker, value: unknown, rename: Partial<Record<string, K>> = {}): Errors<K> {
  const result = schema.safeParse(value)
  const errors: Errors<K> = {}
  for (const issue of result.error?.issues ?? []) {
    const path = String(issue.path[0] ?? '')
    const key = rename[path] ?? (path as K)
    errors[key] ??= issue.message
  }
  return errors
}

/** Values, errors and the running state of one form of the login page. */
export class FormStore<K extends string> {
  values: Record<K, string>
  errors: Errors<K> = {}
  /** One sentence for the form as a whole. */
  message = ''
  busy = false
  /** Too many tries: the button stays locked while it runs. */
  readonly lock = new Countdown()

  constructor(values: Record<K, string>) {
    this.values = values
    makeAutoObservable(this, { lock: false })
  }

  get locked(): boolean {
    return this.lock.seconds > 0
  }

  set(name: K, value: string): void {
    this.values[name] = value
    if (this.errors[name]) this.errors[name] = ''
    this.message = ''
  }

  setErrors(errors: Errors<K>): void {
    this.errors = errors
  }

  /** Runs `work` when the checks find nothing; shows what either of them says. Answers whether it went well. */
  async submit(errors: Errors<K>, work: () => Promise<void>): Promise<boolean> {
    if (this.busy || this.locked) return false
    this.errors = errors
    this.message = ''
    if (Object.values(errors).some(Boolean)) return false
    this.busy = true
    try {
      await work()
      return true
    } catch (error) {
      runInAction(() => this.fail(error))
      return false
    } finally {
      runInAction(() => {
        this.busy = false
      })
    }
  }

  /** Puts an error of a call where it belongs: fields, countdown, or the sentence. */
  fail(error: unknown): void {
    if (!(error instanceof ApiError)) {
      this.message = '网络连接不成功，请检查网络后重试'
      return
    }
    for (const field of error.fields) {
      const name = field.path.split('.')[0] as K
      if (name in this.values) this.errors[name] ||= field.message
      else this.message = field.message
    }
    if (error.fields.length > 0) return
    const { retryAfterSeconds } = (error.data ?? {}) as { retryAfterSeconds?: number }
    if (error.code === CODE.tooMany) this.lock.start(retryAfterSeconds ?? 60)
    this.message = error.code === CODE.tooMany ? '' : error.message
  }
}
