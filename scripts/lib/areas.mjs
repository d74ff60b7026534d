import { rings } from './rings.mjs'

// What areas of the server know of each other: their api.ts, and not in a ring.

const AREA = /^server\/src\/areas\/([^/]+)\/(.+)$/
/** Tests, and the worlds that tests of several areas share. */
const TEST = /\.test\.ts$|(?:^|[/.])testing[./]/

/** The area that a file belongs to; undefined for others, and for what tests alone read. */
export function areaOf(file) {
  const found = AREA.exec(file)
  return found && !TEST.test(file) ? found[1] : undefined
}

/**
 * Checks the imports of one file: an area takes another's `api.ts` alone, and the platform takes nothing of any area.
 * Notes in `graph` which area knows which, imports of types among them.
 */
export function checkAreaImport({ file, line, target, graph, say }) {
  const to = AREA.exec(target ?? '')?.[1]
  if (!to || TEST.test(file)) return
  if (file.startsWith('server/src/platform/')) {
    say('area-api', file, line, `The platform knows no area, so not ${to}: the area registers with the platform, or what both need moves there.`)
    return
  }
  const from = areaOf(file)
  if (!from || from === to) return
  if (target !== `server/src/areas/${to}/api.ts`) {
    say('area-api', file, line, `What ${from} may ask of ${to} stands in server/src/areas/${to}/api.ts: import that, and add there what is missing.`)
  }
  if (!graph.has(from)) graph.set(from, [])
  graph.get(from).push({ to, file, line })
}

/** Areas that know each other in a ring; imports of types count as well, for they tie compilations and minds together. */
export function checkAreaRings(graph, say) {
  for (const ring of rings(graph)) {
    const edge = graph.get(ring[0]).find(({ to }) => to === (ring[1] ?? ring[0]))
    say('area-ring', edge.file, edge.line, `These areas know each other in a ring: ${[...ring, ring[0]].join(' → ')}; let the one that comes later register with the earlier.`)
  }
}
