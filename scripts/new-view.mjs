import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { migrationFiles } from './lib/backup/schema.mjs'
import { Problem, explain } from './lib/problem.mjs'
import { at } from './lib/root.mjs'
import { addAreaToServer, addImport, exists, flush, insertBefore, read, sources, write } from './lib/stamp.mjs'

// `pnpm new-view member/SomeList --title 某某列表 [--role LEADER]`: a list with its form, from the contract to the menu.
// Everything is checked before the first file is written.

const USAGE = 'pnpm new-view <remote>/<Name>List --title <中文标题> [--role <role code>]'
const SHARED = 'shared/contract/src'
const MODULES = 'server/src/areas'
const RESERVED = new Set(
  'break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof new null return super switch this throw true try typeof var void while with yield let static await async of calls repository service body call done id text version fields'.split(' '),
)

try {
  const names = readNames()
  generate(names)
  console.log(flush().join('\n'))
  console.log(`\n${names.title} stands. Next: give the rows their own fields in ${names.contract}, ${names.migration} and ${names.folder}/page.tsx, then run`)
  console.log(`  npm test -- --only server ${names.kebab}`)
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}

// ---------------------------------------------------------------- what was asked for

function readNames() {
  const { path, title, role } = readArguments()
  const [area, view] = path.split('/')
  const remotes = fs.readdirSync(at('remotes')).filter((name) => fs.existsSync(at('remotes', name, 'package.json'))).sort()
  if (!remotes.includes(area)) throw new Problem(`There is no remote "${area}": there are ${remotes.join(', ')}. A new one is made by pnpm new-remote.`)
  const viewFolder = `remotes/${area}/src/views/${view}`
  if (exists(viewFolder)) throw new Problem(`${path} exists already: ${viewFolder}.`)

  const Entity = view.slice(0, -'List'.length)
  const entity = Entity[0].toLowerCase() + Entity.slice(1)
  const kebab = entity.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)
  const snake = kebab.replaceAll('-', '_')
  const table = `${area}_${snake}`
  if (RESERVED.has(entity)) throw new Problem(`"${entity}" has a meaning of its own in the source: choose a longer name than ${view}.`)
  const taken = [
    [`${SHARED}/${area}/${kebab}.ts`, exists(`${SHARED}/${area}/${kebab}.ts`)],
    [`${MODULES}/${area}/${kebab}`, exists(`${MODULES}/${area}/${kebab}`)],
    [`an entity of that name`, [...sources(MODULES), ...sources(SHARED)].some((file) => new RegExp(`\\bname: '${entity}',`).test(read(file)) && /defineEntity\(|resource\(/.test(read(file)))],
    [`the table ${table}`, [...migrationFiles().values()].some((file) => new RegExp(`create table (if not exists )?${table}\\b`, 'i').test(fs.readFileSync(file, 'utf8')))],
    [`permits of ${area}:${entity}`, exists(`${SHARED}/${area}/permits.ts`) && read(`${SHARED}/${area}/permits.ts`).includes(`'${entity}:`)],
  ].find(([, there]) => there)
  if (taken) throw new Problem(`The name ${entity} is taken, for there is already ${taken[0]}: choose another name than ${view}.`)

  const name = title.replace(/(列表|管理)$/, '') || title
  return {
    area, title, name, role, Entity, entity, kebab, snake, table,
    View: view,
    contract: `${SHARED}/${area}/${kebab}.ts`,
    migration: `${MODULES}/${area}/migrations/${stamp()}_${snake}.sql`,
    module: `${MODULES}/${area}/${kebab}`,
    folder: viewFolder,
  }
}

function readArguments() {
  let parsed
  try {
    parsed = parseArgs({ args: process.argv.slice(2).filter((word) => word !== '--'), allowPositionals: true, options: { title: { type: 'string' }, role: { type: 'string' } } })
  } catch (error) {
    throw new Problem(`${error.message.split('. ')[0]}: ${USAGE}.`)
  }
  const { values, positionals } = parsed
  const [path, ...more] = positionals
  if (!path || more.length > 0) throw new Problem(`Name one view: ${USAGE}.`)
  if (!/^[a-z][a-z0-9]*\/[A-Z][A-Za-z0-9]*$/.test(path)) throw new Problem(`"${path}" is no name of a view: write <remote>/<Name>List, such as member/SomeList.`)
  if (!/[A-Za-z0-9]List$/.test(path.split('/')[1]) || path.length > 60) {
    throw new Problem(`"${path}" is no list: new-view makes lists with a form, named <Name>List of at most 60 characters; other screens are written after docs/screens.md.`)
  }
  const title = values.title?.trim()
  if (!title) throw new Problem(`Give the title that people read: ${USAGE}.`)
  if (title.length > 20 || !/^[-\p{L}\p{N}（）、·]+$/u.test(title)) throw new Problem(`The title "${title}" must be at most 20 letters, digits or characters, without blanks and quotes.`)
  const role = values.role ?? 'LEADER'
  if (!/^[A-Z][A-Z0-9_]{1,30}$/.test(role)) throw new Problem(`"${role}" is no role code: they look like LEADER or MEMBER_OP.`)
  return { path, title, role }
}

// ---------------------------------------------------------------- what is written

function generate(names) {
  const { kebab, module } = names
  write(names.contract, fill('contract.ts', names))
  addPermits(names)
  addToContract(names)
  addViewName(names)
  for (const part of ['tables', 'index']) write(`${module}/${part}.ts`, fill(`${part}.ts`, names))
  write(`${module}/seed.ts`, fill('seed.ts', { ...names, ...menuOf(names), ...grantOf(names) }))
  write(`${module}/${kebab}.test.ts`, fill('test.ts', names))
  addToServer(names)
  addTable(names)
  write(names.migration, fill('migration.sql', names))
  write(`${names.folder}/view.ts`, fill('view.ts', names))
  write(`${names.folder}/page.tsx`, fill('page.tsx', names))
  addFixture(names)
}

function fill(template, names) {
  const text = fs.readFileSync(at('scripts/templates/view', `${template}.tpl`), 'utf8')
  return text.replace(/__(View|Entity|[a-zA-Z]+?)__/g, (whole, key) => names[key] ?? whole)
}

/** Two permits in the area's file, or the file. */
function addPermits(names) {
  const file = `${SHARED}/${names.area}/permits.ts`
  if (!exists(file)) return write(file, fill('permits.ts', names))
  const lines = `  '${names.entity}:read': '查看${names.name}',\n  '${names.entity}:update': '维护${names.name}',\n`
  write(file, insertBefore(read(file), /^\}\)\s*$/m, lines, file))
}

