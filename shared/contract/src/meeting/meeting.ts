import { z } from 'zod'
import { agrees, needed } from '../core/field-rules'
import { body, call } from '../core/call'
import { choiceField, date, flag, id, instant, int, optionalText, ref, selfUserId, text, withMeta, yuanFen } from '../core/fields'
import { files } from '../core/files'
import { lines } from '../core/kinds'
import { resource } from '../core/resource'
import { emptyRich, richText } from '../core/rich-text'
import { statusMachine } from '../core/status-machine'
import { jurisdiction } from '../member/jurisdiction'
import { categoryLookup } from '../member/lookups'
import { deptLookup } from '../rbac/lookups'
import { orEmpty, phone } from '../rules/identifiers'
import { meetingLookup, roomLookup } from './lookups'
import { meetingType } from './meeting-type'
import { meetingOptions, meetingQuestions } from './options'
import { meeting } from './permits'

export { meetingType }

const [update, approve] = ['meeting:meeting:update', 'meeting:meeting:approve'] as const
export const meetingStatus = statusMachine(
  '会议状态',
  {
    draft: ['草稿', 'grey'],
    pending: ['待审批', 'amber'],
    returned: ['已退回', 'red'],
    published: ['已发布', 'blue'],
    open: ['报名中', 'teal'],
    closed: ['报名截止', 'violet'],
    running: ['进行中', 'teal'],
    ended: ['已结束', 'green'],
    archived: ['已归档', 'grey'],
    cancelled: ['已取消', 'grey'],
  },
  [
    { from: ['draft', 'returned'], to: 'pending', verb: 'submit', label: '提交审批', permit: update },
    { from: ['pending'], to: 'published', verb: 'approve', label: '通过', permit: approve, reason: 'optional', reasonLabel: '审批意见', separate: true },
    { from: ['pending'], to: 'returned', verb: 'sendBack', label: '退回', permit: approve, reason: 'required', reasonLabel: '审批意见', danger: true, separate: true },
    { from: ['published', 'closed'], to: 'open', verb: 'open', label: '开放报名', permit: update },
    { from: ['open'], to: 'closed', verb: 'close', label: '截止报名', permit: update },
    { from: ['published', 'open', 'closed'], to: 'running', verb: 'begin', label: '会议开始', permit: update, single: true },
    { from: ['running'], to: 'ended', verb: 'end', label: '会议结束', permit: update, single: true },
    { from: ['ended'], to: 'archived', verb: 'archive', label: '归档', permit: update },
    { from: ['published', 'open', 'closed'], to: 'cancelled', verb: 'cancel', label: '取消会议', permit: update, reason: 'required', reasonLabel: '取消原因', danger: true },
  ],
)
/** Steps of the clock; no button has them. */
export const MEETING_CLOCK_VERBS: readonly string[] = ['begin', 'end']

const isAfter = (one: unknown, other: unknown) => typeof other === 'string' && Date.parse(String(one)) > Date.parse(other)

/** A time up to the meeting's beginning; `further` is what else it must agree with. */
const untilStart = (label: string, further: (value: unknown, values: Record<string, unknown>) => string | null = () => null) =>
  agrees(orEmpty(instant(label)), (value, values) => (isAfter(value, values['startTime']) ? `${label}不能晚于会议开始时间` : further(value, values)))

interface RoomLine {
  roomId?: string
  startTime?: string
  endTime?: string
}

/** Whether two lines want one room at the same time. */
function overlapping(rows: unknown): boolean {
  const all = (Array.isArray(rows) ? rows : []) as RoomLine[]
  const meets = (a: RoomLine, b: RoomLine) => a.roomId && a.roomId === b.roomId && a.startTime && a.endTime && b.startTime && b.endTime && Date.parse(a.startTime) < Date.parse(b.endTime) && Date.parse(b.startTime) < Date.parse(a.endTime)
  return all.some((a, i) => all.some((b, k) => k > i && meets(a, b)))
}

