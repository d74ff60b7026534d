import type pg from 'pg'
import type { Logger } from 'pino'
import type { Revocations } from './auth/revocations'
import type { Sessions } from './auth/sessions'
import type { ServerConfig } from './config'
import type { Db } from './database/database'
import type { ConnectorStatus } from './connectors/status'
import type { Releases } from './releases/releases'
import type { Scanner } from './files/clamd'
import type { FileStore } from './files/store'
import type { Encryption } from './encryption/encryption'
import type { MailProvider } from './mail/mail'
import type { Recorder } from './mail/recorder'
import type { Settings } from './settings/settings'
import type { SmsProvider } from './sms/sms'
import type { Traffic } from './traffic'
import type { ImProviders } from './im/provider'

/** What the server's rooms are given; nothing is reached by a global. */
export interface Platform {
  config: ServerConfig
  db: Db
  /** The database as one request uses it: what it does there can be found by the request's id. */
  dbOf(requestId: string): Db
  pool: pg.Pool
  log: Logger
  sessions: Sessions
  revocations: Revocations
  settings: Settings
  files: FileStore
  /** Looks through what is uploaded; null where none is configured. */
  scanner: Scanner | null
  releases: Releases
  /** Notes how connectors fare. */
  connectors: ConnectorStatus
  mail: MailProvider | null
  sms: SmsProvider
  /** Messengers of the work place that are set up. */
  im: ImProviders
  /** Tells codes while nothing is there to send them. */
  recorder: Recorder
  /** The calls that are being answered, which long work gives way to. */
  traffic: Traffic
  /** Secret of this installation; keys for single purposes are derived from it. */
  secret: Buffer
  /** Seals sensitive personal data with the key that lies outside the database. */
  encryption: Encryption
}
