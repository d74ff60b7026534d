import fs from 'node:fs'
import http from 'node:http'
import { fileURLToPath } from 'node:url'
import { Problem, explain } from './lib/problem.mjs'
import { at } from './lib/root.mjs'

// `pnpm kit`: the resource kit's own page with hot update, without server and database.
// `pnpm kit -- --built`: the same page as it would be in production; the journey and the bench look at that one.
//   PORT  where it is served, 8200 by default; 0 for any that is free

const HOST = '127.0.0.1'
const OWN = '/_kit/'
const DIST = '.cache/kit'

/**
 * Serves the kit's page. `built` compiles it once for production, else it follows every change of the source. Resolves when it
 * can be opened: `{ url, errors, seconds, stop }`; `errors` is the number of faults in the source that the compiler named.
 * Rejects with a `Problem` when the port is taken, and with the compiler's words when a production build fails.
 */
export async function startKit({ port = 0, built = false } = {}) {
  if (!fs.existsSync(at('node_modules/webpack-dev-server'))) {
    throw new Problem('The packages are not installed: run npm start once, or npx --yes pnpm@12.21.0 install.')
  }
  const begin = performance.now()
  const started = built ? await serveBuilt(port) : await serveHot(port)
  return { ...started, seconds: (performance.now() - begin) / 1000 }
}

async function serveBuilt(port) {
  const { compile } = await import('../shared/federation/build/common.mjs')
  await compile(await configuration('production'))
  const files = new Map(fs.readdirSync(at(DIST)).map((name) => [OWN + name, fs.readFileSync(at(DIST, name))]))
  const server = http.createServer((request, response) => {
    const file = files.get(new URL(request.url, 'http://kit').pathname)
    if (!file) return sendPage(request, response, () => response.writeHead(404).end())
    response.setHeader('content-type', 'text/javascript; charset=utf-8')
    response.end(file)
  })
  await listen(server, port)
  return {
    url: `http://${HOST}:${server.address().port}`,
    errors: 0,
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

async function serveHot(port) {
  const chosen = await freePort(port)
  const { default: webpack } = await import('webpack')
  const { default: WebpackDevServer } = await import('webpack-dev-server')
  const compiler = webpack(await configuration('development'))
  const done = new Promise((resolve) => compiler.hooks.done.tap('kit', resolve))
  const server = new WebpackDevServer(
    {
      host: HOST,
      port: chosen,
      hot: true,
      static: false,
      devMiddleware: { publicPath: OWN, index: false, stats: 'errors-warnings' },
      client: { overlay: { errors: true, warnings: false, runtimeErrors: false }, logging: 'warn' },
      setupExitSignals: false,
      setupMiddlewares: (middlewares) => [...middlewares, { name: 'page', middleware: sendPage }],
    },
    compiler,
  )
  await server.start()
  const stats = await done
  return {
    url: `http://${HOST}:${chosen}`,
    errors: stats.compilation.errors.length,
    async stop() {
      await server.stop()
      // Closing writes the cache that makes the next start quick.
      await new Promise((closed) => compiler.close(closed))
    },
  }
}

async function configuration(mode) {
  const { default: webpack } = await import('webpack')
  const { common } = await import('../shared/federation/build/common.mjs')
  const hot = mode === 'development'
  const base = common({ mode, refresh: hot })
  const plugins = []
  if (hot) {
    const { default: ReactRefreshPlugin } = await import('@pmmmwh/react-refresh-webpack-plugin')
    plugins.push(new ReactRefreshPlugin({ overlay: false }), new webpack.EvalSourceMapDevToolPlugin({ module: true, columns: false, exclude: /node_modules/ }))
  }
  // The libraries in a file of their own: it is not written again for every change of ours.
  const libraries = { name: 'libraries', test: /node_modules/, chunks: 'all', enforce: true }
  return {
    ...base,
    name: `kit-${mode}`,
    entry: { kit: at('shared/ui/demo/main.tsx') },
    output: { path: at(DIST), filename: '[name].js', chunkFilename: '[name].js', publicPath: OWN, uniqueName: 'assoc_kit', clean: !hot },
    devtool: false,
    plugins,
    optimization: { ...base.optimization, runtimeChunk: false, splitChunks: { cacheGroups: { default: false, defaultVendors: false, libraries } } },
    cache: {
      type: 'filesystem',
      cacheDirectory: at('.cache/webpack'),
      name: `kit-${mode}`,
      // A changed configuration must not meet the results of the old one.
      buildDependencies: { config: [fileURLToPath(import.meta.url), at('shared/federation/build/common.mjs'), at('pnpm-lock.yaml')] },
    },
  }
}

/** Every address that is no file is the one page, so that a reload stays at its section. */
function sendPage(request, response, next) {
  if (request.method !== 'GET' || request.url.startsWith(OWN) || !String(request.headers.accept ?? '').includes('text/html')) return next()
  const boot = (name) => fs.readFileSync(at('host/src/boot', name), 'utf8')
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.setHeader('cache-control', 'no-cache')
  response.end(`<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>资源套件</title>
<link rel="icon" href="data:,">
<script>${boot('head.js')}</script>
<style>${boot('base.css')}</style>
<script defer src="${OWN}libraries.js"></script>
<script defer src="${OWN}kit.js"></script>
</head>
<body><div id="root"></div></body>
</html>
`)
}

function listen(server, port) {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(error.code === 'EADDRINUSE' ? new Problem(`Port ${port} is taken by another program: take another, for example PORT=${port + 1} pnpm kit.`) : error))
    server.listen(port, HOST, resolve)
  })
}

async function freePort(port) {
  const probe = http.createServer()
  await listen(probe, port)
  const { port: chosen } = probe.address()
  await new Promise((done) => probe.close(done))
  return chosen
}

async function main() {
  const words = process.argv.slice(2).filter((word) => word !== '--')
  const strange = words.find((word) => word !== '--built')
  if (strange) throw new Problem(`pnpm kit takes --built and nothing else, not "${strange}".`)
  const port = Number(process.env.PORT || 8200)
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Problem(`PORT=${process.env.PORT} is no port: give a number from 0 to 65535.`)
  const kit = await startKit({ port, built: words.length > 0 })
  const end = () => void kit.stop().then(() => process.exit(0))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, end)
  // A journey that was killed takes its page with it.
  process.once('disconnect', end)
  if (kit.errors > 0) console.log(`· ${kit.errors} errors in the source: the lines above say which; the page follows as soon as they are gone`)
  console.log(`ready ${kit.url} (kit, ${kit.seconds.toFixed(1)} s)`)
}

if (process.argv[1] === at('scripts/kit.mjs')) {
  try {
    await main()
  } catch (error) {
    console.error(explain(error))
    process.exit(1)
  }
}
