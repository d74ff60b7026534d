import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { takeLock } from '../lock.mjs'
import { Problem } from '../problem.mjs'
import { readDataKey } from './data-key.mjs'
import { copyFile, isThere, namesIn, needRoom, settle, sentenceOf, size, writeText } from './disk.mjs'
import { entriesOf, productVersion, writeManifest } from './manifest.mjs'
import { copyReleases } from './releases.mjs'
import { takeSnapshot } from './snapshot.mjs'
import { openSource } from './source.mjs'

const SETTINGS = ['config.json', 'release-key.pem']
const DATA_KEY = 'settings/data.key'
const PARTIAL = /^\.console-.*\.partial$/

/**
 * Writes a backup into a new folder below `to`; answers `{ folder, manifest }`. It has another name until it is whole.
 * Throws a `Problem` with one sentence; what was begun is removed then.
 */
export async function writeBackup({ dataDir, databaseUrl, dataKeyFile = path.join(dataDir, 'data.key'), to, log, stopped = () => {} }) {
  const begun = Date.now()
  const name = `console-${new Date(begun).toISOString().replace(/[-:]/g, '').replace('.', '-')}`
  const folder = path.join(to, name)
  const draft = path.join(to, `.${name}.partial`)
  let lock
  let source
  try {
    fs.mkdirSync(to, { recursive: true, mode: 0o700 })
    removeLeftovers(to, log)
    if (fs.existsSync(folder) || fs.existsSync(draft)) throw new Problem(`There is already a ${folder}: nothing is overwritten, try again.`)
    const filesDir = path.join(dataDir, 'files')
    needRoom(to, bytesBelow(filesDir))
    source = await openSource({ dataDir, databaseUrl, log })
    // Before anything is copied: whoever has to look for the key shall not wait for the rest.
    const dataKey = await readDataKey({ url: source.url, file: dataKeyFile })
    fs.mkdirSync(draft, { mode: 0o700 })
    lock = takeLock(path.join(draft, 'lock'))
    const taken = await takeSnapshot({ url: source.url, filesDir, folder: draft, log, stopped })
    const manifest = { product: productVersion(), console: source.running === false ? 'stopped' : 'running', ...taken, settings: await copySettings({ dataDir, draft, dataKey, stopped }), releases: await copyReleases(dataDir, draft, stopped) }
    stopped()
    lock.release()
    writeManifest(draft, manifest)
    settleAll(draft)
    fs.renameSync(draft, folder)
    settle(to)
    const bytes = entriesOf(manifest).reduce((sum, entry) => sum + entry.bytes, 0)
    log(`${size(bytes)} in ${((Date.now() - begun) / 1000).toFixed(1)} s`)
    return { folder, manifest }
  } catch (error) {
    lock?.release()
    if (lock) fs.rmSync(draft, { recursive: true, force: true })
    throw sentenceOf(error, to)
  } finally {
    await source?.stop()
  }
}

/** What backups that were killed have left; those that still run hold their lock. */
function removeLeftovers(to, log) {
  for (const name of namesIn(to).filter((one) => PARTIAL.test(one))) {
    const lock = takeLock(path.join(to, name, 'lock'))
    if (lock.holder) continue
    lock.release()
    log(`removing ${name}, which was not finished`)
    fs.rmSync(path.join(to, name), { recursive: true, force: true })
  }
}

/** The installation's own configuration, the key of its sealed data and the one that it signs releases with; certificates and variables of the environment belong to the machine. */
async function copySettings({ dataDir, draft, dataKey, stopped }) {
  const kept = []
  for (const name of SETTINGS) {
    if (!isThere(path.join(dataDir, name))) continue
    const sum = await copyFile(path.join(dataDir, name), path.join(draft, 'settings', name), stopped)
    if (sum) kept.push({ path: `settings/${name}`, ...sum })
  }
  if (dataKey !== null) {
    const file = path.join(draft, DATA_KEY)
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    writeText(file, dataKey)
    kept.push({ path: DATA_KEY, bytes: Buffer.byteLength(dataKey), sha256: createHash('sha256').update(dataKey).digest('hex') })
  }
  return kept.sort((a, b) => (a.path < b.path ? -1 : 1))
}

function bytesBelow(folder) {
  let sum = 0
  for (const name of namesIn(folder)) {
    for (const file of namesIn(path.join(folder, name))) sum += fs.statSync(path.join(folder, name, file), { throwIfNoEntry: false })?.size ?? 0
  }
  return sum
}

function settleAll(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) settleAll(path.join(folder, entry.name))
  }
  settle(folder)
}
