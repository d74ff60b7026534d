import type { PermitCode, Transition } from '@assoc/contract'
import { has } from '../access/who'
import { defineTodos } from '../desk/todos'
import type { Mounted, ResourceTodo } from './definition'
import { countOf } from './rows.repository'

/** The steps that a permit gives in a status, where all of them are other people's than the writer's; undefined where one is anybody's. */
function othersSteps(m: Mounted, status: string, permit: PermitCode): readonly Transition<string>[] | undefined {
  const steps = m.contract.definition.status?.machine.transitions.filter((t) => t.permit === permit && t.from.includes(status)) ?? []
  return steps.length > 0 && steps.every((t) => t.separate) ? steps : undefined
}

/** Puts what waits for a deed in a resource on the home pages of those who may do it. */
export function resourceTodos(m: Mounted, todos: readonly ResourceTodo[]): void {
  const { read, status } = { read: m.contract.definition.access.read, status: m.contract.definition.status?.field ?? '' }
  defineTodos({
    permits: todos.map(({ permit }) => permit),
    count: (db, who) =>
      Promise.all(
        todos
          .filter(({ permit }) => has(who, permit) && (read.kind !== 'permit' || has(who, read.code)))
          .map(async ({ label, status: waiting, permit, page }) => ({
            label,
            value: await countOf(db, m, who, { filters: { [status]: [waiting] }, open: othersSteps(m, waiting, permit) }),
            link: `${page}?${new URLSearchParams({ [status]: waiting })}`,
          })),
      ),
  })
}
