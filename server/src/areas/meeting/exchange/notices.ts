import type { Db } from '../../../platform/database/database'
import { queueMail, queueSms } from '../../../platform/mail/outbox'
import type { Applicant, Exchange } from './repository'

// An exchange is told of by the texts of meetings: providers know their templates, and the sentences are the same.

type Of = Pick<Exchange, 'exchangeName' | 'startDate' | 'place' | 'contactName' | 'contactPhone'>

const contactOf = ({ contactName, contactPhone }: Of) => (contactPhone ? `如有疑问请联系${contactName ?? '会务组'}（${contactPhone}）。` : '')

async function tell(db: Db, { name, mobile, email }: Applicant, subject: string, text: string, template: Parameters<typeof queueSms>[3]['template']): Promise<void> {
  await queueSms(db, mobile, text, { template })
  if (email) await queueMail(db, email, subject, `${name}：\n\n${text}`)
}

export const tellPlace = (db: Db, to: Applicant, of: Of) =>
  tell(db, to, `报名成功：${of.exchangeName}`, `您已成功报名“${of.exchangeName}”，时间 ${of.startDate}，地点：${of.place}。${contactOf(of)}`, { use: 'meetingPlace', params: { meeting: of.exchangeName, time: of.startDate, place: of.place } })

export const tellWaiting = (db: Db, to: Applicant, of: Of) =>
  tell(db, to, `进入候补：${of.exchangeName}`, `“${of.exchangeName}”名额已满，您已进入候补名单，有空余名额时将按顺序通知您。${contactOf(of)}`, { use: 'meetingWaiting', params: { meeting: of.exchangeName } })

export const tellRefused = (db: Db, to: Applicant, of: Of, reason: string) =>
  tell(db, to, `报名未通过：${of.exchangeName}`, `您报名的“${of.exchangeName}”未通过，原因：${reason}。${contactOf(of)}`, { use: 'meetingRefused', params: { meeting: of.exchangeName, reason } })

export const tellOff = (db: Db, to: Applicant, of: Of, reason: string) =>
  tell(db, to, `活动取消：${of.exchangeName}`, `您报名的“${of.exchangeName}”（${of.startDate}）已取消，原因：${reason}。${contactOf(of)}`, { use: 'meetingCancelled', params: { meeting: of.exchangeName, reason } })
