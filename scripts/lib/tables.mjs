import path from 'node:path'
import { areaOf } from './areas.mjs'
import { lineOf } from './source-text.mjs'

// Whose tables a file names in SQL. Each area says in its tables.json which tables are its own, and which views it publishes for others.

const LIST = /^server\/src\/(?:areas\/([^/]+)|(platform(?:\/identity)?))\/tables\.json$/
const TEST = /\.test\.ts$|(?:^|[/.])testing[./]/

/** These two show and change what the platform keeps: accounts, rights, sessions, work, the log. */
const ADMINISTER = { rbac: ['platform', 'identity'], workspace: ['platform'] }

const NAME = String.raw`"?([a-z][a-z0-9_]*)"?`
const LATER = new RegExp(String.raw`\s*(?:as\s+)?[a-z][a-z0-9_]*?\s*,\s*${NAME}`, 'giy')
const IN_SQL = new RegExp(String.raw`\b(?:from|join|into|update|using|only|truncate)\s+${NAME}`, 'gi')
const IN_BUILDER = /\b(?:selectFrom|insertInto|updateTable|deleteFrom|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|using|table)\(\s*\[?\s*['"`]([a-z][a-z0-9_]*)/g
const OF_RESOURCE = /\btable:\s*['"`]([a-z][a-z0-9_]*)/g

/** From the lists: owners of tables and views by name, and the few files (`also`, with the reason) that may name another's table. */
export function readOwners(files) {
  const owners = new Map()
  const exceptions = new Set()
  for (const [file, text] of files) {
    const found = LIST.exec(file)
    if (!found) continue
    const owner = found[1] ?? path.posix.basename(found[2])
    const { own = [], published = [], also = {} } = JSON.parse(text)
    for (const name of own) owners.set(name, { owner, published: false })
    for (const name of published) owners.set(name, { owner, published: true })
    for (const [name, { files: few }] of Object.entries(also)) for (const one of few) exceptions.add(`${path.posix.dirname(file)}/${one} ${name}`)
  }
  return { owners, exceptions }
}

/** Names of tables that a file's statements may mean, with where they stand: what follows the words of SQL and stands in the builder's calls. */
export function tablesNamed(code) {
  const named = []
  for (const match of code.matchAll(IN_SQL)) {
    named.push({ name: match[1], offset: match.index })
    // from a x, b y
    LATER.lastIndex = match.index + match[0].length
    for (let next = LATER.exec(code); next; next = LATER.exec(code)) named.push({ name: next[1], offset: next.index })
  }
  for (const pattern of [IN_BUILDER, OF_RESOURCE]) for (const match of code.matchAll(pattern)) named.push({ name: match[1], offset: match.index })
  return named
}

/** Checks one file: an area names its own tables and what others publish, the platform none of an area's. */
export function checkTables(file, text, { code }, { owners, exceptions }, say) {
  if (!file.startsWith('server/src/') || TEST.test(file)) return
  const own = file.startsWith('server/src/platform/') ? 'platform' : areaOf(file)
  if (!own) return
  const told = new Set()
  for (const { name, offset } of tablesNamed(code)) {
    const found = owners.get(name)
    if (!found || found.published || found.owner === own || told.has(name) || exceptions.has(`${file} ${name}`)) continue
    if (own === 'platform' ? found.owner === 'identity' : ADMINISTER[own]?.includes(found.owner)) continue
    told.add(name)
    const way = found.owner === 'identity' || found.owner === 'platform' ? `ask server/src/platform${found.owner === 'identity' ? '/identity' : ''}` : `read a view that ${found.owner} publishes, or a fragment of its api.ts`
    say('own-tables', file, lineOf(text, offset), `The table ${name} is that of ${found.owner}, not of ${own}: ${way}.`)
  }
}
