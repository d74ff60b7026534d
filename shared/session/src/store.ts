import { makeAutoObservable, runInAction } from 'mobx'
import { CODE, PERMISSION_SYSTEM_ID, SESSION_REDIRECT_DELAY_MS, type PermitCode } from '@assoc/contract'
import { selectCurrUserPermits } from '@assoc/contract/rbac/own'
import { loginOutTheUser, queryMenuListByUserId, type MenuNode } from '@assoc/contract/rbac/own'
import { ApiError, api, isMobileBrowser, isNetworkError, type Environment } from '@assoc/http'
import { clearMarker, clearRecord, markedUser, readRecord, writeMarker, writeRecord, type LoginRecord } from './record'
import { SessionChannel } from './channel'
import { isElsewhere } from './hand-over'
import { signOnRounds } from './sign-on-rounds'

export const MENU_TREE_KEY = 'menuTree'
const ROLE_VIEW_KEY = 'roleView'

export interface SessionDeps {
  environment: Environment
  /** Leaves the page for another address; replaced in tests. */
  leave: (address: string) => void
  /** Runs before local storage is cleared: drafts are written away here. */
  beforeClear?: () => Promise<void>
}

/**
 * The one session store: who is signed in, their menu and their permits. Host and remotes share one
 * instance; it follows section 4 of the specification step by step.
 */
export class SessionStore {
  userInfo: LoginRecord | null = null
  /** Number of things that cover the page; see covered. */
  loadingCount = 0
  menuList: MenuNode[] = []
  /** The menu was asked for: true from the request on, so that no second one starts. */
  menuRequest = false
  menuError: string | null = null
  permitList: ReadonlySet<string> = new Set()
  /** Set when the session has ended and the redirect is on its way. */
  ended: { message: string; address: string } | null = null
  /** Set when the sign-on has sent the page back twice without anybody being signed in: no more navigation, a screen says so. */
  signOnStopped = false
  /** The screen is locked: every call is refused until the password is typed. */
  locked = false
  private deps: SessionDeps
  private channel: SessionChannel | null = null
  /** The page is on its way elsewhere: no guard may send it to yet another place. */
  leaving = false
  private hadSession = false

  constructor(deps: SessionDeps) {
    this.deps = deps
    makeAutoObservable<this, 'deps' | 'channel' | 'hadSession'>(this, { deps: false, channel: false, hadSession: false, over: false, leaving: false, roleView: false, placeKey: false })
  }

  get signedIn(): boolean {
    return this.userInfo !== null
  }

  /** A session that this page had has ended, and no other has begun. */
  get over(): boolean {
    return this.hadSession && this.userInfo === null
  }

  get globalLoading(): boolean {
    return this.loadingCount > 0
  }

  /** Whether the person holds a permit of the contract. */
  has(permit: PermitCode): boolean {
    return this.permitList.has(permit)
  }

  /**
   * Step 1: reads the stored login record. With its marker it is the session; a record without marker is cleared, no call. A marker
   * without record is what is left of a session: a logout runs, and the promise waits for it, so that its answer ends no later
   * sign-in. Where people sign on at another origin the marker may be that one's, whose session stands: it is left to the sign-on.
   */
  start(): Promise<void> {
    const [record, marked] = [readRecord(), markedUser()]
    let started = Promise.resolve()
    if (record && marked !== null) {
      this.userInfo = record
    } else if (record) {
      this.clearLocal()
    } else if (marked !== null && !isElsewhere(this.signOnAddress(window.location.href))) {
      this.clearLocal()
      started = endAtServer(marked)
    }
    this.channel = new SessionChannel({
      ended: () => this.endedElsewhereInThisBrowser(),
      signedIn: (userId) => {
        if (this.userInfo && this.userInfo.userId !== userId) this.deps.leave('/')
      },
      rightsChanged: () => {
        if (this.userInfo && !this.leaving) this.deps.leave('/')
      },
      current: () => this.userInfo?.userId,
    })
    return started
  }

