import { has } from '../access/who'
import { defineTodos } from '../desk/todos'
import type { Mounted, ResourceTodo } from './definition'
import { countOf } from './rows.repository'

/** Puts what waits for a deed in a resource on the home pages of those who may do it. */
export function resourceTodos(m: Mounted, todos: readonly ResourceTodo[]): void {
  const { read, status } = { read: m.contract.definition.access.read, status: m.contract.definition.status?.field ?? '' }
  defineTodos({
    permits: todos.map(({ permit }) => permit),
    count: (db, who) =>
      Promise.all(
        todos
          .filter(({ permit }) => has(who, permit) && (read.kind !== 'permit' || has(who, read.code)))
          .map(async ({ label, status: waiting, page }) => ({
            label,
            value: await countOf(db, m, who, { filters: { [status]: [waiting] } }),
            link: `${page}?${new URLSearchParams({ [status]: waiting })}`,
          })),
      ),
  })
}
