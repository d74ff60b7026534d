import { z } from 'zod'
import { body, call, done, pageOf, pageQuery } from '../core/call'
import { asksFor } from '../core/conditions'
import { choice, choiceField, flag, id, int, optionalText, ref, text, version, withMeta } from '../core/fields'
import { gender } from '../member/gender'
import { email, mobile, orEmpty } from '../rules/identifiers'
import { meeting } from './permits'
import { meetingOptions, meetingQuestions } from './options'
import { meetingStatus } from './meeting'
import { payStatus, registration, regStatus } from './registration'

// What people do about meetings for themselves and for the companies that they act for. Whose a registration is, is checked by the handlers.

const use = meeting('mine:use')

// The company is an id that the handler checks: of staff against their data scope, of others against whom they act for.
const { meetId: _meeting, companyId: _company, ...fields } = registration.definition.fields
const own = { companyId: orEmpty(withMeta(id('单位'), { label: '单位' })), ...fields }

/** One person of a registration. */
export const registrant = asksFor(z.strictObject(own))

/** What the form of a registration needs: the meeting, what is left of each option, and for whom one may register. */
export const selectMeetingToRegister = call({
  path: '/meeting/own/selectMeetingToRegister',
  title: '查看会议报名信息',
  access: use,
  request: body({ meetId: ref('会议', 'openMeeting') }),
  response: z.object({
    meetId: id(),
    meetingName: z.string(),
    meetingStatus: withMeta(meetingStatus.schema, { label: '会议状态' }),
    startTime: z.string(),
    endTime: z.string(),
    address: z.string().nullable(),
    regEnd: z.string().nullable(),
    changeUntil: z.string().nullable(),
    feeAmount: z.number().int(),
    payUntil: z.string().nullable(),
    needAudit: z.boolean(),
    /** Null where there is no limit. */
    placesLeft: z.number().int().nullable(),
    waiting: z.number().int(),
    options: meetingOptions(),
    /** Places of each option that are left, by its name; those without a limit are missing. */
    optionsLeft: z.record(z.string(), z.number().int()),
    questions: meetingQuestions(),
    /** Why this person cannot register now; null when they can. */
    closed: z.string().nullable(),
    /** They may register anybody. */
    forAnybody: z.boolean(),
    /** The companies for whose people they may register, and themselves. */
    companies: z.array(z.object({ companyId: id(), companyName: z.string() })),
    self: z.object({ name: z.string(), mobile: z.string().nullable(), email: z.string().nullable() }),
  }),
})

/** Most people of one registration. */
export const MOST_PEOPLE = 100

/** Registers one person, or several: what is refused for one is told and does not hold up the others. */
export const registerForMeeting = call({
  path: '/meeting/own/registerForMeeting',
  title: '会议报名',
  access: use,
  write: true,
  request: body({ meetId: ref('会议', 'openMeeting'), people: z.array(registrant).min(1, '请填写参会人').max(MOST_PEOPLE, `每次最多 ${MOST_PEOPLE} 人`) }),
  response: z.object({
    results: z.array(
      z.object({
        registerId: id().nullable(),
        registerNo: z.string().nullable(),
        regStatus: regStatus.schema.nullable(),
        /** Why this one was refused, and the fields at fault. */
        message: z.string().nullable(),
        code: z.string().nullable(),
        fields: z.array(z.object({ path: z.string(), message: z.string() })),
      }),
    ),
  }),
})

export const ownPart = choice('范围', { attend: '我参加的', company: '本单位的', made: '我代报的' })

/** A registration as whoever it is of sees it; what they may do is in `abilities`. */
const ownRow = z.object({
  registerId: id(),
  version: version(),
  registerNo: withMeta(z.string(), { label: '报名编号' }),
  meetId: id(),
  meetingName: withMeta(z.string(), { label: '会议名称' }),
  startTime: withMeta(z.string(), { label: '开始时间', show: 'instant' }),
  endTime: withMeta(z.string(), { label: '结束时间', show: 'instant' }),
  address: withMeta(z.string().nullable(), { label: '会议地点' }),
  onlineUrl: withMeta(z.string().nullable(), { label: '线上会议地址' }),
  contactName: withMeta(z.string().nullable(), { label: '会务联系人' }),
  contactPhone: withMeta(z.string().nullable(), { label: '会务电话' }),
  name: withMeta(z.string(), { label: '姓名' }),
  companyName: withMeta(z.string().nullable(), { label: '单位' }),
  postName: withMeta(z.string(), { label: '职务' }),
  regStatus: withMeta(regStatus.schema, { label: '报名状态' }),
  payStatus: choiceField(payStatus),
  /** Once the seats are published. */
  seatNo: withMeta(z.string().nullable(), { label: '座位号' }),
  optionNames: withMeta(z.array(z.string()), { label: '所选项目' }),
  before: withMeta(z.number().int().nullable(), { label: '前面候补人数', show: 'count' }),
  offerUntil: withMeta(z.string().nullable(), { label: '候补确认截止', show: 'instant' }),
  changeUntil: withMeta(z.string().nullable(), { label: '可改报名至', show: 'instant' }),
  abilities: z.array(z.string()),
})

