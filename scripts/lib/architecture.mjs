import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { checkAreaImport, checkAreaRings } from './areas.mjs'
import { rings } from './rings.mjs'
import { at } from './root.mjs'
import { checkTables, readOwners } from './tables.mjs'
import { importsOf, lineOf, strip } from './source-text.mjs'

// The rules of the house as code. Each has an id; docs/rules.md#<id> says why it is there.

const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/
const STYLE = /\.(?:css|scss|less|html)$/
const TEST = /(?:\.test|\.journey|\/testing)\.[cm]?[jt]sx?$|^server\/test\/|^scripts\//

// Which of our own packages each may import. `*` stands for everything under shared/.
const MAY_IMPORT = {
  host: ['*'],
  remotes: ['*'],
  server: ['shared/contract'],
  e2e: ['shared/contract'],
  'shared/ui': ['shared/http', 'shared/session', 'shared/contract', 'shared/router'],
  'shared/session': ['shared/http', 'shared/contract'],
  'shared/http': ['shared/contract'],
  'shared/federation': ['shared/contract'],
  'shared/router': [],
  'shared/contract': [],
}

// Libraries that one package wraps; everybody else takes them from there.
const WRAPPED = [
  { library: /^antd(\/|$)|^@ant-design\//, owner: 'shared/ui', from: '@assoc/ui' },
  { library: /^axios(\/|$)/, owner: 'shared/http', from: '@assoc/http' },
  { library: /^react-router(-dom)?(\/|$)/, owner: 'shared/router', from: '@assoc/router' },
]

// Who hands the parts of the kit to remotes; to everybody else it is one package.
const UI_PARTS = /^@assoc\/ui\/(?!testing$)/
const GIVES_UI_PARTS = 'host/src/console/shared-modules.ts'

const ROOT_FONT = 'host/src/boot/'
const REM = /\d(?:\.\d+)?rem\b/g
const LOCAL_CLOCK = /\.get(?:FullYear|Month|Date|Day|Hours|Minutes)\(\)|\.toLocale(?:Date|Time)String\(|\bnew Date\([^()]*\)\.toLocaleString\(|\bdayjs\(\)|\btimeZone\s*:/g
const PAGE_AT_TOP = /^(?:export default |(?:export )?const \w+ = )$/
const MADE_FOR_VIEWS = /\nexport const \w+ = \([^()]*\) =>\n$/
// An instance of a class of ours, or a variable, at the top of a file. Collections of the language are caches of what was read.
const VIEW_STATE = /^(?:export )?(?:let \w+|const \w+ = (?:new (?!Map\b|Set\b|WeakMap\b|Intl\b)\w+\(|(?:make(?:Auto)?Observable|observable)\b)|const \w+(?:: (?!Readonly|readonly)[^=\n]+)? = (?:\[\]|\{\}|new (?:Map|Set|WeakMap)(?:<[^()\n]*>)?\(\))(?=;?$))/gm
const VIEW_NAMES = 'shared/contract/src/views.ts'
const MENU_PATH = /\bmenuPath: '\/(\w+)/g
// A text that begins with an address; not that of a menu entry itself.
const FIXED_ROUTES = 'host/src/routes/fixed-routes.ts'
// Its table and the guard, which says for addresses who may open them.
const ADDRESSES = new Set([FIXED_ROUTES, 'host/src/routes/guard.ts'])
const FIXED_PAGE = /\b(?:shell|bare|inMall|keepAlive)\('\/(\w+)[^']*', '[^']*', '(?!host\/)/g
const MENU_ADDRESS = /(?<!\bmenuPath: )(['"`])\/(\w+)/g
const RAW_SQL = [/\bsql\s*\.\s*raw\s*\(/g, /\bCompiledQuery\s*\.\s*raw\s*\(/g]
const QUERY_CALL = /\bquery\s*(?:<[^>()]*>)?\(\s*/g

/** All texts of the repository that rules speak of, tracked or not yet: Map of path to text; with `documents` Markdown as well. */
export function readRepository({ documents = false } = {}) {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: at(),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const files = new Map()
  for (const name of new Set(listed.split('\0'))) {
    if (!SOURCE.test(name) && !STYLE.test(name) && !['package.json', 'tables.json'].includes(path.posix.basename(name)) && !(documents && name.endsWith('.md'))) continue
    try {
      files.set(name, fs.readFileSync(at(name), 'utf8'))
    } catch {
      // listed by git, deleted in the work tree
    }
  }
  return files
}

/** Checks files (Map of path to text) against every rule but `any-ratchet`. Answers `[{ rule, file, line, message }]`. */
export function checkFiles(files) {
  const found = []
  const say = (rule, file, line, sentence) => found.push({ rule, file, line, message: `${sentence} (${rule}: docs/rules.md#${rule})` })
  const packages = readPackages(files)
  const menuRoots = readMenuRoots(files)
  const owners = readOwners(files)
  checkViewNames(files, say)
  const fileGraph = new Map()
  const packageGraph = new Map()
  const areaGraph = new Map()

  for (const [file, text] of files) {
    if (STYLE.test(file)) checkRem(file, text, text, say)
    if (!SOURCE.test(file)) continue
    const stripped = strip(text)
    checkRem(file, text, stripped.code, say)
    checkCalendar(file, text, stripped.bare, say)
    checkRawSql(file, text, stripped, say)
    checkPages(file, text, stripped.bare, say)
    checkMenuPaths(file, text, stripped, menuRoots, say)
    checkTables(file, text, stripped, owners, say)

    const from = folderOf(file)
    const edges = []
    fileGraph.set(file, edges)
    for (const one of importsOf(text, stripped)) {
      const target = resolve(one.target, file, files, packages)
      if (target.file && !one.type && !one.dynamic) edges.push({ to: target.file, line: one.line })
      if (target.folder && target.folder !== from && from) {
        if (!packageGraph.has(from)) packageGraph.set(from, [])
        packageGraph.get(from).push({ to: target.folder, file, line: one.line })
      }
      checkImport({ file, from, one, target, say })
      checkAreaImport({ file, line: one.line, target: target.file, graph: areaGraph, say })
    }
  }
  for (const ring of rings(fileGraph)) {
    const [file, next] = [ring[0], ring[1] ?? ring[0]]
    const { line } = fileGraph.get(file).find((edge) => edge.to === next)
    say('no-cycle', file, line, `These files import each other in a ring, so which one runs first is luck: ${[...ring, file].join(' → ')}; move what both need into a third file.`)
  }
  for (const ring of rings(packageGraph)) {
    const edge = packageGraph.get(ring[0]).find(({ to }) => to === (ring[1] ?? ring[0]))
    say('no-cycle', edge.file, edge.line, `These packages import each other in a ring: ${[...ring, ring[0]].join(' → ')}; move what both need further down.`)
  }
  checkAreaRings(areaGraph, say)
  return found
}

/**
 * Compares the number of explicit `any` in each file with the list in scripts/any-ratchet.json. Counts may only fall:
 * more than listed is a fault, fewer is one too until the list says so.
 */
export function checkAny(counts, ratchet) {
  const found = []
  for (const file of [...new Set([...Object.keys(counts), ...Object.keys(ratchet)])].sort()) {
    const is = counts[file] ?? 0
    const may = ratchet[file] ?? 0
    const end = '(any-ratchet: docs/rules.md#any-ratchet)'
    if (is > may) {
      found.push({ rule: 'any-ratchet', file, line: 1, message: `${is} explicit "any" where ${may} are allowed: write the real type, or "unknown" and check it ${end}` })
    } else if (is < may) {
      found.push({ rule: 'any-ratchet', file, line: 1, message: `${is} explicit "any" where the list still allows ${may}: lower it in scripts/any-ratchet.json ${end}` })
    }
  }
  return found
}

// ---------------------------------------------------------------- single rules

function checkImport({ file, from, one, target, say }) {
  if (!from) return
  const { line } = one
  // The stand-alone shell is a small host: it may use what the host may.
  const kind = from.startsWith('remotes/') ? 'remotes' : file.startsWith('shared/federation/dev/') ? 'host' : from
  const other = target.folder

  if (other && other !== from) {
    const shared = other.startsWith('shared/')
    const allowed = MAY_IMPORT[kind] ?? []
    const may = shared && (allowed.includes('*') || allowed.includes(other))
    if (kind === 'remotes' && (other.startsWith('remotes/') || other === 'host')) {
      say('remote-isolated', file, line, `A remote never imports ${other === 'host' ? 'the host' : 'another remote'}: put what both need into shared/, or load the view at run time.`)
    } else if (kind === 'host' && other.startsWith('remotes/')) {
      say('remote-isolated', file, line, 'The host never imports a remote: it loads views at run time through the registry.')
    } else if (!may && (kind === 'server' || kind === 'e2e')) {
      say('server-contract-only', file, line, `${kind} imports @assoc/contract alone, not ${other}: what both ends need belongs into the contract.`)
    } else if (!may && kind === 'shared/contract') {
      say('contract-pure', file, line, `The contract imports nothing of ours, so not ${other}: both ends read it.`)
    } else if (!may && kind.startsWith('shared/')) {
      const list = allowed.map((name) => name.slice('shared/'.length)).join(', ')
      say('shared-layers', file, line, `${kind} may import ${list || 'nothing of ours'}, not ${other}.`)
    } else if (!may) {
      say('import-shared-only', file, line, `${from} imports from shared/ alone, not from ${other}.`)
    } else if (one.target.startsWith('.')) {
      say('by-package-name', file, line, `Import ${other} by its package name: a relative path goes round what the package exports.`)
    }
  }

  if (UI_PARTS.test(one.target) && file !== GIVES_UI_PARTS) {
    say('one-ui', file, line, `Import it from @assoc/ui, not from ${one.target}: what is loaded when is the build's business.`)
  }
  const bare = !one.target.startsWith('.') && !one.target.startsWith('/')
  if (bare && !other) {
    if (from === 'shared/contract' && !TEST.test(file) && !/^zod(\/|$)/.test(one.target)) {
      say('contract-pure', file, line, `The contract may import zod and no other library, so not ${one.target}: browser and server both read it.`)
    }
    for (const { library, owner, from: name } of WRAPPED) {
      if (library.test(one.target) && from !== owner && from !== 'server' && from !== 'e2e') {
        say('wrapped-library', file, line, `Take it from ${name}, not from ${one.target}: a second copy costs every first load.`)
      }
    }
    const isModule = file.startsWith('server/src/areas/') && !TEST.test(file)
    const isRepository = /(?:^|[/.])repository\.ts$/.test(file)
    const takesSql = (one.target === 'kysely' && !one.type && /[{,]\s*sql\b/.test(one.names)) || (one.target === 'pg' && !one.type)
    if (isModule && !isRepository && takesSql) {
      say('sql-in-repository', file, line, 'SQL stands in repository.ts alone: move the query there and call it by name.')
    }
  }
}

function checkRem(file, text, code, say) {
  if (file.startsWith(ROOT_FONT) || /^(scripts|server|e2e|docs)\//.test(file) || TEST.test(file)) return
  for (const match of code.matchAll(REM)) {
    say('no-rem', file, lineOf(text, match.index), `No rem in styles (${match[0].slice(1)}): the root font size follows the window; use px or the theme's tokens.`)
  }
}

function checkCalendar(file, text, bare, say) {
  if (!/^(host|remotes|shared|server|e2e)\//.test(file)) return
  for (const match of bare.matchAll(LOCAL_CLOCK)) {
    say('one-calendar', file, lineOf(text, match.index), `Days and clocks are those of Asia/Shanghai, not of the machine (${match[0]}): use @assoc/contract/core/day, or dateFormat.`)
  }
}

function checkPages(file, text, bare, say) {
  if (!/^(host|remotes)\//.test(file) || TEST.test(file)) return
  for (const match of bare.matchAll(/^(.*)\bresourcePage\s*(?:<[^>()]*>)?\(/gm)) {
    // `export const listPage = (channel) =>` is a page made for each of several views, at the top of their files.
    if (PAGE_AT_TOP.test(match[1]) || (match[1].trim() === '' && MADE_FOR_VIEWS.test(bare.slice(0, match.index)))) continue
    say('page-once', file, lineOf(text, match.index), 'A page is made once, at the top of its file: made inside a function it is another component each time, and what was typed in it is lost. Choices that are asked of the server come from usePage or useFields.')
  }
  if (!file.startsWith('remotes/')) return
  for (const match of bare.matchAll(VIEW_STATE)) {
    say('view-state', file, lineOf(text, match.index), 'A view keeps no state beside itself, for two of it may stand and both would change: use useState, or `dialogs` of resourcePage.')
  }
}

function checkRawSql(file, text, { code, bare }, say) {
  if (!file.startsWith('server/src/') || file.startsWith('server/src/platform/') || TEST.test(file)) return
  const fault = (offset) =>
    say('no-raw-sql', file, lineOf(text, offset), 'SQL is never put together from pieces of text: use the query builder or sql`…${value}`, which binds the value.')
  for (const pattern of RAW_SQL) for (const match of bare.matchAll(pattern)) fault(match.index)
  for (const match of bare.matchAll(QUERY_CALL)) {
    const begin = match.index + match[0].length
    const quote = bare[begin]
    if (quote !== '`' && quote !== "'" && quote !== '"') continue
    const inside = argument(bare, begin)
    if (quote === '`' ? code.slice(begin, begin + inside.length).includes('${') : /^(['"])\s*\1\s*\+/.test(inside)) fault(match.index)
  }
}

/** First segments of the addresses that menus begin with, and those of the fixed pages that remotes show. */
function readMenuRoots(files) {
  const roots = new Set()
  for (const [file, text] of files) {
    if (TEST.test(file)) continue
    if (file.startsWith('server/src/')) for (const [, root] of text.matchAll(MENU_PATH)) roots.add(root)
    if (file === FIXED_ROUTES) for (const [, root] of text.matchAll(FIXED_PAGE)) roots.add(root)
  }
  return roots
}

function checkMenuPaths(file, text, { code }, roots, say) {
  if (!/^(server|host|remotes\/[^/]+)\/src\//.test(file) || TEST.test(file) || file.endsWith('/fixed-paths.ts') || ADDRESSES.has(file)) return
  for (const match of code.matchAll(MENU_ADDRESS)) {
    if (roots.has(match[2])) say('menu-path', file, lineOf(text, match.index + match[0].length - 1), `Menus can be edited, so no address of a page stands in code (/${match[2]}): name the view with viewLink of the contract.`)
  }
}

/** The list of views is that of the folders. */
function checkViewNames(files, say) {
  const text = files.get(VIEW_NAMES)
  if (text === undefined) return
  const named = new Set([...text.matchAll(/^ {2}\| '([^']+)'$/gm)].map(([, view]) => view))
  const there = new Set([...files.keys()].flatMap((file) => /^remotes\/([^/]+)\/src\/views\/([^/]+)\/view\.ts$/.exec(file)?.slice(1).join('/') ?? []))
  for (const view of there) if (!named.has(view)) say('view-names', VIEW_NAMES, 1, `The list lacks the view ${view}.`)
  for (const view of named) if (!there.has(view)) say('view-names', VIEW_NAMES, lineOf(text, text.indexOf(`'${view}'`)), `No remote has the view ${view}.`)
}

/** The text of a call's first argument, from `begin` to the comma or bracket that ends it. */
function argument(bare, begin) {
  let depth = 0
  for (let i = begin; i < bare.length; i += 1) {
    if ('([{'.includes(bare[i])) depth += 1
    if (')]}'.includes(bare[i])) depth -= 1
    if (depth < 0 || (depth === 0 && bare[i] === ',')) return bare.slice(begin, i)
  }
  return bare.slice(begin)
}

// ---------------------------------------------------------------- who is who

function folderOf(file) {
  const [first, second] = file.split('/')
  if (first === 'remotes' || first === 'shared') return `${first}/${second}`
  return ['host', 'server', 'e2e'].includes(first) ? first : null
}

function readPackages(files) {
  const packages = new Map()
  for (const [file, text] of files) {
    const folder = folderOf(file)
    if (!folder || file !== `${folder}/package.json`) continue
    try {
      const { name, exports = {} } = JSON.parse(text)
      packages.set(name, { folder, exports })
    } catch {
      // a package.json that is being written
    }
  }
  return packages
}

function resolve(target, file, files, packages) {
  if (target.startsWith('.')) {
    const whole = path.posix.join(path.posix.dirname(file), target)
    return { file: findFile(whole, files), folder: folderOf(`${whole}/`) }
  }
  if (!target.startsWith('@assoc/')) return {}
  const [scope, short, ...rest] = target.split('/')
  const known = packages.get(`${scope}/${short}`)
  if (!known) return {}
  const wanted = rest.length > 0 ? `./${rest.join('/')}` : '.'
  for (const [key, value] of Object.entries(known.exports)) {
    if (typeof value !== 'string') continue
    const inside = key.includes('*') ? matchStar(key, wanted) : key === wanted ? '' : null
    if (inside !== null) return { folder: known.folder, file: findFile(path.posix.join(known.folder, value.replace('*', inside)), files) }
  }
  return { folder: known.folder }
}

function matchStar(key, wanted) {
  const [before, after] = key.split('*')
  return wanted.startsWith(before) && wanted.endsWith(after) ? wanted.slice(before.length, wanted.length - after.length) : null
}

function findFile(whole, files) {
  const stem = whole.replace(/\.[cm]?jsx?$/, '')
  const tries = [whole, ...['.ts', '.tsx', '.mjs', '.js', '/index.ts', '/index.tsx', '/index.mjs'].flatMap((end) => [whole + end, stem + end])]
  return tries.find((name) => files.has(name) && SOURCE.test(name))
}
