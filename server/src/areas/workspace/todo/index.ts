import { selectHome } from '@assoc/contract/platform/home'
import { selectTodos } from '@assoc/contract/platform/workspace'
import { todosOf } from '../../../platform/workspace/todos'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import * as home from './home'

/** What waits for the person, from all areas; and with it all that the home page shows. */
export const todo: ServerModule = { bindings: [handle(selectTodos, ({ db, principal }) => todosOf(db, principal)), handle(selectHome, home.selectHome)] }
