import * as calls from '@assoc/contract/meeting/own'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import * as service from './service'
import { resend, transfer } from './staff'

/** What people do about meetings for themselves and for the companies that they act for. */
export const own: ServerModule = {
  bindings: [
    handle(calls.selectMeetingToRegister, service.meetingToRegister),
    handle(calls.registerForMeeting, service.register),
    handle(calls.selectOwnRegistrations, service.ownRegistrations),
    handle(calls.selectOwnRegistration, service.ownRegistration),
    handle(calls.changeOwnRegistration, service.changeOwn),
    handle(calls.stepOwnRegistration, service.stepOwn),
    handle(calls.downloadCalendar, service.calendar),
    handle(calls.selectOwnMeetings, service.ownMeetings),
    handle(calls.transferRegistration, transfer),
    handle(calls.resendNotice, resend),
  ],
}
