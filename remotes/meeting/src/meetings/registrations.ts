import type { ResponseOf } from '@assoc/contract'
import { payStatus, regStatus, type registration } from '@assoc/contract/meeting/registration'
import type { Column } from '@assoc/ui'

type Row = ResponseOf<typeof registration.list>['items'][number]

/** Columns of registrations, where they are looked up and where they are decided on. */
export const REGISTRATION_COLUMNS: readonly Column<Row>[] = [
  { field: 'name', width: 100 },
  { field: 'companyName', width: 130 },
  { field: 'postName', width: 120 },
  { field: 'meetingName', width: 220 },
  { field: 'registerNo', width: 155 },
  { field: 'mobile', width: 125 },
  { field: 'ofCompany', width: 120 },
  { field: 'before', width: 110 },
  { field: 'regStatus', width: 110, title: '状态', tag: regStatus },
  { field: 'payStatus', width: 95, tag: payStatus },
  { field: 'createTime', width: 165, sortable: true },
  { field: 'optionNames', width: 160, hidden: true },
  { field: 'dueAmount', width: 130, hidden: true },
  { field: 'stockCode', width: 90, hidden: true },
  { field: 'needStay', width: 90, hidden: true },
  { field: 'roomType', width: 130, hidden: true },
  { field: 'checkInDate', width: 105, hidden: true },
  { field: 'checkOutDate', width: 105, hidden: true },
  { field: 'arriveTime', width: 150, hidden: true },
  { field: 'leaveTime', width: 150, hidden: true },
  { field: 'needPickup', width: 90, hidden: true },
  { field: 'places', width: 120, hidden: true },
  { field: 'seatNo', width: 95, hidden: true },
]

export const REGISTRATION_DETAIL = [
  'name', 'gender', 'companyName', 'stockCode', 'unitName', 'postName', 'mobile', 'email', 'meetingName', 'startTime', 'registerNo', 'regStatus', 'ofCompany', 'before', 'places', 'waitingNow', 'seatNo', 'offerUntil', 'payStatus', 'dueAmount', 'feeProof', 'auditOpinion', 'optionNames', 'answers', 'answerFiles', 'needStay', 'roomType', 'roommate',
  'checkInDate', 'checkOutDate', 'arriveTime', 'arriveNo', 'leaveTime', 'needPickup', 'dietNote', 'remark', 'createTime',
] as const

/** What becomes of places, said before a step is pressed. */
export const REGISTRATION_TEXTS = {
  approve: '通过后占用一个名额，并以短信和邮件告知本人。名额或本单位限额已满时不能通过。',
  wait: '转入候补名单的末尾，让出的名额按候补顺序转给下一位。',
  reject: '驳回后释放名额，按候补顺序转给下一位，并把审核意见告知本人。',
  admit: '不按候补顺序直接递补。名额或本单位限额已满时不能递补。',
  accept: '确认后报名成功。',
  attend: '由会务代为签到，计入出席。',
  revokeSign: '撤销后恢复为报名成功，请写明原因。',
  cancel: '取消后释放名额，按候补顺序转给下一位；已缴会务费的转为待退款。',
}

const FREES: readonly string[] = ['reject', 'wait', 'cancel']
const TAKES: readonly string[] = ['approve', 'admit', 'accept']
const HOLDS: readonly string[] = ['pending', 'confirmed', 'offered']

/** The same with the places as they are now, for one registration. */
export function placesQuestion(row: Row, verb: string): string | undefined {
  const text = (REGISTRATION_TEXTS as Record<string, string>)[verb]
  if (!text || !(TAKES.includes(verb) || FREES.includes(verb))) return text
  const now = `本次会议已占名额 ${row.places}，候补 ${row.waitingNow} 人${row.ofCompany ? `；本单位 ${row.ofCompany}` : ''}。`
  if (TAKES.includes(verb)) return `${now}${text}`
  const frees = HOLDS.includes(row.regStatus)
  const next = !frees ? '该报名未占名额，名额没有变化。' : row.waitingNow > 0 ? `如因此空出名额，将按候补顺序转给现有的 ${row.waitingNow} 位候补人。` : '没有人候补，空出的名额重新开放报名。'
  return `${now}${text}${next}`
}
