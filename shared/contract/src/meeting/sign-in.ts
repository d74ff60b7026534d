import { z } from 'zod'
import { body, call, done, open, visitor } from '../core/call'
import { choice, flag, id, optionalText, ref, text, withMeta } from '../core/fields'
import { gender } from '../member/gender'
import { companyLookup } from '../member/lookups'
import { mobile, orEmpty } from '../rules/identifiers'
import { meeting } from './permits'

// Signing in at a session: what the light page calls, and what counters and staff call. The log's words are those of both.

export const signOutcome = choice('签到结果', { accepted: '已签到', forced: '特批签到', duplicate: '重复签到', refused: '未通过', revoked: '已撤销' }, { accepted: 'green', forced: 'amber', duplicate: 'blue', refused: 'red', revoked: 'grey' })
export const signWay = choice('签到方式', { code: '本人扫码', digits: '本人输码', scan: '扫码核验', staff: '代签到', walkIn: '现场登记' })
export const signState = choice('到场情况', { arrived: '已到', late: '迟到', missing: '未到' }, { arrived: 'green', late: 'amber', missing: 'grey' })

const sessionId = ref('签到场次', 'signSession')
const registerId = ref('会议报名', 'meetingRegistration')
const gate = optionalText('签到点', 30)
/** Made by the device for each try, so that a try that is sent again is not a second one. */
const nonce = z.uuid('标识不正确').nullish()

/** Signed-in calls of the light page may come from one public address for a whole hall. */
const HALL = { max: 6000, seconds: 60 }

/** Codes as people type and scan them: without blanks, digits of any width. */
export const signCodeText = (typed: string): string => typed.normalize('NFKC').replace(/\s/g, '').toUpperCase()
const SIGN_CODE = /^(\d{6}|[A-Z2-9]{10})$/

export const exchangeSignCode = call({
  path: '/meeting/sign/exchangeCode',
  title: '换取签到凭证',
  access: visitor({ proof: 'none', reason: 'the code of the hall is what is checked; wrong ones are counted by device, network and all together', rate: HALL }),
  request: body({
    code: withMeta(z.string().max(40).transform(signCodeText).pipe(z.string().regex(SIGN_CODE, '请输入大屏上的 6 位数字')), { label: '签到码' }),
    /** The meeting that the address names. */
    meetId: id('会议').nullish(),
  }),
  response: z.object({ ticket: z.string(), expiresInSeconds: z.number().int(), meetId: z.string(), meetingName: z.string(), sessionName: z.string(), startTime: z.string(), address: z.string().nullable(), strict: z.boolean() }),
})

const ticket = withMeta(z.string().max(200), { label: '签到凭证' })
const registeredMobile = withMeta(mobile(), { label: '报名手机号码' })

export const sendSignInCode = call({
  path: '/meeting/sign/sendCode',
  title: '发送签到验证码',
  access: visitor({ proof: 'challenge', rate: { max: 600, seconds: 60 } }),
  request: body({ ticket, mobile: registeredMobile }),
  response: z.object({ resendAfterSeconds: z.number().int() }),
  write: true,
})

const told = z.object({
  outcome: signOutcome.schema,
  code: z.string().nullable(),
  name: z.string(),
  companyName: z.string().nullable(),
  registerNo: z.string(),
  signTime: z.string(),
  late: z.boolean(),
  message: z.string(),
})

export const signInByMobile = call({
  path: '/meeting/sign/signIn',
  title: '本人签到',
  access: visitor({ proof: 'challenge', rate: HALL }),
  request: body({ ticket, mobile: registeredMobile, code: withMeta(z.string().regex(/^\d{6}$/, '验证码为 6 位数字').nullish(), { label: '短信验证码' }) }),
  response: told,
  write: true,
})

export const selectPublicMeeting = call({
  path: '/meeting/sign/selectPublicMeeting',
  title: '查看公开的会议信息',
  access: open('the page of a meeting is public: programme, places left, names by their first character'),
  request: body({ meetId: id('会议') }),
  response: z.object({
    meetingName: z.string(),
    statusText: z.string(),
    startTime: z.string(),
    endTime: z.string(),
    address: z.string().nullable(),
    online: z.boolean(),
    organizer: z.string().nullable(),
    contact: z.string().nullable(),
    regEnd: z.string().nullable(),
    /** Null where any number may come. */
    placesLeft: z.number().int().nullable(),
    waiting: z.number().int(),
    registered: z.number().int(),
    names: z.array(z.string()),
    /** Paragraphs of the programme. */
    programme: z.array(z.string()),
    /** Who speaks, of those whom the organisers show: they are announced by their whole names. */
    speakers: z.array(z.object({ name: z.string(), unitPost: z.string(), topic: z.string(), talkTime: z.string().nullable() })),
    hasCover: z.boolean(),
  }),
})

/** The picture above the public page of a meeting. */
export const selectMeetingCover = call({
  path: '/meeting/sign/selectMeetingCover',
  title: '查看会议封面',
  access: open('the cover stands above the public page of a meeting that was approved'),
  request: body({ meetId: id('会议') }),
  response: z.unknown(),
  blob: true,
})

/** How a try at a counter ended. A refusal is an answer here, not a fault: the next person stands there already. */
const counterAnswer = z.object({
  outcome: signOutcome.schema,
  code: z.string().nullable(),
  message: z.string(),
  registerId: z.string().nullable(),
  name: z.string().nullable(),
  companyName: z.string().nullable(),
  postName: z.string().nullable(),
  signTime: z.string().nullable(),
  late: z.boolean(),
})

export const scanSignIn = call({
  path: '/meeting/sign/scan',
  title: '扫码核验签到',
  access: meeting('signIn:scan'),
  request: body({ sessionId, qr: withMeta(z.string().trim().max(300), { label: '个人签到码' }), gate, nonce }),
  response: counterAnswer,
  write: true,
})