/** The imports and the list of shared/contract/src/all.ts. */
function addToContract({ area, entity, Entity, kebab }) {
  const file = `${SHARED}/all.ts`
  let text = read(file)
  const used = (name) => new RegExp(`import \\* as ${name} from`).test(text)
  const alias = used(entity) ? `${area}${Entity}` : entity
  text = addImport(text, `import * as ${alias} from './${area}/${kebab}'`)
  const list = /(const modules[^=]*= \[)(\s*)/
  if (!list.test(text)) throw new Problem(`${file} has no list of modules: new-view cannot add its contract there.`)
  text = text.replace(list, (_all, head, blank) => `${head}${blank}${alias}, `)
  const permitsFile = `./${area}/permits'`
  if (!text.includes(permitsFile)) {
    text = addImport(text, `import * as ${area}Permits from './${area}/permits'`)
    text = text.replace(/(const allPermits[^=]*= \[)/, (head) => `${head}${area}Permits, `)
    addPermitGroup(area)
  }
  write(file, text)
}

/** The view in the list of all of them, in its place. */
function addViewName({ area, View }) {
  const file = `${SHARED}/views.ts`
  const lines = read(file).split('\n')
  const line = `  | '${area}/${View}'`
  const views = lines.flatMap((one, i) => (/^ {2}\| '/.test(one) ? [i] : []))
  if (views.length === 0) throw new Problem(`${file} has no list of views: new-view cannot add its view there.`)
  lines.splice(views.find((i) => lines[i] > line) ?? views.at(-1) + 1, 0, line)
  write(file, lines.join('\n'))
}

/** The area's permits in the union of all of them. */
function addPermitGroup(area) {
  const file = `${SHARED}/permits.ts`
  const text = addImport(read(file), `import type { ${area} } from './${area}/permits'`)
  const areas = /( {2}areas: )/
  if (!areas.test(text)) throw new Problem(`${file} has no list of areas: new-view cannot add its permits there.`)
  write(file, text.replace(areas, (head) => `${head}typeof ${area} | `))
}

/** The module's line in its area, and the area's in the server. */
function addToServer(names) {
  const { area, entity, kebab } = names
  const file = `${MODULES}/${area}/index.ts`
  if (exists(file)) {
    let text = read(file)
    const list = /(: ServerModule\[\] = \[)(\s*)/
    if (!list.test(text)) throw new Problem(`${file} has no list of type ServerModule[]: new-view cannot add its module there.`)
    text = addImport(text, `import { ${entity} } from './${kebab}'`)
    write(file, text.replace(list, (_all, head, blank) => `${head}${blank}${entity}, `))
    return
  }
  write(file, fill('area-index.ts', names))
  addAreaToServer(area)
}

/** The table in the list of those that the area calls its own. */
function addTable({ area, table }) {
  const file = `${MODULES}/${area}/tables.json`
  const lists = exists(file) ? JSON.parse(read(file)) : { own: [] }
  write(file, `${JSON.stringify({ ...lists, own: [...lists.own, table].sort() }, null, 2)}\n`)
}

/** A row for the tests that are generated from the contract: they need one of every entity. */
function addFixture({ entity, table, snake, name }) {
  const file = 'server/test/generated/fixtures.ts'
  if (!exists(file)) return
  const line = `  ${entity}: async (db) => (await db.insertInto('${table}').values({ ${snake}_name: '生成${name}', remark: null, dept_id: null, create_by: null }).returning('${snake}_id').executeTakeFirstOrThrow()).${snake}_id,\n`
  write(file, insertBefore(read(file), /^\}\s*$/m, line, file))
}

/** The next free place in the area's group of the menu; an area without one gets a group of its own. */
function menuOf({ area, View, title }) {
  const rows = sources(MODULES).flatMap((file) =>
    [...read(file).matchAll(/menuId:\s*(\d+),\s*parentId:\s*(\d+)(?:,\s*menuName:\s*'([^']*)',\s*menuPath:\s*'([^']*)')?/g)].map((m) => ({
      id: Number(m[1]), parent: Number(m[2]), path: m[4] ?? '', area: file.split('/')[3],
    })),
  )
  const ids = new Set(rows.map((row) => row.id))
  const group = rows.filter((row) => row.area === area && row.parent === 0).sort((a, b) => a.id - b.id)[0]
  const line = (id, parent, name, path, more) => `        { menuId: ${id}, parentId: ${parent}, menuName: '${name}', menuPath: '${path}', ${more} },`
  const leaf = View[0].toLowerCase() + View.slice(1)
  if (group) {
    let id = Math.max(group.id, ...rows.filter((row) => row.parent === group.id).map((row) => row.id)) + 1
    while (ids.has(id)) id += 1
    return { menuRows: line(id, group.id, title, `${group.path}/${leaf}`, `menuLink: '${area}/${View}', sortNo: ${id - group.id}`) }
  }
  const id = (Math.floor(Math.max(0, ...ids) / 100) + 1) * 100
  return {
    menuRows: [
      line(id, 0, title, `/${area}`, `icon: 'appstore', sortNo: ${id / 100}`),
      line(id + 1, id, title, `/${area}/${leaf}`, `menuLink: '${area}/${View}', sortNo: 1`),
    ].join('\n'),
  }
}

/** The association's leaders read everything and change nothing; any other role works with the rows of its department. */
function grantOf({ area, entity, role }) {
  return role === 'LEADER' ? { grant: `${area}:${entity}:read`, scope: 'all' } : { grant: `${area}:${entity}:`, scope: 'dept' }
}

// ---------------------------------------------------------------- small tools

/** The minute that a migration is named by, in UTC as Git's clocks are compared: `202611230900`. */
function stamp() {
  return new Date().toISOString().replace(/\D/g, '').slice(0, 12)
}
