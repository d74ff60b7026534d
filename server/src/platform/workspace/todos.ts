import { type ConsoleLink, type PermitCode, viewLink, type ViewName, type ViewQuery } from '@assoc/contract'
import { has, type Principal } from '../access/principal'
import type { Db } from '../database/database'

/** Something that waits for an action, and the list that shows just it. */
export interface Todo {
  label: string
  value: number
  link: ConsoleLink
}

/** A to-do: the way to the list of just what waits, with the record open where only one does. */
export const todo = (label: string, value: number, only: string | null | undefined, view: ViewName, query: ViewQuery): Todo => ({
  label,
  value,
  link: viewLink(view, { ...query, record: value === 1 ? only : null }),
})

/** What waits in an area for whoever holds one of the permits. Each area defines its own; the home page knows none of them. */
export interface TodoSource {
  /** Whoever has none of them is not asked for. */
  permits: readonly PermitCode[]
  count(db: Db, principal: Principal): Promise<Todo[]>
}

const sources: TodoSource[] = []

export const defineTodos = (source: TodoSource): void => void sources.push(source)

/** All that waits for this person, within their scopes; what nothing waits for is left out. */
export async function todosOf(db: Db, principal: Principal): Promise<Todo[]> {
  const asked = sources.filter(({ permits }) => permits.some((permit) => has(principal, permit)))
  const found = await Promise.all(asked.map(({ count }) => count(db, principal)))
  return found.flat().filter(({ value }) => value > 0)
}
