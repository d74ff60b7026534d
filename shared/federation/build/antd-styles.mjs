import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { compileFunction } from 'node:vm'
import { build } from 'esbuild'
import webpack from 'webpack'
import { ROOT } from './shared-modules.mjs'

const UI = join(ROOT, 'shared/ui')
const require = createRequire(join(UI, 'package.json'))
const ANTD = dirname(require.resolve('antd/package.json'))
const STATIC = join(UI, 'src/theme/static')

const MAKERS = /\b(genStyleHooks|genSubStyleComponent|genComponentStyleHook)\(/
/** Style modules of antd that make their hook within a function, and with what it is called. */
const WITHIN = { 'es/menu/style/index.js': `'x', 'x', true`, 'es/tooltip/style/index.js': `'x', 'x', true`, 'es/tree-select/style/index.js': `'x', 'ant-select-tree', 'x'` }

const isMaking = (code) => MAKERS.test(code)

// The bundler's own parser.
const { parse } = createRequire(createRequire(import.meta.url).resolve('webpack'))('acorn')

/** Calls in a module of antd that make a hook of styles: where the name of the maker and its second argument stand. */
function callsIn(file, code) {
  const found = []
  const visit = (node) => {
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && MAKERS.test(`${node.callee.name}(`) && node.arguments.length > 1) {
      const [, style] = node.arguments
      found.push({ id: `${file}#${found.length}`, maker: [node.callee.start, node.callee.end], style: [style.start, style.end] })
    }
    for (const part of Object.values(node)) for (const one of [part].flat()) if (typeof one?.type === 'string') visit(one)
  }
  visit(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }))
  return found
}

const replaced = (code, pieces) => pieces.toSorted((a, b) => b.at[0] - a.at[0]).reduce((text, { at: [from, to], by }) => text.slice(0, from) + by + text.slice(to), code)

const nameOf = (path) => relative(ANTD, path).split(sep).join('/')

/** A program that draws every hook of styles of antd once, with each of some themes, and answers what the library has made of it. */
const PROGRAM = (files) => `
import { StyleProvider, createCache } from '@ant-design/cssinjs'
import { ConfigProvider } from 'antd'
import { useToken } from 'antd/es/theme/internal'
import useResetIconStyle from 'antd/es/theme/util/useResetIconStyle'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { buildTheme } from './src/theme/theme'
import { iconStyles } from '@ant-design/icons/es/renderUtils'
${files.map((file, i) => `import * as m${i} from ${JSON.stringify(`antd/${file}`)}`).join('\n')}

const within = [${files.flatMap((file, i) => (WITHIN[file] ? [`() => m${i}.default(${WITHIN[file]})`] : [])).join(', ')}]
const keep = [${files.map((_, i) => `m${i}`).join(', ')}]
let hashId = ''
const All = () => {
  hashId = useToken()[2]
  useResetIconStyle('anticon')
  for (const hook of within) hook()
  const parts = []
  for (const [id, made] of Object.entries(globalThis.__sites)) {
    if (made.part) parts.push(createElement(made.hook, { key: id, prefixCls: made.p, rootCls: made.r }))
    else if (!made.within) made.hook(made.p, made.r)
  }
  return parts
}
export const drawn = [[false, 14, false, false], [true, 18, true, true], [true, 13, false, false]].map((settings) => {
  const cache = createCache()
  renderToString(createElement(StyleProvider, { cache, mock: 'server' }, createElement(ConfigProvider, { theme: buildTheme(...settings), children: createElement(All) })))
  const sheets = [...cache.cache].flatMap(([key, [, value]]) => key.startsWith('style%') ? [[key, value[0] + Object.values(value[2] ?? {}).join('')]] : [])
  return { hashId, sheets, sites: Object.entries(globalThis.__sites).map(([id, { p, r, name }]) => ({ id, p, r, name })), keep: keep.length, iconStyles }
})
`

/** What stands in front of the program: each call that makes a hook is noted, and is drawn with a class of its own. */
const NOTING = `
globalThis.__sites = {};
globalThis.__site = (id, maker, isPart, within) => (name, style, token, options) => {
  const n = Object.keys(globalThis.__sites).length;
  const made = globalThis.__sites[id] ?? (globalThis.__sites[id] = { p: 'sitep' + n + 'q', r: 'siter' + n + 'q', part: isPart, within, name: [name, name].flat().slice(0, 2).join('-') });
  made.hook = maker(name, style, token, options);
  return within ? () => made.hook(made.p, made.r) : made.hook;
};
`

/**
 * The finished sheets of antd's components, made as antd makes them in a browser: `{ sheets, hashId, links, icons }`, the sheets by
 * the place of the call that takes them. Throws when a sheet is another one for another theme, for then it cannot stand in a file.
 */
