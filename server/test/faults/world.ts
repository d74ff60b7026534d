import { execFileSync, fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API_BASE, type Call, type Envelope, type RequestOf } from '@assoc/contract'
import { post } from '@assoc/contract/rbac/post'
import { loginTheUser } from '@assoc/contract/rbac/sign-in'
import pg from 'pg'
import { removePostgres, startPostgres, type RunningPostgres } from '../../../scripts/lib/postgres.mjs'
import { OWN_HEADERS } from '../harness'
import type { Order } from './server.process'

// A PostgreSQL and servers of one's own that may be stopped, ended and held up.

const ROOT = process.cwd()
// Within the server's folder, where its packages are found.
const PROGRAM = join(ROOT, 'server/node_modules/.cache/faults.mjs')

/** Bundles the server's process once for a test file. */
export function bundleServer(): void {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'server/package.json'), 'utf8')) as { dependencies: Record<string, string> }
  const outside = Object.keys(dependencies).filter((name) => !name.startsWith('@assoc/')).map((name) => `--external:${name}`)
  execFileSync(join(ROOT, 'node_modules/.bin/esbuild'), [join(ROOT, 'server/test/faults/server.process.ts'), `--outfile=${PROGRAM}`, '--bundle', '--format=esm', '--platform=node', '--target=node20', '--loader:.sql=text', '--log-level=error', ...outside])
}

export class ServerProcess {
  url = ''
  /** What it ended with; null while it lives. */
  ended: string | null = null
  private constructor(
    readonly child: ChildProcess,
    readonly gone: Promise<string>,
  ) {
    void gone.then((why) => (this.ended = why))
  }

