import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './shared-modules.mjs'

/** Gathers release.json of every built remote into dist/remotes.json, switched by one rename. */
export async function writeRegistry() {
  const folder = join(ROOT, 'remotes')
  const remotes = readdirSync(folder)
    .map((name) => join(folder, name, 'dist/release.json'))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')))
  const target = join(ROOT, 'dist')
  mkdirSync(target, { recursive: true })
  const temporary = join(target, `remotes.json.${process.pid}`)
  writeFileSync(temporary, JSON.stringify({ remotes }))
  renameSync(temporary, join(target, 'remotes.json'))
  return { remotes }
}
