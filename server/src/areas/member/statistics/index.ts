import { selectFeeStat, selectMemberStat } from '@assoc/contract/member/statistics'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { statisticsMenu } from './seed'
import * as service from './service'

/** Figures of memberships and dues, each with the list behind it. */
export const statistics: ServerModule = {
  bindings: [handle(selectMemberStat, service.selectMemberStat), handle(selectFeeStat, service.selectFeeStat)],
  seeds: [statisticsMenu],
}
