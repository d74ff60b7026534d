import { type PermitCode, type Transition, type ViewName, type ViewQuery } from '@assoc/contract'
import { has, type Principal } from '../access/principal'
import type { Db } from '../database/database'
import { defineInboxKind } from '../workspace/inbox'
import { defineTodos, todo, type Todo } from '../workspace/todos'
import { viewOf, type ResourceRuntime, type ResourceTodo } from './definition'
import { countOf, idsAfter, type RowQuery } from './rows.repository'

/** The steps that a permit gives in a status, where all of them are other people's than the writer's; undefined where one is anybody's. */
function othersSteps(m: ResourceRuntime, status: string, permit: PermitCode): readonly Transition<string>[] | undefined {
  const steps = m.contract.definition.status?.machine.transitions.filter((t) => t.permit === permit && t.from.includes(status)) ?? []
  return steps.length > 0 && steps.every((t) => t.separate) ? steps : undefined
}

/** The rows of a list that wait for a person, as their to-do: `asked` is the list's filter as the server reads it, `query` as its address says it. */
export async function waitingIn(db: Db, m: ResourceRuntime, principal: Principal, label: string, asked: RowQuery, view: ViewName, query: ViewQuery): Promise<Todo> {
  const value = await countOf(db, m, principal, asked)
  const [only] = value === 1 ? await idsAfter(db, m, principal, asked, '0', 1) : []
  return todo(label, value, only, view, query)
}

/** What of a resource waits in a status for the holder of a permit. */
const askedIn = (m: ResourceRuntime, field: string, status: string, permit: PermitCode): RowQuery => ({ filters: { [field]: [status] }, open: othersSteps(m, status, permit) })

/** Puts rows of a resource that wait for a decision into the inbox of those who may take it; its page decides by the resource's own steps. */
export function resourceInbox(m: ResourceRuntime, todos: readonly ResourceTodo[]): void {
  const field = m.contract.definition.status?.field ?? ''
  for (const { label, status, permit, view } of todos) {
    defineInboxKind({ key: `${m.entity.name}.${status}`, label, runtime: m, status, permit, view: viewOf(m, view), query: { [field]: status }, asked: askedIn(m, field, status, permit) })
  }
}

/** Puts what waits for an action in a resource on the home pages of those who may do it. */
export function resourceTodos(m: ResourceRuntime, todos: readonly ResourceTodo[]): void {
  resourceInbox(m, todos)
  const { read, status } = { read: m.contract.definition.access.read, status: m.contract.definition.status?.field ?? '' }
  defineTodos({
    permits: todos.map(({ permit }) => permit),
    count: (db, principal) =>
      Promise.all(
        todos
          .filter(({ permit }) => has(principal, permit) && (read.kind !== 'permit' || has(principal, read.code)))
          .map(({ label, status: waiting, permit, view }) =>
            waitingIn(db, m, principal, label, askedIn(m, status, waiting, permit), viewOf(m, view), { [status]: waiting }),
          ),
      ),
  })
}
