import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SecurityPolicy } from '@assoc/contract/rbac/security'
import { DEFAULT_PASSWORD_POLICY } from '@assoc/contract/rules/password'
import type { Environment } from './environment'
import { UserFacingError } from './errors'
import { imFromEnv, type ImConfig } from './im/options'
import { readTrustProxy, type TrustProxy } from './http/trust-proxy'
import { invoicesFromEnv, type InvoiceOptions } from './invoice-platform'
import { s3FromEnv, type S3Options } from './releases/s3-store'
import { placeFromEnv, type S3Place } from './s3/client'
import { smsFromEnv, type SmsOptions } from './sms/options'
import { signOnFromEnv, type SignOnOptions } from './sign-on'

export interface ServerConfig {
  /** The database as the role that the server works as. */
  databaseUrl: string
  /** The same database as the owner of its tables, who migrates; the same address where there is only one role. */
  ownerUrl: string
  /** Folder for files, logs and secrets of this installation. */
  dataDir: string
  host: string
  port: number
  tls: { cert: Buffer; key: Buffer } | null
  /** Whose word about a client's address is taken: so many proxies before us, or those of these ranges. False: nobody's. */
  trustProxy: TrustProxy
  /** This machine alone can reach it: it listens on loopback, and no proxy stands in front. */
  loopback: boolean
  /** api answers calls, worker does jobs, all does both. */
  role: 'all' | 'api' | 'worker'
  production: boolean
  /** Root of the built console: host/dist and remotes/* lie below it. Empty: API only. */
  webRoot: string
  /** Folder of released remotes and their registry. */
  releaseDir: string
  /** The store of releases where they lie in none of our folders. */
  releaseS3: S3Options | null
  /** Private key that registries are signed with; the installation's own one, made at the first start, when nothing is configured. Null: others sign. */
  releaseKeyFile: string | null
  /** Keys whose signatures browsers accept. */
  releaseKeyFiles: readonly string[]
  /** The store of files where they do not lie in `dataDir`. */
  filesS3: S3Place | null
  /** Key that sensitive personal data is sealed with. */
  dataKeyFile: string
  /** Nothing names the key: it is the installation's own, made when it is not there. */
  dataKeyOwn: boolean
  sliderCheck: boolean
  smtpUrl: string
  mailFrom: string
  /** The platform that writes invoices; null where there is none. */
  invoices: InvoiceOptions | null
  /** The provider of text messages; null where they stay in the house. */
  sms: SmsOptions | null
  /** Messengers that people may sign in by and are told things in. */
  im: ImConfig
  publicUrl: string
  /** Secret that providers sign their receipts and replies with; without it nobody can call back. */
  callbackSecret: string
  /** The provider that people may sign in by, besides their password. */
  signOn: SignOnOptions | null
  /** The program that makes films playable which browsers cannot play; empty for none. */
  ffmpegPath: string
  /** Address of the virus scanner that uploads are shown to; empty for none. */
  clamdUrl: string
  metrics: boolean
  openapi: boolean
  logLevel: string
  logFile: string
  poolSize: number
  /** Milliseconds from which a statement stands in the log as slow. */
  slowStatementMs: number
  /** Session limits in seconds. */
  idleSeconds: number
  absoluteSeconds: number
  sessionsPerUser: number
}

