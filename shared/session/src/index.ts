import { CODE } from '@assoc/contract'
import { ApiError, pickEnvironment, configureHttp, apiBase, fileBases, type ConsoleConfig, type Environment } from '@assoc/http'
import { codeNoticeOf, messageNoticeOf, type CodeNotice, type SendingChannel } from './sending'
import { endSealed, sweepSealed } from './sealed-end'
import { SessionStore } from './store'
import { ToastStore } from './toasts'

export { SessionStore, MENU_TREE_KEY, type SessionDeps } from './store'
export { type CodeNotice, type SendingChannel } from './sending'
export { ToastStore, type Toast, type ToastKind } from './toasts'
export { readRecord, type LoginRecord } from './record'
export { signOnRounds } from './sign-on-rounds'
export { openSealed, type SealedRows, type Stay } from './sealed-end'
export { signOnCodeIn, takeVerifier } from './hand-over'

/** The page's one toast. */
export const toasts = new ToastStore()

/** After an action that was not carried out: what the server refused has been said by the call, a connection that was lost has not. */
export function tellLost(error: unknown): void {
  if (!(error instanceof ApiError)) toasts.error('网络连接失败，请重试')
}

let store: SessionStore | undefined
let started: Promise<void> = Promise.resolve()
let environment: Environment | undefined
let configuration: ConsoleConfig | undefined

const beforeClear: (() => Promise<void>)[] = []

/** Registers work that must be done before a session's end clears this browser, such as keeping a draft. Answers how to take it back. */
export function onBeforeSessionEnd(work: () => Promise<void>): () => void {
  beforeClear.push(work)
  return () => {
    const at = beforeClear.indexOf(work)
    if (at >= 0) beforeClear.splice(at, 1)
  }
}

/** Builds the page's session from the configuration and connects the HTTP client to it. Called once, by the page's entry. */
export function openSession(config: ConsoleConfig, leave: (address: string) => void = (a) => window.location.replace(a)): SessionStore {
  const chosen = pickEnvironment(config, window.location.origin)
  environment = chosen
  configuration = config
  const opened = new SessionStore({
    environment: chosen,
    leave,
    beforeClear: async () => {
      await Promise.allSettled(beforeClear.map((work) => work()))
      await endSealed()
    },
  })
  store = opened
  configureHttp({
    token: () => opened.userInfo?.token,
    toast: (kind, text) => toasts.show(kind, text),
    sessionInvalid: (code, message) => {
      if (code === CODE.sessionLocked) return opened.setLocked(true)
      if (!opened.invalidate(message)) return
      if (opened.ended) toasts.last(message)
      else toasts.error(message)
    },
    sessionOver: () => opened.over,
    baseURL: apiBase(chosen, window.location.origin),
    fileBases: fileBases(chosen, window.location.origin),
  })
  toasts.begin()
  void sweepSealed()
  started = opened.start()
  return opened
}

/** Done when what was left of a session before this page has been ended; at once where nothing was. */
export const sessionStarted = (): Promise<void> => started

/** The session of this page. */
export function session(): SessionStore {
  if (!store) throw new Error('openSession has not been called')
  return store
}

export function currentEnvironment(): Environment {
  if (!environment) throw new Error('openSession has not been called')
  return environment
}

export function consoleConfig(): ConsoleConfig {
  if (!configuration) throw new Error('openSession has not been called')
  return configuration
}

/** What a screen that would send a code says before anything is typed; null where codes arrive, or where nothing is known of it. */
export const codeNotice = (...channels: SendingChannel[]): CodeNotice | null => codeNoticeOf(configuration?.sending, channels)

/** What a screen that would send messages says before anything is typed; null where they leave. */
export const messageNotice = (channel: SendingChannel): string | null => messageNoticeOf(configuration?.sending, channel)

/** Puts a prepared store in place; for tests and for a remote that runs alone. */
export function replaceSession(given: SessionStore): void {
  store = given
}