export async function readAntdStyles() {
  const files = styleFiles()
  const { outputFiles } = await build({
    absWorkingDir: UI,
    stdin: { contents: PROGRAM(files), resolveDir: UI, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    mainFields: ['module', 'main'],
    conditions: ['import'],
    define: { 'process.env.NODE_ENV': '"production"' },
    banner: { js: NOTING },
    logLevel: 'error',
    plugins: [
      {
        name: 'sites',
        setup: (b) =>
          b.onLoad({ filter: /[\\/]antd[\\/]es[\\/].*\.js$/ }, ({ path }) => {
            const code = readFileSync(path, 'utf8')
            if (!isMaking(code)) return undefined
            const file = nameOf(path)
            const pieces = callsIn(file, code).map(({ id, maker }) => {
              const name = code.slice(...maker)
              return { at: maker, by: `globalThis.__site(${JSON.stringify(id)}, ${name}, ${name === 'genSubStyleComponent'}, ${file in WITHIN})` }
            })
            return { contents: replaced(code, pieces), loader: 'js' }
          }),
      },
    ],
  })
  const module = { exports: {} }
  compileFunction(outputFiles[0].text, ['module', 'exports', 'require'])(module, module.exports, require)
  const [first, ...others] = module.exports.drawn.map(sheetsOf)
  for (const [id, css] of first.sheets) {
    if (others.some((other) => other.sheets.get(id) !== css)) throw new Error(`The sheet of ${id} of antd is another one with another theme`)
  }
  return first
}

function sheetsOf({ hashId, sheets: all, sites, iconStyles }) {
  const sheets = new Map()
  for (const { id, p, r, name } of sites) {
    const found = all.find(([key]) => key.includes(`%${name}%${p}%`))
    if (!found) throw new Error(`antd has made no sheet for ${id}`)
    if (found[1].includes('~~')) throw new Error(`The sheet of ${id} of antd has a sign that stands for a class`)
    sheets.set(id, found[1].replaceAll(p, '~~p').replaceAll(r, '~~r'))
  }
  const one = (part) => {
    const found = all.find(([key]) => key.includes(part))
    if (!found) throw new Error(`antd has made no sheet ${part}`)
    return found[1]
  }
  return { sheets, hashId, links: one('%Shared%'), icons: iconStyles + one('%ant-design-icons%') }
}

/** Modules of antd that make hooks of styles. */
const styleFiles = () =>
  readdirSync(join(ANTD, 'es'), { recursive: true })
    .filter((file) => file.endsWith('.js') && isMaking(readFileSync(join(ANTD, 'es', file), 'utf8')))
    .map((file) => nameOf(join(ANTD, 'es', file)))
    .sort()

/** A loader of webpack for antd: in the place of each function that makes a sheet stands the sheet. */
export default function antdStylesLoader(code) {
  const { sheets } = this.getOptions()
  const file = nameOf(this.resourcePath)
  // What only makes sheets goes with them.
  const lean = (text) => text.replace(/\bnew Keyframes\(/g, '/*#__PURE__*/ new Keyframes(')
  if (!isMaking(code)) return lean(code)
  return lean(
    replaced(
      code,
      callsIn(file, code).map(({ id, style }) => {
        const css = sheets.get(id)
        if (css === undefined) throw new Error(`There is no sheet for ${id} of antd`)
        return { at: style, by: JSON.stringify(css) }
      }),
    ),
  )
}

/** What the console's build needs so that no sheet of antd is made in a browser: rules for its modules, and plugins. */
export async function withAntdStyles() {
  const { sheets, hashId, links, icons } = await readAntdStyles()
  const instead = { useToken: 'use-token.ts', genStyleUtils: 'style-hooks.ts', useResetIconStyle: 'icon-style.ts' }
  const constants = { __ANTD_HASH__: hashId, __ANTD_LINKS__: links, __ANTD_ICONS__: icons, __STATIC_STYLES__: true }
  return {
    rules: [{ test: /[\\/]antd[\\/]es[\\/].*\.js$/, use: { loader: join(ROOT, 'shared/federation/build/antd-styles.mjs'), options: { sheets } } }],
    plugins: [
      // By what antd itself asks for: the modules that stand in their place still take parts of the first.
      new webpack.NormalModuleReplacementPlugin(/\/(?:useToken|genStyleUtils|useResetIconStyle)$/, (request) => {
        if (/[\\/]antd[\\/]es[\\/]/.test(request.contextInfo.issuer)) request.request = join(STATIC, instead[request.request.split('/').at(-1)])
      }),
      new webpack.DefinePlugin(Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)]))),
    ],
  }
}
