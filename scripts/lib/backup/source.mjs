import fs from 'node:fs'
import path from 'node:path'
import { readSecret } from '../postgres/cluster.mjs'
import { readLocation } from '../postgres/place.mjs'
import { lockPostgres, startPostgres } from '../postgres.mjs'
import { Problem } from '../problem.mjs'
import { isThere } from './disk.mjs'

/**
 * The database of a console that runs, stands still, or keeps its data in a PostgreSQL of its own: `{ url, running, stop }`.
 * A cluster that stands still is started for as long as `stop` is not called, and nobody else may use it meanwhile.
 */
export async function openSource({ dataDir, databaseUrl, log }) {
  if (databaseUrl) return { url: databaseUrl, running: null, stop: async () => {} }
  const home = path.join(dataDir, 'postgres')
  if (!isThere(home)) {
    throw new Problem(`There is no console in ${dataDir}: set DATA_DIR to the folder of one, or DATABASE_URL to its database.`)
  }
  if (fs.existsSync(path.join(home, 'unfinished')) && !isHeld(dataDir)) {
    throw new Problem(`The console in ${dataDir} was never started to its end, there is nothing to back up: start it first.`)
  }
  const place = readLocation(home) ?? home
  if (!isThere(path.join(place, 'data', 'PG_VERSION'))) throw new Problem(`There is no database in ${dataDir} (${place} has none): set DATA_DIR to the folder of a console.`)

  let lock
  try {
    lock = lockPostgres(dataDir)
  } catch (error) {
    if (!/already in use by process/.test(error.message)) throw error
    return { url: urlOfRunning({ dataDir, home, place }), running: true, stop: async () => {} }
  }
  log('the console stands still: starting its database')
  const database = await startPostgres({ dataDir, log, lock })
  return { url: database.url, running: false, stop: database.stop }
}

function isHeld(dataDir) {
  try {
    lockPostgres(dataDir).release()
    return false
  } catch (error) {
    if (/already in use by process/.test(error.message)) return true
    throw error
  }
}

/** Address and password as the process that started it has left them. */
function urlOfRunning({ dataDir, home, place }) {
  const pidFile = path.join(place, 'data', 'postmaster.pid')
  const lines = fs.existsSync(pidFile) ? fs.readFileSync(pidFile, 'utf8').split('\n') : []
  const port = Number(lines[3])
  const secret = readSecret(home)
  if (!port || !secret || !lines[7]?.startsWith('ready')) throw new Problem(`The console in ${dataDir} is just starting or stopping: try again in a moment.`)
  return `postgres://association:${secret.app}@127.0.0.1:${port}/association`
}
