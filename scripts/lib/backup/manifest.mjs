import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Problem } from '../problem.mjs'
import { at } from '../root.mjs'
import { hashFile, isThere, writeText } from './disk.mjs'

// The list of what a backup holds. It is written last: a backup without it is none.

export const KIND = 'association-console-backup'
/** Grows when an older program could no longer read what is written. */
export const FORMAT = 1
const FILE = 'manifest.json'
// Nothing of a list leads out of its folder.
const NAME = /^(?:database\/[\w.]+\.copy\.gz|files\/[a-f0-9]{2}\/[a-f0-9]{40}|settings\/[\w-][\w.-]*|releases\/registry\.json|releases\/remotes(?:\/[A-Za-z0-9][A-Za-z0-9._~-]*){3})$/
const SUM = 'manifest.sha256'

export const productVersion = () => JSON.parse(fs.readFileSync(at('package.json'), 'utf8')).version

const sha256 = (text) => createHash('sha256').update(text).digest('hex')

export function writeManifest(folder, manifest) {
  const text = `${JSON.stringify({ kind: KIND, format: FORMAT, ...manifest }, null, 1)}\n`
  writeText(path.join(folder, SUM), `${sha256(text)}  ${FILE}\n`)
  writeText(path.join(folder, FILE), text)
}

/** Reads the list; a `Problem` when this is no backup of ours, a damaged one or one of a newer program. */
export function readManifest(folder) {
  if (!isThere(folder)) throw new Problem(`There is no ${folder}: name the folder of a backup.`)
  const none = new Problem(`${folder} is no backup of this console: it has no ${FILE} that says so.`)
  let text
  try {
    text = fs.readFileSync(path.join(folder, FILE), 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') throw none
    throw error
  }
  let manifest
  try {
    manifest = JSON.parse(text)
  } catch {
    manifest = null
  }
  if (!text.includes(KIND)) throw none
  const sum = fs.existsSync(path.join(folder, SUM)) ? fs.readFileSync(path.join(folder, SUM), 'utf8').slice(0, 64) : ''
  // A newer program may put its sums elsewhere: that it is newer is the better answer.
  if (Number(manifest?.format) > FORMAT) throw newer(manifest, `its format ${manifest.format} is not known here`)
  if (manifest === null || sum !== sha256(text)) throw new Problem(`The backup ${folder} is damaged: ${FILE} is not as it was written. Take another copy of it.`)
  if (manifest.kind !== KIND) throw none
  if (!entriesOf(manifest).every((entry) => NAME.test(entry.path))) throw new Problem(`The backup ${folder} is damaged: ${FILE} names files that no backup has.`)
  return manifest
}

const newer = ({ product }, why) => new Problem(`The backup was made by a newer console (version ${product}): ${why}. Restore it with that version.`)

/** Throws when this product could not run on the backup's database. */
export function checkLevel(manifest, { ours, queueLevel }) {
  const known = new Map(ours.map(({ name, checksum }) => [name, checksum]))
  for (const { name, checksum } of manifest.migrations) {
    if (!known.has(name)) throw newer(manifest, `it has the migration ${name}, which is not known here`)
    if (known.get(name) !== checksum) throw new Problem(`The backup was made by another build of the console: its migration ${name} is not the one of this build. Restore it with version ${manifest.product} as it was then.`)
  }
  if (manifest.queueLevel > queueLevel) throw newer(manifest, `its queue has level ${manifest.queueLevel}, this one knows ${queueLevel}`)
}

/** Reads every file of the backup and compares; throws at the first that is not as it was written. */
export async function verify(folder, manifest, { stopped, onFile = () => {} } = {}) {
  for (const entry of entriesOf(manifest)) {
    stopped?.()
    const file = path.join(folder, entry.path)
    const found = await hashFile(file, stopped)
    const damage = !found ? 'is missing' : found.bytes !== entry.bytes ? `has ${found.bytes} bytes instead of ${entry.bytes}` : found.sha256 !== entry.sha256 ? 'is not as it was written' : ''
    if (damage) throw new Problem(`The backup ${folder} is damaged: ${entry.path} ${damage}. Take another copy of it; nothing was restored.`)
    onFile(entry)
  }
}

/** Every file that a backup consists of besides the list itself, with `path`, `bytes` and `sha256`. */
export const entriesOf = ({ tables, files, settings, releases }) => [...tables.map(({ file }) => file), ...files, ...settings, ...releases]
