import type { trialAccount } from '@assoc/contract/member/trial-account'
import type { RowOfResource } from '@assoc/ui/data'
import { makeAutoObservable } from 'mobx'

export type Trial = RowOfResource<typeof trialAccount>

/** The dialog that is open: one page stands at a time. */
class State {
  asked: { kind: 'open' | 'extend'; trial: Trial } | null = null
  opened: { accountName: string; password: string } | null = null

  constructor() {
    makeAutoObservable(this)
  }

  ask(kind: 'open' | 'extend', trial: Trial): void {
    this.asked = { kind, trial }
  }

  /** Shows a first password this once. */
  show(opened: { accountName: string; password: string }): void {
    this.asked = null
    this.opened = opened
  }

  /** Closes the question; a password that has come meanwhile stays. */
  leave(): void {
    this.asked = null
  }

  close(): void {
    this.asked = null
    this.opened = null
  }
}
export const state = new State()
