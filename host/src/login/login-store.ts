import { CODE } from '@assoc/contract'
import type { ChallengeData } from '@assoc/contract/rbac/second-factor'
import { ApiError } from '@assoc/http'
import type { LoginRecord } from '@assoc/session'
import { session } from '@assoc/session'
import { makeAutoObservable, runInAction } from 'mobx'

export type LoginStep = 'password' | 'code' | 'forgot' | 'forced' | 'factor' | 'register'

export interface Answer extends LoginRecord {
  mustChangePassword: boolean
}

/** Which part of the card is shown, and what has to happen before the person is let in. */
export class LoginStore {
  step: LoginStep
  /** Kept over the steps, so that nobody types it twice. */
  lastName = ''
  notice = ''
  /** Signed in at the server, but the password must be changed first. */
  pending: { record: LoginRecord; oldPassWord: string; loginName: string } | null = null
  /** The password was right and a second factor must follow: nobody is signed in yet. */
  waiting: { data: ChallengeData; passWord: string; loginName: string } | null = null
  private readonly enter: () => void

  constructor(step: LoginStep, enter: () => void) {
    this.step = step
    this.enter = enter
    makeAutoObservable<this, 'enter'>(this, { enter: false })
  }

  rememberName(name: string): void {
    this.lastName = name
  }

  show(step: LoginStep, notice = ''): void {
    this.step = step
    this.notice = notice
  }

  /** Signs in by a call; where the server wants a second factor, the card asks for it next. */
  async arriveBy(call: () => Promise<Answer>, passWord: string, loginName: string): Promise<void> {
    try {
      await this.arrived(await call(), passWord, loginName)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== CODE.secondFactor) throw error
      runInAction(() => {
        this.waiting = { data: error.data as ChallengeData, passWord, loginName }
        this.show('factor')
      })
    }
  }

  /** The server has accepted the person: let them in, or ask for a new password first. */
  async arrived(answer: Answer, passWord: string, loginName: string): Promise<void> {
    const record: LoginRecord = { userId: answer.userId, token: answer.token }
    if (!answer.mustChangePassword) return this.letIn(record)
    runInAction(() => {
      // Only in memory: until the password is changed, other tabs and a reload must not take them for signed in.
      session().userInfo = record
      this.pending = { record, oldPassWord: passWord, loginName }
      this.step = 'forced'
    })
  }

  letIn(record: LoginRecord): void {
    session().signIn(record)
    this.enter()
  }

  /** Gives up the forced change: nobody is signed in any more. */
  async abandon(): Promise<void> {
    runInAction(() => {
      this.pending = null
      this.step = 'password'
    })
    await session().logout()
  }
}
