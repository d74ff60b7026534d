import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from '../../build.mjs'
import { removePostgres, startPostgres } from '../../lib/postgres.mjs'
import { at } from '../../lib/root.mjs'
import { start } from './processes.mjs'

export const PASSWORD = 'Bench-Correct-Horse-27'
export const COMPANIES = 100_000
const POOL = 20

/** The flags of Node that `npm start` gives the server. */
const flags = () => JSON.parse(fs.readFileSync(at('package.json'), 'utf8')).scripts.start.match(/--\S+/g) ?? []

/** What the measured server gets from its environment: production, its default log, no slider. */
const ENVIRONMENT = { NODE_ENV: 'production', SLIDER_CHECK: 'off', DB_POOL: String(POOL), SERVER_ROLE: 'api' }

/**
 * A scratch installation: an embedded PostgreSQL as the console starts it, the migrated database, 100,000 companies, and
 * the server in a process of its own. `demo` begins with the demo association instead of none; `adminUrl` is the same database as
 * PostgreSQL's superuser. `remove()` leaves nothing behind.
 */
export async function makeInstallation({ log, companies = COMPANIES, users = 0, execArgv = [], demo = false }) {
  await build({ only: ['server'], log })
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'console-bench-'))
  fs.chmodSync(dataDir, 0o711)
  const database = await startPostgres({ dataDir, log })
  const options = { databaseUrl: database.url, dataDir, port: 0, host: '127.0.0.1', empty: !demo, adminPassword: PASSWORD }
  const startConsole = ({ execArgv: own = [], ...extra } = {}) =>
    start('scripts/bench/processes/console-server.mjs', { options, env: ENVIRONMENT, ...extra, execArgv: [...flags(), ...own] })
  try {
    let server = await startConsole({ execArgv })
    if (companies > 0 || users > 0) {
      const begin = performance.now()
      const { fill, fillUsers } = await fromSource()
      await fill(database.url, companies)
      if (users > 0) await fillUsers(database.url, users)
      log(`${companies} companies in ${((performance.now() - begin) / 1000).toFixed(0)} s`)
    }
    return {
      server,
      dataDir,
      databaseUrl: database.url,
      adminUrl: asSuperuser(database),
      poolSize: POOL,
      startConsole,
      startBare: (answers) => start('scripts/bench/processes/bare-server.mjs', { options: { databaseUrl: database.url, poolSize: POOL, answers }, env: { NODE_ENV: 'production' } }),
      async restart(extra) {
        await server.stop()
        server = this.server = await startConsole(extra)
        return server
      },
      async remove() {
        await this.server.stop().catch(() => undefined)
        await database.stop()
        await removePostgres({ dataDir })
        fs.rmSync(dataDir, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await database.stop()
    await removePostgres({ dataDir })
    fs.rmSync(dataDir, { recursive: true, force: true })
    throw error
  }
}

/** The console's database, opened by the superuser. */
function asSuperuser({ url, adminUrl }) {
  const address = new URL(adminUrl)
  address.pathname = new URL(url).pathname
  return address.href
}

const parts = new Map()
/** What the bench takes of contract and server, bundled: `from-server` has paths and the generator of companies, `from-lists` every list. */
export async function fromSource(name = 'from-server') {
  if (!parts.has(name)) parts.set(name, await bundle(name))
  return parts.get(name)
}

async function bundle(name) {
  const esbuild = await import('esbuild')
  // Beside the server's packages, so that what is not bundled is found.
  const outfile = at(`server/node_modules/.cache/bench/${name}.cjs`)
  const { dependencies } = JSON.parse(fs.readFileSync(at('server/package.json'), 'utf8'))
  esbuild.buildSync({
    absWorkingDir: at(),
    entryPoints: [`scripts/bench/${name}.ts`],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    nodePaths: [at('server/node_modules')],
    external: Object.keys(dependencies).filter((one) => !one.startsWith('@assoc/')),
    // What the server requires when it first needs it is found from there.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(at('server/src/main.ts')).href) },
    logLevel: 'error',
  })
  return createRequire(outfile)(outfile)
}

/** Signs somebody in by the real call and answers their id and the headers of their calls. */
export async function signIn(url, loginName = 'admin') {
  const { paths } = await fromSource()
  const response = await fetch(`${url}/capcoapi${paths.login}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...OWN },
    body: JSON.stringify({ loginName, passWord: PASSWORD, sliderTicket: 'bench' }),
  })
  const answer = await response.json()
  if (answer.returnCode !== '000000') throw new Error(`signing in answered ${answer.returnCode} ${answer.returnMessage}`)
  const cookie = response.headers.getSetCookie().map((c) => c.split(';')[0]).join('; ')
  return { userId: answer.data.userId, headers: { ...OWN, authorization: answer.data.token, cookie } }
}

export const OWN = { 'x-requested-with': 'XMLHttpRequest', 'model-type': 'manager' }

/** Makes one call and answers its data. */
export async function call(url, headers, path, body) {
  const response = await fetch(`${url}/capcoapi${path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
  const answer = await response.json()
  if (answer.returnCode !== '000000') throw new Error(`${path} answered ${answer.returnCode} ${answer.returnMessage} ${JSON.stringify(answer.data)}`)
  return answer.data
}