export const selectOwnRegistrations = call({
  path: '/meeting/own/selectOwnRegistrationsByPage',
  title: '分页查询我的报名',
  access: use,
  request: pageQuery({ part: ownPart.schema.optional(), ended: flag('已结束').optional(), keyword: optionalText('会议名称、姓名或报名编号', 50) }, ['startTime']),
  response: pageOf(ownRow),
})

const ofOwn = { registerId: withMeta(id('报名'), { label: '报名' }), version: version() }

/** One's own registration in plain text, for the form that changes it. */
export const selectOwnRegistration = call({
  path: '/meeting/own/selectOwnRegistration',
  title: '查看我的报名',
  access: use,
  request: body({ registerId: withMeta(id('报名'), { label: '报名' }) }),
  response: z.object({ registerId: id(), version: version(), meetId: id(), values: z.record(z.string(), z.unknown()) }),
})

export const changeOwnRegistration = call({
  path: '/meeting/own/changeOwnRegistration',
  title: '修改我的报名',
  access: use,
  write: true,
  request: asksFor(body({ ...ofOwn, ...own })),
  response: z.object({ version: version() }),
})

/** Accepts or declines an offer of the waiting list, or cancels. */
export const stepOwnRegistration = call({
  path: '/meeting/own/stepOwnRegistration',
  title: '确认或取消我的报名',
  access: use,
  write: true,
  request: body({ ...ofOwn, verb: z.enum(['accept', 'cancel']), reason: optionalText('原因', 200) }),
  response: z.object({ version: version() }),
})

/** The meeting as a file for calendars. */
export const downloadCalendar = call({
  path: '/meeting/own/downloadCalendar',
  title: '下载会议日历',
  access: use,
  blob: true,
  request: body({ registerId: withMeta(id('报名'), { label: '报名' }) }),
  response: z.unknown(),
})

/** Meetings that one may register for now, and those that one prepares. */
export const selectOwnMeetings = call({
  path: '/meeting/own/selectOwnMeetingsByPage',
  title: '分页查询可报名和我筹备的会议',
  access: use,
  request: pageQuery({ organised: flag('我筹备的') }, ['startTime']),
  response: pageOf(
    z.object({
      meetId: id(),
      meetNo: withMeta(z.string(), { label: '会议编号' }),
      meetingName: withMeta(z.string(), { label: '会议名称' }),
      startTime: withMeta(z.string(), { label: '会议时间', show: 'instant' }),
      address: withMeta(z.string().nullable(), { label: '会议地点' }),
      regEnd: withMeta(z.string().nullable(), { label: '报名截止', show: 'instant' }),
      meetingStatus: withMeta(meetingStatus.schema, { label: '会议状态' }),
      placesLeft: withMeta(z.number().int().nullable(), { label: '剩余名额', show: 'count' }),
      taken: int('已占名额', 0, 1_000_000),
    }),
  ),
})

/** Hands a registration to a colleague, who takes its place with all that was chosen. */
export const transferRegistration = call({
  path: '/meeting/own/transferRegistration',
  title: '转让报名',
  access: meeting('registration:update'),
  write: true,
  request: body({
    registerId: ref('会议报名', 'meetingRegistration'),
    version: version(),
    name: text('姓名', 32),
    gender: choiceField(gender),
    postName: text('职务', 50),
    mobile: withMeta(mobile(), { label: '手机号码' }),
    email: withMeta(orEmpty(email()), { label: '电子邮箱' }),
  }),
  response: z.object({ version: version() }),
})

/** Sends the notice of how a registration stands once more. */
export const resendNotice = call({
  path: '/meeting/own/resendNotice',
  title: '重发报名通知',
  access: meeting('registration:update'),
  write: true,
  request: body({ registerId: ref('会议报名', 'meetingRegistration') }),
  response: done,
})
