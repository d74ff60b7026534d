import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { at } from '../../lib/root.mjs'

// The measuring programs use the server's own installed packages: the bare baselines stand on the same pg and argon2.
const require = createRequire(at('server/package.json'))

export const fromServer = async (name) => {
  const module = await import(pathToFileURL(require.resolve(name)).href)
  return module.default ?? module
}
