import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { readJson } from '../lib/fingerprint.mjs'
import { at } from '../lib/root.mjs'

// What the first loads may cost, in brotli bytes and requests. Computed from the built files, so it needs no browser; the
// bench measures the same in Chromium, with the calls.
const KB = 1000
export const LIMITS = {
  login: { what: 'cold login page', bytes: 120 * KB, requests: 6 },
  // Signing in at a meeting, and its details: on a phone, in a hall whose network everybody uses.
  visit: { what: 'page of people who are not signed in', bytes: 140 * KB, requests: 7 },
  // Without the calls: sign-in, menu, permits, the person, preferences, what the home page asks, the list.
  console: { what: 'console up to the first list of a remote', bytes: 386 * KB, requests: 8 },
  form: { what: 'console up to a first view that is itself a form', bytes: 495 * KB, requests: 11 },
  remote: { what: 'first view of a further remote', bytes: 31 * KB, requests: 3 },
  view: { what: 'next view of the same remote', bytes: 15.5 * KB, requests: 2 },
}

/**
 * Compares the built files with the limits. Answers `[{ name, what, subject, bytes, requests, limit, within }]`, one line for the
 * login page and the console, one for each remote and each view. Throws when something has not been built.
 */
export function checkBudget() {
  const login = readPage('login.html')
  const index = readPage('index.html')
  const remotes = fs.readdirSync(at('remotes')).map((name) => readJson(at('remotes', name, 'dist/release.json'))).filter(Boolean)
  if (remotes.length === 0) throw new Error('No remote has been built: run npm run build.')
  const visit = readPage('visit.html')
  const lines = [line('login', 'login.html', [login.page, ...login.scripts]), line('visit', 'visit.html', [visit.page, ...visit.scripts])]

  const views = remotes.flatMap((remote) => remote.views.map((view) => ({ remote, view, files: filesOf(remote, view) })))
  const host = new Set([login.page, index.page, ...login.scripts, ...login.later, ...index.scripts])
  const ways = views.map((one) => ({ ...one, all: [...new Set([...host, ...partsOf(one.remote, one.view), ...one.files])] }))
  for (const [name, withForm] of [['console', false], ['form', true]]) {
    const dearest = ways.filter(({ all }) => all.some((file) => path.basename(file).startsWith('ui-form.')) === withForm).reduce((a, b) => (weigh(b.all) > weigh(a.all) ? b : a))
    lines.push(line(name, `with ${dearest.view.menuLink}`, dearest.all))
  }

  for (const remote of remotes) {
    const own = views.filter((one) => one.remote === remote)
    const first = own.reduce((a, b) => (weigh(b.files) > weigh(a.files) ? b : a))
    lines.push(line('remote', first.view.menuLink, first.files))
    for (const one of own) {
      // What another view of the remote has brought is there already, whichever that was.
      const others = own.filter((other) => other !== one).map((other) => one.files.filter((file) => !other.files.includes(file)))
      const dear = others.sort((a, b) => weigh(b) - weigh(a))[0]
      if (dear) lines.push(line('view', one.view.menuLink, dear))
    }
  }
  return lines
}

/** Lines of the check as a person reads them. */
export const describe = (lines) =>
  lines.map(({ what, subject, bytes, requests, limit, within }) => {
    const numbers = `${(bytes / KB).toFixed(1)} of ${limit.bytes / KB} KB, ${requests} of ${limit.requests} requests`
    return `${within ? 'within' : 'OVER  '}  ${what}, ${subject}: ${numbers}`
  })

function line(name, subject, files) {
  const limit = LIMITS[name]
  const bytes = weigh(files)
  return { name, what: limit.what, subject, bytes, requests: files.length, limit, within: bytes <= limit.bytes && files.length <= limit.requests }
}