  /** Keeps the record of a fresh sign-in and tells the other tabs. */
  signIn(record: LoginRecord): void {
    writeRecord(record)
    writeMarker(record.userId, this.deps.environment.cookieDomain)
    this.userInfo = record
    this.channel?.signedIn(record.userId)
  }

  /** Step 2: tells the server, clears record and marker, ends the other tabs, goes to the login page. */
  async logout(): Promise<void> {
    const userId = this.userInfo?.userId
    this.leaving = true
    let address = '/login'
    await this.covered(async () => {
      await this.deps.beforeClear?.()
      // Who came by the organisation's sign-on is signed out there too, which leads back to the login page.
      if (userId) address = (await api(loginOutTheUser, { userId }, { quiet: [CODE.fault] })).signOutAt ?? address
    }).catch(() => {
      // The server may be away; the local end of the session must not wait for it.
    })
    runInAction(() => this.clearLocal())
    this.channel?.ended()
    this.deps.leave(address)
  }

  /** Step 3: a session-invalid code. However many calls fail, there is one redirect, and the first reason stays: answers whether this is it. */
  invalidate(message: string): boolean {
    if (this.ended || this.leaving || this.signOnStopped) return false
    if (!signOnRounds.begin()) {
      this.signOnStopped = true
      void this.clearForNext()
      return true
    }
    const address = this.signOnAddress(window.location.href)
    this.ended = { message, address }
    void this.finishInvalid(address)
    return true
  }

  setLocked(locked: boolean): void {
    this.locked = locked
  }

  /** Leaves at once instead of after three seconds. */
  leaveNow(): void {
    if (this.ended) this.leaveForSignOn(this.ended.address)
  }

  private async finishInvalid(address: string): Promise<void> {
    const wait = new Promise((resolve) => setTimeout(resolve, SESSION_REDIRECT_DELAY_MS))
    await this.clearForNext()
    await wait
    this.leaveForSignOn(address)
  }

  private async clearForNext(): Promise<void> {
    try {
      await this.deps.beforeClear?.()
    } finally {
      runInAction(() => this.clearLocal(true))
    }
  }

  /** Leaves for the sign-on, unless it has sent this tab back twice already: then the page stays and says so. */
  goToSignOn(): void {
    if (this.ended || this.leaving || this.signOnStopped) return
    if (!signOnRounds.begin()) {
      this.signOnStopped = true
      return
    }
    this.leaving = true
    this.leaveForSignOn(this.signOnAddress(window.location.href))
  }

  private leaveForSignOn(address: string): void {
    if (!isElsewhere(address)) return this.deps.leave(address)
    // Few leave for another origin: what it takes is fetched then, and without it the address leads there as it was.
    void import(/* webpackChunkName: "challenge" */ './challenge')
      .then(({ withChallenge }) => withChallenge(address))
      .then(this.deps.leave, () => this.deps.leave(address))
  }

  /** Forgets who is signed in here, for the server does not know them any more; the page stays. */
  forget(): void {
    this.clearLocal()
  }

  /** Tries the sign-on once more, because the person wants it. */
  retrySignOn(): void {
    signOnRounds.forget()
    this.signOnStopped = false
    this.goToSignOn()
  }

  /** Sign-on address that brings the person back: the current address and the manager suffix, URL-encoded. */
  signOnAddress(current: string): string {
    const { ssoDesktop, ssoMobile, managerSuffix } = this.deps.environment
    const address = ssoMobile && isMobileBrowser(navigator) ? ssoMobile : ssoDesktop
    const joint = address.includes('?') ? '&' : '?'
    return `${address}${joint}reback=${encodeURIComponent(current + managerSuffix)}`
  }

