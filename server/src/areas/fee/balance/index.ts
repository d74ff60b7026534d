import { payOutRefund } from '@assoc/contract/fee/balance'
import * as calls from '@assoc/contract/fee/payment'
import { handle } from '../../../platform/http/context'
import { defineJob } from '../../../platform/jobs/worker'
import type { ServerModule } from '../../../platform/module'
import { balanceRuntime } from './resource'
import { payOut, requestsRuntime } from './request'
import { balanceDemo, balanceRoles } from './seed'
import * as service from './service'

defineJob('fee:checkLedger', (_payload, platform) => service.watchLedger(platform), '23 * * * *')

export const memberBalance: ServerModule & Pick<typeof balanceRuntime, 'runtime'> = {
  runtime: balanceRuntime.runtime,
  bindings: [
    ...balanceRuntime.bindings,
    ...requestsRuntime.bindings,
    handle(payOutRefund, payOut),
    handle(calls.selectBalanceEntries, service.selectBalanceEntries),
    handle(calls.useBalance, service.useBalance),
    handle(calls.refundBalance, service.refundBalance),
    handle(calls.checkLedger, service.checkLedger),
  ],
  seeds: [balanceRoles, balanceDemo],
}
