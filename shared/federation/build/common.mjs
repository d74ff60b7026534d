import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import TerserPlugin from 'terser-webpack-plugin'
import webpack from 'webpack'
import { ROOT } from './shared-modules.mjs'

/** Parts of the webpack configuration that host, remotes and the stand-alone shell have in common. */
export function common({ mode, refresh = false }) {
  const production = mode === 'production'
  return {
    mode,
    context: ROOT,
    target: ['web', 'es2022'],
    devtool: production ? false : 'cheap-module-source-map',
    resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          use: {
            loader: 'swc-loader',
            options: {
              jsc: {
                target: 'es2022',
                parser: { syntax: 'typescript', tsx: true },
                transform: { react: { runtime: 'automatic', development: !production, refresh } },
              },
            },
          },
        },
      ],
    },
    optimization: {
      moduleIds: 'deterministic',
      chunkIds: 'deterministic',
      minimizer: [
        // swc uses the cores by itself. Child processes would inherit node's own arguments, and `node -e` would run itself again.
        new TerserPlugin({ parallel: false, minify: TerserPlugin.swcMinify, extractComments: false, terserOptions: { compress: true, mangle: true } }),
      ],
    },
    performance: false,
    infrastructureLogging: { level: 'warn' },
    stats: 'errors-warnings',
    cache: production ? false : { type: 'filesystem', cacheDirectory: join(ROOT, '.cache/webpack') },
  }
}

/** Runs webpack once; throws with the compiler's own errors. */
export function compile(configuration) {
  return new Promise((resolve, reject) => {
    const compiler = webpack(configuration)
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error) return reject(error)
        if (stats.hasErrors()) return reject(new Error(stats.toString({ all: false, errors: true, warnings: false })))
        resolve(stats)
      })
    })
  })
}

/** Names of the view folders of a remote. */
export function viewFolders(name) {
  const folder = join(ROOT, 'remotes', name, 'src/views')
  return readdirSync(folder, { withFileTypes: true })
    .filter((e) => e.isDirectory() && existsSync(join(folder, e.name, 'view.ts')))
    .map((e) => e.name)
    .sort()
}