  /** Asks for menu and permits. A failure is kept in menuError and shown with a retry; there is no loop. */
  async requestMenu(): Promise<void> {
    const record = this.userInfo
    if (!record || this.menuRequest) return
    this.menuRequest = true
    this.menuError = null
    try {
      const { userId } = record
      const [menu, permits] = await Promise.all([
        api(queryMenuListByUserId, { userId }),
        api(selectCurrUserPermits, { userId, systemId: PERMISSION_SYSTEM_ID }),
      ])
      // Whoever has left meanwhile leaves no menu to the next.
      if (this.userInfo !== record) return
      localStorage.setItem(MENU_TREE_KEY, JSON.stringify(menu))
      signOnRounds.forget()
      runInAction(() => {
        this.menuList = menu
        this.permitList = new Set(permits)
      })
    } catch (error) {
      runInAction(() => {
        this.menuError = sentenceOfMenu(error)
        this.menuRequest = false
      })
    }
  }

  /** Reads menu and permits again after a change of roles; the open console goes on meanwhile. */
  async refreshMenu(): Promise<void> {
    this.menuRequest = false
    await this.requestMenu()
  }

  /** Covers the page while `work` runs. Counted, so that two covers do not open each other. */
  async covered<T>(work: () => Promise<T>): Promise<T> {
    this.loadingCount += 1
    try {
      return await work()
    } finally {
      runInAction(() => {
        this.loadingCount -= 1
      })
    }
  }

  /** Whether this browser looks at the console as a role; the server decides, this only keeps what belongs to the person apart. */
  get roleView(): boolean {
    return localStorage.getItem(ROLE_VIEW_KEY) !== null
  }

  /** Under what this browser keeps open tabs and recent pages: apart while the console is looked at as a role. */
  get placeKey(): string {
    return `${this.userInfo?.userId ?? 'nobody'}${this.roleView ? '/roleView' : ''}`
  }

  /** Begins anew with other rights under the same sign-in, looking at the console as a role or no longer; the other tabs do the same. */
  startAnew(roleView: boolean, address = '/'): void {
    this.leaving = true
    localStorage.removeItem(MENU_TREE_KEY)
    if (roleView) localStorage.setItem(ROLE_VIEW_KEY, '1')
    else localStorage.removeItem(ROLE_VIEW_KEY)
    for (const kind of ['tabs', 'recent']) sessionStorage.removeItem(`${kind}/${this.userInfo?.userId ?? 'nobody'}/roleView`)
    this.channel?.rightsChanged()
    this.deps.leave(address)
  }

  private endedElsewhereInThisBrowser(): void {
    if (this.leaving) return
    this.leaving = true
    this.clearLocal(true)
    this.deps.leave('/login')
  }

  private clearLocal(everything = false): void {
    if (everything) localStorage.clear()
    else clearRecord()
    localStorage.removeItem(MENU_TREE_KEY)
    localStorage.removeItem(ROLE_VIEW_KEY)
    clearMarker(this.deps.environment.cookieDomain)
    this.hadSession ||= this.userInfo !== null
    this.userInfo = null
    this.menuList = []
    this.menuRequest = false
    this.permitList = new Set()
  }
}

/** The longest that a page waits, before it begins, for the end of a session that it has no record of. */
const END_WAIT_MS = 3_000

async function endAtServer(userId: string): Promise<void> {
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), END_WAIT_MS)
  try {
    await api(loginOutTheUser, /^\d{1,19}$/.test(userId) ? { userId } : {}, { quiet: [CODE.fault], signal: waiting.signal })
  } catch {
    // The local end is done; the server ends what it does not hear of by its own limits.
  } finally {
    clearTimeout(timer)
  }
}

/** Why the menu is not there, for people: what the server said, or that nothing was heard of it. */
function sentenceOfMenu(error: unknown): string {
  if (error instanceof ApiError) return error.message
  return isNetworkError(error) ? '网络连接失败，请检查网络后重试。' : '菜单没有读取成功，请稍后重试。'
}
