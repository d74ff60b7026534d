import { selectTodos } from '@assoc/contract/platform/workspace'
import { todosOf } from '../../../platform/workspace/todos'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'

/** What waits for the person, from all areas. */
export const todo: ServerModule = { bindings: [handle(selectTodos, ({ db, principal }) => todosOf(db, principal))] }
