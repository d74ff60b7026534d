import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { takeLock } from '../lock.mjs'
import { Problem, diskFull, isDiskFull } from '../problem.mjs'
import { canWrite, isRoot, systemFolder, systemUser } from './account.mjs'

// Where a cluster lies, and whose it is.

export function makeHome(home) {
  // As root the folder is passable, not readable: PostgreSQL's own user must get through to its data.
  const mode = isRoot ? 0o711 : 0o700
  makeDataFolder(path.dirname(home), home, mode)
}

/** Makes a folder of the data folder when it is not there, and throws the sentence that says why it cannot be written. */
export function makeDataFolder(dataDir, folder, mode) {
  try {
    makeFolder(folder, mode)
    fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK)
  } catch (error) {
    if (isDiskFull(error)) throw diskFull(folder)
    throw new Problem(`The data folder ${dataDir} cannot be written (${error.code}): give this user the right to, or set DATA_DIR to another folder.`)
  }
}

/** Level by level: mkdir's own `recursive` never returns where a folder refuses new ones with ENOENT, as /proc does. */
function makeFolder(folder, mode) {
  if (fs.existsSync(folder)) return
  makeFolder(path.dirname(folder), mode)
  try {
    fs.mkdirSync(folder, { mode })
  } catch (error) {
    // Another start may have been quicker.
    if (error.code !== 'EEXIST') throw error
  }
}

export function lockPlace(folder, dataDir) {
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

export function readLocation(home) {
  try {
    return fs.readFileSync(path.join(home, 'location'), 'utf8').trim() || null
  } catch {
    return null
  }
}

export function choosePlace(home, log) {
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
