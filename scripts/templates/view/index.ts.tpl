import * as calls from '@assoc/contract/__area__/__kebab__'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../..'
import './entity'
import { __entity__Menu } from './seed'
import * as service from './service'

export const __entity__: ServerModule = {
  bindings: [
    handle(calls.select__Entity__ByPage, service.select__Entity__ByPage),
    handle(calls.select__Entity__, service.select__Entity__),
    handle(calls.insert__Entity__, service.insert__Entity__),
    handle(calls.update__Entity__, service.update__Entity__),
    handle(calls.delete__Entity__, service.delete__Entity__),
  ],
  seeds: [__entity__Menu],
}
