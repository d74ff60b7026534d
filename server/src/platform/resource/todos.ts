import { type PermitCode, type Transition, viewLink } from '@assoc/contract'
import { has } from '../access/principal'
import { defineTodos } from '../workspace/todos'
import { viewOf, type ResourceRuntime, type ResourceTodo } from './definition'
import { countOf } from './rows.repository'

/** The steps that a permit gives in a status, where all of them are other people's than the writer's; undefined where one is anybody's. */
function othersSteps(m: ResourceRuntime, status: string, permit: PermitCode): readonly Transition<string>[] | undefined {
  const steps = m.contract.definition.status?.machine.transitions.filter((t) => t.permit === permit && t.from.includes(status)) ?? []
  return steps.length > 0 && steps.every((t) => t.separate) ? steps : undefined
}

/** Puts what waits for an action in a resource on the home pages of those who may do it. */
export function resourceTodos(m: ResourceRuntime, todos: readonly ResourceTodo[]): void {
  const { read, status } = { read: m.contract.definition.access.read, status: m.contract.definition.status?.field ?? '' }
  defineTodos({
    permits: todos.map(({ permit }) => permit),
    count: (db, principal) =>
      Promise.all(
        todos
          .filter(({ permit }) => has(principal, permit) && (read.kind !== 'permit' || has(principal, read.code)))
          .map(async ({ label, status: waiting, permit, view }) => ({
            label,
            value: await countOf(db, m, principal, { filters: { [status]: [waiting] }, open: othersSteps(m, waiting, permit) }),
            link: viewLink(viewOf(m, view), { [status]: waiting }),
          })),
      ),
  })
}
