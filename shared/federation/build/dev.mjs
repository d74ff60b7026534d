import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin'
import webpack from 'webpack'
import WebpackDevServer from 'webpack-dev-server'
import { common, viewFolders } from './common.mjs'
import { ROOT } from './shared-modules.mjs'

/** What the console behind the proxy answers: calls, the real login page with its files, configuration. */
const PROXIED = ['/capcoapi', '/login', '/register', '/assets', '/config.json', '/remotes.json', '/sso']
/** Where the shell's own files are served; away from /assets, which is the console's. */
const OWN = '/_dev/'

/** Remotes that have at least one view. */
export function remotesWithViews() {
  const folder = join(ROOT, 'remotes')
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'src/views')) && viewFolders(name).length > 0)
    .sort()
}

/**
 * Serves one remote alone with hot update, in the shell of shared/federation/dev, its calls and the login page
 * passed on to `target`. Resolves when the first build is done: `{ url, views, errors, seconds, stop }`.
 */
export async function startDevServer(name, { port, host = '127.0.0.1', target }) {
  const begin = performance.now()
  const views = viewFolders(name)
  const compiler = webpack(configuration(name))
  const built = new Promise((resolve) => compiler.hooks.done.tap('dev', resolve))
  const server = new WebpackDevServer(
    {
      host,
      port,
      hot: true,
      static: false,
      allowedHosts: 'auto',
      devMiddleware: { publicPath: OWN, index: false, stats: 'errors-warnings' },
      client: { overlay: { errors: true, warnings: false, runtimeErrors: false }, logging: 'warn' },
      // The caller ends the server, so that it can keep the cache first.
      setupExitSignals: false,
      proxy: [proxyTo(target)],
      setupMiddlewares: (middlewares) => [...middlewares, { name: 'page', middleware: sendPage }],
    },
    compiler,
  )
  await server.start()
  const stats = await built
  return {
    url: `http://${host}:${port}`,
    views,
    errors: stats.compilation.errors.length,
    seconds: (performance.now() - begin) / 1000,
    async stop() {
      await server.stop()
      // Closing writes the cache that makes the next start quick.
      await new Promise((done) => compiler.close(done))
    },
  }
}

function configuration(name) {
  const base = common({ mode: 'development', refresh: true })
  return {
    ...base,
    name: `dev-${name}`,
    entry: { dev: join(ROOT, 'shared/federation/dev/main.tsx') },
    output: { path: join(ROOT, '.cache/dev', name), filename: '[name].js', chunkFilename: '[name].js', publicPath: OWN, uniqueName: `assoc_dev_${name}` },
    resolve: {
      ...base.resolve,
      alias: { '@dev-views': join(ROOT, 'remotes', name, 'src/views') },
      // What the shell itself uses is what the host uses: the same installed packages, so one instance of each.
      modules: ['node_modules', join(ROOT, 'host/node_modules')],
    },
    devtool: false,
    plugins: [
      new webpack.DefinePlugin({ __DEV_REMOTE__: JSON.stringify(name) }),
      new ReactRefreshPlugin({ overlay: false }),
      // Maps of our own source alone: nobody steps into the libraries, and their maps are a third of the cache.
      new webpack.EvalSourceMapDevToolPlugin({ module: true, columns: false, exclude: /node_modules/ }),
    ],
    // The libraries in a file of their own: it is not written again for every change of ours.
    optimization: {
      runtimeChunk: false,
      splitChunks: { cacheGroups: { default: false, defaultVendors: false, libraries: { name: 'libraries', test: /node_modules/, chunks: 'all', enforce: true } } },
    },
    cache: {
      ...base.cache,
      name: `dev-${name}`,
      // A changed configuration must not meet the results of the old one.
      buildDependencies: { config: [fileURLToPath(import.meta.url), join(ROOT, 'shared/federation/build/common.mjs'), join(ROOT, 'pnpm-lock.yaml')] },
      idleTimeoutForInitialStore: 2_000,
    },
  }
}

function proxyTo(target) {
  const overTls = target.startsWith('https:')
  return {
    context: PROXIED,
    target,
    changeOrigin: true,
    logLevel: 'silent',
    // The session cookie of a TLS host bears a prefix that plain http cannot: it is renamed on the way, there and back.
    onProxyReq: (request) => {
      const cookie = request.getHeader('cookie')
      if (overTls && cookie) request.setHeader('cookie', String(cookie).replace(/(^|;\s*)sid=/g, '$1__Host-sid='))
    },
    onProxyRes: (response) => {
      const cookies = response.headers['set-cookie']
      if (cookies) response.headers['set-cookie'] = cookies.map(hostOnly)
    },
    onError: (error, _request, response) => {
      if (!response.writeHead || response.headersSent) return
      response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' })
      response.end(`${target} 没有应答（${error.code ?? error.message}）：请先启动控制台，或设置 TEST_HOST。`)
    },
  }
}

/** A cookie as this server may set it: host-only, over plain http. */
export const hostOnly = (cookie) =>
  cookie
    .replace(/^__Host-/, '')
    .replace(/;\s*domain=[^;]*/i, '')
    .replace(/;\s*secure/i, '')

/** Every address that is no file is the shell's one page, so that a reload stays where it was. */
function sendPage(request, response, next) {
  if (request.method !== 'GET' || request.url.startsWith(OWN) || !String(request.headers.accept ?? '').includes('text/html')) return next()
  const boot = join(ROOT, 'host/src/boot')
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.setHeader('cache-control', 'no-cache')
  response.end(`<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<link rel="icon" href="data:,">
<script>${readFileSync(join(boot, 'head.js'), 'utf8')}</script>
<style>${readFileSync(join(boot, 'base.css'), 'utf8')}</style>
<script defer src="${OWN}libraries.js"></script>
<script defer src="${OWN}dev.js"></script>
</head>
<body><div id="root"></div></body>
</html>
`)
}
