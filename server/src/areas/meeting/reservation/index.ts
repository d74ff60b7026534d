import * as calls from '@assoc/contract/meeting/reservation'
import * as series from '@assoc/contract/meeting/reservation-series'
import { defineTodos } from '../../../platform/workspace/todos'
import { handle } from '../../../platform/http/context'
import { defineJob } from '../../../platform/jobs/worker'
import type { ServerModule } from '../../../platform/module'
import { stepByClock } from './clock'
import './handover.repository'
import { reservationRecord, roomUse } from './record'
import * as seriesService from './series'
import * as service from './service'

defineTodos({ permits: ['meeting:reservation:approve'], count: service.todos })

defineJob('meeting:reservation-clock', (_payload, platform) => stepByClock(platform), '* * * * *')

export const reservation: ServerModule = {
  bindings: [
    ...reservationRecord.bindings,
    roomUse,
    handle(series.previewSeries, seriesService.previewSeries),
    handle(series.insertSeries, seriesService.insertSeries),
    handle(series.cancelSeries, seriesService.cancelSeries),
    handle(calls.selectRoomWeek, service.selectRoomWeek),
    handle(calls.insertReservation, service.insertReservation),
    handle(calls.updateReservation, service.updateReservation),
    handle(calls.changeReservationStatus, service.changeReservationStatus),
  ],
}
