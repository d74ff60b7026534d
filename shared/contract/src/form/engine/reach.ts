import { compare, decimalOf } from './decimal'
import { placesOf, type FormDoc } from './document'
import { readsOf, type Constant, type Expression } from './expression'

// What can be said of a condition without an answer: whether it can hold at all. It errs to one side: a condition of which it is not
// certain counts as one that may hold.

/** Questions that are answered by the value of an option, or by several. */
const SINGLE = new Set(['radio', 'select'])
const hasValues = (type: string | undefined): boolean => type === 'checkbox' || SINGLE.has(type ?? '')
const ANSWERS = new Set<unknown>(['q', 'own', 'column', 'prev'])
const COMPARED = new Set(['eq', 'ne', 'in', 'has', 'hasAny', 'hasAll'])

/** The question whose options an argument is chosen of; nothing for other arguments. */
function chosenBy(doc: FormDoc, tree: Expression | undefined): string | undefined {
  if (!Array.isArray(tree) || !ANSWERS.has(tree[0])) return undefined
  const key = tree[1] as string
  return hasValues(doc.questions[key]?.type) ? key : undefined
}

const offers = (doc: FormDoc, key: string, value: string): boolean =>
  doc.questions[key]?.options?.some((option) => option.value === value) === true

/** Options that an expression compares an answer with although its question does not have them. */
export function missingOptions(doc: FormDoc, tree: Expression): { key: string; option: string }[] {
  const found: { key: string; option: string }[] = []
  const walk = (node: Expression): void => {
    if (!Array.isArray(node) || node[0] === 'n' || node[0] === 'd') return
    const [head, ...parts] = node as [string, ...Expression[]]
    if (ANSWERS.has(head)) return
    if (COMPARED.has(head)) {
      const key = chosenBy(doc, parts[0]) ?? (head === 'eq' || head === 'ne' ? chosenBy(doc, parts[1]) : undefined)
      if (key !== undefined)
        for (const option of parts)
          if (typeof option === 'string' && option !== '' && !offers(doc, key, option)) found.push({ key, option })
    }
    parts.forEach(walk)
  }
  walk(tree)
  return found
}

/** Below zero, zero or above it for two numbers or two days; nothing where they cannot be compared. */
function compared(a: Constant, b: Constant): number | undefined {
  if (!Array.isArray(a) || !Array.isArray(b) || a[0] !== b[0]) return undefined
  const [x, y] = [a[1] as string, b[1] as string]
  if (a[0] === 'd') return x < y ? -1 : x > y ? 1 : 0
  const [left, right] = [decimalOf(x), decimalOf(y)]
  return left && right ? compare(left, right) : undefined
}

const HOLDS: Record<string, (order: number) => boolean> = { gt: (n) => n > 0, ge: (n) => n >= 0, lt: (n) => n < 0, le: (n) => n <= 0 }

/** What an expression is whatever is answered, when the questions of `hidden` never have an answer; undefined where it depends. */
export function folded(doc: FormDoc, tree: Expression, hidden: ReadonlySet<string>): Constant | undefined {
  if (!Array.isArray(tree)) return tree as Constant
  const [head, ...parts] = tree as [string, ...Expression[]]
  if (head === 'n' || head === 'd') return tree as unknown as Constant
  if (head === 'q' || head === 'own') return hidden.has(parts[0] as string) ? null : undefined
  const known = (i: number): Constant | undefined => folded(doc, parts[i] ?? null, hidden)
  const [first] = parts
  const key = chosenBy(doc, first)
  const missing = (one: Expression): boolean => key !== undefined && typeof one === 'string' && one !== '' && !offers(doc, key, one)
  switch (head) {
    case 'and': {
      const all = parts.map((_, i) => known(i))
      if (all.some((one) => one === false || one === null) || contradicts(doc, parts)) return false
      return all.every((one) => one === true) ? true : undefined
    }
    case 'or': {
      const all = parts.map((_, i) => known(i))
      if (all.includes(true)) return true
      return all.every((one) => one === false || one === null) ? false : undefined
    }
    case 'not': {
      const one = known(0)
      return typeof one === 'boolean' ? !one : undefined
    }
    case 'if': {
      const one = known(0)
      return one === true ? known(1) : one === false ? known(2) : undefined
    }
    case 'eq': {
      const [a, b] = [known(0), known(1)]
      if (parts.slice(1).some(missing)) return false
      if (a === undefined || b === undefined) return undefined
      if (a === null || b === null) return a === b ? undefined : false
      const order = compared(a, b)
      return order === undefined ? (typeof a === typeof b && !Array.isArray(a) ? a === b : undefined) : order === 0
    }
    case 'gt':
    case 'ge':
    case 'lt':
    case 'le': {
      const [a, b] = [known(0), known(1)]
      if (a === null || b === null) return false
      const order = a === undefined || b === undefined ? undefined : compared(a, b)
      return order === undefined ? undefined : HOLDS[head]?.(order)
    }
    case 'in':
    case 'hasAny':
      return known(0) === null || parts.slice(1).every(missing) ? false : undefined
    case 'has':
    case 'hasAll':
      return known(0) === null || parts.slice(1).some(missing) ? false : undefined
    case 'between':
      return known(0) === null ? false : undefined
    case 'empty':
    case 'filled': {
      const one = known(0)
      return one === undefined ? undefined : (one === null || one === '') === (head === 'empty')
    }
    default:
      return undefined
  }
}

/** Whether parts that must hold together want two options of a question that takes one. */
function contradicts(doc: FormDoc, parts: readonly Expression[]): boolean {
  const wanted = new Map<string, string>()
  for (const part of parts) {
    if (!Array.isArray(part) || part[0] !== 'eq') continue
    const [, reading, option] = part as [string, Expression, Expression]
    const key = chosenBy(doc, reading)
    if (key === undefined || typeof option !== 'string' || !SINGLE.has(doc.questions[key]?.type ?? '')) continue
    const name = String(reading)
    if ((wanted.get(name) ?? option) !== option) return true
    wanted.set(name, option)
  }
  return false
}

/** Keys of questions and ids of blocks whose own condition never holds. What is hidden has no answer, so one may follow from another. */
export function unreachableOf(doc: FormDoc): string[] {
  const never = new Set<string>()
  const hidden = new Set<string>()
  const places = placesOf(doc)
  const conditions = [...Object.entries(doc.blocks), ...Object.entries(doc.questions)].filter(
    ([, { visibleIf }]) => visibleIf !== undefined,
  )
  const depends = conditions.filter(([, { visibleIf }]) => readsOf(visibleIf ?? null).length > 0)
  // Each round finds what follows from the one before; a chain against the reading order takes one round a link, and ten are enough.
  for (let rounds = 0, waiting = conditions; rounds < 10; rounds += 1, waiting = depends) {
    const size = never.size
    for (const [id, { visibleIf }] of waiting) {
      if (never.has(id)) continue
      const one = folded(doc, visibleIf ?? null, hidden)
      if (one === false || one === null) never.add(id)
    }
    if (never.size === size) break
    for (const [key, one] of Object.entries(doc.questions)) {
      const place = places.get(one.in ?? key)
      if (never.has(key) || never.has(one.in ?? '') || never.has(place?.page ?? '') || never.has(place?.section ?? '')) hidden.add(key)
    }
  }
  return [...never]
}
