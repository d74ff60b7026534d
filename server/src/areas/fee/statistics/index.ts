import { selectFeeStat as call } from '@assoc/contract/member/statistics'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { feeStatisticsMenu } from './seed'
import * as service from './service'

/** Figures of dues, each with the list behind it. */
export const feeStatistics: ServerModule = { bindings: [handle(call, service.selectFeeStat)], seeds: [feeStatisticsMenu] }