export interface StartOptions {
  databaseUrl: string
  /** The same database as the owner of its tables; then the role of `databaseUrl` needs to own none. */
  ownerUrl?: string | undefined
  dataDir: string
  port?: number
  host?: string
  /** Begin without the demo association. */
  empty?: boolean
  adminPassword?: string
  /** Root of the repository or of the installed console. */
  staticDir?: string
  env?: Environment
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1'])
const on = (value: string | undefined) => value === 'on' || value === 'true' || value === '1'

/** Reads the configuration and refuses combinations that would be unsafe, each with one sentence. */
export function loadConfig(options: StartOptions): ServerConfig {
  const env = options.env ?? {}
  const host = options.host || env.HOST || '127.0.0.1'
  const port = options.port ?? number(env.PORT, 8080, 'PORT')
  const trustProxy = readTrustProxy(env.TRUST_PROXY)
  const loopback = LOOPBACK.has(host)
  const tls = readTls(env)
  if (!loopback && !tls && !trustProxy) {
    throw new UserFacingError(
      `HOST=${host} is reachable from other machines: give TLS_CERT and TLS_KEY, or set TRUST_PROXY=1 behind a proxy that ends TLS.`,
    )
  }
  const sliderCheck = env.SLIDER_CHECK !== 'off'
  if (!sliderCheck && (!loopback || trustProxy)) {
    throw new UserFacingError('SLIDER_CHECK=off is only accepted on loopback and without a trusted proxy.')
  }
  const role = env.SERVER_ROLE ?? 'all'
  if (role !== 'all' && role !== 'api' && role !== 'worker') {
    throw new UserFacingError(`SERVER_ROLE=${role} is not known: use api, worker or all.`)
  }
  const production = env.NODE_ENV === 'production'
  return {
    databaseUrl: options.databaseUrl,
    ownerUrl: options.ownerUrl || options.databaseUrl,
    dataDir: options.dataDir,
    host,
    port,
    tls,
    trustProxy,
    loopback: loopback && !trustProxy,
    role,
    production,
    webRoot: options.staticDir ?? '',
    releaseDir: env.RELEASE_DIR || join(options.dataDir, 'releases'),
    releaseS3: s3FromEnv(env),
    filesS3: filesFromEnv(env),
    ...releaseKeys(env, options.dataDir),
    dataKeyFile: env.DATA_KEY_FILE || join(options.dataDir, 'data.key'),
    dataKeyOwn: !env.DATA_KEY_FILE,
    sliderCheck,
    smtpUrl: env.SMTP_URL ?? '',
    mailFrom: env.MAIL_FROM ?? 'noreply@example.com',
    invoices: invoicesFromEnv(env),
    sms: smsFromEnv(env),
    im: imFromEnv(env),
    publicUrl: env.PUBLIC_URL ?? '',
    callbackSecret: env.MESSAGE_CALLBACK_SECRET ?? '',
    signOn: signOnFromEnv(env),
    ffmpegPath: env.FFMPEG_PATH ?? '',
    clamdUrl: env.CLAMD_URL ?? '',
    metrics: on(env.METRICS),
    openapi: env.OPENAPI ? on(env.OPENAPI) : !production,
    logLevel: env.LOG_LEVEL || 'info',
    logFile: env.LOG_FILE ?? '',
    poolSize: number(env.DB_POOL, 20, 'DB_POOL'),
    slowStatementMs: number(env.SLOW_SQL_MS, 500, 'SLOW_SQL_MS'),
    idleSeconds: number(env.SESSION_IDLE_MINUTES, 30, 'SESSION_IDLE_MINUTES') * 60,
    absoluteSeconds: number(env.SESSION_HOURS, 12, 'SESSION_HOURS') * 3600,
    sessionsPerUser: number(env.SESSIONS_PER_USER, 5, 'SESSIONS_PER_USER'),
  }
}

// What browsers fetch releases from is open to everybody, and files of members are not.
function filesFromEnv(env: Environment): S3Place | null {
  const [files, releases] = [placeFromEnv(env, 'FILES_URL'), placeFromEnv(env, 'RELEASE_S3')]
  if (files && files.bucket === releases?.bucket && files.prefix.startsWith(releases.prefix)) throw new UserFacingError('FILES_URL lies within RELEASE_S3, from which everybody may read: give files a bucket of their own, or a prefix beside that of releases.')
  return files
}

// With public keys alone this server accepts releases but signs none: the key lies where releases are made.
function releaseKeys(env: Environment, dataDir: string): Pick<ServerConfig, 'releaseKeyFile' | 'releaseKeyFiles'> {
  const accepted = (env.RELEASE_PUBLIC_KEYS ?? '').split(',').map((file) => file.trim()).filter(Boolean)
  const own = env.RELEASE_KEY_FILE || (accepted.length === 0 ? join(dataDir, 'release-key.pem') : null)
  return { releaseKeyFile: own, releaseKeyFiles: own ? [own, ...accepted] : accepted }
}

function number(text: string | undefined, fallback: number, name: string): number {
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0) throw new UserFacingError(`${name}=${text} must be a whole number.`)
  return value
}

function readTls(env: Environment): ServerConfig['tls'] {
  const cert = env.TLS_CERT
  const key = env.TLS_KEY
  if (!cert && !key) return null
  if (!cert || !key || !existsSync(cert) || !existsSync(key)) {
    throw new UserFacingError('TLS_CERT and TLS_KEY must both name a readable file.')
  }
  return { cert: readFileSync(cert), key: readFileSync(key) }
}

/** The security policy of an installation where staff have stored none: figures of the environment, else the house's. */
export const defaultPolicy = (config: ServerConfig): SecurityPolicy => ({
  ...DEFAULT_PASSWORD_POLICY,
  historyCount: 5,
  expireDays: 0,
  lockTries: 5,
  lockMinutes: 30,
  accountLockTries: 20,
  idleMinutes: config.idleSeconds / 60,
  absoluteHours: config.absoluteSeconds / 3600,
  sessionsPerUser: config.sessionsPerUser,
  allowedAddresses: [],
  secondFactorSensitive: false,
  secondFactorRoles: [],
  secondFactorNewDevice: false,
  trustDays: 30,
})

export const filesDir = (config: ServerConfig) => join(config.dataDir, 'files')
