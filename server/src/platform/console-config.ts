import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerConfig } from './config'

/** One environment as `config.json` has it; what the server reads of it. */
export interface ConsoleEnvironment {
  name: string
  origins?: string[]
  apiHost?: string
  ssoDesktop?: string
  ssoMobile?: string
  managerSuffix?: string
  remoteOverrides?: string[]
}

export interface ConsoleConfigFile {
  title: string
  organisation: string
  environments: ConsoleEnvironment[]
}

export const defaultConsoleConfig: ConsoleConfigFile = {
  title: '会员信息平台',
  organisation: '协会',
  environments: [{ name: 'localhost', origins: ['localhost'] }, { name: 'production', origins: [] }],
}

const read = new WeakMap<ServerConfig, ConsoleConfigFile>()

/** The console's configuration: the installation's own `config.json`, else the one that the console was shipped with. Read once. */
export function consoleConfigOf(config: ServerConfig): ConsoleConfigFile {
  const known = read.get(config)
  if (known) return known
  const chosen = [join(config.dataDir, 'config.json'), ...(config.webRoot ? [join(config.webRoot, 'host/config.json')] : [])].find((file) => existsSync(file))
  const found = chosen ? (JSON.parse(readFileSync(chosen, 'utf8')) as ConsoleConfigFile) : defaultConsoleConfig
  read.set(config, found)
  return found
}

/** The environment of pages of an origin, by its exact text. */
export const environmentOf = (config: ConsoleConfigFile, origin: string): ConsoleEnvironment | undefined => config.environments.find((e) => e.origins?.includes(origin))

/** The origins by which this server is reached: the one that the request names, and the published one. */
export const ownOrigins = (config: ServerConfig, asked: string): string[] => (config.publicUrl ? [asked, new URL(config.publicUrl).origin] : [asked])

const isAt = (address: string | undefined, origins: readonly string[]): boolean => address !== undefined && URL.canParse(address) && origins.includes(new URL(address).origin)

/** Whether pages of an origin sign on at one of these: some environment lists the page's exact origin and names a sign-on there. */
export const signsOnAt = (config: ConsoleConfigFile, page: string, own: readonly string[]): boolean =>
  config.environments.some((e) => e.origins?.includes(page) && (isAt(e.ssoDesktop, own) || isAt(e.ssoMobile, own)))
