import { checkSlider, createSlider } from '@assoc/contract/platform/captcha'
import * as ownCalls from '@assoc/contract/rbac/own'
import * as calls from '@assoc/contract/rbac/sign-in'
import { handle, handleOpen } from '../../../platform/http/context'
import type { ServerModule } from '../..'
import { menuTreeOfUser } from '../menu/service'
import * as codes from './codes.service'
import { login, loginWithCode, logout } from './login.service'
import * as own from './own-account.service'
import { validateSlider, makeSlider } from './slider.service'

/** Sign-in, codes and the account of the person themselves. Staff's side of accounts is in ../account. */
export const user: ServerModule = {
  bindings: [
    handleOpen(createSlider, makeSlider),
    handleOpen(checkSlider, validateSlider),
    handleOpen(calls.loginTheUser, login),
    handleOpen(calls.loginByCode, loginWithCode),
    handleOpen(ownCalls.loginOutTheUser, logout),
    handleOpen(calls.registUser, own.register),
    handleOpen(calls.resetPassWord, own.reset),
    handleOpen(calls.sendVerificationCode, codes.sendSmsCode),
    handleOpen(calls.emailSendVerificationCode, codes.sendMailCode),
    handleOpen(calls.checkVerificationCode, codes.checkCode),
    handle(ownCalls.queryMenuListByUserId, ({ db, principal }) => menuTreeOfUser(db, principal.roleIds)),
    handle(calls.updatePassWordByUserId, own.changePassword),
    handle(ownCalls.queryUserCenterByUserId, own.center),
    handle(calls.updateUserInfoOnCenter, own.updateCenter),
  ],
}
