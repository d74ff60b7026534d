import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { beginRun, consoleUrl, createDatabase, databaseUrl, grantLater } from '../../scripts/jest/test-databases.mjs'
import { grantRows } from '../src/platform/database/grants'
import { migrate } from '../src/platform/database/migrate'

/** What packages written as CommonJS ask for Node's own modules by, once they stand in a module's file. */
const BUILT_INS = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"

/** Below the server, so that what stays outside of a bundle is found among its packages. */
export const workerFile = (root: string) => join(root, 'server/.cache/worker-excel.mjs')

/** Makes the migrated template that every test file clones, and bundles the workers. */
export default async function setup(): Promise<void> {
  const root = process.cwd()
  const template = await beginRun()
  mkdirSync(join(root, '.cache/test'), { recursive: true })
  await build({ entryPoints: [join(root, 'server/src/worker-excel.ts')], bundle: true, platform: 'node', format: 'esm', outfile: workerFile(root), logLevel: 'error', banner: { js: BUILT_INS } })
  for (const name of ['worker-pdf', 'worker-media']) await build({ entryPoints: [join(root, `server/src/${name}.ts`)], bundle: true, platform: 'node', format: 'esm', outfile: join(dirname(workerFile(root)), `${name}.mjs`), logLevel: 'error', packages: 'external' })
  await createDatabase(template)
  await migrate(databaseUrl(template), join(root, 'server/migrations'))
  await grantRows(databaseUrl(template), consoleUrl(template))
  await grantLater(template)
}
