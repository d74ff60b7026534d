import { z } from 'zod'
import { body, call } from '../core/call'
import { choice, choiceField, date, withMeta } from '../core/fields'
import { jurisdiction } from '../member/jurisdiction'
import { meetingType } from './meeting'
import { meeting } from './permits'

/** By what attendance is counted. */
export const statBy = choice('统计口径', { type: '会议类型', year: '年度', jurisdiction: '辖区', company: '单位' })

const count = (label: string) => withMeta(z.number().int(), { label, show: 'count' })
const links = z.object({ registered: z.string(), attended: z.string(), absent: z.string() })
export const statRow = z.object({
  key: z.string(),
  label: z.string(),
  meetings: count('会议场次'),
  /** With a place: confirmed, attended and absent. */
  registered: count('报名成功'),
  attended: count('已签到'),
  absent: count('缺席'),
  /** Percent of those with a place who came, of meetings that are over; null when none is. */
  rate: withMeta(z.number().nullable(), { label: '到会率（%）' }),
  /** The lists behind the figures; empty where no filter of a list means them. */
  links,
})

const filters = {
  by: statBy.schema,
  startDateFrom: date('会议日期起').optional(),
  startDateTo: date('会议日期止').optional(),
  meetingType: choiceField(meetingType).optional(),
  jurisdiction: choiceField(jurisdiction).optional(),
}

/** How many registered, came and stayed away, by type, year, jurisdiction or company; of companies the 200 with most. */
export const selectMeetingStat = call({
  path: '/meeting/statistics/selectMeetingStat',
  title: '查看会议统计',
  access: meeting('stat:read'),
  request: body(filters),
  response: z.object({ total: statRow, rows: z.array(statRow) }),
})

export const exportMeetingStat = call({
  path: '/meeting/statistics/exportMeetingStat',
  title: '导出会议统计',
  access: meeting('stat:read'),
  request: body(filters),
  response: z.unknown(),
  blob: true,
})
