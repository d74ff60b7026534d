import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { Problem, explain } from './lib/problem.mjs'
import { at } from './lib/root.mjs'
import { addAreaToServer, exists, flush, insertAfterLast, read, sources, write } from './lib/stamp.mjs'

// `pnpm new-remote catering --title 餐饮管理 --list DishList --list-title 菜品列表`: a remote with its area, from the package to the
// gateway, and its first list by new-view. Everything is checked before the first file is written; what new-view refuses takes it all back.

const USAGE = 'pnpm new-remote <area> --title <中文标题> --list <Name>List --list-title <中文标题> [--role <role code>] [--role-name <中文名>]'
/** Words that the source uses for something else. */
const RESERVED = new Set(['core', 'rules', 'platform', 'identity', 'areas', 'host', 'shared', 'server', 'index', 'api', 'default', 'import', 'export', 'class', 'new', 'delete', 'test'])
/** The remote whose package, lock entry and lines are taken as the pattern; the smallest one. */
const PATTERN = 'meeting'

let before = new Map()
try {
  const names = readNames()
  generate(names)
  before = remember(names)
  const written = flush()
  const view = spawnSync(process.execPath, [at('scripts/new-view.mjs'), `${names.area}/${names.list}`, '--title', names.listTitle, '--role', names.role], { cwd: at(), encoding: 'utf8' })
  if (view.status !== 0) {
    takeBack(names)
    throw new Problem((view.stderr || view.stdout).trim())
  }
  console.log([...written, ...view.stdout.trim().split('\n')].join('\n'))
  console.log('\nThe package is in the lock file; `npm start` links it. Then:')
  console.log(`  pnpm dev ${names.area}`)
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}

// ---------------------------------------------------------------- what was asked for

function readNames() {
  let parsed
  const text = { type: 'string' }
  try {
    parsed = parseArgs({ args: process.argv.slice(2).filter((word) => word !== '--'), allowPositionals: true, options: { title: text, list: text, 'list-title': text, role: text, 'role-name': text } })
  } catch (error) {
    throw new Problem(`${error.message.split('. ')[0]}: ${USAGE}.`)
  }
  const { values, positionals } = parsed
  const [area, ...more] = positionals
  if (!area || more.length > 0) throw new Problem(`Name one area: ${USAGE}.`)
  if (!/^[a-z][a-z0-9]{1,29}$/.test(area) || RESERVED.has(area)) throw new Problem(`"${area}" is no name of an area: write one short word in small letters, such as catering.`)
  const taken = [`remotes/${area}`, `server/src/areas/${area}`, `shared/contract/src/${area}`].find(exists)
  if (taken) throw new Problem(`The name ${area} is taken: there is ${taken}.`)
  const { title, list, 'list-title': listTitle } = values
  for (const [name, value] of [['title', title], ['list-title', listTitle]]) {
    if (!value || value.length > 20 || !/^[-\p{L}\p{N}（）、·]+$/u.test(value)) throw new Problem(`Give --${name} with at most 20 letters, digits or characters: ${USAGE}.`)
  }
  if (!list) throw new Problem(`Name the first list: ${USAGE}.`)
  const role = values.role ?? `${area.toUpperCase()}_OP`
  if (!/^[A-Z][A-Z0-9_]{1,30}$/.test(role)) throw new Problem(`"${role}" is no role code: they look like LEADER or MEMBER_OP.`)
  if (sources('server/src').some((file) => read(file).includes(`['${role}', '`))) throw new Problem(`There is a role ${role} already: choose another code with --role.`)
  const roleName = values['role-name'] ?? `${title.replace(/管理$/, '')}经办`
  if (roleName.length > 20 || !/^[-\p{L}\p{N}（）、·]+$/u.test(roleName)) throw new Problem(`The name of the role "${roleName}" must be at most 20 letters, digits or characters.`)
  return { area, title, list, listTitle, role, roleName, ...menuGroup() }
}

/** The first hundred of menu ids that is free, before the system's own. */
function menuGroup() {
  const ids = sources('server/src/areas').flatMap((file) => [...read(file).matchAll(/menuId:\s*(\d+)/g)].map((m) => Math.floor(Number(m[1]) / 100) * 100))
  const used = new Set(ids)
  let menuId = 1000
  while (used.has(menuId)) menuId += 100
  return { menuId, sortNo: menuId / 100 }
}

// ---------------------------------------------------------------- what is written

function generate(names) {
  const { area } = names
  addPackage(names)
  write(`shared/contract/src/${area}/permits.ts`, fill('permits.ts', names))
  for (const file of ['api.ts', 'index.ts', 'seed.ts', 'tables.json']) write(`server/src/areas/${area}/${file}`, fill(file, names))
  addAreaToServer(area)
  addToDeployment(names)
  addToDocuments(names)
}

function fill(template, names) {
  return fs.readFileSync(at('scripts/templates/remote', `${template}.tpl`), 'utf8').replace(/__([a-zA-Z]+?)__/g, (whole, key) => names[key] ?? whole)
}

