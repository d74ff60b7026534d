import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { changedFiles, importGraph } from './changed.mjs'
import { at } from './root.mjs'

// Which views a run of the journeys looks at with axe, in both themes. Looking at all of them takes as long as a dozen journeys, and most
// changes touch a few: an ordinary run looks at those whose own code changed and at a tenth of the others, another one for each commit.

/** What more of the views than this part of them reach is everybody's: the tenth stands for all of them. */
const COMMON = 1 / 4
const SHARE = 1 / 10

/** Every view of the remotes, as `<remote>/<name>`. */
export function allViews() {
  return fs
    .readdirSync(at('remotes'))
    .filter((remote) => fs.existsSync(at('remotes', remote, 'src/views')))
    .flatMap((remote) => fs.readdirSync(at('remotes', remote, 'src/views')).map((name) => `${remote}/${name}`))
    .filter((view) => fs.existsSync(at(folderOf(view), 'page.tsx')))
    .sort()
}

export const folderOf = (view) => `remotes/${view.replace('/', '/src/views/')}`

/** The views that one of the changed files belongs to: it lies in their folder, or they and few others import it. */
export function changedViews(graph, changed, views) {
  const reached = new Map(views.map((view) => [view, reach(graph, `${folderOf(view)}/page.tsx`)]))
  const found = new Set()
  for (const file of changed) {
    const near = views.filter((view) => file.startsWith(`${folderOf(view)}/`) || reached.get(view).has(file))
    if (near.length <= Math.max(1, views.length * COMMON)) for (const view of near) found.add(view)
  }
  return views.filter((view) => found.has(view))
}

function reach(graph, entry) {
  const seen = new Set([entry])
  // A set goes on through what is added while it is walked.
  for (const file of seen) for (const imported of graph.get(file) ?? []) seen.add(imported)
  return seen
}

/** A part of a list that nobody chose, the same one for the same seed. */
export function seededPart(list, seed, share = SHARE) {
  const rank = (one) => createHash('sha256').update(`${seed}\n${one}`).digest('hex')
  const chosen = new Set([...list].sort((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, Math.ceil(list.length * share)))
  return list.filter((one) => chosen.has(one))
}

/** What the parts of this run are chosen by: `TEST_SEED`, or the commit. */
export function seedOfRun({ git = gitHere } = {}) {
  if (process.env.TEST_SEED) return process.env.TEST_SEED
  try {
    return git('rev-parse', '--short=12', 'HEAD').trim()
  } catch {
    return new Date().toISOString().slice(0, 10)
  }
}

/** The views to look at, and a line that says why these. Where nobody can tell what changed, that is all of them. */
export async function viewsToLookAt({ seed = seedOfRun(), files = knownChanges, graph = importGraph, views = allViews() } = {}) {
  const changed = files()
  if (!changed) return { views, why: `all ${views.length} views, since git does not tell what changed` }
  const own = changedViews(await graph(views.map((view) => `${folderOf(view)}/page.tsx`)), changed, views)
  const part = seededPart(views, seed)
  const chosen = views.filter((view) => own.includes(view) || part.includes(view))
  return { views: chosen, why: `${chosen.length} of ${views.length} views: ${own.length} that changed, ${part.length} by the seed ${seed}; pnpm test:deep looks at all` }
}

function knownChanges() {
  try {
    return changedFiles()
  } catch {
    return undefined
  }
}

const gitHere = (...args) => execFileSync('git', args, { cwd: at(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
