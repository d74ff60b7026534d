import { payOutRefund } from '@assoc/contract/member/balance-request'
import * as calls from '@assoc/contract/member/payment'
import { handle } from '../../../../platform/http/context'
import { defineJob } from '../../../../platform/jobs/worker'
import type { ServerModule } from '../../..'
import { balanceMounted } from './resource'
import { payOut, requestsMounted } from './request'
import { balanceDemo, balanceRoles } from './seed'
import * as service from './service'

defineJob('fee:checkLedger', (_payload, platform) => service.watchLedger(platform), '23 * * * *')

export const memberBalance: ServerModule & Pick<typeof balanceMounted, 'mounted'> = {
  mounted: balanceMounted.mounted,
  bindings: [
    ...balanceMounted.bindings,
    ...requestsMounted.bindings,
    handle(payOutRefund, payOut),
    handle(calls.selectBalanceEntries, service.selectBalanceEntries),
    handle(calls.useBalance, service.useBalance),
    handle(calls.refundBalance, service.refundBalance),
    handle(calls.checkLedger, service.checkLedger),
  ],
  seeds: [balanceRoles, balanceDemo],
}
