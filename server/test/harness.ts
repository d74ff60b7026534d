import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Call, Envelope, RequestOf, ResponseOf } from '@assoc/contract'
import { API_BASE } from '@assoc/contract'
import { sql, type RawBuilder } from 'kysely'
import { modules } from '../src/areas'
import { ensureAdministrator, hasAdministrator } from '../src/areas/rbac/user/administrator'
import type { Db } from '../src/platform/database/database'
import { startServer, type StartedServer } from '../src/platform/start'
import { consoleUrl, createDatabase, createDemo, databaseUrl, dropDatabase, templateName } from '../../scripts/jest/test-databases.mjs'
import { workerFile } from './global-setup'

export interface Session {
  userId: string
  token: string
  cookie: string
}

export interface Reply<T> extends Envelope<T> {
  status: number
}

export interface TestServer extends StartedServer {
  /** The database as its owner; the server itself works as a role that owns nothing. */
  databaseUrl: string
  /** Signed in as the first administrator, who holds all built-in roles. */
  admin: Session
  /** Makes a call over real HTTP. */
  call<C extends Call>(call: C, input: RequestOf<C>, options?: CallOptions): Promise<Reply<ResponseOf<C>>>
  /** Makes a call and fails the test unless it succeeds; answers its data. */
  ok<C extends Call>(call: C, input: RequestOf<C>, options?: CallOptions): Promise<ResponseOf<C>>
  raw(path: string, init?: RequestInit & { as?: Session | null }): Promise<Response>
  /** Makes a blob call and answers the file's bytes; fails the test when there is none. */
  file<C extends Call>(call: C, input: RequestOf<C>, options?: { as?: Session; key?: string }): Promise<Buffer>
  /** The text with its code that was sent last to a number or address: from the seal while it waits, from the recorder afterwards. */
  sentTo(target: string): Promise<string>
  upload<C extends Call>(call: C, fields: RequestOf<C>, file: { name: string; bytes: Buffer }, as?: Session): Promise<Reply<ResponseOf<C>>>
  /** Opens a session for a user directly, without the login call. */
  sessionOf(userId: string): Promise<Session>
  /** Makes a user with a role that has exactly these permits and scopes, and signs them in. */
  person(given?: PersonInput): Promise<Session & { roleId: string }>
  stop(): Promise<void>
}

export interface CallOptions {
  /** Who calls; the administrator when left out, nobody when null. */
  as?: Session | null
  key?: string
  headers?: Record<string, string>
}

/** Rows beyond the demo association that several test files ask for: laid once in a run, and copied. */
export interface DemoTemplate {
  name: string
  fill(ownerUrl: string): Promise<void>
}

export interface PersonInput {
  permits?: string[]
  scopes?: Record<string, 'all' | 'deptTree' | 'dept' | 'self' | 'linked'>
  deptId?: string
  name?: string
}

let counter = 0

/** Starts the server of the test file on its own clone of the migrated database. `demo` begins with the demo association, `more` with what a test file fills it with further, `config` is the console's config.json. */
export async function startTestServer(options: { demo?: boolean; more?: DemoTemplate; env?: Record<string, string>; config?: object } = {}): Promise<TestServer> {
  const name = `test_${process.pid}_${Date.now()}_${counter++}`
  const dataDir = mkdtempSync(join(tmpdir(), 'console-test-'))
  if (options.config) writeFileSync(join(dataDir, 'config.json'), JSON.stringify(options.config))
  if (options.demo) {
    await createDemo(name, dataDir, templateName(), async (_url, folder, making) => (await start(making, folder, { demo: true, env: { SERVER_ROLE: 'api' } })).close(), options.more)
  } else {
    await createDatabase(name, templateName())
  }
  const server = await start(name, dataDir, options)
  return withHelpers(server, databaseUrl(name), async () => {
    await server.close()
    await dropDatabase(name)
    rmSync(dataDir, { recursive: true, force: true })
  })
}

const start = (name: string, dataDir: string, options: { demo?: boolean; env?: Record<string, string> }): Promise<StartedServer> =>
  startServer(
    {
      databaseUrl: consoleUrl(name),
      ownerUrl: databaseUrl(name),
      dataDir,
      port: 0,
      host: '127.0.0.1',
      empty: !options.demo,
      adminPassword: 'Correct-Horse-27',
      env: { SLIDER_CHECK: 'off', LOG_LEVEL: 'silent', DB_POOL: '10', ...options.env },
    },
    { modules, migrations: join(process.cwd(), 'server/migrations'), excelWorker: workerFile(process.cwd()), ensureAdministrator, hasAdministrator },
  )

/**
 * Carries out a statement that only the owner of the tables may: DDL, truncate. The server's own role may not, as every test
 * shows by the way; it becomes the owner for this statement.
 */
export async function asOwner(db: Db, statement: RawBuilder<unknown>): Promise<void> {
  const run = async (one: Db) => {
    await sql`set role postgres`.execute(one)
    await statement.execute(one)
    await sql`reset role`.execute(one)
  }
  if (db.isTransaction) return run(db)
  await db.connection().execute((one) => run(one).catch((error: unknown) => sql`reset role`.execute(one).then(() => Promise.reject(error as Error))))
}

