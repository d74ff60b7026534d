import { z } from 'zod'
import { body, call, done, signedIn, visitor } from '../core/call'
import { choice, choiceField, id, selfUserId, text, version, withMeta } from '../core/fields'
import { email, mobile, orEmpty } from '../rules/identifiers'
import { registrableType } from './user-kinds'

// Signing in, registering, and what a person changes of their own account.

/** Sign-in name: a letter first, 5 to 32 letters, digits, dots, dashes or underscores (domain I4). */
export const loginName = () =>
  withMeta(
    z
      .string({ error: '请填写登录账号' })
      .trim()
      .regex(/^[A-Za-z][A-Za-z0-9._-]{4,31}$/, '登录账号须以字母开头，5 至 32 位，只含字母、数字、点、横线或下划线'),
    { label: '登录账号' },
  )

/** A password as typed: never trimmed, never folded. The rules are in rules/password.ts. */
export const password = (label = '密码') =>
  withMeta(z.string({ error: `请填写${label}` }).min(1, `请填写${label}`).max(256, `${label}过长`), { label })

export const loginTheUser = call({
  path: '/user/userController/loginTheUser',
  title: '登录',
  // Failures have limits of their own, by account and network: see the server's login service.
  access: visitor({ proof: 'slider', rate: { max: 1000, seconds: 900 } }),
  write: true,
  secretAnswer: true,
  request: body({
    loginName: withMeta(z.string({ error: '请填写账号' }).trim().min(1, '请填写账号').max(64, '账号过长'), { label: '账号' }),
    passWord: password(),
    sliderTicket: z.string().max(200).optional(),
  }),
  response: z.object({ userId: id(), token: z.string(), mustChangePassword: z.boolean() }),
})

/**
 * What the answer to a code's request names it by. Who uses the code names it again: a code is worth nothing to anybody but
 * the page that asked for it (ASVS 6.6.2), and nobody else's wrong tries use it up.
 */
export const codeChallenge = () => z.string({ error: '请先获取验证码' }).min(1, '请先获取验证码').max(64, '请重新获取验证码')

/** Sign-in with a code by SMS or mail. */
export const loginByCode = call({
  path: '/user/userController/loginByCode',
  title: '验证码登录',
  // Sixty a quarter of an hour are noted as a shut door: see the server's login service.
  access: visitor({ proof: 'code', rate: { max: 120, seconds: 900 } }),
  write: true,
  secretAnswer: true,
  request: body({ target: text('手机号码或邮箱', 64), challenge: codeChallenge(), code: text('验证码', 6, 6) }),
  response: z.object({ userId: id(), token: z.string(), mustChangePassword: z.boolean() }),
})

/** Self-registration of directors, secretaries and company staff; staff confirm it. */
export const registUser = call({
  path: '/user/userController/registUser',
  title: '注册',
  access: visitor({ proof: 'code', rate: { max: 30, seconds: 3600 } }),
  write: true,
  request: body({
    loginName: loginName(),
    realName: text('姓名', 32, 2),
    typeId: choiceField(registrableType),
    companyName: text('所在公司', 100, 4),
    mobile: mobile(),
    email: orEmpty(email()),
    passWord: password(),
    challenge: codeChallenge(),
    code: text('短信验证码', 6, 6),
  }),
  response: done,
})

/** Sets a new password with a verification code; nothing tells whether the account exists. */
export const resetPassWord = call({
  path: '/user/userController/resetPassWord',
  title: '找回密码',
  access: visitor({ proof: 'code', rate: { max: 60, seconds: 900 } }),
  write: true,
  request: body({ target: text('手机号码或邮箱', 64), challenge: codeChallenge(), code: text('验证码', 6, 6), newPassWord: password('新密码') }),
  response: done,
})

export const updatePassWordByUserId = call({
  path: '/user/userController/updatePassWordByUserId',
  title: '修改密码',
  access: signedIn,
  write: true,
  beforePasswordChange: true,
  request: body({ userId: selfUserId(), oldPassWord: password('原密码'), newPassWord: password('新密码') }),
  response: done,
})

export const codePurpose = choice('用途', {
  login: '登录',
  register: '注册',
  reset: '找回密码',
  changeMobile: '更换手机',
  changeEmail: '更换邮箱',
})

const codeSent = z.object({ resendAfterSeconds: z.number().int(), challenge: z.string() })

/** Needs a fresh slider ticket for whoever is not signed in; the purposes that change one's own data need the session instead. */
export const sendVerificationCode = call({
  path: '/user/userController/sendVerificationCode',
  title: '发送短信验证码',
  // What is sent has narrower limits, by network, number or mailbox, and in total: see the server's codes service.
  access: visitor({ proof: 'slider', rate: { max: 300, seconds: 3600 } }),
  write: true,
  secretAnswer: true,
  request: body({ mobile: mobile(), purpose: choiceField(codePurpose), sliderTicket: z.string().max(200).optional() }),
  response: codeSent,
})

export const emailSendVerificationCode = call({
  path: '/user/userController/emailSendVerificationCode',
  title: '发送邮件验证码',
  // What is sent has narrower limits, by network, number or mailbox, and in total: see the server's codes service.
  access: visitor({ proof: 'slider', rate: { max: 300, seconds: 3600 } }),
  write: true,
  secretAnswer: true,
  request: body({ email: email(), purpose: choiceField(codePurpose), sliderTicket: z.string().max(200).optional() }),
  response: codeSent,
})

/** Tells whether a code would be accepted, without using it up; a wrong try counts. */
export const checkVerificationCode = call({
  path: '/user/userController/checkVerificationCode',
  title: '校验验证码',
  access: visitor({ proof: 'code', rate: { max: 120, seconds: 600 } }),
  request: body({ target: text('手机号码或邮箱', 64), purpose: choiceField(codePurpose), challenge: codeChallenge(), code: text('验证码', 6, 6) }),
  response: z.object({ valid: z.boolean() }),
})

/**
 * Changes the person's own data. A new mobile or mail address needs the current password and a code
 * sent to the new one (ASVS 7.5.1).
 */
export const updateUserInfoOnCenter = call({
  path: '/user/userController/updateUserInfoOnCenter',
  title: '修改本人资料',
  access: signedIn,
  write: true,
  request: body({
    userId: selfUserId(),
    version: version(),
    realName: text('姓名', 32, 2),
    mobile: orEmpty(mobile()),
    email: orEmpty(email()),
    passWord: password('当前密码').optional(),
    mobileChallenge: codeChallenge().optional(),
    mobileCode: text('短信验证码', 6, 6).optional(),
    emailChallenge: codeChallenge().optional(),
    emailCode: text('邮件验证码', 6, 6).optional(),
  }),
  response: z.object({ version: version() }),
})
