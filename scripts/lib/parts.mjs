import fs from 'node:fs'
import { readJson } from './fingerprint.mjs'
import { at } from './root.mjs'

const HOW = ['pnpm-lock.yaml', 'tsconfig.base.json', 'scripts/lib/build-part.mjs', 'scripts/lib/parts.mjs']

/** What can be built, in the order that ends soonest on two cores: `{ name, sources, dist, after }`. */
export function listParts() {
  const remotes = fs.existsSync(at('remotes'))
    ? fs.readdirSync(at('remotes')).filter((name) => fs.existsSync(at('remotes', name, 'package.json'))).sort()
    : []
  return [
    { name: 'host', dist: 'host/dist', sources: [...HOW, 'host', 'shared/federation/build', ...sharedOf('host')] },
    ...remotes.map((name) => ({
      name: `remotes/${name}`,
      dist: `remotes/${name}/dist`,
      // A thin remote carries no shared package, but reads their versions and their types' values.
      sources: [...HOW, `remotes/${name}`, 'shared/federation/build', ...sharedOf(`remotes/${name}`)],
    })),
    { name: 'server', dist: 'server/dist', sources: [...HOW, 'server/src', 'server/package.json', ...sharedOf('server')] },
  ]
}

/** The folders of the workspace packages that a package is made of, its own left out. */
function sharedOf(folder, seen = new Set()) {
  const { dependencies = {} } = readJson(at(folder, 'package.json'), {})
  for (const [name, range] of Object.entries(dependencies)) {
    if (!String(range).startsWith('workspace:')) continue
    const other = `shared/${name.split('/')[1]}`
    if (seen.has(other)) continue
    seen.add(other)
    sharedOf(other, seen)
  }
  return [...seen].sort()
}