/** The package with the dependencies of the pattern, and its entry in the lock, so that an install with a frozen lock takes it. */
function addPackage({ area }) {
  const of = JSON.parse(read(`remotes/${PATTERN}/package.json`))
  write(`remotes/${area}/package.json`, `${JSON.stringify({ ...of, name: `@assoc/${area}`, version: '0.1.0' }, null, 2)}\n`)
  const lock = 'pnpm-lock.yaml'
  const entry = new RegExp(`^ {2}remotes/${PATTERN}:\\n(?: {4}.*\\n)+\\n`, 'm').exec(read(lock))
  if (!entry) throw new Problem(`${lock} has no entry of remotes/${PATTERN}: run pnpm install first.`)
  const following = [...read(lock).matchAll(/^ {2}(remotes\/\w+|scripts|server|shared\/\w+):$/gm)].find((m) => m[1] > `remotes/${area}`)
  const place = following ? following.index : entry.index + entry[0].length
  write(lock, read(lock).slice(0, place) + entry[0].replace(`remotes/${PATTERN}:`, `remotes/${area}:`) + read(lock).slice(place))
}

/** Its container and its publishing, their place at the gateway, and the same with an S3 store. */
function addToDeployment({ area }) {
  const compose = 'docker-compose.yml'
  let text = read(compose)
  const numbers = [...text.matchAll(/'remote-\w+:\$\{NETWORK:-[\d.]+\}\.(\d+)'/g)].map((m) => Number(m[1]))
  if (numbers.length === 0) throw new Problem(`${compose} has no addresses of remotes: the container of ${area} cannot be added there.`)
  const number = Math.max(...numbers) + 1
  const network = /\$\{NETWORK:-[\d.]+\}/.exec(text)[0]
  text = insertAfterLast(text, /^ {2}- 'remote-\w+:.*'\n/gm, `  - 'remote-${area}:${network}.${number}'\n`, compose)
  text = insertAfterLast(
    text,
    /^ {2}remote-\w+:\n(?: {4}.*\n)+/gm,
    `\n  remote-${area}:\n    <<: *remote\n    image: association-console/remote-${area}\n    build: { context: ., target: remote, args: { REMOTE: ${area} } }\n    networks: { default: { ipv4_address: '${network}.${number}' } }\n`,
    compose,
  )
  text = insertAfterLast(
    text,
    /^ {2}publish-\w+:\n(?: {4}.*\n)+/gm,
    `\n  publish-${area}:\n    <<: *publish\n    image: association-console/publish-${area}\n    build: { context: ., target: publish, args: { REMOTE: ${area} } }\n    depends_on:\n      remote-${area}: { condition: service_healthy }\n`,
    compose,
  )
  write(compose, text)

  const s3 = 'deploy/compose.s3.yml'
  const pattern = /^ {2}publish-\w+:\n(?: {4}.*\n?)+/gm
  const last = [...read(s3).matchAll(pattern)].at(-1)?.[0].trimEnd() ?? ''
  write(s3, insertAfterLast(read(s3), pattern, `\n${last.replace(/^ *publish-\w+:/, `  publish-${area}:`)}\n`, s3))

  const http = 'deploy/nginx/http.conf'
  write(http, insertAfterLast(read(http), /^upstream remote-\w+ .*\n/gm, `upstream remote-${area} { server remote-${area}:8080; keepalive 16; }\n`, http))
  const site = 'deploy/nginx/site.conf'
  const listed = read(site).replace(/(location ~ \^\/remotes\/\([a-z0-9|]+)\)/, `$1|${area})`)
  if (listed === read(site)) throw new Problem(`${site} has no list of remotes: ${area} cannot be added there.`)
  write(site, listed)
}

/** The lines of README and map that name every remote and area. */
function addToDocuments({ area, title }) {
  const map = 'docs/ARCHITECTURE.md'
  write(map, read(map).replace(/(\| `server\/src\/areas\/rbac`(?:, `\w+`)+)( \| the areas: .*?)( \|)$/m, `$1, \`${area}\`$2, ${title}$3`))
  const readme = 'README.md'
  write(readme, read(readme).replace(/^(remotes\/ +\w+(?: · \w+)*)(: views)/m, `$1 · ${area}$2`))
}

// ---------------------------------------------------------------- taking back

/** What stands in the files that are about to be changed; undefined for those that are new. */
function remember() {
  const changed = ['pnpm-lock.yaml', 'docker-compose.yml', 'deploy/compose.s3.yml', 'deploy/nginx/http.conf', 'deploy/nginx/site.conf', 'server/src/areas/index.ts', 'docs/ARCHITECTURE.md', 'README.md']
  return new Map(changed.map((file) => [file, fs.readFileSync(at(file), 'utf8')]))
}

function takeBack({ area }) {
  for (const [file, text] of before) fs.writeFileSync(at(file), text)
  for (const folder of [`remotes/${area}`, `server/src/areas/${area}`, `shared/contract/src/${area}`]) fs.rmSync(at(folder), { recursive: true, force: true })
}
