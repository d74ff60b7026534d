import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { ROOT } from './shared-modules.mjs'

const UI = join(ROOT, 'shared/ui')

/**
 * What each part of @assoc/ui gives: Map of a name that views import to the module that has it, such as `ListPage` to
 * `@assoc/ui/parts/list`. Read out of the sources, so it is never older than they are. Throws when two parts give one name.
 */
export async function readPartTable() {
  const { name, exports } = JSON.parse(readFileSync(join(UI, 'package.json'), 'utf8'))
  const entries = Object.entries(exports).filter(([key]) => key.startsWith('./parts/'))
  const table = new Map()
  for (const [key, source] of entries) {
    const request = name + key.slice(1)
    for (const given of await exportsOf(join(UI, source))) {
      if (table.has(given)) throw new Error(`${given} is given by two parts of ${name}: ${table.get(given)} and ${request}`)
      table.set(given, request)
    }
  }
  return table
}

/** Names that a module exports at run time, those that it passes on included. */
export async function exportsOf(file) {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [file],
    bundle: true,
    write: false,
    metafile: true,
    outfile: 'unused.js',
    format: 'esm',
    packages: 'external',
    logLevel: 'silent',
    plugins: [{ name: 'later', setup: (b) => b.onResolve({ filter: /^\./ }, ({ path, kind }) => (kind === 'dynamic-import' ? { path, external: true } : undefined)) }],
  })
  return Object.values(metafile.outputs)[0].exports
}

const NAMED = /^import \{ ([^}]*) \} from ["']@assoc\/ui["'];$/gm
const OTHER = /\bfrom ["']@assoc\/ui["']|\bimport ?\(? ?["']@assoc\/ui["']/

/**
 * The compiled source of a module with each `import { A, B } from "@assoc/ui"` made into imports of the parts that have A and B, on
 * the same line. Throws for a name that no part has, and for imports that are not by name, since those would load every part.
 */
export function importParts(code, table) {
  const done = code.replace(NAMED, (_all, list) => {
    const parts = new Map()
    for (const one of list.split(', ')) {
      const part = table.get(one.split(' as ')[0])
      if (!part) throw new Error(`@assoc/ui gives no ${one.split(' as ')[0]}`)
      parts.set(part, [...(parts.get(part) ?? []), one])
    }
    return [...parts].map(([part, names]) => `import { ${names.join(', ')} } from "${part}";`).join(' ')
  })
  if (OTHER.test(done)) throw new Error('A remote imports from @assoc/ui by names: `import { … } from "@assoc/ui"`')
  return done
}

let known = null

/** A loader of webpack behind the compiler of TypeScript: remotes are linked to the parts of @assoc/ui that they use. */
export default async function uiPartsLoader(code, map) {
  const done = this.async()
  try {
    if (!code.includes('@assoc/ui')) return done(null, code, map)
    known ??= readPartTable()
    let result
    try {
      result = importParts(code, await known)
    } catch {
      // The kit may have got the name since a server of a developer was started.
      known = readPartTable()
      this.addContextDependency(join(UI, 'src'))
      result = importParts(code, await known)
    }
    done(null, result, map)
  } catch (error) {
    done(error)
  }
}