/** A meeting of the association and the rules of its registration (domain C1). */
export const meetingResource = resource({
  name: 'meeting',
  label: '会议',
  base: '/meeting/meeting',
  id: 'meetId',
  fields: {
    meetingName: text('会议名称', 100),
    meetingType: choiceField(meetingType),
    organizerDeptId: ref('主办部门', deptLookup),
    startTime: instant('开始时间'),
    endTime: agrees(instant('结束时间'), (end, { startTime }) => (typeof startTime === 'string' && !isAfter(end, startTime) ? '结束时间须晚于开始时间' : null)),
    address: needed(optionalText('会议地点', 150), ({ onlineUrl }) => (onlineUrl ? null : '请填写会议地点或线上会议地址')),
    onlineUrl: orEmpty(withMeta(z.url({ protocol: /^https$/, error: '线上会议地址须以 https:// 开头' }).max(300, '线上会议地址不能超过 300 个字'), { label: '线上会议地址' })),
    contactName: optionalText('会务联系人', 32),
    contactPhone: orEmpty(withMeta(phone(), { label: '会务电话' })),
    regStart: untilStart('报名开始'),
    regEnd: untilStart('报名截止', (end, { regStart }) => (typeof regStart === 'string' && !isAfter(end, regStart) ? '报名截止须晚于报名开始' : null)),
    changeUntil: untilStart('可改报名至'),
    capacity: int('人数上限', 0, 100_000),
    perCompanyLimit: int('每单位限额', 0, 1000),
    needAudit: flag('报名需审核'),
    countPending: flag('待审核占名额'),
    /** Hours in which a place that is offered from the waiting list is to be confirmed; 0 gives it at once. */
    offerHours: int('候补确认时限（小时）', 0, 168),
    feeAmount: yuanFen('会务费（元/人）'),
    payUntil: untilStart('缴费截止'),
    /** Empty lists stand for everybody. */
    audienceCategories: withMeta(z.array(ref('会员类别', categoryLookup)).max(50), { label: '参会会员类别', carried: ['audienceCategoryNames'] }),
    audienceJurisdictions: withMeta(z.array(jurisdiction.schema).max(36), { label: '参会辖区' }),
    options: meetingOptions(),
    questions: meetingQuestions(),
    /** Bookings of the house's rooms, made and given back with the meeting; several for a meeting of several days. */
    rooms: agrees(
      lines('会议室', { roomId: ref('会议室', roomLookup), startTime: instant('开始时间'), endTime: agrees(instant('结束时间'), (end, { startTime }) => (typeof startTime === 'string' && !isAfter(end, startTime) ? '结束时间须晚于开始时间' : null)) }, { max: 20 }),
      (rows) => (overlapping(rows) ? '同一会议室的时段重叠' : null),
    ).optional(),
    /** Stands above the public details. */
    cover: files('封面', { exts: ['jpg', 'png'], maxMb: 5, max: 1 }).optional(),
    detail: richText('会议详情', 20_000, 0),
  },
  more: {
    meetNo: withMeta(z.string(), { label: '会议编号' }),
    organizerDeptName: withMeta(z.string().nullable(), { label: '主办部门' }),
    audienceCategoryNames: withMeta(z.string(), { label: '参会会员类别' }),
    taken: withMeta(z.number().int(), { label: '已占名额', show: 'count' }),
    waiting: withMeta(z.number().int(), { label: '候补人数', show: 'count' }),
    auditing: withMeta(z.number().int(), { label: '待审核', show: 'count' }),
    /** How each booking stands, where one is not simply booked. */
    roomStates: withMeta(z.string().nullable(), { label: '会议室预约情况' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('会议名称、编号或地点', 50),
    meetingType: withMeta(z.array(meetingType.schema), { label: '会议类型' }).optional(),
    meetingStatus: withMeta(z.array(meetingStatus.schema), { label: '会议状态' }).optional(),
    organizerDeptId: ref('主办部门', deptLookup).optional(),
    startDateFrom: date('会议日期起').optional(),
    startDateTo: date('会议日期止').optional(),
    /** Meetings that one prepares oneself. */
    makerId: withMeta(selfUserId(), { label: '筹备人' }).optional(),
  },
  view: 'meeting/MeetingList',
  facts: ['meetNo', 'meetingType', 'startTime', 'address', 'taken'],
  groups: {
    时间地点: ['startTime', 'endTime', 'address', 'onlineUrl', 'contactName', 'contactPhone'],
    报名规则: ['regStart', 'regEnd', 'changeUntil', 'capacity', 'perCompanyLimit', 'needAudit', 'countPending', 'offerHours', 'audienceCategories', 'audienceJurisdictions'],
    会务费: ['feeAmount', 'payUntil'],
    可选项目: ['options'],
    报名问题: ['questions'],
    会议室: ['rooms', 'roomStates'],
    会议详情: ['cover', 'detail'],
  },
  sortable: ['startTime', 'updateTime'],
  access: { read: meeting('meeting:read'), insert: meeting('meeting:update'), update: meeting('meeting:update'), remove: meeting('meeting:update'), export: meeting('meeting:read') },
  status: { field: 'meetingStatus', machine: meetingStatus },
})

/** What a new meeting begins with. */
export const NEW_MEETING = {
  capacity: 0,
  perCompanyLimit: 3,
  needAudit: true,
  countPending: true,
  offerHours: 24,
  feeAmount: 0,
  audienceCategories: [],
  audienceJurisdictions: [],
  options: [],
  questions: [],
  rooms: [],
  cover: [],
  detail: emptyRich(),
}

/** What stands in the way of submitting a meeting, each at its field; the form of a draft may be saved with it. */
export function hindersSubmitting({ startTime, regEnd }: { startTime?: unknown; regEnd?: unknown }, now: number = Date.now()): { path: string; message: string }[] {
  const isPast = (at: unknown) => typeof at === 'string' && Date.parse(at) <= now
  if (isPast(startTime)) return [{ path: 'startTime', message: '会议开始时间已过，请先修改' }]
  return isPast(regEnd) ? [{ path: 'regEnd', message: '报名截止时间已过，请先修改' }] : []
}

/** Makes a draft like another meeting, its times moved by whole days: everything but its people. Rooms that are taken then, and sign-in sessions that cannot be set, are left out and named. */
export const copyMeeting = call({
  path: '/meeting/meeting/copyMeeting',
  title: '复制会议',
  access: meeting('meeting:update'),
  write: true,
  request: body({ meetId: ref('原会议', meetingLookup), startDate: date('新的开始日期') }),
  response: z.object({ meetId: id(), missedRooms: z.array(z.string()), missedSessions: z.array(z.string()) }),
})

/** Addresses of a meeting to pass on, with the code of the public one as SVG. */
export const selectMeetingLinks = call({
  path: '/meeting/meeting/selectMeetingLinks',
  title: '查询会议链接',
  access: meeting('meeting:read'),
  request: body({ meetId: ref('会议', 'meeting') }),
  response: z.object({ details: z.string(), registration: z.string(), picture: z.string() }),
})

const clash = z.object({ meetId: id(), meetNo: z.string(), meetingName: z.string(), startTime: z.string(), endTime: z.string(), meetingStatus: meetingStatus.schema, both: z.number().int() })

/** What an approval should know: where the meeting's rooms do not stand as they were asked for, and which meetings of the same audience are held at the same time. */
export const selectMeetingClashes = call({
  path: '/meeting/meeting/selectMeetingClashes',
  title: '查询会议冲突',
  access: meeting('meeting:read'),
  request: body({ meetId: ref('会议', 'meeting') }),
  response: z.object({ rooms: z.array(z.string()), meetings: z.array(clash) }),
})
