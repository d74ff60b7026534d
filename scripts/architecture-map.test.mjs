import fs from 'node:fs'
import { at } from './lib/root.mjs'

// docs/ARCHITECTURE.md has a line for every folder that a newcomer meets; below these the names of files speak.

/** Folders whose direct subfolders each need a line. */
const PARENTS = ['.', 'shared', 'shared/contract/src', 'shared/federation', 'shared/ui/src', 'host/src', 'server', 'server/src/platform', 'server/src/areas', 'scripts']
/** Installed, built, or the tools' own. */
const NOT_OURS = /^(node_modules|dist|src|coverage|\..*)$/

/** Paths that the table names. A bare name behind a whole path is its sibling; `<area>` stands for any name. */
function mapped() {
  const rows = fs.readFileSync(at('docs/ARCHITECTURE.md'), 'utf8').split('\n').filter((line) => line.startsWith('| `'))
  return rows.flatMap((row) => {
    const names = [...row.split('|')[1].matchAll(/`([^`]+)`/g)].map((m) => m[1])
    const parent = names[0].slice(0, names[0].lastIndexOf('/') + 1)
    return names.map((name, i) => (i === 0 || name.includes('/') ? name : parent + name))
  })
}

const subfolders = (parent) =>
  fs
    .readdirSync(at(parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NOT_OURS.test(entry.name))
    .map((entry) => (parent === '.' ? entry.name : `${parent}/${entry.name}`))

/** A folder has its line, or is told by the lines of its parts, as `shared` is. */
const covers = (line, folder) => new RegExp(`^${line.replace(/<\w+>/g, '[^/]+')}$`).test(folder) || line.startsWith(`${folder}/`)

test('every folder has its line', () => {
  const lines = mapped()
  const folders = PARENTS.flatMap(subfolders)
  expect(folders.length).toBeGreaterThan(50)
  expect(folders.filter((folder) => !lines.some((line) => covers(line, folder)))).toEqual([])
})

test('every line has its folder or file', () => {
  expect(mapped().filter((line) => !line.includes('<') && !fs.existsSync(at(line)))).toEqual([])
})