export const signInFor = call({
  path: '/meeting/sign/signFor',
  title: '代签到',
  access: meeting('signIn:manage'),
  request: body({ sessionId, registerId, forced: flag('特批').optional(), reason: optionalText('特批原因', 200), gate, nonce }),
  response: counterAnswer,
  write: true,
})

export const revokeSignIn = call({
  path: '/meeting/sign/revoke',
  title: '撤销签到',
  access: meeting('signIn:manage'),
  request: body({ sessionId, registerId, reason: text('撤销原因', 200) }),
  response: done,
  write: true,
})

export const signInWalkIn = call({
  path: '/meeting/sign/walkIn',
  title: '现场登记并签到',
  access: meeting('signIn:walkIn'),
  request: body({
    sessionId,
    companyId: orEmpty(ref('单位', companyLookup)),
    unitName: optionalText('单位名称', 100),
    name: text('姓名', 32),
    gender: gender.schema.optional(),
    postName: text('职务', 50),
    mobile: withMeta(mobile(), { label: '手机号码' }),
    /** Beyond the limits of the meeting and of the company; then with a reason. */
    beyond: flag('超出名额').optional(),
    reason: optionalText('超出名额的原因', 200),
    gate,
    nonce,
  }),
  response: counterAnswer,
  write: true,
})

const person = z.object({
  registerId: z.string(),
  registerNo: z.string(),
  name: z.string(),
  companyName: z.string().nullable(),
  postName: z.string(),
  mobileEnd: z.string(),
  regStatus: z.string(),
  state: signState.schema,
  signTime: z.string().nullable(),
  way: signWay.schema.nullable(),
  gate: z.string().nullable(),
  forced: z.boolean(),
})

export const selectSignTable = call({
  path: '/meeting/sign/selectSignTable',
  title: '查询签到表',
  access: meeting('signIn:read'),
  request: body({
    sessionId,
    page: z.number().int().min(1).max(10_000).default(1),
    pageSize: z.number().int().min(1).max(200).default(50),
    state: signState.schema.nullish(),
    /** Name, its pinyin, company, number of the registration, or the last four digits of the mobile. */
    keyword: optionalText('姓名、拼音、单位、编号或手机后四位', 50),
    /** Also those who have no place: waiting, cancelled. */
    everybody: flag('含未成功报名').optional(),
  }),
  response: z.object({ items: z.array(person), total: z.number().int() }),
})

const count = z.number().int()
export const selectSignSummary = call({
  path: '/meeting/sign/selectSignSummary',
  title: '查询签到情况',
  access: meeting('signIn:read'),
  request: body({ sessionId }),
  response: z.object({
    meetingName: z.string(),
    sessionName: z.string(),
    phase: z.string(),
    signFrom: z.string(),
    signTo: z.string(),
    registered: count,
    arrived: count,
    late: count,
    missing: count,
    forced: count,
    gates: z.array(z.object({ gate: z.string(), arrived: count })),
    companies: z.array(z.object({ companyName: z.string(), registered: count, arrived: count })),
    /** Names are masked: the wall stands in a hall. */
    last: z.array(z.object({ name: z.string(), companyName: z.string().nullable(), gate: z.string().nullable(), signTime: z.string() })),
  }),
  // Asked again while table or wall is open.
  background: true,
})

export const exportSignTable = call({
  path: '/meeting/sign/exportSignTable',
  title: '导出会议签到表',
  access: meeting('signIn:read'),
  request: body({ sessionId, format: z.enum(['xlsx', 'pdf']) }),
  response: z.unknown(),
  blob: true,
})

export const selectHallCode = call({
  path: '/meeting/sign/selectHallCode',
  title: '显示现场签到码',
  access: meeting('signSession:update'),
  request: body({ sessionId }),
  response: z.object({ meetId: z.string(), meetingName: z.string(), sessionName: z.string(), phase: z.string(), signFrom: z.string(), signTo: z.string(), hall: z.string(), digits: z.string(), picture: z.string(), refreshSec: count, secondsLeft: z.number().int().nullable(), arrived: count, registered: count }),
  reveals: true,
  background: true,
})

export const selectPersonalQr = call({
  path: '/meeting/sign/selectPersonalQr',
  title: '查看个人签到码',
  access: meeting('registration:read'),
  request: body({ registerId }),
  response: z.object({ qr: z.string(), picture: z.string(), name: z.string(), registerNo: z.string(), meetingName: z.string() }),
  reveals: true,
})

export const renewPersonalQr = call({
  path: '/meeting/sign/renewPersonalQr',
  title: '更换个人签到码',
  access: meeting('signIn:manage'),
  request: body({ registerId }),
  response: done,
  write: true,
})

/** A counter says that it is there, and how many scans it still has to send. */
export const noteCounter = call({
  path: '/meeting/sign/noteCounter',
  title: '签到台在线',
  access: meeting('signIn:scan'),
  request: body({ sessionId, counterKey: z.uuid('标识不正确'), gate, unsent: z.number().int().min(0).max(100_000) }),
  response: z.object({ serverTime: z.string() }),
  write: true,
  ownSettings: true,
  background: true,
})

export const selectCounters = call({
  path: '/meeting/sign/selectCounters',
  title: '查询签到台',
  access: meeting('signIn:read'),
  request: body({ sessionId }),
  response: z.object({ counters: z.array(z.object({ counterKey: z.string(), gate: z.string().nullable(), userName: z.string(), lastContact: z.string(), /** Not heard of for longer than a counter with a connection is silent. */ silent: z.boolean(), unsent: count })) }),
  // Asked again while the hall's screen is open.
  background: true,
})
