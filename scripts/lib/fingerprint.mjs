import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { ROOT } from './root.mjs'

const SKIPPED = new Set(['node_modules', 'dist', '.cache', 'coverage'])
const TEST = /\.(test|journey)\.[cm]?[jt]sx?$|(^|\/)(__tests__|test|testing)(\/|\.tsx?$)/

/** Every file below the given files and folders that a build can read, tests left out; sorted, relative to the root. */
export function listInputs(sources) {
  const found = []
  const walk = (relative) => {
    let stat
    try {
      stat = fs.statSync(path.join(ROOT, relative))
    } catch {
      return
    }
    if (stat.isDirectory()) {
      for (const name of fs.readdirSync(path.join(ROOT, relative))) {
        if (!SKIPPED.has(name)) walk(`${relative}/${name}`)
      }
    } else if (!TEST.test(relative)) {
      found.push([relative, stat.mtimeMs, stat.size])
    }
  }
  sources.forEach(walk)
  return found.sort(([a], [b]) => (a < b ? -1 : 1))
}

/**
 * The hash of the inputs. A file whose time and size are as in `known` is not read again, so that an unchanged
 * repository costs one stat a file; a changed time alone (a fresh checkout) changes no hash.
 */
export function fingerprint(sources, known = {}) {
  const files = {}
  const whole = createHash('sha256')
  for (const [name, time, size] of listInputs(sources)) {
    const before = known[name]
    const hash = before && before[0] === time && before[1] === size ? before[2] : hashOf(path.join(ROOT, name))
    files[name] = [time, size, hash]
    whole.update(`${name}\0${hash}\n`)
  }
  return { hash: whole.digest('hex'), files }
}

export function hashOf(file) {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex').slice(0, 32)
}

export function readJson(file, otherwise = null) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return otherwise
  }
}

export function writeJson(file, value) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  fs.writeFileSync(draft, JSON.stringify(value))
  fs.renameSync(draft, file)
}
