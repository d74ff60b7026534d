import { selectAllocations, settlePayment } from '@assoc/contract/fee/payment'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { paymentRuntime } from './resource'
import * as service from './service'

export const payment: ServerModule & Pick<typeof paymentRuntime, 'runtime'> = {
  runtime: paymentRuntime.runtime,
  bindings: [...paymentRuntime.bindings, handle(selectAllocations, service.selectAllocations), handle(settlePayment, service.settlePayment)],
}
