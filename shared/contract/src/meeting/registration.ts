import { z } from 'zod'
import { onlyWhen } from '../core/conditions'
import { agrees, needed } from '../core/field-rules'
import { choice, choiceField, date, flag, instant, optionalText, ref, text, withMeta } from '../core/fields'
import { personal } from '../core/personal'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { gender } from '../member/gender'
import { jurisdiction } from '../member/jurisdiction'
import { companyLookup } from '../member/lookups'
import { email, mobile, orEmpty } from '../rules/identifiers'
import { meetingLookup, openMeetingLookup } from './lookups'
import { meetingType } from './meeting-type'
import { answerFiles, chosenOptions, givenAnswers } from './options'
import { meeting } from './permits'

export const roomType = choice('房型', { king: '大床房', twinSingle: '双床房（单住）', twinShared: '双床房（合住）' })
export const payStatus = choice('缴费状态', { none: '无需缴费', unpaid: '未缴', paid: '已缴', toRefund: '待退款', refunded: '已退款' }, { none: 'grey', unpaid: 'amber', paid: 'green', toRefund: 'red', refunded: 'grey' })

const [update, audit] = ['meeting:registration:update', 'meeting:registration:audit'] as const
const opinion = { reasonLabel: '审核意见' } as const
export const regStatus = statusMachine(
  '报名状态',
  {
    pending: ['待审核', 'amber'],
    confirmed: ['报名成功', 'green'],
    waiting: ['候补', 'violet'],
    offered: ['候补待确认', 'blue'],
    rejected: ['已驳回', 'red'],
    cancelled: ['已取消', 'grey'],
    attended: ['已签到', 'teal'],
    absent: ['缺席', 'grey'],
  },
  [
    { from: ['pending'], to: 'confirmed', verb: 'approve', label: '通过', permit: audit, reason: 'optional', ...opinion, separate: true },
    { from: ['pending'], to: 'waiting', verb: 'wait', label: '转候补', permit: audit, reason: 'optional', ...opinion },
    { from: ['pending'], to: 'rejected', verb: 'reject', label: '驳回', permit: audit, reason: 'required', ...opinion, danger: true, separate: true },
    { from: ['waiting'], to: 'confirmed', verb: 'admit', label: '递补', permit: audit, reason: 'optional' },
    { from: ['waiting'], to: 'offered', verb: 'offer', label: '发出候补通知', permit: audit, single: true },
    { from: ['offered'], to: 'confirmed', verb: 'accept', label: '确认参加', permit: update },
    { from: ['pending', 'confirmed', 'waiting', 'offered'], to: 'cancelled', verb: 'cancel', label: '取消报名', permit: update, reason: 'optional', danger: true },
    { from: ['confirmed', 'absent'], to: 'attended', verb: 'attend', label: '代签到', permit: audit },
    { from: ['attended'], to: 'confirmed', verb: 'revokeSign', label: '撤销签到', permit: audit, reason: 'required', single: true },
    { from: ['confirmed'], to: 'absent', verb: 'miss', label: '记为缺席', permit: audit, single: true },
  ],
)
/** Steps of the clock and of the waiting list; no button has them. */
export const REGISTRATION_CLOCK_VERBS: readonly string[] = ['offer', 'miss']

const afterDay = (label: string, other: string, what: string) => (value: unknown, values: Record<string, unknown>) =>
  typeof values[other] === 'string' && String(value) <= values[other] ? `${label}须晚于${what}` : null

