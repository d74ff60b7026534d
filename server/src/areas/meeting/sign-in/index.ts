import { selectCounterSnapshot, syncSignIns } from '@assoc/contract/meeting/sign-offline'
import * as calls from '@assoc/contract/meeting/sign-in'
import { handle, handleOpen, handleVisitor } from '../../../platform/http/context'
import { defineJob } from '../../../platform/jobs/worker'
import type { ServerModule } from '../../../platform/module'
import * as counter from './counter'
import { syncScans, takeSnapshot } from './offline'
import * as hall from './hall'
import { forgetCodes } from './repository'
import { demoSessions, signMenu, tableMenu } from './seed'
import * as table from './table'
import * as visitor from './visitor'

defineJob('meeting:forget-sign-codes', async (_payload, { db }) => void (await forgetCodes(db)), '17 3 * * *')

/** Signing in: by people themselves, at counters, by staff. */
export const signIn: ServerModule = {
  bindings: [
    handleVisitor(calls.exchangeSignCode, visitor.validateHallCode, visitor.giveTicket),
    handleVisitor(calls.sendSignInCode, visitor.admitCode, visitor.sendCode),
    handleVisitor(calls.signInByMobile, visitor.validateMobile, visitor.signInVisitor),
    handleOpen(calls.selectPublicMeeting, table.selectPublicMeeting),
    handleOpen(calls.selectMeetingCover, table.selectMeetingCover),
    handle(calls.scanSignIn, counter.scan),
    handle(calls.signInFor, counter.signFor),
    handle(calls.revokeSignIn, counter.revoke),
    handle(calls.signInWalkIn, counter.walkIn),
    handle(calls.selectPersonalQr, counter.showPersonal),
    handle(calls.renewPersonalQr, counter.renewPersonal),
    handle(calls.selectSignTable, table.selectSignTable),
    handle(calls.selectSignSummary, table.selectSignSummary),
    handle(calls.exportSignTable, table.exportSignTable),
    handle(calls.selectHallCode, hall.selectHallCode),
    handle(calls.noteCounter, hall.noteCounter),
    handle(calls.selectCounters, hall.selectCounters),
    handle(selectCounterSnapshot, takeSnapshot),
    handle(syncSignIns, syncScans),
  ],
  seeds: [signMenu, tableMenu, demoSessions],
}
