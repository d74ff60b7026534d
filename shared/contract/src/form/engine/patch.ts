import { z } from 'zod'
import { isKey } from './expression'
import { readDocument, type FormDoc } from './document'

// Changes of a document. The designer makes them, undo turns them round, the server applies them and the history keeps them, so a change
// says by names what it is about: one that was made before others had moved rows or added questions still means the same afterwards.

/**
 * A change of one thing: its path by names (`['title']`, `['questions', key, 'label']`, `['table', 'cells', id]`), what stood there and what
 * shall stand there. A side that is absent says that nothing stands there; null is a value, for a condition may be the constant null.
 */
export interface Patch {
  at: readonly string[]
  from?: unknown
  to?: unknown
}

/** A place where somebody else's value stands that is neither what the change expected nor what it wants. */
export interface Conflict {
  at: readonly string[]
  mine?: unknown
  theirs?: unknown
}

export type Applied = { doc: FormDoc } | { conflicts: Conflict[] } | { problem: string }

export const PATCHES = 2000

/** Deepest that a value of a change stands; the document itself is no deeper. */
const DEPTH = 40
const FIELD = /^[a-z][A-Za-z]{0,19}$/
const TOP = new Set(['title', 'intro', 'pages', 'table'])
const TABLE = new Set(['across', 'rows', 'columns'])
/** Fields that are lists of ids, or of things with an id or value of their own. */
const LISTS = new Set(['pages', 'items', 'columns', 'rows', 'options', 'fixedRows', 'checks', 'exts'])

const isField = (name: unknown): boolean => typeof name === 'string' && FIELD.test(name) && !(name in Object.prototype)

/** Whether a path leads to a thing that may be changed by itself. */
export function isPatchPath(at: readonly string[]): boolean {
  const [top = '', second = '', third = '', fourth] = at
  if (at.length === 1) return TOP.has(top)
  if (top === 'table')
    return at.length === 2
      ? TABLE.has(second)
      : second === 'cells' && isKey(third) && (at.length === 3 || (at.length === 4 && isField(fourth)))
  return (top === 'blocks' || top === 'questions') && isKey(second) && (at.length === 2 || (at.length === 3 && isField(third)))
}

const PATH_PROBLEM = '修改的位置不正确'
const isDeep = (value: unknown, left = DEPTH): boolean =>
  typeof value === 'object' && value !== null && (left === 0 || Object.values(value).some((one) => isDeep(one, left - 1)))
const json = z
  .unknown()
  .refine((value) => !isDeep(value), '修改的内容过于复杂')
  .optional()

/** Schema of a change as it is sent. */
export const patch: z.ZodType<Patch, Patch> = z.strictObject({
  at: z.array(z.string().max(24)).min(1, PATH_PROBLEM).max(4, PATH_PROBLEM).refine(isPatchPath, PATH_PROBLEM),
  from: json,
  to: json,
})
/** Schema of the changes of one call. */
export const patchList = z.array(patch).max(PATCHES, `一次最多提交 ${PATCHES} 处修改`)

type Named = Record<string, unknown>
const isNamed = (value: unknown): value is Named => typeof value === 'object' && value !== null && !Array.isArray(value)
const own = (value: unknown, name: string): unknown => (isNamed(value) && Object.hasOwn(value, name) ? value[name] : undefined)

/** Whether two values are the same whatever the order of their names; a name without value counts as absent. */
export function equal(a: unknown, b: unknown, left = DEPTH): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || left === 0) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((one, i) => equal(one, b[i], left - 1))
  }
  const names = Object.keys(a).filter((name) => own(a, name) !== undefined)
  return (
    names.every((name) => equal(own(a, name), own(b, name), left - 1)) &&
    Object.keys(b).filter((name) => own(b, name) !== undefined).length === names.length
  )
}

/** What stands at a path; undefined where nothing does. */
export const valueAt = (doc: FormDoc, at: readonly string[]): unknown => at.reduce<unknown>(own, doc)

const patchOf = (at: readonly string[], from: unknown, to: unknown): Patch => ({
  at,
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
})

/** The changes that take back what these did. */
export const inverse = (patches: readonly Patch[]): Patch[] => patches.toReversed().map(({ at, from, to }) => patchOf(at, to, from))

/** Whether what stands at a path is changed by its parts. */
function isDivided(at: readonly string[]): boolean {
  const [top] = at
  if (top === undefined) return true
  return top === 'table'
    ? at.length === 1 || (at[1] === 'cells' && at.length <= 3)
    : (top === 'blocks' || top === 'questions') && at.length <= 2
}

/** The smallest changes that make one document of the other. Parts that are the same object are not looked into. */
export function diff(before: FormDoc, after: FormDoc): Patch[] {
  const found: Patch[] = []
  const walk = (at: readonly string[], a: unknown, b: unknown): void => {
    if (a === b) return
    if (isDivided(at) && isNamed(a) && isNamed(b)) {
      for (const name of Object.keys(a)) walk([...at, name], a[name], own(b, name))
      for (const name of Object.keys(b)) if (!Object.hasOwn(a, name)) walk([...at, name], undefined, b[name])
    } else if (!equal(a, b)) found.push(patchOf(at, a, b))
  }
  walk([], before, after)
  return found
}

