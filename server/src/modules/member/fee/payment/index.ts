import { selectAllocations } from '@assoc/contract/member/payment'
import { handle } from '../../../../platform/http/context'
import type { ServerModule } from '../../..'
import { paymentMounted } from './resource'
import * as service from './service'

export const payment: ServerModule & Pick<typeof paymentMounted, 'mounted'> = {
  mounted: paymentMounted.mounted,
  bindings: [...paymentMounted.bindings, handle(selectAllocations, service.selectAllocations)],
}