  static async start(order: Order): Promise<ServerProcess> {
    const child = fork(PROGRAM, { cwd: ROOT, execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    let said = ''
    child.stderr?.on('data', (piece: Buffer) => (said = (said + piece.toString()).slice(-4_000)))
    const gone = new Promise<string>((resolve) => child.once('exit', (code, signal) => resolve(`${signal ?? `exit code ${code}`} ${said}`)))
    const one = new ServerProcess(child, gone)
    const heard = new Promise<{ url: string }>((resolve) => child.once('message', (told) => resolve(told as { url: string })))
    child.send(order)
    const word = await Promise.race([heard, gone.then((why) => Promise.reject(new Error(`the server ended: ${why}`)))])
    one.url = word.url
    return one
  }

  /** Bytes of memory that it holds. */
  memory(): Promise<number> {
    const heard = new Promise<number>((resolve) => this.child.once('message', (told) => resolve((told as { rss: number }).rss)))
    this.child.send({ memory: true })
    return heard
  }

  async kill(): Promise<void> {
    if (this.ended !== null) return
    this.child.kill('SIGKILL')
    await this.gone
  }

  async post<C extends Call>(call: C, input: RequestOf<C>, headers: Record<string, string> = {}): Promise<Envelope & { setCookie: string }> {
    const response = await fetch(`${this.url}${API_BASE}${call.path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...OWN_HEADERS, ...headers }, body: JSON.stringify(input) })
    return { ...((await response.json()) as Envelope), setCookie: response.headers.get('set-cookie') ?? '' }
  }

  async ready(): Promise<number> {
    return (await fetch(`${this.url}/readyz`)).status
  }

  /** Headers of a session of the first administrator. */
  async signIn(): Promise<Record<string, string>> {
    const { data, setCookie } = await this.post(loginTheUser, { loginName: 'admin', passWord: 'Correct-Horse-27' })
    return { authorization: (data as { token: string }).token, cookie: setCookie.split(';')[0] ?? '' }
  }
}

export class OwnCluster {
  private constructor(
    readonly dataDir: string,
    public running: RunningPostgres,
  ) {}

  static async start(): Promise<OwnCluster> {
    const dataDir = mkdtempSync(join(tmpdir(), 'faults-test-'))
    // As root PostgreSQL has a user of its own, which must pass through.
    chmodSync(dataDir, 0o755)
    return new OwnCluster(dataDir, await startPostgres({ dataDir, durable: false }))
  }

  /** What a server is started with to work on it. */
  order(env: Record<string, string>, more: Partial<Order> = {}): Order {
    return { databaseUrl: this.running.consoleUrl, ownerUrl: this.running.url, dataDir: this.dataDir, env, ...more }
  }

  /** Stops PostgreSQL as an administrator does: fast, ending all connections. */
  async halt(signal: 'SIGINT' | 'SIGKILL' = 'SIGINT'): Promise<void> {
    process.kill(this.running.pid, signal)
    await this.running.exited
  }

  async again(): Promise<void> {
    this.running = await this.running.again()
  }

  async query<R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
    const url = new URL(this.running.adminUrl)
    url.pathname = new URL(this.running.url).pathname
    const client = new pg.Client(url.href)
    await client.connect()
    try {
      return (await client.query<R>(text, values)).rows
    } finally {
      await client.end()
    }
  }

  /** Ends all connections of the servers, or one of them. */
  async terminate(one = false): Promise<number> {
    const ended = await this.query(`select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() and datname = current_database()${one ? ' order by random() limit 1' : ''}`)
    return ended.length
  }

  async stop(): Promise<void> {
    await this.running.stop()
    await removePostgres({ dataDir: this.dataDir })
    rmSync(this.dataDir, { recursive: true, force: true })
  }
}

/** What callers may be answered while the database is away or has no free connection. */
const AWAY = new Set(['S00001', 'L00001'])

/** People who read and write without a pause. A write that was not acknowledged is done again with its key until it is, as the console's pages do. */
export class Load {
  readonly acknowledged: string[] = []
  /** Answers that are neither good nor say that the database is away. */
  readonly strange: string[] = []
  /** Milliseconds of the slowest refusal. */
  slowestRefusal = 0
  /** Milliseconds of the slowest good answer; set back to 0 where a time of its own begins. */
  slowestGood = 0
  good = 0
  refused = 0
  private active = true
  private readonly people: Promise<void>[]
  private waiting: (() => void)[] = []

  constructor(
    private readonly server: ServerProcess,
    private readonly headers: Record<string, string>,
    { writers = 3, readers = 2 } = {},
  ) {
    this.people = [...Array.from({ length: writers }, () => this.write()), ...Array.from({ length: readers }, () => this.read())]
  }

  /** The time until the next good answer, in milliseconds. */
  async nextGood(): Promise<number> {
    const began = performance.now()
    await new Promise<void>((resolve) => this.waiting.push(resolve))
    return performance.now() - began
  }

  async stop(): Promise<void> {
    this.active = false
    await Promise.all(this.people)
  }

  private async ask<C extends Call>(call: C, input: RequestOf<C>, headers: Record<string, string> = {}): Promise<boolean> {
    const began = performance.now()
    let code: string
    try {
      code = (await this.server.post(call, input, { ...this.headers, ...headers })).returnCode
    } catch (error) {
      code = `no answer: ${(error as Error).message}`
    }
    if (code === '000000') {
      this.good += 1
      this.slowestGood = Math.max(this.slowestGood, performance.now() - began)
      for (const tell of this.waiting.splice(0)) tell()
      return true
    }
    this.refused += 1
    this.slowestRefusal = Math.max(this.slowestRefusal, performance.now() - began)
    if (!AWAY.has(code)) this.strange.push(`${call.path} ${code}`)
    // As a page that tries again after a moment.
    await new Promise((resolve) => setTimeout(resolve, 50))
    return false
  }

  private async write(): Promise<void> {
    while (this.active && this.server.ended === null) {
      const postCode = randomBytes(8).toString('hex')
      const key = { 'idempotency-key': randomBytes(12).toString('hex') }
      while (!(await this.ask(post.insert, { postCode, postName: '试验', sortNo: 1 }, key))) if (this.server.ended !== null) return
      this.acknowledged.push(postCode)
    }
  }

  private async read(): Promise<void> {
    while (this.active && this.server.ended === null) await this.ask(post.list, { keyword: '试验', pageSize: 20 } as never)
  }
}

/** Posts with how often they and their audit rows stand in the database, where that is not once. */
export async function notOnce(cluster: OwnCluster, acknowledged: readonly string[]): Promise<{ code: string; rows: number; audits: number }[]> {
  const rows = await cluster.query<{ code: string; rows: number; audits: number }>(
    `select given.code, (select count(*)::int from post p where p.post_code = given.code) as rows,
       (select count(*)::int from audit_log a join post p on a.record_id = p.post_id and a.record_type = 'post' and a.verb = 'insert' where p.post_code = given.code) as audits
     from (select unnest($1::text[]) as code) given`,
    [acknowledged],
  )
  return rows.filter((row) => row.rows !== 1 || row.audits !== 1)
}
