import { z } from 'zod'
import { body, call, done, signedIn, visitor } from '../core/call'
import { flag, id, withMeta } from '../core/fields'
import { password } from './sign-in'

// The second factor (RFC 6238) at sign-in and in the personal centre. A sign-in that needs one is refused with
// CODE.secondFactor and the data of `challengeData`; there is no session before the code has been accepted.

/** Wrong codes that one challenge takes. */
export const CHALLENGE_TRIES = 5
/** Minutes that a challenge can be answered. */
export const CHALLENGE_MINUTES = 10
/** Recovery codes that a person has at a time. */
export const RECOVERY_CODES = 10

/** What CODE.secondFactor says besides its sentence. */
export const challengeData = z.object({
  challenge: z.string(),
  /** `enrol`: the policy asks for a second factor and the person has none yet; `code`: this browser is new, and a code was sent to them. */
  kind: z.enum(['verify', 'enrol', 'code']),
  /** Where the code went to, masked. */
  sentTo: z.string().optional(),
  /** Days for which this browser may be remembered; 0 where the policy does not allow it. */
  trustDays: z.number().int(),
})
export type ChallengeData = z.output<typeof challengeData>

// Five tries a challenge and five wrong codes an account stand besides.
const ofThisBrowser = visitor({ proof: 'challenge', rate: { max: 120, seconds: 900 } })

const challenge = z.string().min(20).max(100)

/** Six digits of the authenticator, typed with or without blanks. */
export const totpCode = (label = '动态码') =>
  withMeta(
    z
      .string({ error: `请填写${label}` })
      .max(20, `${label}为 6 位数字`)
      .transform((typed) => typed.replace(/\s/g, ''))
      .pipe(z.string().regex(/^\d{6}$/, `${label}为 6 位数字`)),
    { label },
  )

/** Six digits, or one of the recovery codes: two groups of five letters and digits. */
export const factorCode = () =>
  withMeta(
    z
      .string({ error: '请填写动态码' })
      .max(40, '动态码为 6 位数字，恢复码形如 ABCDE-23456')
      .transform((typed) => typed.replace(/[\s-]/g, '').toUpperCase())
      .pipe(z.string().regex(/^(\d{6}|[A-Z2-7]{10})$/, '动态码为 6 位数字，恢复码形如 ABCDE-23456')),
    { label: '动态码或恢复码' },
  )

const signedInAnswer = { userId: id(), token: z.string(), mustChangePassword: z.boolean() }
const enrolment = z.object({
  /** The secret in groups of four, for who types it. */
  secret: z.string(),
  /** The same as a picture for the authenticator's camera: an SVG of squares alone. */
  picture: z.string(),
})
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const verifySecondFactor = call({
  path: '/user/secondFactor/verifySecondFactor',
  title: '登录二次验证',
  access: ofThisBrowser,
  write: true,
  secretAnswer: true,
  request: body({ challenge, code: factorCode(), trustDevice: flag('信任此设备').optional() }),
  response: z.object({ ...signedInAnswer, recoveryLeft: z.number().int().nullable() }),
})

/** The secret of a person whom the policy makes enrol while signing in; the same one until the challenge ends. */
export const selectChallengeSecret = call({
  path: '/user/secondFactor/selectChallengeSecret',
  title: '登录时绑定验证器',
  access: ofThisBrowser,
  request: body({ challenge }),
  response: enrolment,
})

export const enrolAtSignIn = call({
  path: '/user/secondFactor/enrolAtSignIn',
  title: '登录时启用二次验证',
  access: ofThisBrowser,
  write: true,
  secretAnswer: true,
  request: body({ challenge, code: totpCode(), trustDevice: flag('信任此设备').optional() }),
  response: z.object({ ...signedInAnswer, recoveryCodes: z.array(z.string()) }),
})

const trustedDevice = z.object({
  deviceId: id(),
  device: z.string(),
  ip: z.string(),
  createTime: z.string(),
  lastUsedTime: z.string(),
  expireTime: z.string(),
  current: z.boolean(),
})

export const selectOwnSecondFactor = call({
  path: '/user/secondFactor/selectOwnSecondFactor',
  title: '查询本人二次验证',
  access: signedIn,
  request: body({}),
  response: z.object({
    since: z.string().nullable(),
    recoveryLeft: z.number().int(),
    /** The policy asks for it, so it cannot be taken away. */
    required: z.boolean(),
    devices: z.array(trustedDevice),
  }),
})

export const beginSecondFactor = call({
  path: '/user/secondFactor/beginSecondFactor',
  title: '绑定验证器',
  access: signedIn,
  write: true,
  secretAnswer: true,
  request: body({ passWord: password('当前密码') }),
  response: enrolment,
})

export const confirmSecondFactor = call({
  path: '/user/secondFactor/confirmSecondFactor',
  title: '启用二次验证',
  access: signedIn,
  write: true,
  secretAnswer: true,
  request: body({ code: totpCode() }),
  response: recoveryCodes,
})

export const removeSecondFactor = call({
  path: '/user/secondFactor/removeSecondFactor',
  title: '关闭二次验证',
  access: signedIn,
  write: true,
  request: body({ passWord: password('当前密码'), code: factorCode() }),
  response: done,
})

export const renewRecoveryCodes = call({
  path: '/user/secondFactor/renewRecoveryCodes',
  title: '重新生成恢复码',
  access: signedIn,
  write: true,
  secretAnswer: true,
  request: body({ passWord: password('当前密码'), code: totpCode() }),
  response: recoveryCodes,
})

export const revokeTrustedDevice = call({
  path: '/user/secondFactor/revokeTrustedDevice',
  title: '取消信任设备',
  access: signedIn,
  write: true,
  request: body({ deviceId: id('设备') }),
  response: done,
})
