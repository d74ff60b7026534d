import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Problem, isDiskFull } from '../problem.mjs'
import { isRoot } from '../postgres/account.mjs'

// Bytes on the disk, each written so that it is there when we say so.

/** Passes bytes on and tells afterwards how many there were and what they hash to. */
export function hashing(stopped = () => {}) {
  const hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk, _encoding, done) {
      try {
        stopped()
      } catch (error) {
        return done(error)
      }
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { through, result: () => ({ bytes, sha256: hash.digest('hex') }) }
}

/** Writes what comes through these streams to a new file; answers its `{ bytes, sha256 }`. It is on the disk when this is done. */
export async function writeStream(file, streams, stopped) {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const { through, result } = hashing(stopped)
  await pipeline(...streams, through, fs.createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }))
  return result()
}

/** Copies a file; answers `{ bytes, sha256 }` of what was read, null when there is none. */
export async function copyFile(from, to, stopped) {
  const source = fs.createReadStream(from)
  try {
    return await writeStream(to, [source], stopped)
  } catch (error) {
    if (error.code === 'ENOENT' && error.path === from) {
      fs.rmSync(to, { force: true })
      return null
    }
    throw error
  }
}

/** `{ bytes, sha256 }` of a file as it lies there; null when there is none. */
export async function hashFile(file, stopped) {
  const { through, result } = hashing(stopped)
  try {
    await pipeline(fs.createReadStream(file), through, async (source) => {
      for await (const _chunk of source);
    })
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
  return result()
}

/** Writes a text whole: under another name first, on the disk before it has its own. */
export function writeText(file, text) {
  const draft = `${file}.part`
  const handle = fs.openSync(draft, 'w', 0o600)
  try {
    fs.writeSync(handle, text)
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
  fs.renameSync(draft, file)
}

/** Names in a folder are on the disk, too. */
export function settle(folder) {
  const handle = fs.openSync(folder, 'r')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

/** Whether it is there; throws when this user may not even look. */
export function isThere(file) {
  try {
    return fs.statSync(file) !== undefined
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false
    throw error
  }
}

/** Names in the folder; none when there is no such folder. */
export function namesIn(folder) {
  try {
    return fs.readdirSync(folder)
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}

/** A folder for nobody else; as root PostgreSQL's own user passes through it, but does not read it. */
export const PASSABLE = isRoot ? 0o711 : 0o700

/** Free bytes on the disk of a folder, or of the nearest one above it that is there. */
export function freeBytes(folder) {
  if (!fs.existsSync(folder)) return freeBytes(path.dirname(folder))
  const { bavail, bsize } = fs.statfsSync(folder)
  return bavail * bsize
}

/** Throws when so many bytes certainly do not go there. */
export function needRoom(folder, bytes) {
  const free = freeBytes(folder)
  if (free < bytes) throw new Problem(`The disk that holds ${folder} has ${size(free)} free and ${size(bytes)} are needed: free some space there, or name another folder.`)
}

export const size = (bytes) => (bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`)

/** The sentence for an error of disk or database that somebody can do something about; others stay what they are. */
export function sentenceOf(error, folder) {
  if (error?.userMessage) return error
  // 53100 is PostgreSQL's own full disk.
  if (isDiskFull(error) || error?.code === '53100') return new Problem(`The disk that holds ${folder} is full: free some space there, or name another folder.`)
  if (['EACCES', 'EPERM', 'EROFS', 'EIO', 'EEXIST', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG'].includes(error?.code) && error.path) {
    const verb = ['open', 'read', 'scandir', 'stat'].includes(error.syscall) ? 'opened' : 'written'
    return new Problem(`${error.path} cannot be ${verb} (${error.code}): give this user the right to, or run as the user that the console runs as.`)
  }
  if (error?.code === '42501') return new Problem(`The database role may not do this (${error.message}): use the role that the console uses.`)
  if (['57P01', '57P02', '57P03', 'ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(error?.code) || /Connection terminated/.test(error?.message ?? '')) {
    return new Problem('The connection to the database broke off: look at its log, and begin again.')
  }
  return error
}
