import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
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
export async function startConsole(options: { env?: Record<string, string>; empty?: boolean; config?: object; staticDir?: string } = {}): Promise<Console> {
  const chromiumPath = process.env['CHROMIUM_PATH']
  if (!chromiumPath) throw new Error('Run the journeys with npm test: it starts a database and finds a browser.')
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
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--lang=zh-CN'],
  })
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
    page.setDefaultTimeout(30_000)
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
      await pool.end()
      await server.close()
      await dropDatabase(name)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts the server in a process of its own, which ends when it is closed or when this process ends. */
async function startServer(options: object): Promise<RunningServer> {
  const child = fork(join(ROOT, 'e2e/server-process.mjs'), { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.send(options)
  const answer = await new Promise<{ url?: string; error?: string }>((resolve) => {
    child.once('message', (message) => resolve(message as { url?: string; error?: string }))
    child.once('exit', (code) => resolve({ error: `the server ended with ${code}` }))
  })
  const close = async () => {
    if (child.connected) child.disconnect()
    await ended
  }
  if (!answer.url) {
    await close()
    throw new Error(answer.error ?? 'the server did not start')
  }
  const toldTo = (target: string) =>
    new Promise<string[]>((resolve) => {
      child.once('message', (message) => resolve((message as { told: string[] }).told))
      child.send({ toldTo: target })
    })
  return { url: answer.url, toldTo, close }
}
