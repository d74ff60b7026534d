import { selectMemberStat } from '@assoc/contract/member/statistics'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { statisticsMenu } from './seed'
import * as service from './service'

/** Figures of memberships, each with the list behind it. */
export const statistics: ServerModule = {
  bindings: [handle(selectMemberStat, service.selectMemberStat)],
  seeds: [statisticsMenu],
}
