import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { shapeOf, typeOf } from '@assoc/contract'
import { allCalls } from '@assoc/contract/all'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { entityNamed, refsOfCall } from './access/entities'
import { sealAudit } from './audit/seal'
import { Revocations } from './auth/revocations'
import { Sessions } from './auth/sessions'
import { defaultPolicy, filesDir, loadConfig, type StartOptions } from './config'
import { consoleConfigOf } from './console-config'
import { TODAY } from './database/day'
import { openDatabase, type Database } from './database/database'
import { grantRows, ownsTables } from './database/grants'
import { migrate } from './database/migrate'
import { UserFacingError } from './errors'
import { setExcelWorker } from './excel/excel'
import { setPdfWorker } from './pdf/stamp'
import { setMediaWorker } from './media/probe'
import { clamd, clamdAddress } from './files/clamd'
import { S3Files } from './files/s3-files'
import { FolderStore as FileFolder } from './files/store'
import { sweepUploads } from './files/uploads'
import { buildApp } from './http/app'
import { openApi } from './http/openapi'
import { mountWeb } from './http/web'
import { installationSecret } from './installation'
import { dropLeftFiles } from './resource/files.repository'
import { defineJob, startWorker, type Worker } from './jobs/worker'
import { smtpProvider } from './mail/mail'
import './connectors/balance'
import './connectors/own'
import { notedFiles, notedMail, notedSms } from './connectors/noted'
import { ConnectorStatus } from './connectors/status'
import './mail/outbox'
import './notifications/mail'
import { recorderOf } from './mail/recorder'
import { openLog } from './log'
import type { Platform } from './platform'
import { openReleases, publishOwn } from './releases/releases'
import { runSeeds, syncPermits } from './seed'
import { Settings } from './settings/settings'
import { checkDataKey, readDataKey, encryptionOf } from './encryption/encryption'
import { smsProviderOf } from './sms/options'
import { Traffic } from './traffic'
import { imProvidersOf } from './im/options'
import './im/connector'
import './im/send'
import './im/todos'
import type { ServerModule } from './module'

export interface StartedServer {
  url: string
  platform: Platform
  app: FastifyInstance
  /** Set on the very first start: how the administrator signs in. */
  firstRun: { loginName: string; password: string; generated: boolean } | null
  close(): Promise<void>
}

export interface ServerParts {
  modules: readonly ServerModule[]
  migrations: string
  excelWorker: string
  hasAdministrator(platform: Platform): Promise<boolean>
  /** Makes the first administrator when there is none; answers their password. */
  ensureAdministrator(platform: Platform, password: string | undefined): Promise<StartedServer['firstRun']>
}

defineJob('audit:seal', async (_payload, { db }) => void (await sealAudit(db)), '* * * * *')
defineJob(
  'house:keeping',
  async (_payload, { db, settings, files }) => {
    const [messages, notices] = [await settings.parameter('outbox.keepDays'), await settings.parameter('notification.keepDays')]
    await sql`delete from outbox where create_time < now() - make_interval(days => ${messages})`.execute(db)
    await sql`delete from notification where read_time is not null and create_time < now() - make_interval(days => ${notices})`.execute(db)
    await sql`delete from idempotency where create_time < now() - interval '2 days'`.execute(db)
    await sql`delete from resource_import where create_time < now() - interval '2 days'`.execute(db)
    await sql`delete from throttle where window_start < now() - interval '2 days' and coalesce(locked_until, now()) <= now()`.execute(db)
    await sql`delete from slider_challenge where create_time < now() - interval '1 hour'`.execute(db)
    await sql`delete from verification_code where create_time < now() - interval '2 days'`.execute(db)
    await sql`delete from release_failure where day < ${TODAY} - 30`.execute(db)
    for (const key of await dropLeftFiles(db)) await files.remove(key)
    await files.sweep(60 * 60 * 1000)
    await sweepUploads(db, files)
    await sql`delete from session where coalesce(end_time, expire_time) < now() - interval '2 days'`.execute(db)
  },
  '17 * * * *',
)

/** Starts the server: migrates, seeds, listens. Throws UserFacingError with one sentence when it cannot. */
export async function startServer(options: StartOptions, parts: ServerParts): Promise<StartedServer> {
  const config = loadConfig(options)
  // Its mistakes stop the start, not the first person who opens a page.
  consoleConfigOf(config)
  checkContract(parts.modules)
  setExcelWorker(parts.excelWorker)
  // Bundled beside it.
  setPdfWorker(join(dirname(parts.excelWorker), 'worker-pdf.mjs'))
  setMediaWorker(join(dirname(parts.excelWorker), 'worker-media.mjs'))
  mkdirSync(filesDir(config), { recursive: true })
  await migrate(config.ownerUrl, parts.migrations)
  if (config.ownerUrl !== config.databaseUrl) await grantRows(config.ownerUrl, config.databaseUrl)
  const { log, close: closeLog } = openLog(config)
  const database = openDatabase(config.databaseUrl, config.poolSize, { slowMs: config.slowStatementMs, onSlow: (statement) => log.warn(statement, 'slow statement') })
  const revocations = new Revocations(config.databaseUrl)
  const settings = new Settings(database.db, revocations, defaultPolicy(config))
  const connectors = new ConnectorStatus(database.db)
  const folder = new FileFolder(filesDir(config))
  const platform: Platform = {
    config,
    db: database.db,
    dbOf: database.forRequest,
    pool: database.pool,
    log,
    revocations,
    settings,
    sessions: new Sessions(database.db, () => limitsOf(settings), revocations),
    files: config.filesS3 ? notedFiles(new S3Files(config.filesS3, folder), connectors) : folder,
    scanner: config.clamdUrl ? clamd(clamdAddress(config.clamdUrl)) : null,
    releases: openReleases(config),
    connectors,
    mail: config.smtpUrl ? notedMail(smtpProvider(config.smtpUrl, config.mailFrom), connectors) : null,
    sms: config.sms ? notedSms(smsProviderOf(config.sms), connectors) : smsProviderOf(null),
    im: imProvidersOf(config.im),
    recorder: recorderOf(config),
    traffic: new Traffic(),
    secret: await installationSecret(database.db),
    encryption: encryptionOf(readDataKey(config.dataKeyFile, config.dataKeyOwn)),
  }
  try {
    return await bringUp(platform, options, parts, database, closeLog)
  } catch (error) {
    // Whoever started us may go on living: leave no open connection behind.
    await revocations.close()
    await database.close().catch(() => undefined)
    closeLog()
    throw error
  }
}

