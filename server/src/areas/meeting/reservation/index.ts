import * as calls from '@assoc/contract/meeting/reservation'
import { defineTodos } from '../../../platform/workspace/todos'
import { handle } from '../../../platform/http/context'
import { defineJob } from '../../../platform/jobs/worker'
import type { ServerModule } from '../../../platform/module'
import { stepByClock } from './clock'
import './entity'
import './handover.repository'
import * as service from './service'

defineTodos({ permits: ['meeting:reservation:approve'], count: service.todos })

defineJob('meeting:reservation-clock', (_payload, platform) => stepByClock(platform), '*/5 * * * *')

export const reservation: ServerModule = {
  bindings: [
    handle(calls.selectRoomWeek, service.selectRoomWeek),
    handle(calls.insertReservation, service.insertReservation),
    handle(calls.updateReservation, service.updateReservation),
    handle(calls.changeReservationStatus, service.changeReservationStatus),
  ],
}
