import { API_BASE } from '@assoc/contract'

/** Addresses of one environment (specification, section 7). */
export interface Environment {
  name: string
  /** Exact page origins; the word `localhost` stands for localhost, 127.0.0.1 and [::1] on any port. */
  origins: string[]
  /** Origin of the API; empty means the page's own. */
  apiHost: string
  /** Single sign-on address for desktops; the default is the console's own login page. */
  ssoDesktop: string
  /** Single sign-on address for mobile browsers; empty means the one for desktops. */
  ssoMobile: string
  /** Where exports, templates and printed letters are fetched; empty means `apiHost`. */
  downloads: string
  /** Where pictures of records are fetched; empty means `fileBase`. */
  imageBase: string
  /** Where other files of records are fetched; empty means `apiHost`. */
  fileBase: string
  /** Where people go who have signed in and came from nowhere. */
  home: string
  /** Mobile site; empty means that mobile browsers stay here. */
  mobileSite: string
  /** Domain of the shared marker cookie; empty means host-only. */
  cookieDomain: string
  /** Text put behind the current address in `reback`; taken off again on arrival. */
  managerSuffix: string
  /** Origins of remotes that this environment lends its pages to; a developer's machine, for example. */
  remoteOverrides: string[]
}

export interface ConsoleConfig {
  title: string
  organisation: string
  environments: Partial<Environment>[]
  /** Public keys that the registry of remotes may be signed with, by id. */
  releaseKeys?: Record<string, string>
  /** The build of the page, as the server's answers name the newest. */
  build?: string
  /** What the page's policy knows style tags of our scripts by; another one for every page. */
  styleNonce?: string
  /** The way in by the organisation's own sign-on, where one is set up: what its button says. */
  signOn?: { label: string } | null
  /** Messengers that people may sign in by. */
  im?: { kind: string; label: string }[]
  /** Whether text messages and mail leave the house; `terminal`: codes are told on the terminal of the console. */
  sending?: Record<'sms' | 'mail', 'live' | 'terminal' | 'kept'>
}

const DEFAULTS: Environment = {
  name: 'production',
  origins: [],
  apiHost: '',
  ssoDesktop: '/login',
  ssoMobile: '',
  downloads: '',
  imageBase: '',
  fileBase: '',
  home: '/',
  mobileSite: '',
  cookieDomain: '',
  managerSuffix: '/manager',
  remoteOverrides: [],
}

const LOCAL = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/** Whether an origin is this machine, by exact form: `localhost.evil.example` is not. */
export const isLocalOrigin = (origin: string): boolean => LOCAL.test(origin)

/** Picks the environment whose list names the origin exactly; production otherwise. */
export function pickEnvironment(config: ConsoleConfig, origin: string): Environment {
  const hit = config.environments.find((e) =>
    e.origins?.some((o) => (o === 'localhost' ? isLocalOrigin(origin) : o === origin)),
  )
  const production = config.environments.find((e) => e.name === 'production')
  return { ...DEFAULTS, ...(hit ?? production ?? {}) }
}

const pathAt = (host: string): string => `${host.replace(/\/+$/, '')}${API_BASE}`

/** Base path of all calls: `{host}/capcoapi`, on localhost just `/capcoapi`. */
export function apiBase(environment: Environment, origin: string): string {
  return isLocalOrigin(origin) ? API_BASE : pathAt(environment.apiHost)
}

/** What a blob call fetches: something made for it, a stored file of a record, or a stored picture. */
export type FileKind = 'download' | 'file' | 'image'

/** Base paths of calls that answer files; on localhost all are `/capcoapi`. */
export function fileBases(environment: Environment, origin: string): Record<FileKind, string> {
  const { apiHost, downloads, imageBase, fileBase } = environment
  const at = (...hosts: string[]) => (isLocalOrigin(origin) ? API_BASE : pathAt(hosts.find(Boolean) ?? ''))
  return { download: at(downloads, apiHost), file: at(fileBase, apiHost), image: at(imageBase, fileBase, apiHost) }
}

/** Whether this is the browser of a telephone; the same rule as that of the page's head, which sends people to the mobile site. */
export function isMobileBrowser(browser: Navigator): boolean {
  const { userAgentData } = browser as Navigator & { userAgentData?: { mobile?: boolean } }
  if (typeof userAgentData?.mobile === 'boolean') return userAgentData.mobile
  return /Mobi|iPhone|iPod|Android.*Mobile|HarmonyOS.*Mobile/i.test(browser.userAgent) && !/iPad|Tablet/i.test(browser.userAgent)
}