const limitsOf = async (settings: Settings) => {
  const { policy } = await settings.security()
  return { idleSeconds: policy.idleMinutes * 60, absoluteSeconds: policy.absoluteHours * 3600, sessionsPerUser: policy.sessionsPerUser }
}

async function bringUp(platform: Platform, options: StartOptions, parts: ServerParts, database: Database, closeLog: () => void): Promise<StartedServer> {
  const { config, revocations } = platform
  if (await ownsTables(platform.db)) platform.log.warn('the server works as the owner of its tables: a role of its own (DATABASE_OWNER_URL) could change rows and nothing else')
  await checkDataKey(platform.db, platform.encryption, config.dataKeyFile)
  const seeds = parts.modules.flatMap((m) => m.seeds ?? [])
  await syncPermits(platform.db)
  // The administrator comes last: a first start that is cut off before is taken for the first one again, and loses nothing.
  await runSeeds(platform, seeds, !options.empty && !(await parts.hasAdministrator(platform)))
  const firstRun = await parts.ensureAdministrator(platform, options.adminPassword)
  await revocations.start()
  // What a checkout has built is what it runs; workers serve no pages.
  // A registry that cannot be carried on keeps nobody from working: remotes are refused by the browsers then, and the log says why.
  const published = config.role === 'worker' ? [] : await publishOwn(platform.releases, config.webRoot).catch((error: unknown) => (platform.log.error({ err: error }, 'what was built here is not released'), []))
  // Not in the way of the sentences that a first start says; the registry and 应用发布 show the same.
  if (published.length > 0) platform.log.debug({ releases: published }, 'released what was built here')

  const app = await buildApp(platform, parts.modules.flatMap((m) => m.bindings))
  for (const module of parts.modules) module.routes?.(app, platform)
  app.get('/healthz', async () => ({ status: 'ok' }))
  let ready = true
  app.get('/readyz', async (_request, reply) => {
    try {
      await sql`select 1`.execute(platform.db)
      if (ready && revocations.live) return { status: 'ready' }
    } catch {
      // answered below
    }
    return reply.code(503).send({ status: 'not ready' })
  })
  if (config.openapi) app.get('/capcoapi/openapi.json', async () => openApi())
  await mountWeb(app, platform)

  let worker: Worker | undefined
  if (config.role !== 'api') worker = await startWorker(platform)
  const url = config.role === 'worker' ? '' : await listen(app, config.host, config.port, config.tls !== null)
  return {
    url,
    platform,
    app,
    firstRun,
    async close() {
      ready = false
      await app.close()
      await worker?.stop()
      platform.mail?.close()
      await revocations.close()
      await database.close()
      closeLog()
    },
  }
}

async function listen(app: FastifyInstance, host: string, port: number, tls: boolean): Promise<string> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    if ((error as { code?: string }).code === 'EADDRINUSE') {
      throw new UserFacingError(`Port ${port} is taken: stop the program that holds it, or choose another with PORT=${port + 1} npm start.`)
    }
    throw error
  }
  const address = app.server.address()
  const actual = typeof address === 'object' && address ? address.port : port
  return `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${actual}`
}

/** Refuses to run when a call has no handler, a handler no call, or a body refers to an entity nobody defines. */
export function checkContract(modules: readonly ServerModule[]): void {
  const bound = new Map<string, number>()
  for (const { call } of modules.flatMap((m) => m.bindings)) bound.set(call.path, (bound.get(call.path) ?? 0) + 1)
  const problems = [
    ...allCalls.filter((c) => !bound.has(c.path)).map((c) => `${c.path} has no handler`),
    ...[...bound].filter(([, n]) => n > 1).map(([path]) => `${path} has more than one handler`),
    ...[...bound.keys()].filter((path) => !allCalls.some((c) => c.path === path)).map((path) => `${path} is not in the contract`),
    ...allCalls.filter((c) => c.form && (c.multipart || c.blob || (c.form === 'GET' && c.write) || Object.values(shapeOf(c.request) ?? {}).some((field) => typeOf(field) !== 'string'))).map((c) => `${c.path} cannot be form-encoded under ${c.form}: its fields are texts, and GET changes nothing`),
    ...allCalls.flatMap((c) => refsOfCall(c).filter((r) => r.entity && !entityNamed(r.entity)).map((r) => `${c.path} refers to the unknown entity ${r.entity}`)),
  ]
  if (problems.length > 0) throw new Error(`The contract and the server do not fit:\n${problems.join('\n')}`)
}
