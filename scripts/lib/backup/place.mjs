import fs from 'node:fs'
import path from 'node:path'
import { takeLock } from '../lock.mjs'
import { readLocation } from '../postgres/place.mjs'
import { removePostgres } from '../postgres.mjs'
import { Problem } from '../problem.mjs'
import { PASSABLE, namesIn, settle, writeText } from './disk.mjs'

// The empty place that becomes a console's data folder. Until it is whole everything lies in `.restoring` below it.
//
//   <dataDir>/restore-unfinished   names the restore that works here, or that was killed here
//   <dataDir>/.restoring           its data folder
//   <dataDir>/postgres/location    leads nowhere while the restore works: a start refuses instead of making a new database

const MARK = 'restore-unfinished'
const DRAFT = '.restoring'
const NOWHERE = 'the-restore-was-cut-off--run-pnpm-restore-again'
const guardOf = (dataDir) => path.join(dataDir, NOWHERE)

/**
 * Takes an empty place: `{ draft, finish, abandon }`. What a restore that was killed has left is removed. Throws a `Problem`
 * when anything else is there; then nothing has been touched.
 */
export async function takePlace({ dataDir, embedded, log }) {
  const made = !fs.existsSync(dataDir)
  if (!made && fs.existsSync(path.join(dataDir, MARK))) await clearCutOff(dataDir, log)
  refuseUsed(dataDir)
  fs.mkdirSync(dataDir, { recursive: true, mode: PASSABLE })
  const mark = takeLock(path.join(dataDir, MARK))
  if (mark.holder) throw new Problem(`Process ${mark.holder} restores into ${dataDir} just now: let it finish, or name another place.`)
  const draft = path.join(dataDir, DRAFT)
  fs.mkdirSync(draft, { mode: PASSABLE })
  fs.mkdirSync(path.join(draft, 'files'), { mode: 0o700 })
  if (embedded) {
    fs.mkdirSync(path.join(dataDir, 'postgres'), { mode: PASSABLE })
    writeText(path.join(dataDir, 'postgres', 'location'), `${guardOf(dataDir)}\n`)
    settle(path.join(dataDir, 'postgres'))
  }
  settle(dataDir)
  return {
    draft,
    /** Puts files, releases and settings where the console looks for them. */
    lay: () => lay(dataDir, draft),
    /** From here on the place holds a console. */
    finish() {
      if (embedded) writeCluster(dataDir, draft)
      fs.rmSync(draft, { recursive: true, force: true })
      mark.release()
      settle(dataDir)
    },
    /** The place is as empty as it was. */
    async abandon() {
      await wipe(dataDir)
      mark.release()
      if (made) fs.rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function refuseUsed(dataDir) {
  const names = namesIn(dataDir)
  if (names.length === 0) return
  const lock = fs.existsSync(path.join(dataDir, 'postgres')) ? takeLock(path.join(dataDir, 'postgres', 'lock')) : {}
  lock.release?.()
  if (lock.holder) throw new Problem(`A console runs on ${dataDir} (process ${lock.holder}): a restore goes into an empty place, name another one with --data-dir.`)
  const some = names.slice(0, 3).join(', ')
  throw new Problem(`${dataDir} is not empty (${some}${names.length > 3 ? ', …' : ''}): nothing is overwritten, name an empty place with --data-dir.`)
}

async function clearCutOff(dataDir, log) {
  const mark = takeLock(path.join(dataDir, MARK))
  if (mark.holder) throw new Problem(`Process ${mark.holder} restores into ${dataDir} just now: let it finish, or name another place.`)
  const laid = namesIn(dataDir).filter((name) => name !== MARK && name !== DRAFT)
  const guarded = readLocation(path.join(dataDir, 'postgres')) === guardOf(dataDir)
  if (laid.length > 0 && !guarded) {
    mark.release()
    if (laid.includes('postgres')) {
      fs.rmSync(path.join(dataDir, DRAFT), { recursive: true, force: true })
      throw new Problem(`${dataDir} is not empty: a restore came to its end there, and the console can be started.`)
    }
    throw new Problem(`${dataDir} is not empty: a restore into a database was cut off there at its very end. If that database has tables, both are whole; otherwise empty the folder and restore again.`)
  }
  log('a restore was cut off here: removing what it left')
  await wipe(dataDir)
  mark.release()
}

/** Everything that a restore lays, in an order in which a kill leaves it recognisable. */
async function wipe(dataDir) {
  await removePostgres({ dataDir: path.join(dataDir, DRAFT) })
  for (const name of ['files', 'releases', 'release-key.pem', 'data.key', 'config.json', DRAFT, 'postgres']) fs.rmSync(path.join(dataDir, name), { recursive: true, force: true })
}

function lay(dataDir, draft) {
  const settings = path.join(draft, 'settings')
  for (const name of namesIn(settings)) fs.renameSync(path.join(settings, name), path.join(dataDir, name))
  for (const name of ['releases', 'files'].filter((one) => fs.existsSync(path.join(draft, one)))) fs.renameSync(path.join(draft, name), path.join(dataDir, name))
  settle(dataDir)
}

/** The cluster comes last, and its way to it at the very end: before that a start refuses, after it the console is whole. */
function writeCluster(dataDir, draft) {
  const from = path.join(draft, 'postgres')
  const to = path.join(dataDir, 'postgres')
  for (const name of namesIn(from).filter((one) => one !== 'location')) fs.renameSync(path.join(from, name), path.join(to, name))
  settle(to)
  const elsewhere = readLocation(from)
  if (elsewhere) {
    writeText(path.join(elsewhere, 'belongs-to'), `${to}\n`)
    fs.renameSync(path.join(from, 'location'), path.join(to, 'location'))
  } else fs.rmSync(path.join(to, 'location'))
  settle(to)
}
