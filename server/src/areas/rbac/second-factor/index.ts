import * as calls from '@assoc/contract/rbac/second-factor'
import { handle, handleVisitor } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import * as own from './own.service'
import * as signIn from './sign-in.service'

/** The second factor: at sign-in, and in the personal centre. */
export const secondFactor: ServerModule = {
  bindings: [
    handleVisitor(calls.verifySecondFactor, signIn.validateCode, signIn.verify),
    handleVisitor(calls.selectChallengeSecret, signIn.validateChallenge, async (_context, secret) => secret),
    handleVisitor(calls.enrolAtSignIn, signIn.validateEnrolment, signIn.enrol),
    handle(calls.selectOwnSecondFactor, own.select),
    handle(calls.beginSecondFactor, own.begin),
    handle(calls.confirmSecondFactor, own.confirm),
    handle(calls.removeSecondFactor, own.remove),
    handle(calls.renewRecoveryCodes, own.renewCodes),
    handle(calls.revokeTrustedDevice, own.revokeDevice),
  ],
}