function readPage(name) {
  const page = at('host/dist', name)
  if (!fs.existsSync(page)) throw new Error('The host has not been built: run npm run build.')
  const html = fs.readFileSync(page, 'utf8')
  const inHost = (address) => at('host/dist', address)
  const later = /<script type="application\/json" id="later">(.*?)<\/script>/.exec(html)?.[1]
  return {
    page,
    scripts: [...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map((m) => inHost(m[1])),
    later: (later ? JSON.parse(later) : []).map(inHost),
  }
}

// Files of the host in which a part of @assoc/ui comes that is not there with the console; what forms share with later parts stands apart.
const PARTS = { list: ['ui-list'], form: ['ui-form', 'ui-controls'] }

/** Files of the host that a view's own import of the kit needs before it is drawn. */
function partsOf(remote, view) {
  const { source, chunks } = chunksOf(remote, view)
  const assets = at('host/dist/assets')
  const files = fs.readdirSync(assets)
  return Object.entries(PARTS).flatMap(([part, names]) => {
    const module = new RegExp(`[{,]["']?(\\w+)["']?:\\{fallback:[^}]*@assoc/ui/parts/${part}["']`).exec(source)?.[1]
    // The chunk in which the entry asks the host for that module.
    const id = module && new RegExp(`[{,]["']?(\\w+)["']?:\\[(?:[^\\]]*["',])?${module}["',\\]]`).exec(source)?.[1]
    if (!id || !chunks.includes(id)) return []
    return names.map((name) => path.join(assets, files.find((file) => new RegExp(`^${name}\\.[0-9a-f]{8,}\\.js$`).test(file)) ?? `${name} is missing`))
  })
}

/** Entry and chunks that the first view of a remote loads, as its entry says. */
function filesOf(remote, view) {
  const { folder, entry, source, chunks, name } = chunksOf(remote, view)
  const files = fs.readdirSync(folder)
  const loaded = chunks.flatMap((id) => {
    const hash = new RegExp(`[{,]["']?${id}["']?:["']([0-9a-f]{8,})["']`).exec(source)?.[1]
    // A chunk without a hash has no file: all that is in it comes from the host.
    if (!hash) return []
    const file = files.find((one) => one.endsWith(`.${hash}.js`))
    if (!file) throw new Error(`The file of chunk ${id} of ${remote.name} is not there.`)
    return [path.join(folder, file)]
  })
  if (loaded.length === 0) throw new Error(`The entry of ${remote.name} names no file for ${name}.`)
  return [entry, ...loaded]
}

/** What the entry of a remote says of a view: ids of its chunks, and of the modules that it takes from the host. */
function chunksOf(remote, view) {
  const folder = at('remotes', remote.name, 'dist')
  const entry = path.join(folder, path.basename(remote.entry))
  const source = fs.readFileSync(entry, 'utf8')
  const name = view.menuLink.split('/')[1]
  const exposed = new RegExp(`["']?\\./${name}["']?:\\(?\\)?=>(.*?)\\.then`).exec(source)?.[1]
  const chunks = [...(exposed ?? '').matchAll(/\.e\(["']?(\w+)["']?\)/g)].map((m) => m[1])
  if (chunks.length === 0) throw new Error(`The entry of ${remote.name} does not say which files ${name} needs.`)
  return { folder, entry, source, chunks, name }
}

const weigh = (files) => files.reduce((sum, file) => sum + sizeOf(file), 0)

const sizes = new Map()
/** Bytes as they go over the wire: pressed once when the file was built, pages by the server, tiny files as they are. */
function sizeOf(file) {
  if (!sizes.has(file)) {
    const bytes = fs.readFileSync(file)
    const pressed = fs.existsSync(`${file}.br`) ? fs.statSync(`${file}.br`).size : bytes.length < 1024 ? bytes.length : zlib.brotliCompressSync(bytes).length
    sizes.set(file, pressed)
  }
  return sizes.get(file)
}

if (process.argv[1] === at('scripts/bench/budget.mjs')) {
  const lines = checkBudget()
  console.log(describe(lines).join('\n'))
  process.exitCode = lines.every((one) => one.within) ? 0 : 1
}
