import * as calls from '@assoc/contract/form/query'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { compareSubmissions } from '../answer/differences'
import { replyQuery } from '../fill/returned'
import { returnAnswer, selectQueries, stepQuery } from './service'

/** Questions of an answer that are sent back one by one, and what two submissions differ in. */
export const query: ServerModule = {
  bindings: [
    handle(calls.returnFormAnswer, returnAnswer),
    handle(calls.selectFormQueries, selectQueries),
    handle(calls.stepFormQuery, stepQuery),
    handle(calls.replyFormQuery, replyQuery),
    handle(calls.compareFormSubmissions, compareSubmissions),
  ],
}
