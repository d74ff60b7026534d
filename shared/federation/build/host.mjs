import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import webpack from 'webpack'
import { withAntdStyles } from './antd-styles.mjs'
import { common, compile } from './common.mjs'
import { ROOT, sharedVersions } from './shared-modules.mjs'

// What both the login page and the console need stands in one file, `base`: the login page fetches it
// first, and the console finds it in the browser's cache.
function neededByBoth(module, { chunkGraph }) {
  const chunks = [...chunkGraph.getModuleChunksIterable(module)]
  return chunks.length > 1 && chunks.some((c) => c.name === 'login')
}

// What forms and a later part both need stands in one file, which comes with the first of them.
function alsoInForms(module, { chunkGraph }) {
  const chunks = [...chunkGraph.getModuleChunksIterable(module)]
  return chunks.length > 1 && chunks.some((c) => c.name === 'ui-form') && !chunks.some((c) => c.name === 'console' || c.name === 'ui-list')
}

const UNUSED_OF_ZOD = /^\.{1,2}\/(?:core\/)?(?:to-json-schema|json-schema-generator|compile|from-json-schema)\.js$|^\.\.\/locales\/(?:index|en)\.js$/

/** The router's own build for production. Its package leads every bundler to the one that warns developers. */
function routerOfProduction() {
  const require = createRequire(join(ROOT, 'shared/router/package.json'))
  const found = createRequire(require.resolve('react-router-dom')).resolve('react-router')
  return join(dirname(found), '../production/index.mjs')
}

/** Parts of antd without a use, by the module that brings them; scripts/ui-parts.test.mjs looks for uses. */
const UNUSED_OF_ANTD = {
  'alert/index': /^\.\/ErrorBoundary$/,
  'badge/index': /^\.\/Ribbon$/,
  'dropdown/index': /^\.\/dropdown-button$/,
  'input/index': /^\.\/(?:OTP|Group)$/,
  'skeleton/Skeleton': /^\.\/(?:Avatar|Button|Image)$/,
  'tag/index': /^\.\/CheckableTag(?:Group)?$/,
  'typography/Base/index': /^\.\.\/Editable$/,
}
const MODULE_OF_ANTD = /[\\/]antd[\\/]es[\\/]([\w\\/]+)\.js$/
const ANTD_UNUSED = join(ROOT, 'shared/federation/build/antd-unused.mjs')

const OBSERVER = join(ROOT, 'shared/ui/src/shell/observer-library.ts')
const SCHEMAS_OF_ZOD = /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/
const ZOD_UNUSED = join(ROOT, 'shared/federation/build/zod-unused.mjs')

/**
 * Builds the host to host/dist: login.html (React without antd and without the federation runtime),
 * index.html (the console), and hashed files under assets/.
 */
