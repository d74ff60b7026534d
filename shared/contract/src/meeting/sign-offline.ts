import { z } from 'zod'
import { body, call } from '../core/call'
import { id, instant, optionalText, ref, withMeta } from '../core/fields'
import { meeting } from './permits'
import { signOutcome } from './sign-in'
import { sessionStatus } from './sign-session'

// A counter that goes on without a connection: what it takes along, and how what it has scanned comes home.

const sessionId = ref('签到场次', 'signSession')
const counterKey = z.uuid('标识不正确')

/** Hours after a session's end for which a counter keeps anything of it. */
export const COUNTER_HOURS = 12
/** Most scans that are sent at once. */
export const SENT_AT_ONCE = 100

const person = z.object({
  registerId: z.string(),
  version: z.number().int(),
  name: z.string(),
  /** Name in pinyin: its first letters, then the whole. */
  pinyin: z.array(z.string()),
  companyName: z.string().nullable(),
  postName: z.string(),
  seat: z.string().nullable(),
  /** Has a place; else `statusText` says how the registration stands. */
  expected: z.boolean(),
  statusText: z.string(),
  mobileEnd: z.string(),
  signTime: z.string().nullable(),
})

export const selectCounterSnapshot = call({
  path: '/meeting/sign/selectCounterSnapshot',
  title: '取签到台离线名册',
  access: meeting('signIn:scan'),
  request: body({ sessionId, counterKey }),
  response: z.object({
    meetingName: z.string(),
    sessionName: z.string(),
    sessionStatus: sessionStatus.schema,
    signFrom: z.string(),
    lateFrom: z.string().nullable(),
    signTo: z.string(),
    /** After this the counter forgets all of it. */
    keepUntil: z.string(),
    serverTime: z.string(),
    /** Checks personal codes, also of people who registered after this was taken; raw, in base64. */
    publicKey: z.string(),
    people: z.array(person),
  }),
  // It leaves for a device and is kept there.
  reveals: true,
  // A counter takes it anew by itself now and then.
  background: true,
})

/** What was scanned without a connection. `at` is the server's time as the counter knows it, whatever the clock of the device says. */
const scan = z.strictObject({
  nonce: z.uuid('标识不正确'),
  at: instant('签到时间'),
  /** A personal code; else a registration that was looked up, for who may sign in for others. */
  qr: withMeta(z.string().max(300).nullish(), { label: '个人签到码' }),
  registerId: id('会议报名').nullish(),
  gate: optionalText('签到点', 30),
})

export const syncSignIns = call({
  path: '/meeting/sign/syncSignIns',
  title: '上传离线签到',
  access: meeting('signIn:scan'),
  request: body({ sessionId, counterKey, gate: optionalText('签到点', 30), unsent: z.number().int().min(0).max(100_000), scans: z.array(scan).min(1).max(SENT_AT_ONCE) }),
  response: z.object({ results: z.array(z.object({ nonce: z.string(), outcome: signOutcome.schema, message: z.string(), name: z.string().nullable(), signTime: z.string().nullable() })), serverTime: z.string() }),
  write: true,
  background: true,
})
