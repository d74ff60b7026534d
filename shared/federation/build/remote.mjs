import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import { common, compile } from './common.mjs'
import { OwnIntegrity, sri } from './integrity.mjs'
import { ROOT, SHARED_MODULES, sharedVersions } from './shared-modules.mjs'
import { readViews } from './views.mjs'

export const globalNameOf = (name) => `assoc_${name}`

/** The webpack configuration of a remote with these views, built to `dist`. */
export function remoteConfiguration(name, views, { mode, dist }) {
  const folder = join(ROOT, 'remotes', name)
  const versions = sharedVersions()
  const base = common({ mode })
  return {
    ...base,
    name,
    entry: {},
    module: { rules: base.module.rules.map((rule) => ({ ...rule, use: [{ loader: join(ROOT, 'shared/federation/build/ui-parts.mjs') }, rule.use] })) },
    output: {
      path: dist,
      filename: '[name].[contenthash:12].js',
      chunkFilename: '[name].[contenthash:12].js',
      publicPath: 'auto',
      uniqueName: globalNameOf(name),
      crossOriginLoading: 'anonymous',
    },
    // Views share little: what two of them need stands in both, so that opening the next view is one request.
    optimization: { ...base.optimization, splitChunks: { chunks: 'async', minSize: 120_000 } },
    plugins: [
      new OwnIntegrity(),
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
  }
}

/** What a build says of itself, from its script files (name to bytes): entry, integrity of each, the calls in them. */
export function manifestOf(name, views, scripts) {
  const files = [...scripts.keys()].sort()
  const entry = files.find((f) => f.startsWith('remoteEntry.'))
  if (!entry) throw new Error(`remote ${name} was built without an entry`)
  const pkg = JSON.parse(readFileSync(join(ROOT, 'remotes', name, 'package.json'), 'utf8'))
  const content = createHash('sha256').update(JSON.stringify([files, views, pkg.hostApi])).digest('hex').slice(0, 10)
  return {
    name,
    version: `${pkg.version}-${content}`,
    entry,
    globalName: globalNameOf(name),
    hostApi: pkg.hostApi ?? '^1.0.0',
    integrity: Object.fromEntries(files.map((f) => [f, sri(scripts.get(f))])),
    entryVouches: true,
    calls: callsIn([...scripts.values()]),
    views,
  }
}

/**
 * Builds a remote to remotes/<name>/dist: hashed files, views.json, and release.json (what the
 * registry says of it). Thin: no shared module and no federation runtime is in it.
 */
export async function buildRemote(name, { mode = 'production' } = {}) {
  const dist = join(ROOT, 'remotes', name, 'dist')
  rmSync(dist, { recursive: true, force: true })
  const views = await readViews(name)
  const stats = await compile(remoteConfiguration(name, views, { mode, dist }))
  const scripts = new Map(readdirSync(dist).filter((f) => f.endsWith('.js')).map((f) => [f, readFileSync(join(dist, f))]))
  const release = manifestOf(name, views, scripts)
  writeFileSync(join(dist, 'views.json'), JSON.stringify(views, null, 2))
  writeFileSync(join(dist, 'release.json'), JSON.stringify(release, null, 2))
  return { stats, release }
}

/** Paths of the calls of the contract that stand in the built files; unused ones have been shaken off. */
const callsIn = (scripts) =>
  [...new Set(scripts.flatMap((bytes) => [...bytes.toString('utf8').matchAll(/path:\s*["`](\/[A-Za-z][A-Za-z0-9/]*)["`]\s*,\s*title:/g)].map((m) => m[1])))].sort()