export async function buildHost({ mode = 'production' } = {}) {
  const dist = join(ROOT, 'host/dist')
  rmSync(dist, { recursive: true, force: true })
  const base = common({ mode })
  const styles = mode === 'production' ? await withAntdStyles() : { rules: [], plugins: [] }
  const stats = await compile({
    ...base,
    name: 'host',
    // The login page's own modules stand in a layer of their own, where zod is silent; packages stand in
    // one that both pages share.
    entry: { login: { import: './host/src/login/main.tsx', layer: 'login' }, console: './host/src/console/main.ts' },
    experiments: { layers: true },
    resolve: { ...base.resolve, alias: mode === 'production' ? { 'react-router$': routerOfProduction() } : {} },
    module: {
      rules: [
        ...base.module.rules,
        ...styles.rules,
        { test: /[\\/]node_modules[\\/]/, layer: 'packages' },
        { test: SCHEMAS_OF_ZOD, use: join(ROOT, 'shared/federation/build/zod-lean.cjs') },
        // Its package does not say so: antd's input takes one context of it, and would bring the whole form to the first page.
        { test: /[\\/]node_modules[\\/]@rc-component[\\/]form[\\/]/, sideEffects: false },
        { issuerLayer: 'login', resolve: { alias: { zod$: join(ROOT, 'shared/federation/build/zod-silent.mjs') } } },
      ],
    },
    output: {
      path: dist,
      filename: 'assets/[name].[contenthash:12].js',
      chunkFilename: 'assets/[name].[contenthash:12].js',
      publicPath: '/',
      uniqueName: 'assoc_host',
      crossOriginLoading: 'anonymous',
    },
    plugins: [
      ...styles.plugins,
      new webpack.NormalModuleReplacementPlugin(/^mobx-react-lite$/, (request) => {
        if (request.contextInfo.issuer !== OBSERVER) request.request = OBSERVER
      }),
      new webpack.NormalModuleReplacementPlugin(UNUSED_OF_ZOD, ZOD_UNUSED),
      new webpack.NormalModuleReplacementPlugin(/^\.\.?\//, (request) => {
        const module = MODULE_OF_ANTD.exec(request.contextInfo.issuer)?.[1]?.replaceAll('\\', '/')
        if (UNUSED_OF_ANTD[module]?.test(request.request)) request.request = `${ANTD_UNUSED}?${module}`
      }),
      // Of this file the schemas take the function that reads their checks; all else of it writes JSON schema.
      new webpack.NormalModuleReplacementPlugin(/\/json-schema-processors\.js$/, (request) => {
        if (!SCHEMAS_OF_ZOD.test(request.contextInfo.issuer)) request.request = ZOD_UNUSED
      }),
      new webpack.DefinePlugin({ __SHARED_VERSIONS__: JSON.stringify(sharedVersions()) }),
    ],
    optimization: {
      ...base.optimization,
      runtimeChunk: false,
      splitChunks: {
        chunks: 'all',
        // Webpack's own splitting is off: one file a part keeps the first load at few requests.
        cacheGroups: { default: false, defaultVendors: false, controls: { name: 'ui-controls', test: alsoInForms, enforce: true, chunks: 'async' }, base: { name: 'base', test: neededByBoth, enforce: true, chunks: 'all' } },
      },
    },
  })
  const visit = await buildVisit(dist, mode)
  writePages(visit, stats.toJson({ all: false, entrypoints: true, namedChunkGroups: true, chunkGroups: true }), dist)
  return { stats }
}

/**
 * The pages of people who are not signed in (signing in at a meeting, its details): one file, with nothing of the console, in a syntax that
 * the browsers inside of other programs read. Answers its address.
 */
async function buildVisit(dist, mode) {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [join(ROOT, 'host/src/visit/main.ts')],
    bundle: true,
    minify: mode === 'production',
    format: 'iife',
    target: 'es2019',
    charset: 'utf8',
    legalComments: 'none',
    write: false,
    logLevel: 'silent',
  })
  const source = outputFiles[0].text
  const name = `assets/visit.${createHash('sha256').update(source).digest('hex').slice(0, 12)}.js`
  mkdirSync(join(dist, 'assets'), { recursive: true })
  writeFileSync(join(dist, name), source)
  return `/${name}`
}

function writePages(visit, stats, dist) {
  const boot = readFileSync(join(ROOT, 'host/src/boot/head.js'), 'utf8').trim()
  const styleOf = (file) => readFileSync(join(ROOT, 'host/src', file), 'utf8').replace(/\s+/g, ' ').trim()
  const css = styleOf('boot/base.css')
  const groups = stats.namedChunkGroups
  const files = (name) => (groups[name]?.assets ?? []).map((a) => `/${a.name}`).filter((f) => f.endsWith('.js'))
  const scripts = (name) => files(name).map((f) => `<script defer crossorigin="anonymous" src="${f}"></script>`).join('')
  // What the login page fetches while the person types: the console's own files and its lazy parts.
  const later = [...new Set([...files('console'), ...files('shell'), ...files('ui-list')])].filter((f) => !files('login').includes(f))
  const page = (name, extra, { first = `<script>${boot}</script>`, style = css, tags = scripts(name) } = {}) => `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>会员信息平台</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='4' fill='%23A61C30'/%3E%3Ctext x='16' y='23' font-size='18' text-anchor='middle' fill='%23fff'%3E协%3C/text%3E%3C/svg%3E">
<!--config-->
${first}
<style>${style}</style>
${extra}${tags}
</head>
<body><div id="root"></div></body>
</html>
`
  mkdirSync(dist, { recursive: true })
  writeFileSync(join(dist, 'login.html'), page('login', `<script type="application/json" id="later">${JSON.stringify(later)}</script>`))
  // Without the head script: there is no mobile site to send these to, they are for phones.
  writeFileSync(join(dist, 'visit.html'), page('visit', '', { first: '', style: `${css} ${styleOf('visit/visit.css')}`, tags: `<script defer crossorigin="anonymous" src="${visit}"></script>` }))
  writeFileSync(join(dist, 'index.html'), page('console', '<!--remotes-->'))
}