/**
 * The document with changes carried out, all of them or none. A change applies when what it expects stands there, or what it wants stands
 * there already. Lists that somebody else changed as well are merged by their ids; any other difference is a conflict. What was not
 * touched stays the same object.
 */
export function applyPatches(doc: FormDoc, patches: readonly Patch[]): Applied {
  const next: Named = { ...doc }
  // Objects that were copied for this call: three thousand questions are copied once and not with each change.
  const copies = new Set<unknown>([next])
  const conflicts: Conflict[] = []
  for (const { at, from, to } of patches) {
    if (!isPatchPath(at)) return { problem: PATH_PROBLEM }
    const path = at.slice(0, -1)
    const name = at[at.length - 1] as string
    const holder = path.reduce<unknown>(own, next)
    const there = own(holder, name)
    if (equal(there, to)) continue
    const value = equal(there, from) ? to : LISTS.has(name) ? mergedList(from, to, there) : undefined
    if (!isNamed(holder) || (value === undefined && !equal(there, from))) {
      conflicts.push({ at, ...(to === undefined ? {} : { mine: to }), ...(there === undefined ? {} : { theirs: there }) })
      continue
    }
    let target = next
    for (const step of path) {
      if (!copies.has(target[step])) {
        target[step] = { ...(target[step] as Named) }
        copies.add(target[step])
      }
      target = target[step] as Named
    }
    if (value === undefined) delete target[name]
    else target[name] = value
  }
  if (conflicts.length > 0) return { conflicts }
  if (copies.size === 1 && equal(next, doc)) return { doc }
  const read = readDocument(next)
  return 'problem' in read ? read : { doc: shared(doc, next, read.doc) as FormDoc }
}

/** What was read, with the objects of before wherever the changes have not touched them. */
function shared(before: unknown, next: unknown, read: unknown): unknown {
  if (before === next) return before
  if (!isNamed(before) || !isNamed(next) || !isNamed(read)) return read
  return Object.fromEntries(Object.entries(read).map(([name, one]) => [name, shared(own(before, name), own(next, name), one)]))
}

const idOf = (one: unknown): unknown => (typeof one === 'string' ? one : (own(one, 'id') ?? own(one, 'value')))

/** A list by its ids; null when it is none, or an id stands in it twice. */
function byId(list: unknown): Map<string, unknown> | null {
  if (!Array.isArray(list)) return null
  const found = new Map<string, unknown>()
  for (const one of list) {
    const id = idOf(one)
    if (typeof id !== 'string' || found.has(id)) return null
    found.set(id, one)
  }
  return found
}

/** A list that both sides changed: with theirs, what I added, removed, changed and moved; undefined where both changed the same thing. */
function mergedList(base: unknown, mine: unknown, theirs: unknown): unknown[] | undefined {
  const [was, want, have] = [byId(base), byId(mine), byId(theirs)]
  if (!was || !want || !have) return undefined
  for (const [id, one] of was) if (!want.has(id) && have.has(id) && !equal(have.get(id), one)) return undefined
  const merged = new Map<string, unknown>()
  for (const [id, one] of want) {
    const [before, now] = [was.get(id), have.get(id)]
    if (before !== undefined && now === undefined) {
      if (!equal(one, before)) return undefined
    } else if (now === undefined || equal(one, now) || equal(now, before)) merged.set(id, one)
    else if (equal(one, before)) merged.set(id, now)
    else return undefined
  }
  const stays = kept([...was.keys()], [...want.keys()])
  const order = [...have.keys()].filter((id) => (was.has(id) ? stays.has(id) : !want.has(id)))
  let last = -1
  for (const id of want.keys()) {
    const at = order.indexOf(id)
    if (at >= 0) last = at
    else if (merged.has(id)) order.splice((last += 1), 0, id)
  }
  return order.map((id) => merged.get(id) ?? have.get(id))
}

/** Ids of a list that I kept without moving them: the longest of them that stand in the same order before and after. */
function kept(before: readonly string[], after: readonly string[]): Set<string> {
  const places = new Map(before.map((id, i) => [id, i]))
  const ids = after.filter((id) => places.has(id))
  // The last of the best run of each length, and for each id the one before it in its run.
  const ends: string[] = []
  const previous = new Map<string, string | undefined>()
  const place = (id: string | undefined): number => places.get(id ?? '') ?? -1
  for (const id of ids) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (place(ends[middle]) < place(id)) low = middle + 1
      else high = middle
    }
    previous.set(id, ends[low - 1])
    ends[low] = id
  }
  const found = new Set<string>()
  for (let id = ends.at(-1); id !== undefined; id = previous.get(id)) found.add(id)
  return found
}
