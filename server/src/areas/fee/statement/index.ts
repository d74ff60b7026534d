import { downloadStatement } from '@assoc/contract/member/statistics'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import * as service from './service'

/** The account of one member in print. */
export const statement: ServerModule = { bindings: [handle(downloadStatement, service.downloadStatement)] }
