import type { PermitCode } from '@assoc/contract'
import { has, type Who } from '../access/who'
import type { Db } from '../database/database'

/** Something that waits for a deed, and the list that shows just it. */
export interface Todo {
  label: string
  value: number
  link: string
}

/** What waits in an area for whoever holds one of the permits. Each area defines its own; the home page knows none of them. */
export interface TodoSource {
  /** Whoever has none of them is not asked for. */
  permits: readonly PermitCode[]
  count(db: Db, who: Who): Promise<Todo[]>
}

const sources: TodoSource[] = []

export const defineTodos = (source: TodoSource): void => void sources.push(source)

/** All that waits for this person, within her scopes; what nothing waits for is left out. */
export async function todosOf(db: Db, who: Who): Promise<Todo[]> {
  const asked = sources.filter(({ permits }) => permits.some((permit) => has(who, permit)))
  const found = await Promise.all(asked.map(({ count }) => count(db, who)))
  return found.flat().filter(({ value }) => value > 0)
}
