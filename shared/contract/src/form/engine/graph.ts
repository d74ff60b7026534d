import { orderOf, placesOf, type FormDoc } from './document'
import { readsOf, type Expression } from './expression'

// Which question's value follows from which. Whether a question is shown and what is computed in it decide its value; whether it is
// required, and rules about it, decide nothing that others read, and are no part of the order.

export interface Graph {
  /** Blocks and questions, each after everything that its value follows from. */
  order: string[]
  /** What follows from each. */
  dependents: Map<string, string[]>
  /** What follows each other round; empty in a form that can be filled in. */
  rings: Set<string>
}

/** Expressions that decide the value of a block or question. */
const deciding = (doc: FormDoc, id: string): Expression[] => {
  const { visibleIf } = doc.blocks[id] ?? doc.questions[id] ?? {}
  const calc = doc.questions[id]?.calc
  return [visibleIf, calc].filter((one) => one !== undefined)
}

/** What the value of each block and question on the form follows from. */
export function needsOf(doc: FormDoc): Map<string, Set<string>> {
  const places = placesOf(doc)
  const needs = new Map<string, Set<string>>()
  const onForm = new Set(orderOf(doc))
  const add = (id: string, containers: readonly (string | undefined)[]) => {
    const all = new Set(containers.filter((one) => one !== undefined))
    for (const tree of deciding(doc, id)) {
      for (const { kind, key } of readsOf(tree)) if (kind !== 'prev' && onForm.has(key)) all.add(key)
    }
    needs.set(id, all)
  }
  for (const page of doc.table ? [] : doc.pages) {
    if (!doc.blocks[page]) continue
    add(page, [])
    for (const section of doc.blocks[page].items) if (doc.blocks[section]) add(section, [page])
  }
  for (const key of onForm) {
    const owner = doc.questions[key]?.in
    const place = places.get(key)
    add(key, owner ? [owner] : [place?.section])
  }
  return needs
}

/** The order in which a form is computed. What stands in a ring comes last, in the order of the form. */
export function graphOf(doc: FormDoc): Graph {
  const needs = needsOf(doc)
  const dependents = new Map<string, string[]>([...needs.keys()].map((id) => [id, []]))
  const open = new Map<string, number>()
  for (const [id, all] of needs) {
    const known = [...all].filter((one) => needs.has(one))
    open.set(id, known.length)
    for (const one of known) dependents.get(one)?.push(id)
  }
  const order: string[] = [...needs.keys()].filter((id) => open.get(id) === 0)
  for (let i = 0; i < order.length; i += 1) {
    for (const one of dependents.get(order[i] as string) ?? []) {
      const left = (open.get(one) ?? 0) - 1
      open.set(one, left)
      if (left === 0) order.push(one)
    }
  }
  const done = new Set(order)
  const rings = new Set([...needs.keys()].filter((id) => !done.has(id)))
  return { order: [...order, ...rings], dependents, rings }
}

/** Blocks and questions that follow from each other in a ring, the first again at the end; null where there is none. */
export function ringOf(doc: FormDoc): string[] | null {
  const { rings } = graphOf(doc)
  const needs = needsOf(doc)
  let at = rings.values().next().value
  const path: string[] = []
  // Each of these needs another of them, so that going from need to need comes back some time.
  while (at !== undefined && !path.includes(at)) {
    path.push(at)
    at = [...(needs.get(at) ?? [])].find((one) => rings.has(one))
  }
  return at === undefined ? null : [...path.slice(path.indexOf(at)), at].reverse()
}
