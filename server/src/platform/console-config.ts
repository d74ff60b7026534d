import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { ServerConfig } from './config'
import { UserFacingError } from './errors'

const webOrigin = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text && !text.includes('*')

const address = z.string().refine((text) => text === '' || (/^https?:\/\//.test(text) && URL.canParse(text)), 'is no http or https address')
const place = z.string().refine((text) => text === '' || /^\/(?![/\\])/.test(text) || (/^https?:\/\//.test(text) && URL.canParse(text)), 'is neither a path nor an http or https address')

/** One environment as `config.json` has it; what each field means stands in docs/environments.md. */
const environment = z.looseObject({
  name: z.string().min(1),
  origins: z.array(z.string().refine((text) => text === 'localhost' || webOrigin(text), 'is no origin such as https://console.example')).optional(),
  apiHost: address.optional(),
  ssoDesktop: place.optional(),
  ssoMobile: place.optional(),
  downloads: address.optional(),
  imageBase: address.optional(),
  fileBase: address.optional(),
  home: place.optional(),
  mobileSite: address.optional(),
  managerSuffix: z.string().optional(),
  remoteOverrides: z.array(z.string().refine(webOrigin, 'is no origin such as http://127.0.0.1:9000')).optional(),
})

const file = z.looseObject({ title: z.string(), organisation: z.string(), environments: z.array(environment) }).partial({ title: true, organisation: true })

export type ConsoleEnvironment = z.infer<typeof environment>

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

/** Reads a `config.json`; refuses what would lead people or calls astray, with one sentence that names the place. */
export function parseConsoleConfig(text: string, name: string): ConsoleConfigFile {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UserFacingError(`${name} is no JSON.`)
  }
  const parsed = file.safeParse(value)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new UserFacingError(`${name}: ${issue?.path.join('.') || 'the file'} ${issue?.message ?? 'cannot be read'}.`)
  }
  return { ...defaultConsoleConfig, ...parsed.data }
}

const read = new WeakMap<ServerConfig, ConsoleConfigFile>()

/** The console's configuration: the installation's own `config.json`, else the one that the console was shipped with. Read once. */
export function consoleConfigOf(config: ServerConfig): ConsoleConfigFile {
  const known = read.get(config)
  if (known) return known
  const chosen = [join(config.dataDir, 'config.json'), ...(config.webRoot ? [join(config.webRoot, 'host/config.json')] : [])].find((candidate) => existsSync(candidate))
  const found = chosen ? parseConsoleConfig(readFileSync(chosen, 'utf8'), chosen) : defaultConsoleConfig
  read.set(config, found)
  return found
}

// The word `localhost` in a list is no origin that a page could have.
const lists = (e: ConsoleEnvironment, origin: string): boolean => origin !== 'localhost' && e.origins?.includes(origin) === true

/** The environment of pages of an origin, by its exact text. */
export const environmentOf = (config: ConsoleConfigFile, origin: string): ConsoleEnvironment | undefined => config.environments.find((e) => lists(e, origin))

/** The origins by which this server is reached: the one that the request names, and the published one. */
export const ownOrigins = (config: ServerConfig, asked: string): string[] => (config.publicUrl ? [asked, new URL(config.publicUrl).origin] : [asked])

const originIn = (text: string | undefined): string[] => (text && URL.canParse(text) ? [new URL(text).origin] : [])

/** Where pages of an environment make calls and fetch files, besides their own origin. */
export const callOrigins = (e: ConsoleEnvironment): string[] => [e.apiHost, e.downloads, e.imageBase, e.fileBase].flatMap(originIn)

const anyOf = (config: ConsoleConfigFile, page: string, own: readonly string[], addresses: (e: ConsoleEnvironment) => string[]): boolean =>
  config.environments.some((e) => lists(e, page) && addresses(e).some((origin) => own.includes(origin)))

/** Whether pages of an origin sign on at one of these: some environment lists the page's exact origin and names a sign-on there. */
export const signsOnAt = (config: ConsoleConfigFile, page: string, own: readonly string[]): boolean => anyOf(config, page, own, (e) => [e.ssoDesktop, e.ssoMobile].flatMap(originIn))

/** Whether pages of an origin make calls at one of these: some environment lists the page's exact origin and names its API there. */
export const callsAt = (config: ConsoleConfigFile, page: string, own: readonly string[]): boolean => anyOf(config, page, own, callOrigins)
