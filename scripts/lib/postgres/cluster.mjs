import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Problem, diskFull, isDiskFull } from '../problem.mjs'
import { environment } from './programs.mjs'
import { lastComplaint } from './text.mjs'

// Making a cluster, its database and its passwords.

export const SUPERUSER = 'postgres'
/** Owns the program's database and its tables: makes and changes them, and nothing else. */
export const APP = 'association'
/** What the server works as: reads and writes rows, owns nothing. What it may is granted with the migrations. */
export const CONSOLE = 'association_console'
const LEAST_FREE = 128 * 1024 * 1024

export function createCluster({ home, place, programs, provisional, log }) {
  log('making the database')
  const space = fs.statfsSync(place.folder)
  if (space.bavail * space.bsize < LEAST_FREE) throw diskFull(place.folder)

  // Made under another name and renamed when whole: an interrupted start leaves nothing half made.
  const draft = path.join(place.folder, 'data.new')
  fs.rmSync(draft, { recursive: true, force: true })
  fs.mkdirSync(draft, { mode: 0o700 })
  if (place.user) fs.chownSync(draft, place.user.uid, place.user.gid)

  const secret = newSecret()
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
    `CREATE ROLE ${CONSOLE} LOGIN PASSWORD '${secret.console}'`,
    `CREATE DATABASE ${APP} OWNER ${APP}`,
  ])
  writeSecret(home, secret)
  if (provisional) writeWhole(unfinished(home), '', 0o600)
  fs.renameSync(draft, place.data)
  if (place.elsewhere) writeWhole(path.join(home, 'location'), `${place.folder}\n`, 0o644)
}

// There while a first start has not come to its end: nobody has been told how to sign in.
const unfinished = (home) => path.join(home, 'unfinished')

/** Says that the cluster made provisionally is in use from now on. */
export function keepCluster(home) {
  fs.rmSync(unfinished(home), { force: true })
}

/** Empties the program's database when the start that made it was cut off: the next one is the first again. */
export function clearUnfinished({ home, place, programs, log }) {
  if (!fs.existsSync(unfinished(home))) return
  log('the first start did not come to its end: beginning again')
  singleUser({ data: place.data, place, programs }, [`DROP DATABASE IF EXISTS ${APP}`, `CREATE DATABASE ${APP} OWNER ${APP}`])
}

/** The passwords were lost, the data were not: new ones are set from inside. */
export function renewSecret({ home, place, programs, log }) {
  log('the file with the database passwords is gone: setting new ones')
  const secret = newSecret()
  singleUser({ data: place.data, place, programs }, [
    `ALTER ROLE ${SUPERUSER} PASSWORD '${secret.admin}'`,
    `ALTER ROLE ${APP} PASSWORD '${secret.app}'`,
    makeConsole(secret.console),
  ])
  writeSecret(home, secret)
  return secret
}

/** A cluster of an earlier version has no role for the server: it gets one. */
export function addConsole({ home, place, programs, secret, log }) {
  log('the database gets a role of its own for the server')
  const whole = { ...secret, console: newPassword() }
  singleUser({ data: place.data, place, programs }, [makeConsole(whole.console)])
  writeSecret(home, whole)
  return whole
}

const newPassword = () => randomBytes(24).toString('hex')
const newSecret = () => ({ admin: newPassword(), app: newPassword(), console: newPassword() })

// On one line: a statement of the single-user mode ends with it.
const makeConsole = (password) =>
  `DO $do$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${CONSOLE}') THEN CREATE ROLE ${CONSOLE}; END IF; ALTER ROLE ${CONSOLE} LOGIN PASSWORD '${password}'; END $do$`

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

export function readSecret(home) {
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