/** Somebody's registration for a meeting (domain C2). */
export const registration = resource({
  name: 'meetingRegistration',
  label: '会议报名',
  base: '/meeting/registration',
  id: 'registerId',
  fields: {
    meetId: ref('会议', openMeetingLookup),
    /** Guests and officials belong to no company of the register: then `unitName` says where they are from. */
    companyId: orEmpty(ref('单位', companyLookup)),
    unitName: needed(optionalText('单位名称', 100), ({ companyId }) => (companyId ? null : '请选择单位，或填写单位名称')),
    name: text('姓名', 32),
    gender: choiceField(gender),
    postName: text('职务', 50),
    mobile: personal(mobile(), 'mobile'),
    email: personal(orEmpty(email()), 'email'),
    needStay: flag('是否住宿'),
    roomType: onlyWhen(orEmpty(choiceField(roomType)), 'needStay', [true], true),
    roommate: onlyWhen(optionalText('合住人', 32), 'roomType', ['twinShared'], false),
    checkInDate: onlyWhen(orEmpty(date('入住日期')), 'needStay', [true], true),
    checkOutDate: agrees(onlyWhen(orEmpty(date('离店日期')), 'needStay', [true], true), afterDay('离店日期', 'checkInDate', '入住日期')),
    // What somebody must not eat tells of their faith or their health.
    dietNote: withMeta(optionalText('饮食禁忌', 100), { logged: false }),
    arriveTime: orEmpty(instant('到达时间')),
    arriveNo: optionalText('到达航班/车次', 20),
    leaveTime: agrees(orEmpty(instant('返程时间')), (leave, { arriveTime }) => (typeof arriveTime === 'string' && Date.parse(String(leave)) <= Date.parse(arriveTime) ? '返程时间须晚于到达时间' : null)),
    needPickup: flag('是否接站'),
    optionNames: chosenOptions(),
    answers: givenAnswers(),
    answerFiles: answerFiles(),
    remark: optionalText('备注', 200),
  },
  more: {
    registerNo: withMeta(z.string(), { label: '报名编号' }),
    meetingName: withMeta(z.string(), { label: '会议名称' }),
    startTime: withMeta(z.string(), { label: '会议时间', show: 'instant' }),
    companyName: withMeta(z.string().nullable(), { label: '单位' }),
    stockCode: withMeta(z.string().nullable(), { label: '证券代码' }),
    /** Registrations of the same company that take a place, and how many it may have; 0 for any number. */
    ofCompany: withMeta(z.string().nullable(), { label: '本单位已占/限额' }),
    /** Those on the waiting list before this one; null where this one does not wait. */
    before: withMeta(z.number().int().nullable(), { label: '前面候补人数', show: 'count' }),
    /** Places of the meeting that are taken, and how many it has. */
    places: withMeta(z.string(), { label: '会议已占/名额' }),
    waitingNow: withMeta(z.number().int(), { label: '候补人数', show: 'count' }),
    seatNo: withMeta(z.string().nullable(), { label: '座位号' }),
    offerUntil: withMeta(z.string().nullable(), { label: '候补确认截止', show: 'instant' }),
    payStatus: withMeta(payStatus.schema, { label: '缴费状态' }),
    dueAmount: withMeta(z.number().int(), { label: '应缴金额（元）', show: 'yuan' }),
    feeProof: withMeta(z.string().nullable(), { label: '缴费与退款' }),
    auditOpinion: withMeta(z.string().nullable(), { label: '审核意见' }),
    createTime: withMeta(z.string(), { label: '报名时间', show: 'instant' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('姓名、单位、代码或报名编号', 50),
    meetId: ref('会议', meetingLookup).optional(),
    companyId: ref('单位', companyLookup).optional(),
    regStatus: withMeta(z.array(regStatus.schema), { label: '报名状态' }).optional(),
    payStatus: withMeta(z.array(payStatus.schema), { label: '缴费状态' }).optional(),
    needStay: flag('是否住宿').optional(),
    meetingType: withMeta(z.array(meetingType.schema), { label: '会议类型' }).optional(),
    startDateFrom: date('会议日期起').optional(),
    startDateTo: date('会议日期止').optional(),
    jurisdiction: choiceField(jurisdiction).optional(),
    /** Exact number: a part of one would tell numbers to whoever may not see them. */
    mobile: optionalText('手机号码（完整）', 20),
  },
  view: 'meeting/QueryRegistration',
  facts: ['meetingName', 'companyName', 'postName', 'registerNo'],
  told: ['auditOpinion'],
  groups: {
    报名: ['meetingName', 'startTime', 'registerNo', 'companyName', 'stockCode', 'ofCompany', 'before', 'places', 'waitingNow', 'seatNo', 'offerUntil', 'payStatus', 'dueAmount', 'feeProof'],
    住宿: ['needStay', 'roomType', 'roommate', 'checkInDate', 'checkOutDate'],
    项目与问题: ['optionNames', 'answers', 'answerFiles'],
    行程与用餐: ['arriveTime', 'arriveNo', 'leaveTime', 'needPickup', 'dietNote'],
  },
  sortable: ['createTime', 'updateTime'],
  access: { read: meeting('registration:read'), insert: meeting('registration:update'), update: meeting('registration:update'), export: meeting('registration:read'), import: meeting('registration:update') },
  status: { field: 'regStatus', machine: regStatus },
})
