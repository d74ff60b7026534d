import { z } from 'zod'
import { onlyWhen } from '../core/conditions'
import { choice, choiceField, date, optionalText, ref, text, withMeta } from '../core/fields'
import { files } from '../core/files'
import { resource } from '../core/resource'
import { companyLookup } from '../member/lookups'
import { appointmentLookup, directorBaseLookup } from './lookups'
import { appointment as permit } from './permits'

export const dutyType = choice('履职类型', { board: '董事会', general: '股东会', committee: '专门委员会', independent: '独董专门会议', onsite: '现场工作', investor: '与中小股东沟通', training: '培训' })
export const attendWay = choice('出席方式', { onsite: '现场', remote: '通讯', proxy: '委托', absent: '缺席' })
const MEETINGS = ['board', 'general', 'committee', 'independent'] as const

/** Years for which records of duties are kept (CSRC rules for independent directors, 2023, article 31); none is deleted before. */
export const KEPT_YEARS = 10

/** Days on site, in halves. */
const days = withMeta(
  z
    .number({ error: '请填写现场天数' })
    .min(0, '现场天数不能小于 0')
    .max(366, '现场天数不能大于 366')
    .refine((n) => Number.isInteger(n * 2), '现场天数须为 0.5 的倍数'),
  { label: '现场天数' },
)

/** What a director did in office on a day (domain E2). */
export const dutyRecord = resource({
  name: 'dutyRecord',
  label: '履职记录',
  view: 'expert/DutyRecord',
  base: '/expert/dutyRecord',
  id: 'dutyId',
  fields: {
    appointmentId: ref('任职', appointmentLookup),
    dutyType: choiceField(dutyType),
    dutyDate: date('日期'),
    attendWay: onlyWhen(choiceField(attendWay).nullish(), 'dutyType', MEETINGS, true),
    dutyDays: days,
    dutyNote: text('工作记录', 1000),
    proof: files('证明材料', { max: 5 }),
  },
  more: {
    name: withMeta(z.string(), { label: '姓名' }),
    companyId: ref('公司', companyLookup),
    companyName: withMeta(z.string(), { label: '公司简称' }),
    /** All days on site of the same appointment in the same year. */
    yearDays: withMeta(z.number(), { label: '当年累计天数' }),
    createBy: withMeta(z.string().nullable(), {}),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('姓名、拼音首字母、公司名称或代码', 50),
    personId: ref('董事', directorBaseLookup).optional(),
    appointmentId: ref('任职', appointmentLookup).optional(),
    companyId: ref('公司', companyLookup).optional(),
    dutyType: withMeta(z.array(dutyType.schema), { label: '履职类型' }).optional(),
    dateFrom: date('日期起').optional(),
    dateTo: date('日期止').optional(),
  },
  facts: ['name', 'companyName', 'dutyDate', 'dutyDays', 'yearDays'],
  sortable: ['dutyDate', 'updateTime'],
  access: { read: permit('duty:read'), insert: permit('duty:update'), update: permit('duty:update'), remove: permit('duty:update'), export: permit('duty:read') },
})
