import * as calls from '@assoc/contract/expert/review/score'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { defineTodos } from '../../../platform/workspace/todos'
import { openTodos, readFile, readSheet, returnSheet, saveSheet, selectQueue, submitSheet } from './service'

defineTodos({ permits: ['review:sheet:score'], count: openTodos })

/** Sheets of experts: their queue, the work, saving and handing in; staff send them back. */
export const score: ServerModule = {
  bindings: [handle(calls.selectScoreQueue, selectQueue), handle(calls.readScoreSheet, readSheet), handle(calls.readScoreFile, readFile), handle(calls.saveScoreSheet, saveSheet), handle(calls.submitScoreSheet, submitSheet), handle(calls.returnScoreSheet, returnSheet)],
}
