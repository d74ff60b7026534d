import { spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { Problem, diskFull, isDiskFull } from '../problem.mjs'
import { APP, CONSOLE, SUPERUSER } from './cluster.mjs'
import { endOrphan, readPidFile } from './left-over.mjs'
import { environment } from './programs.mjs'
import { lastComplaint, sleep } from './text.mjs'

// A running PostgreSQL, from its start to its end.

const LOG_LIMIT = 10 * 1024 * 1024

/** `port`: the one to take when it is free, as an earlier run had it. */
export async function run({ home, place, programs, secret, durable, settings, log, release, port: wanted }) {
  const logFile = path.join(home, 'server.log')
  if (sizeOf(logFile) > LOG_LIMIT) fs.renameSync(logFile, `${logFile}.1`)
  const pidFile = path.join(place.data, 'postmaster.pid')
  for (let turn = 1; ; turn += 1) {
    const port = (turn === 1 && wanted) || (await freePort())
    const begin = sizeOf(logFile)
    // A file, not a pipe: an orphan must not die of writing into nothing.
    const output = fs.openSync(logFile, 'a', 0o600)
    const child = spawn(programs.postgres, ['-D', place.data, ...flags({ port, durable, settings })], {
      ...place.user,
      cwd: '/',
      env: environment(),
      stdio: ['ignore', output, output],
      // Its own process group: Ctrl+C reaches the server first, which finishes its work before the database stops.
      detached: true,
    })
    fs.closeSync(output)
    let code
    const exited = new Promise((resolve) => {
      child.once('error', (error) => resolve((code = error)))
      child.once('exit', (status, signal) => resolve((code = status ?? signal)))
    })
    const onExit = () => child.kill('SIGINT')
    process.on('exit', onExit)
    void exited.then(() => process.off('exit', onExit))

    if (await ready(child, pidFile, () => code !== undefined, log)) {
      child.unref()
      const url = (role, password, database) => `postgres://${role}:${password}@127.0.0.1:${port}/${database}`
      let stopping
      const stop = () => (stopping ??= (async () => {
        for (const [signal, patience] of [['SIGINT', 60_000], ['SIGQUIT', 10_000], ['SIGKILL', 5_000]]) {
          if (code !== undefined) break
          child.ref()
          child.kill(signal)
          await before(exited, patience)
        }
        process.off('exit', onExit)
        release()
      })())
      return {
        url: url(APP, secret.app, APP),
        consoleUrl: url(CONSOLE, secret.console, APP),
        adminUrl: url(SUPERUSER, secret.admin, 'postgres'),
        folder: place.folder,
        port,
        pid: child.pid,
        exited,
        stop,
      }
    }
    process.off('exit', onExit)
    if (code instanceof Error) throw code
    const said = readFrom(logFile, begin)
    if (isDiskFull(said)) throw diskFull(place.folder)
    const passing = /could not bind|Address already in use|pre-existing shared memory block|lock file .* already exists/.test(said)
    if (!passing || turn === 10) {
      throw new Problem(`The embedded PostgreSQL does not start: ${lastComplaint(said)} (all of it is in ${logFile}).`)
    }
    await sleep(300)
    await endOrphan(place.data, log)
  }
}

/** Waits for the promise, at most so long; the timer goes with it, so that it holds up no process that is done. */
function before(promise, milliseconds) {
  let timer
  const late = new Promise((done) => (timer = setTimeout(done, milliseconds)))
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

function flags({ port, durable, settings }) {
  const sure = durable ? 'on' : 'off'
  const all = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    fsync: sure,
    synchronous_commit: sure,
    full_page_writes: sure,
    password_encryption: 'scram-sha-256',
    max_connections: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...settings,
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function ready(child, pidFile, ended, log) {
  const begin = Date.now()
  for (let told = false; !ended(); await sleep(10)) {
    const now = readPidFile(pidFile)
    if (now?.pid === child.pid && now.state.startsWith('ready')) return true
    if (!told && Date.now() - begin > 5_000) {
      told = true
      log('the database repairs itself after a crash, this can take a while')
    }
  }
  return false
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', reject)
    server.listen({ port: 0, host: '127.0.0.1' }, () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

function sizeOf(file) {
  try {
    return fs.statSync(file).size
  } catch {
    return 0
  }
}

function readFrom(file, begin) {
  try {
    return fs.readFileSync(file).subarray(begin).toString('utf8')
  } catch {
    return ''
  }
}
