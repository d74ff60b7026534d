import * as calls from '@assoc/contract/form/offline'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { downloadWorkbook, readWorkbook } from './service'

/** Forms that are filled in offline, as workbooks. */
export const offline: ServerModule = { bindings: [handle(calls.downloadFormWorkbook, downloadWorkbook), handle(calls.readFormWorkbook, readWorkbook)] }
