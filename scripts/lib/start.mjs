import net from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from '../build.mjs'
import { install } from './install.mjs'
import { lockPostgres, startPostgres } from './postgres.mjs'
import { Problem, explain } from './problem.mjs'
import { at } from './root.mjs'

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
  if (!databaseUrl) {
    say('starting the database')
    const database = await startPostgres({ dataDir: options.dataDir, log: say, lock })
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
}

function readOptions() {
  const { env } = process
  let values
  try {
    ;({ values } = parseArgs({ options: { empty: { type: 'boolean' } } }))
  } catch (error) {
    throw new Problem(`${error.message.split('. ')[0]}: npm start knows only "-- --empty".`)
  }
  const port = Number(env.PORT || 8080)
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new Problem(`PORT=${env.PORT} is no port: give a number from 1 to 65535.`)
  }
  return { port, host: env.HOST || '127.0.0.1', dataDir: path.resolve(at(), env.DATA_DIR || '.data'), empty: values.empty ?? false }
}

function checkPort({ port, host }) {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', (error) => {
      const sentences = {
        EADDRINUSE: `Port ${port} on ${host} is taken by another program: stop that one, or start with another, for example PORT=${port + 1} npm start.`,
        EACCES: `Port ${port} may not be opened by this user: start with a port above 1023, for example PORT=8080 npm start.`,
        EADDRNOTAVAIL: `HOST=${host} is no address of this machine: give one that is, or leave HOST out.`,
        ENOTFOUND: `HOST=${host} is not known: give an address of this machine, or leave HOST out.`,
      }
      reject(sentences[error.code] ? new Problem(sentences[error.code]) : error)
    })
    server.listen({ port, host }, () => server.close(resolve))
  })
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
