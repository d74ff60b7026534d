import * as calls from '@assoc/contract/rbac/connector'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { connectorSeed } from './seed'
import * as service from './service'

export const connector: ServerModule = { bindings: [handle(calls.selectConnectors, service.list), handle(calls.testConnector, service.test)], seeds: [connectorSeed] }
