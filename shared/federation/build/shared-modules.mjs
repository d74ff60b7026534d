import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../..')

/**
 * The one list of modules that host and remotes share as single instances. The host gives them;
 * a remote carries none. antd, axios and react-router-dom are not on it: they are inside ui, http
 * and router, which re-export what the product uses. Sources import @assoc/ui; the build links
 * them to its parts (ui-parts.mjs).
 */
export const SHARED_MODULES = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'mobx',
  'mobx-react-lite',
  'dayjs',
  'zod',
  '@assoc/http',
  '@assoc/session',
  '@assoc/router',
  '@assoc/ui/parts/shell',
  '@assoc/ui/parts/list',
  '@assoc/ui/parts/form',
]

/** Version of each shared module, read from what is installed. */
export function sharedVersions() {
  const require = createRequire(join(ROOT, 'host/package.json'))
  return Object.fromEntries(
    SHARED_MODULES.map((name) => {
      const pkg = name.startsWith('@') ? name.split('/').slice(0, 2).join('/') : name.split('/')[0]
      const file = pkg.startsWith('@assoc/')
        ? join(ROOT, 'shared', pkg.slice('@assoc/'.length), 'package.json')
        : findPackage(require, pkg)
      return [name, JSON.parse(readFileSync(file, 'utf8')).version]
    }),
  )
}

// `exports` of a package may hide its package.json; walk up from its entry instead.
function findPackage(require, name) {
  let folder = dirname(require.resolve(name))
  for (;;) {
    try {
      const file = join(folder, 'package.json')
      if (JSON.parse(readFileSync(file, 'utf8')).name === name) return file
    } catch {
      // no package.json here
    }
    const up = dirname(folder)
    if (up === folder) throw new Error(`package.json of ${name} not found`)
    folder = up
  }
}
