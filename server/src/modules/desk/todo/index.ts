import { selectTodos } from '@assoc/contract/platform/desk'
import { todosOf } from '../../../platform/desk/todos'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../..'

/** What waits for the person, from all areas. */
export const todo: ServerModule = { bindings: [handle(selectTodos, ({ db, who }) => todosOf(db, who))] }
