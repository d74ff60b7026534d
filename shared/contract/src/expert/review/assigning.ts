// Which experts score which works: a pure function, so that a preview shows exactly what is done afterwards.

/** A work with how many experts it still needs. */
export interface AssigningItem {
  itemId: string
  /** Fields of which an expert must have one; none means any. */
  fields: readonly string[]
  needed: number
}

export interface AssigningExpert {
  expertId: string
  fields: readonly string[]
  /** Works that they have already. */
  load: number
}

/** Why an expert does not take a work. */
export type Barrier = 'tie' | 'taken' | 'field' | 'full'

export interface AssigningInput {
  items: readonly AssigningItem[]
  experts: readonly AssigningExpert[]
  loadLimit: number
  /** `itemId expertId` of pairs that are out of the question for a tie. */
  ties: ReadonlySet<string>
  /** The same of pairs that there are, or that came to an end. */
  taken: ReadonlySet<string>
}

export interface AssigningGap {
  itemId: string
  missing: number
  barriers: Record<Barrier, number>
}

export interface AssigningResult {
  pairs: { itemId: string; expertId: string }[]
  gaps: AssigningGap[]
}

export const pairKey = (itemId: string, expertId: string): string => `${itemId} ${expertId}`

/** What keeps an expert from a work, whatever they have to do so far; null when nothing does. */
export function barrierOf(item: Pick<AssigningItem, 'itemId' | 'fields'>, expert: Pick<AssigningExpert, 'expertId' | 'fields'>, { ties, taken }: Pick<AssigningInput, 'ties' | 'taken'>): Exclude<Barrier, 'full'> | null {
  const key = pairKey(item.itemId, expert.expertId)
  if (taken.has(key)) return 'taken'
  if (ties.has(key)) return 'tie'
  return item.fields.length === 0 || item.fields.some((field) => expert.fields.includes(field)) ? null : 'field'
}

/** State of one run: who may take what, who has what, and how much each has. */
class Run {
  readonly open: number[][]
  readonly has: Set<number>[]
  readonly held: Set<number>[]
  readonly loads: number[]
  private readonly limit: number

  constructor({ items, experts, loadLimit, ...known }: AssigningInput) {
    this.open = items.map((item) => experts.flatMap((expert, e) => (barrierOf(item, expert, known) === null ? [e] : [])))
    this.has = items.map(() => new Set())
    this.held = experts.map(() => new Set())
    this.loads = experts.map(({ load }) => load)
    this.limit = loadLimit
  }

  /**
   * Gives a work one more expert: the least busy one who can be reached when others hand works on to each other. Each such step keeps the
   * loads as even as they can be, and finds an expert whenever there is any way to (a shortest path by convex costs). False where there is none.
   */
  addTo(item: number): boolean {
    const cameFrom = new Map<number, { item: number; before: number | null }>()
    const queue: number[] = []
    const look = (at: number, before: number | null) => {
      for (const e of this.open[at] ?? []) {
        if (this.has[at]?.has(e) || cameFrom.has(e)) continue
        cameFrom.set(e, { item: at, before })
        queue.push(e)
      }
    }
    look(item, null)
    const least = Math.min(...this.loads)
    const seen = new Set([item])
    let best = -1
    for (let i = 0; i < queue.length; i++) {
      const e = queue[i] ?? 0
      if (this.load(e) < this.limit && (best < 0 || this.load(e) < this.load(best))) best = e
      if (best >= 0 && this.load(best) === least) break
      for (const other of this.held[e] ?? []) {
        if (seen.has(other)) continue
        seen.add(other)
        look(other, e)
      }
    }
    if (best < 0) return false
    this.handOn(best, cameFrom)
    return true
  }

  private load(e: number): number {
    return this.loads[e] ?? 0
  }

  private handOn(last: number, cameFrom: ReadonlyMap<number, { item: number; before: number | null }>): void {
    this.loads[last] = this.load(last) + 1
    for (let e: number | null = last; e !== null; ) {
      const step = cameFrom.get(e)
      if (!step) return
      this.has[step.item]?.add(e)
      this.held[e]?.add(step.item)
      if (step.before !== null) {
        this.has[step.item]?.delete(step.before)
        this.held[step.before]?.delete(step.item)
      }
      e = step.before
    }
  }
}

/**
 * Assigns experts to works: as many as each needs, nobody beyond the limit, never across a tie, and loads as even as they can be. It
 * depends on nothing but its input, in whatever order that comes. What is lacking is spread over the works, not left to the last ones.
 */
export function assignExperts(given: AssigningInput): AssigningResult {
  const input = { ...given, items: byId(given.items, (one) => one.itemId), experts: byId(given.experts, (one) => one.expertId) }
  const { items, experts } = input
  if (experts.length === 0) return { pairs: [], gaps: items.filter(({ needed }) => needed > 0).map((item) => ({ itemId: item.itemId, missing: item.needed, barriers: { tie: 0, taken: 0, field: 0, full: 0 } })) }
  const run = new Run(input)
  const stuck = new Set<number>()
  const rounds = Math.max(0, ...items.map(({ needed }) => needed))
  for (let round = 0; round < rounds; round++) {
    items.forEach(({ needed }, i) => {
      if (needed > round && !stuck.has(i) && !run.addTo(i)) stuck.add(i)
    })
  }
  return {
    pairs: items.flatMap(({ itemId }, i) => [...(run.has[i] ?? [])].sort((a, b) => a - b).map((e) => ({ itemId, expertId: experts[e]?.expertId ?? '' }))),
    gaps: items.flatMap((item, i) => gapOf(item, run.has[i] ?? new Set(), input, run.loads)),
  }
}

function gapOf(item: AssigningItem, has: ReadonlySet<number>, input: AssigningInput, loads: readonly number[]): AssigningGap[] {
  const missing = item.needed - has.size
  if (missing <= 0) return []
  const barriers: Record<Barrier, number> = { tie: 0, taken: 0, field: 0, full: 0 }
  input.experts.forEach((expert, e) => {
    if (has.has(e)) return
    const barrier = barrierOf(item, expert, input) ?? ((loads[e] ?? 0) >= input.loadLimit ? 'full' : null)
    if (barrier) barriers[barrier] += 1
  })
  return [{ itemId: item.itemId, missing, barriers }]
}

/** By the number that an id is, so that the order in which rows were read changes nothing. */
const byId = <T>(all: readonly T[], idOf: (one: T) => string): T[] => [...all].sort((a, b) => idOf(a).length - idOf(b).length || (idOf(a) < idOf(b) ? -1 : idOf(a) > idOf(b) ? 1 : 0))
