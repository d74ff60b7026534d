import type { trialAccount } from '@assoc/contract/member/trial-account'
import type { RowOfResource } from '@assoc/ui/data'
import { makeAutoObservable } from 'mobx'

export type Trial = RowOfResource<typeof trialAccount>

/** The dialog that is open: one page stands at a time. */
class State {
  asked: { kind: 'open' | 'extend' | 'letter'; trial: Trial } | null = null
  /** A trial that was opened just now and has no password yet. */
  opened: Trial | null = null

  constructor() {
    makeAutoObservable(this)
  }

  ask(kind: 'open' | 'extend' | 'letter', trial: Trial): void {
    this.asked = { kind, trial }
  }

  /** Goes on to the letter of a trial that was opened. */
  show(opened: Trial): void {
    this.asked = null
    this.opened = opened
  }

  /** Closes the question; what has followed from it meanwhile stays. */
  leave(): void {
    this.asked = null
  }

  close(): void {
    this.asked = null
    this.opened = null
  }
}
export const state = new State()
