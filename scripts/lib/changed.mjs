import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { at } from './root.mjs'

/**
 * Modules that every test reaches, and that reach everything: a test which comes to a change through them alone says nothing of its own
 * about it.
 */
const HUBS = new Set(['server/test/harness.ts', 'server/src/areas/index.ts', 'shared/contract/src/all.ts', 'shared/contract/src/registry.ts'])

/** The most test files of a kind that one answer runs and twice as many where the changed folders have them: with two cores, some twenty seconds of work. */
export const MOST = { server: 5, browser: 20 }

/**
 * Files that differ from where this branch left the main line, those that git does not know yet included; with a clean tree on the main
 * line, those of the last commit.
 */
export function changedFiles({ git = (...args) => execFileSync('git', args, { cwd: at(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }) } = {}) {
  const lines = (text) => text.split('\n').filter(Boolean)
  const base = mergeBase(git) ?? 'HEAD'
  const found = [...lines(git('diff', '--name-only', base)), ...lines(git('ls-files', '--others', '--exclude-standard'))]
  return [...new Set(found.length > 0 ? found : lines(git('diff', '--name-only', 'HEAD~1')))].sort()
}

function mergeBase(git) {
  for (const main of ['@{upstream}', 'origin/main', 'main']) {
    try {
      return git('merge-base', 'HEAD', main).trim()
    } catch {
      // no such branch here
    }
  }
  return undefined
}

/** Every test file of the browser and the server, by kind. */
export function testFiles() {
  const all = (folder, wanted) =>
    fs.existsSync(at(folder))
      ? fs
          .readdirSync(at(folder), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && wanted.test(entry.name))
          .map((entry) => path.relative(at(), path.join(entry.parentPath ?? entry.path, entry.name)))
          .filter((file) => !/(^|\/)(node_modules|dist|\.cache)\//.test(file))
      : []
  const shared = fs.readdirSync(at('shared')).filter((name) => name !== 'contract')
  return {
    server: ['server', 'shared/contract', 'scripts'].flatMap((folder) => all(folder, folder === 'scripts' ? /\.test\.mjs$/ : /\.test\.ts$/)),
    browser: ['host', 'remotes', ...shared.map((name) => `shared/${name}`)].flatMap((folder) => all(folder, /\.test\.tsx?$/)),
  }
}

/** Who imports whom, of our own files: by file those that it imports. Packages are left out. */
export async function importGraph(entries) {
  const { build } = await import('esbuild')
  const outside = {
    name: 'packages are outside',
    setup: ({ onResolve }) => void onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) => (kind === 'entry-point' || name.startsWith('@assoc/') ? undefined : { external: true, path: name })),
  }
  const { metafile } = await build({
    absWorkingDir: at(),
    // One bundle that is never linked to a file: one for each test would be written out 300 times.
    stdin: { contents: entries.map((file) => `import './${file}'`).join('\n'), resolveDir: at(), sourcefile: 'every test' },
    bundle: true,
    write: false,
    metafile: true,
    outfile: 'unused.js',
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
    plugins: [outside],
    loader: Object.fromEntries(['.css', '.svg', '.png', '.jpg', '.woff2', '.ttf', '.sql', '.node'].map((kind) => [kind, 'empty'])),
  })
  return new Map(Object.entries(metafile.inputs).map(([file, { imports }]) => [file, imports.filter((one) => !one.external).map((one) => one.path)]))
}

/** Test files that stand beside one of `changed` or reach it, the nearest first. `graph` is of `importGraph`. */
export function nearest(graph, changed, tests) {
  const importers = new Map()
  for (const [file, imports] of graph) for (const imported of imports) importers.set(imported, [...(importers.get(imported) ?? []), file])
  const distance = new Map(changed.map((file) => [file, 0]))
  // A map goes on through what is set while it is walked: a search in breadth.
  for (const [file, steps] of distance) {
    if (steps > 0 && HUBS.has(file)) continue
    for (const importer of importers.get(file) ?? []) if (!distance.has(importer)) distance.set(importer, steps + 1)
  }
  const areas = new Set(changed.map(areaOf))
  const rank = (file) => distance.get(file) + (areas.has(areaOf(file)) ? 0 : 1)
  const own = ownTests(changed, tests)
  const others = tests.filter((file) => distance.has(file) && !own.includes(file)).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
  return [...own, ...others]
}

/** Tests that stand beside a changed file: what they call they may know by the contract alone. */
const ownTests = (changed, tests) => {
  const folders = new Set(changed.map((file) => path.dirname(file)))
  return tests.filter((file) => changed.includes(file) || folders.has(path.dirname(file)))
}
const areaOf = (file) => file.split('/').slice(0, 4).join('/')

/**
 * What `npm test -- --changed` runs: by kind the nearest test files and how many further ones reach the change. Calls, journeys and
 * whatever finds its subject by the contract (`server/test/generated`) come to a change through the hubs and are left to the whole run.
 */
export async function affected(changed) {
  const tests = testFiles()
  const graph = await importGraph([...tests.server, ...tests.browser])
  return Object.fromEntries(
    Object.keys(tests).map((kind) => {
      const all = nearest(graph, changed, tests[kind])
      const most = Math.max(MOST[kind], Math.min(2 * MOST[kind], ownTests(changed, tests[kind]).length))
      return [kind, { files: all.slice(0, most), further: Math.max(0, all.length - most) }]
    }),
  )
}
