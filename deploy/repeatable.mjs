import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildSync } from 'esbuild'

// Writes the gateway's list of calls that may be made a second time: `node deploy/repeatable.mjs <file>`. See docs/deploying.md.

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')

/**
 * Lines of an nginx map from a call's address to `read` or `keyed`. Calls that anybody may make without a session are left
 * out: the server keeps no idempotency keys for them. So are writes that answer a file, whose answer is not kept.
 */
export async function repeatableMap() {
  const contents = `export { allCalls } from './all'; export { API_BASE } from './index'`
  const { outputFiles } = buildSync({ stdin: { contents, resolveDir: join(ROOT, 'shared/contract/src'), loader: 'ts' }, bundle: true, format: 'esm', platform: 'node', write: false, logLevel: 'silent' })
  const { API_BASE, allCalls } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
  return allCalls
    .filter((call) => call.access.kind !== 'open' && !(call.write && call.blob))
    .map((call) => `${API_BASE}${call.path} ${call.write ? 'keyed' : 'read'};\n`)
    .sort()
    .join('')
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const file = process.argv[2]
  if (!file) {
    console.error('Name the file to write: node deploy/repeatable.mjs <file>')
    process.exit(1)
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, await repeatableMap())
}
