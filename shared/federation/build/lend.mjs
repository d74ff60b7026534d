import webpack from 'webpack'
import WebpackDevServer from 'webpack-dev-server'
import { manifestOf, remoteConfiguration } from './remote.mjs'
import { readViews } from './views.mjs'
import { ROOT } from './shared-modules.mjs'
import { join } from 'node:path'

/**
 * Serves a remote to the console of a test host, which loads it in place of the released one: its files and a
 * release.json that follows every change of the source; the console's page reloads by itself then. Resolves when the
 * first build is done: `{ url, views, errors, seconds, stop }`.
 */
export async function startLendServer(name, { port, host = '127.0.0.1' }) {
  const begin = performance.now()
  const views = await readViews(name)
  const dist = join(ROOT, '.cache/lend', name)
  // As a release is built, for the host's shared modules are those of production; only not made small, so that it is quick and can be read.
  const configuration = remoteConfiguration(name, views, { mode: 'production', dist })
  const compiler = webpack({ ...configuration, optimization: { ...configuration.optimization, minimize: false }, cache: { type: 'memory' } })
  let manifest = null
  compiler.hooks.done.tap('lend', (stats) => {
    if (stats.hasErrors()) return
    const scripts = stats.toJson({ all: false, assets: true }).assets.map((a) => a.name).filter((file) => file.endsWith('.js'))
    manifest = manifestOf(name, views, new Map(scripts.map((file) => [file, compiler.outputFileSystem.readFileSync(join(dist, file))])))
  })
  const built = new Promise((resolve) => compiler.hooks.done.tap('lend-first', resolve))
  const server = new WebpackDevServer(
    {
      host,
      port,
      hot: false,
      liveReload: false,
      client: false,
      static: false,
      // The console stands elsewhere, and asks this machine for scripts and for release.json.
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-private-network': 'true', 'cache-control': 'no-cache' },
      allowedHosts: 'all',
      devMiddleware: { publicPath: '/', index: false, stats: 'errors-warnings' },
      setupExitSignals: false,
      setupMiddlewares: (middlewares) => [
        {
          name: 'release',
          path: '/release.json',
          middleware: (_request, response) => {
            response.setHeader('access-control-allow-origin', '*')
            response.setHeader('cache-control', 'no-cache')
            response.setHeader('content-type', 'application/json')
            response.statusCode = manifest ? 200 : 503
            response.end(JSON.stringify(manifest))
          },
        },
        ...middlewares,
      ],
    },
    compiler,
  )
  await server.start()
  const stats = await built
  return {
    url: `http://${host}:${port}`,
    views: views.map((v) => v.menuLink),
    errors: stats.compilation.errors.length,
    seconds: (performance.now() - begin) / 1000,
    async stop() {
      await server.stop()
      await new Promise((done) => compiler.close(done))
    },
  }
}
