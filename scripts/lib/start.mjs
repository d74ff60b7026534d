import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from '../build.mjs'
import { install } from './install.mjs'
import { lockPostgres, startPostgres } from './postgres.mjs'
import { makeDataFolder } from './postgres/place.mjs'
import { Problem, diskFull, explain, isDiskFull } from './problem.mjs'
import { at } from './root.mjs'
import { checkPort, readOptions } from './start-options.mjs'

const CLOSE_WITHIN = 30_000

/** `npm start`: from a fresh checkout, or from where the last start ended, to a console that can be signed in to. */
export async function main() {
  // Whoever read our lines may go away; the console goes on.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  // What was started, in order; it ends in the reverse order.
  const started = []
  let ending
  const end = (code) => (ending ??= (async () => {
    for (const { what, stop } of started.reverse()) {
      await stop().catch((error) => {
        console.error(`stopping the ${what}: ${explain(error)}`)
        code ||= 1
      })
    }
    process.exit(code)
  })())
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.on(signal, () => {
      if (!ending) say('stopping')
      // A second signal does not hurry: cutting off a running write is what kill -9 is for.
      void end(0)
    })
  }
  watchNpm(() => process.emit('SIGTERM'))
  try {
    await start(started, end, () => ending !== undefined)
  } catch (error) {
    if (!ending) console.error(explain(error))
    await end(1)
  }
}

/** npm puts a shell between itself and us, and that shell keeps a SIGTERM to itself: its end stands for the signal. */
function watchNpm(onEnd) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onEnd()
  }, 250)
  timer.unref()
}

async function start(started, end, isEnding) {
  const options = readOptions()
  const { env } = process
  // Whoever has the data is told before anything is built; the port, too.
  const lock = env.DATABASE_URL ? undefined : lockPostgres(options.dataDir)
  await checkPort(options)
  if (isEnding()) return
  install({ log: say })
  await build({ log: say })
  if (isEnding()) return

  let databaseUrl = env.DATABASE_URL
  let database
  if (!databaseUrl) {
    say('starting the database')
    database = await startPostgres({ dataDir: options.dataDir, provisional: true, log: say, lock })
    started.push({ what: 'database', stop: database.stop })
    databaseUrl = database.url
    void database.exited.then((code) => {
      if (isEnding()) return
      console.error(`The database ended by itself (${code}): ${path.join(options.dataDir, 'postgres/server.log')} says why; start again.`)
      void end(1)
    })
  }
  if (isEnding()) return
  say('starting the server')
  // What people hand in is nobody else's on this machine.
  makeDataFolder(options.dataDir, path.join(options.dataDir, 'files'), 0o700)
  const { startServer } = await import(pathToFileURL(at('server/dist/main.mjs')).href)
  const server = await startServer({
    databaseUrl,
    dataDir: options.dataDir,
    port: options.port,
    host: options.host,
    empty: options.empty,
    adminPassword: env.ADMIN_PASSWORD || undefined,
    staticDir: at(),
    env,
  }).catch((error) => {
    // Told by our own PostgreSQL the server takes it for a database that does not answer.
    throw database && isDiskFull(error) ? diskFull(database.folder) : error
  })
  started.push({ what: 'server', stop: () => within(CLOSE_WITHIN, server.close()) })
  if (isEnding()) return
  console.log(`ready ${server.url}`)
  if (server.firstRun) {
    console.log(`login name: ${server.firstRun.loginName}`)
    if (server.firstRun.generated) {
      console.log(`password: ${server.firstRun.password}`)
      console.log('This password is shown only now, and must be changed when signing in for the first time.')
    }
  }
  database?.keep()
}

function within(milliseconds, promise) {
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Problem(`it did not finish within ${milliseconds / 1000} s.`)), milliseconds)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

function say(line) {
  console.log(`· ${line}`)
}
