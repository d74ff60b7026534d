import { checkSlider, createSlider } from '@assoc/contract/platform/captcha'
import * as ownCalls from '@assoc/contract/rbac/own'
import * as calls from '@assoc/contract/rbac/sign-in'
import { handle, handleVisitor } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { menuTreeOfUser } from '../menu/service'
import * as codes from './codes.service'
import * as signIn from './login.service'
import * as own from './own-account.service'
import * as slider from './slider.service'

/** Sign-in, codes and the account of the person themselves. Staff's side of accounts is in ../account. */
export const user: ServerModule = {
  bindings: [
    handleVisitor(createSlider, slider.drawChallenge, slider.keepChallenge),
    handleVisitor(checkSlider, slider.validateSlider, slider.giveTicket),
    handleVisitor(calls.loginTheUser, signIn.validatePassword, signIn.enter),
    handleVisitor(calls.loginByCode, signIn.validateLoginCode, signIn.enter),
    handleVisitor(ownCalls.loginOutTheUser, signIn.findSession, signIn.logout),
    handleVisitor(calls.registUser, own.admitRegistration, own.register),
    handleVisitor(calls.resetPassWord, own.admitReset, own.reset),
    handleVisitor(calls.sendVerificationCode, codes.admitSms, codes.sendCode),
    handleVisitor(calls.emailSendVerificationCode, codes.admitMail, codes.sendCode),
    handleVisitor(calls.checkVerificationCode, codes.checkCode, async (_context, validated) => validated),
    handle(ownCalls.queryMenuListByUserId, ({ db, principal }) => menuTreeOfUser(db, principal.roleIds)),
    handle(calls.updatePassWordByUserId, own.changePassword),
    handle(ownCalls.queryUserCenterByUserId, own.center),
    handle(calls.updateUserInfoOnCenter, own.updateCenter),
  ],
}
