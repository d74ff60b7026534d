import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import { common, compile } from './common.mjs'
import { AskForIntegrity } from './integrity.mjs'
import { ROOT, SHARED_MODULES, sharedVersions } from './shared-modules.mjs'
import { readViews } from './views.mjs'

export const globalNameOf = (name) => `assoc_${name}`

/**
 * Builds a remote to remotes/<name>/dist: hashed files, views.json, and release.json (what the
 * registry says of it). Thin: no shared module and no federation runtime is in it.
 */
export async function buildRemote(name, { mode = 'production' } = {}) {
  const folder = join(ROOT, 'remotes', name)
  const dist = join(folder, 'dist')
  rmSync(dist, { recursive: true, force: true })
  const views = await readViews(name)
  const versions = sharedVersions()
  const base = common({ mode })
  const stats = await compile({
    ...base,
    name,
    entry: {},
    output: {
      path: dist,
      filename: '[name].[contenthash:12].js',
      chunkFilename: '[name].[contenthash:12].js',
      publicPath: 'auto',
      uniqueName: globalNameOf(name),
      crossOriginLoading: 'anonymous',
    },
    // Views share little: what two of them need stands in both, so that opening the next view is one request.
    optimization: { ...base.optimization, splitChunks: { chunks: 'async', minSize: 80_000 } },
    plugins: [
      new AskForIntegrity(),
      new ModuleFederationPlugin({
        name: globalNameOf(name),
        filename: 'remoteEntry.[contenthash:12].js',
        exposes: Object.fromEntries(
          views.map((v) => {
            const view = v.menuLink.split('/')[1]
            return [`./${view}`, { import: join(folder, 'src/views', view, 'page.tsx'), name: view }]
          }),
        ),
        shared: Object.fromEntries(
          SHARED_MODULES.map((m) => [m, { singleton: true, import: false, requiredVersion: `^${versions[m]}`, version: versions[m] }]),
        ),
        shareStrategy: 'loaded-first',
        manifest: false,
        dts: false,
        experiments: { externalRuntime: true },
      }),
    ],
  })
  const files = readdirSync(dist).filter((f) => f.endsWith('.js')).sort()
  const entry = files.find((f) => f.startsWith('remoteEntry.'))
  if (!entry) throw new Error(`remote ${name} was built without an entry`)
  const pkg = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const content = createHash('sha256').update(JSON.stringify([files, views, pkg.hostApi])).digest('hex').slice(0, 10)
  const release = {
    name,
    version: `${pkg.version}-${content}`,
    entry,
    globalName: globalNameOf(name),
    hostApi: pkg.hostApi ?? '^1.0.0',
    integrity: Object.fromEntries(files.map((f) => [f, sri(readFileSync(join(dist, f)))])),
    calls: callsIn(dist, files),
    views,
  }
  writeFileSync(join(dist, 'views.json'), JSON.stringify(views, null, 2))
  writeFileSync(join(dist, 'release.json'), JSON.stringify(release, null, 2))
  return { stats, release }
}

/** Paths of the calls of the contract that stand in the built files; unused ones have been shaken off. */
const callsIn = (dist, files) =>
  [...new Set(files.flatMap((f) => [...readFileSync(join(dist, f), 'utf8').matchAll(/path:\s*["`](\/[A-Za-z][A-Za-z0-9/]*)["`]\s*,\s*title:/g)].map((m) => m[1])))].sort()

const sri = (bytes) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

