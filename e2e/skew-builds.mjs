import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// Builds the remote `meeting` as other checkouts would have built it: `node e2e/skew-builds.mjs <scratch folder> <wishes as JSON>`.
// A wish is { out, version, hostApi, shared: { <module>: <version> }, text: [from, to] }; its build goes to <scratch>/out/<out>.

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const [scratch = '', wishes = '[]'] = process.argv.slice(2)
const REMOTE = 'remotes/meeting'
const PAGE = join(scratch, REMOTE, 'src/views/ScheduleMeeting/page.tsx')

const copy = (folder) =>
  cpSync(join(ROOT, folder), join(scratch, folder), { recursive: true, verbatimSymlinks: true, filter: (source) => !/\/(dist|\.cache)$/.test(source) })
for (const folder of ['shared', REMOTE, 'host/node_modules', 'host/package.json', 'package.json', 'tsconfig.base.json']) copy(folder)
symlinkSync(join(ROOT, 'node_modules'), join(scratch, 'node_modules'))

const change = (file, values) => writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...values }))

/** Lets a module say another version of itself; the code that the build reads its types and values from stays. */
function pretend(name, version) {
  if (name.startsWith('@assoc/')) return change(join(scratch, 'shared', name.split('/')[1], 'package.json'), { version })
  const folder = join(scratch, 'host/node_modules', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, main: 'index.js' }))
  writeFileSync(join(folder, 'index.js'), '')
}

const page = readFileSync(PAGE, 'utf8')
const { buildRemote } = await import(pathToFileURL(join(scratch, 'shared/federation/build/index.mjs')).href)
mkdirSync(join(scratch, 'out'), { recursive: true })
for (const { out, version, hostApi, shared, text } of JSON.parse(wishes)) {
  change(join(scratch, REMOTE, 'package.json'), { version, hostApi })
  for (const [name, other] of Object.entries(shared)) pretend(name, other)
  if (!page.includes(text[0])) throw new Error(`${text[0]} is not in ${PAGE}`)
  writeFileSync(PAGE, page.replaceAll(text[0], text[1]))
  await buildRemote('meeting')
  const target = join(scratch, 'out', out)
  if (existsSync(target)) rmSync(target, { recursive: true })
  renameSync(join(scratch, REMOTE, 'dist'), target)
}
