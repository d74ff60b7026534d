import { makeAutoObservable } from 'mobx'
import { TOAST_DURATION_MS } from '@assoc/contract'

export type ToastKind = 'success' | 'info' | 'error'
export interface Toast {
  id: number
  kind: ToastKind
  text: string
  at: number
}

const HISTORY = 50

/**
 * The one toast. It stays 3,000 ms; a newer one takes its place, except that an error is not hidden
 * by a success that comes while it stands. What was shown is kept for the notification centre.
 */
export class ToastStore {
  current: Toast | null = null
  history: Toast[] = []
  private next = 1
  private sealed = false
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    makeAutoObservable<this, 'next' | 'timer' | 'sealed'>(this, { next: false, timer: false, sealed: false })
  }

  show(kind: ToastKind, text: string): void {
    const toast: Toast = { id: this.next++, kind, text, at: Date.now() }
    this.history = [toast, ...this.history].slice(0, HISTORY)
    if (this.sealed || (this.current?.kind === 'error' && kind !== 'error')) return
    const same = this.current?.kind === kind && this.current.text === text
    if (!same) this.current = toast
    this.hold()
  }

  success(text: string): void {
    this.show('success', text)
  }
  error(text: string): void {
    this.show('error', text)
  }

  /** The last thing that this page tells: what comes after it, such as late answers, is kept and not shown in its place. */
  last(text: string): void {
    this.error(text)
    this.sealed = true
  }

  /** A page begins: toasts are shown. */
  begin(): void {
    this.sealed = false
  }

  /** Keeps the toast while the pointer rests on it. */
  pause(): void {
    clearTimeout(this.timer)
  }

  hold(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.dismiss(), TOAST_DURATION_MS)
  }

  dismiss(): void {
    clearTimeout(this.timer)
    this.current = null
  }
}
