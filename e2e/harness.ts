import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openBrowser, openOwnBrowser } from './browser'
import { recordPages } from './recorder'
import { createDatabase, createDemo, databaseUrl, dropDatabase } from '../scripts/jest/test-databases.mjs'

const ROOT = process.cwd()
export const ADMIN_PASSWORD = 'Correct-Horse-27'

interface RunningServer {
  url: string
  /** What was told on the server's terminal to somebody, such as codes; in its order. */
  toldTo(target: string): Promise<string[]>
  close(): Promise<void>
}

export interface Person {
  context: BrowserContext
  page: Page
  /** Errors of the page and its console. */
  problems: string[]
}

export interface Console {
  url: string
  databaseUrl: string
  /** Folder of files, releases and keys. */
  dataDir: string
  browser: Browser
  /** Runs one statement in the console's database. */
  sql<R extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<R[]>
  /** The last code that was told to a number or address; the database holds none. */
  codeOf(target: string): Promise<string>
  /** A fresh browser profile: own storage and cookies. */
  newPerson(options?: { width?: number; height?: number }): Promise<Person>
  /** Signs in through the API and opens a page; for journeys that are not about signing in. */
  signedIn(loginName?: string, password?: string, options?: { width?: number; height?: number }): Promise<Person>
  stop(): Promise<void>
}

let counter = 0

/** Starts the built console with the demo association on a database of its own, and a browser. */
export async function startConsole(options: { env?: Record<string, string>; empty?: boolean; config?: object; staticDir?: string; browserArgs?: readonly string[] } = {}): Promise<Console> {
  const name = `journey_${process.pid}_${counter++}`
  const dataDir = mkdtempSync(join(tmpdir(), 'console-journey-'))
  if (options.config) writeFileSync(join(dataDir, 'config.json'), JSON.stringify(options.config))
  const start = (url: string, folder: string, env?: Record<string, string>) =>
    startServer({
      databaseUrl: url,
      dataDir: folder,
      port: 0,
      host: '127.0.0.1',
      adminPassword: ADMIN_PASSWORD,
      empty: options.empty ?? false,
      staticDir: options.staticDir ?? ROOT,
      env: { SLIDER_CHECK: 'off', LOG_LEVEL: 'silent', ...env },
    })
  if (options.empty) await createDatabase(name)
  else await createDemo(name, dataDir, undefined, async (url, folder) => (await start(url, folder, { SERVER_ROLE: 'api' })).close())
  const server = await start(databaseUrl(name), dataDir, options.env)
  const own = options.browserArgs ? await openOwnBrowser(options.browserArgs) : null
  const browser = own?.browser ?? (await openBrowser())
  const pool = new pg.Pool({ connectionString: databaseUrl(name), max: 2 })
  pool.on('error', () => undefined)
  const newPerson: Console['newPerson'] = async ({ width = 1366, height = 768 } = {}) => {
    // Without motion: on a busy machine a press may begin on a button that still grows and end beside it.
    const context = await browser.newContext({ viewport: { width, height }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' })
    const page = await context.newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
    await recordPages(context, page)
    // Two journeys run at once, each with a server, a database and a browser.
    page.setDefaultTimeout(60_000)
    return { context, page, problems }
  }
  return {
    url: server.url,
    databaseUrl: databaseUrl(name),
    dataDir,
    browser,
    newPerson,
    // The worker sends it a moment after the answer.
    async codeOf(target) {
      for (const end = Date.now() + 15_000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
        const code = /验证码 (\d{6})/.exec((await server.toldTo(target)).at(-1) ?? '')?.[1]
        if (code) return code
        if (Date.now() > end) throw new Error(`no code was told to ${target}`)
      }
    },
    sql: async (text, values) => (await pool.query(text, values as unknown[])).rows as never,
    async signedIn(loginName = 'admin', password = ADMIN_PASSWORD, size = {}) {
      const person = await newPerson(size)
      const response = await person.context.request.post(`${server.url}/capcoapi/user/userController/loginTheUser`, {
        headers: { 'x-requested-with': 'XMLHttpRequest', 'model-type': 'manager' },
        data: { loginName, passWord: password },
      })
      const answer = (await response.json()) as { returnCode: string; data: { userId: string; token: string } }
      if (answer.returnCode !== '000000') throw new Error(`sign-in of ${loginName} answered ${answer.returnCode}`)
      await person.context.addCookies([{ name: 'capcoMark', value: answer.data.userId, url: server.url }])
      await person.context.addInitScript((record) => {
        // Only while the session stands, and never over a later sign-in: a journey that ends it must not find it again.
        if (document.cookie.includes('capcoMark=') && !localStorage.getItem('userInfo')) localStorage.setItem('userInfo', record)
      }, JSON.stringify({ userId: answer.data.userId, token: answer.data.token }))
      return person
    },
    async stop() {
      await browser.close()
      own?.end()
      await pool.end()
      await server.close()
      await dropDatabase(name)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** What a process of a server answers. */
interface Answer {
  url?: string
  told?: string[]
  error?: string
}

/**
 * Processes of servers that serve nobody at this moment. The files of a worker share this module (scripts/jest/shared-modules.mjs), so
 * the next journey finds them; the worker's end is theirs.
 */
const idle: ServerProcess[] = []

class ServerProcess {
  readonly #child: ChildProcess = fork(join(ROOT, 'e2e/server-process.mjs'), { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  #ended: Answer | undefined
  #waiting: ((answer: Answer) => void)[] = []

  constructor() {
    this.#child.on('message', (answer) => this.#waiting.shift()?.(answer as Answer))
    this.#child.once('exit', (code) => {
      this.#ended = { error: `the server ended with ${code}` }
      for (const answer of this.#waiting.splice(0)) answer(this.#ended)
    })
  }

  get lives(): boolean {
    return !this.#ended && this.#child.connected
  }

  /** Asks for something; answers come in the order of the questions. */
  async ask(ask: 'start' | 'toldTo' | 'close', given?: unknown): Promise<Answer> {
    this.#child.ref()
    this.#child.channel?.ref()
    const answer = await new Promise<Answer>((resolve) => {
      if (this.#ended) return resolve(this.#ended)
      this.#waiting.push(resolve)
      this.#child.send({ ask, given })
    })
    if (this.#waiting.length === 0) this.#letGo()
    if (answer.error) throw new Error(answer.error)
    return answer
  }

  /** A worker that has nothing else to do may end. */
  #letGo(): void {
    this.#child.unref()
    this.#child.channel?.unref()
  }
}

/** Starts the server beside this process; it ends when it is closed or when this process ends. */
async function startServer(options: object): Promise<RunningServer> {
  let server = idle.pop()
  while (server && !server.lives) server = idle.pop()
  const running = server ?? new ServerProcess()
  const { url = '' } = await running.ask('start', options).catch((error: unknown) => {
    idle.push(running)
    throw error
  })
  return {
    url,
    toldTo: async (target) => (await running.ask('toldTo', target)).told ?? [],
    async close() {
      await running.ask('close')
      idle.push(running)
    },
  }
}