/**
 * Vacuums and analyses tables until nearly all their pages count as seen by everybody: whether an index is read alone depends on
 * it, and a transaction of the server that is open at that moment, however short, keeps pages from it. Goes on after five seconds
 * at most; what the plan says then is the test's matter.
 */
export async function vacuumed(db: Db, ...tables: string[]): Promise<void> {
  for (const table of tables) {
    for (let tries = 0; tries < 20; tries++) {
      await (tries === 0 ? sql`vacuum (analyze) ${sql.table(table)}` : sql`vacuum ${sql.table(table)}`).execute(db)
      const { rows } = await sql<{ seen: boolean }>`select relallvisible >= relpages * 0.98 - 1 as seen from pg_class where oid = ${table}::regclass`.execute(db)
      if (rows[0]?.seen) break
      await new Promise((r) => setTimeout(r, 250))
    }
  }
}

export const OWN_HEADERS = { 'x-requested-with': 'XMLHttpRequest', 'model-type': 'manager' }
const sessionHeaders = (as: Session | null | undefined): Record<string, string> => (as ? { authorization: as.token, cookie: `sid=${as.cookie}` } : {})

async function withHelpers(server: StartedServer, url: string, stop: () => Promise<void>): Promise<TestServer> {
  const { db, sessions } = server.platform
  const sessionOf = async (userId: string): Promise<Session> => {
    const { token, cookie } = await sessions.open(db, userId, '127.0.0.1', 'test')
    return { userId, token, cookie }
  }
  const administrator = await db.selectFrom('sys_user').select('user_id').where('login_name', '=', 'admin').executeTakeFirstOrThrow()
  const admin = await sessionOf(administrator.user_id)
  const reply = async (response: Response) => ({ status: response.status, ...((await response.json()) as Envelope) })

  const test: TestServer = {
    ...server,
    databaseUrl: url,
    admin,
    stop,
    sessionOf,
    async call(call, input, options = {}) {
      const as = options.as === undefined ? admin : options.as
      const response = await fetch(`${server.url}${API_BASE}${call.path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...OWN_HEADERS,
          ...sessionHeaders(as),
          ...(options.key ? { 'idempotency-key': options.key } : {}),
          ...options.headers,
        },
        body: JSON.stringify(input),
      })
      return (await reply(response)) as never
    },
    async ok(call, input, options) {
      const answer = await test.call(call, input, options)
      if (answer.returnCode !== '000000') throw new Error(`${call.path} answered ${answer.returnCode} ${answer.returnMessage} ${JSON.stringify(answer.data)}`)
      return answer.data as never
    },
    raw(path, init = {}) {
      const { as, ...rest } = init
      return fetch(`${server.url}${path}`, { ...rest, headers: { ...sessionHeaders(as === undefined ? admin : as), ...(rest.headers as Record<string, string>) } })
    },
    async file(call, input, { as = admin, key } = {}) {
      const response = await fetch(`${server.url}${API_BASE}${call.path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...OWN_HEADERS, ...sessionHeaders(as), ...(key ? { 'idempotency-key': key } : {}) }, body: JSON.stringify(input) })
      const bytes = Buffer.from(await response.arrayBuffer())
      if (response.headers.get('content-type')?.includes('json')) throw new Error(`${call.path} answered ${bytes.toString()}`)
      return bytes
    },
    async sentTo(target) {
      const row = await db.selectFrom('outbox').select('sealed_content').where('recipient', '=', target).orderBy('outbox_id', 'desc').executeTakeFirst()
      if (row?.sealed_content) return server.platform.encryption.decrypt(row.sealed_content)
      return server.platform.recorder.shown.findLast((sent) => sent.to === target)?.text ?? ''
    },
    async upload(call, fields, file, as = admin) {
      const form = new FormData()
      form.append('fields', JSON.stringify(fields))
      form.append('file', new Blob([new Uint8Array(file.bytes)]), file.name)
      const response = await fetch(`${server.url}${API_BASE}${call.path}`, { method: 'POST', headers: { ...OWN_HEADERS, ...sessionHeaders(as) }, body: form })
      return (await reply(response)) as never
    },
    async person(given = {}) {
      const n = ++counter
      const { user_id } = await db
        .insertInto('sys_user')
        .values({ login_name: `person${process.pid}x${n}`, real_name: given.name ?? `甄测试${n}`, type_id: 'staff', dept_id: given.deptId ?? null })
        .returning('user_id')
        .executeTakeFirstOrThrow()
      const { role_id } = await db
        .insertInto('role')
        .values({ role_code: `TEST_${n}`, role_name: `测试角色${n}` })
        .returning('role_id')
        .executeTakeFirstOrThrow()
      await db.insertInto('user_role').values({ user_id, role_id }).execute()
      if (given.permits?.length) {
        await db
          .insertInto('role_permit')
          .columns(['role_id', 'permit_id'])
          .expression((eb) =>
            eb.selectFrom('permit').select((e) => [e.val(role_id).as('role_id'), 'permit_id']).where('permit_code', 'in', given.permits ?? []) as never,
          )
          .execute()
      }
      for (const [module, scope] of Object.entries(given.scopes ?? {})) await db.insertInto('role_scope').values({ role_id, module, scope }).execute()
      return { ...(await sessionOf(user_id)), roleId: role_id }
    },
  }
  return test
}
