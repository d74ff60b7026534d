import { localTime } from '@assoc/contract/core/day'
import type { Db } from '../../../platform/database/database'
import { queueMail, queueSms } from '../../../platform/mail/outbox'
import type { Meeting } from '../meeting/repository'
import type { Registered } from './repository'

type Told = Pick<Registered, 'name' | 'mobile' | 'email'>
type Of = Pick<Meeting, 'meetingName' | 'startTime' | 'address' | 'onlineUrl' | 'contactName' | 'contactPhone'>

const timeOf = (instant: Date) => localTime(instant).slice(0, 16)
const placeOf = ({ address }: Of) => address ?? '线上会议'
const contactOf = ({ contactName, contactPhone }: Of) => (contactPhone ? `如有疑问请联系${contactName ?? '会务组'}（${contactPhone}）。` : '')

interface Text {
  subject: string
  text: string
  template: Parameters<typeof queueSms>[3]['template']
}

async function tell(db: Db, { name, mobile, email }: Told, { subject, text, template }: Text): Promise<void> {
  await queueSms(db, mobile, text, { template })
  if (email) await queueMail(db, email, subject, `${name}：\n\n${text}`)
}

export const tellPlace = (db: Db, to: Told, of: Of) =>
  tell(db, to, {
    subject: `报名成功：${of.meetingName}`,
    text: `您已成功报名“${of.meetingName}”，会议时间 ${timeOf(of.startTime)}，地点：${placeOf(of)}。${contactOf(of)}`,
    template: { use: 'meetingPlace', params: { meeting: of.meetingName, time: timeOf(of.startTime), place: placeOf(of) } },
  })

export const tellWaiting = (db: Db, to: Told, of: Of) =>
  tell(db, to, {
    subject: `进入候补：${of.meetingName}`,
    text: `“${of.meetingName}”名额已满，您已进入候补名单，有空余名额时将按顺序通知您。${contactOf(of)}`,
    template: { use: 'meetingWaiting', params: { meeting: of.meetingName } },
  })

export const tellOffer = (db: Db, to: Told, of: Of, until: Date) =>
  tell(db, to, {
    subject: `候补名额待确认：${of.meetingName}`,
    text: `“${of.meetingName}”已为您保留候补名额，请在 ${timeOf(until)} 前确认是否参加，逾期名额将转给下一位。${contactOf(of)}`,
    template: { use: 'meetingOffer', params: { meeting: of.meetingName, until: timeOf(until) } },
  })

export const tellRefused = (db: Db, to: Told, of: Of, reason: string) =>
  tell(db, to, {
    subject: `报名未通过：${of.meetingName}`,
    text: `您报名的“${of.meetingName}”未通过，原因：${reason}。${contactOf(of)}`,
    template: { use: 'meetingRefused', params: { meeting: of.meetingName, reason } },
  })

export const tellMoved = (db: Db, to: Told, of: Of) =>
  tell(db, to, {
    subject: `会议安排变更：${of.meetingName}`,
    text: `您报名的“${of.meetingName}”时间或地点有变更，现为 ${timeOf(of.startTime)}，地点：${placeOf(of)}。${contactOf(of)}`,
    template: { use: 'meetingChanged', params: { meeting: of.meetingName, time: timeOf(of.startTime), place: placeOf(of) } },
  })

export const tellOff = (db: Db, to: Told, of: Of, reason: string) =>
  tell(db, to, {
    subject: `会议取消：${of.meetingName}`,
    text: `您报名的“${of.meetingName}”（${timeOf(of.startTime)}）已取消，原因：${reason}。${contactOf(of)}`,
    template: { use: 'meetingCancelled', params: { meeting: of.meetingName, reason } },
  })

export const tellPending = (db: Db, to: Told, of: Of) =>
  tell(db, to, {
    subject: `报名待审核：${of.meetingName}`,
    text: `您报名的“${of.meetingName}”正在审核，审核结果将另行通知。${contactOf(of)}`,
    template: { use: 'meetingPending', params: { meeting: of.meetingName } },
  })

export const tellTransferred = (db: Db, to: Told, of: Of, other: string) =>
  tell(db, to, {
    subject: `报名已转让：${of.meetingName}`,
    text: `您在“${of.meetingName}”的报名已转让给${other}。${contactOf(of)}`,
    template: { use: 'meetingTransferred', params: { meeting: of.meetingName, other } },
  })

export const tellPayDue = (db: Db, to: Told, of: Of, amount: string, until: Date) =>
  tell(db, to, {
    subject: `会务费待缴：${of.meetingName}`,
    text: `您报名的“${of.meetingName}”会务费 ${amount} 尚未缴清，请在 ${timeOf(until)} 前缴纳，逾期名额将转给下一位。${contactOf(of)}`,
    template: { use: 'meetingPayDue', params: { meeting: of.meetingName, amount, until: timeOf(until) } },
  })
