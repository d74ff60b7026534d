import path from 'node:path'
import { build } from '../build.mjs'
import { install } from './install.mjs'
import { lockPostgres, startPostgres } from './postgres.mjs'
import { makeDataFolder } from './postgres/place.mjs'
import { diskFull, explain, isDiskFull } from './problem.mjs'
import { growingPauses, startAgain } from './restarts.mjs'
import { keepServer } from './server-keeper.mjs'
import { checkPort, readOptions } from './start-options.mjs'

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

  let database
  let ready = false
  if (!env.DATABASE_URL) {
    say('starting the database')
    database = await startPostgres({ dataDir: options.dataDir, provisional: true, log: say, lock })
    started.push({ what: 'database', stop: () => database.stop() })
    void keepDatabase()
  }
  if (isEnding()) return
  say('starting the server')
  // What people hand in is nobody else's on this machine.
  makeDataFolder(options.dataDir, path.join(options.dataDir, 'files'), 0o700)
  const server = keepServer({
    options: () => ({
      databaseUrl: env.DATABASE_URL || database.consoleUrl,
      ownerUrl: env.DATABASE_URL ? env.DATABASE_OWNER_URL : database.url,
      dataDir: options.dataDir,
      port: options.port,
      host: options.host,
      empty: options.empty,
      adminPassword: env.ADMIN_PASSWORD || undefined,
    }),
    log: say,
    complain: (line) => console.error(line),
    isEnding,
  })
  started.push({ what: 'server', stop: server.stop })
  const { url, firstRun } = await server.ready.catch((error) => {
    // Told by our own PostgreSQL the server takes it for a database that does not answer.
    throw database && isDiskFull(error) ? diskFull(database.folder) : error
  })
  if (isEnding()) return
  ready = true
  console.log(`ready ${url}`)
  if (firstRun) {
    console.log(`login name: ${firstRun.loginName}`)
    if (firstRun.generated) {
      console.log(`password: ${firstRun.password}`)
      console.log('This password is shown only now, and must be changed when signing in for the first time.')
    }
  }
  database?.keep()

  /** Starts the database again when it ends by itself; the server waits for it. Before the first `ready` everything ends. */
  async function keepDatabase() {
    const pauses = growingPauses()
    const sleep = (ms) => new Promise((done) => setTimeout(done, ms))
    for (;;) {
      const since = performance.now()
      const code = await database.exited
      if (isEnding()) return
      const why = `${code}; ${path.join(options.dataDir, 'postgres/server.log')} says more`
      if (!ready) {
        console.error(`The database ended by itself (${why}): start again.`)
        return void end(1)
      }
      const old = database
      const fresh = await startAgain({ what: 'The database', why, livedMs: performance.now() - since, pauses, start: () => old.again(), isEnding, complain: (line) => console.error(line), sleep })
      if (!fresh) return
      database = fresh
      if (isEnding()) return void (await database.stop())
      say('the database runs again')
      // Its port was taken meanwhile.
      if (database.port !== old.port) await server.renew()
    }
  }
}

function say(line) {
  console.log(`· ${line}`)
}
