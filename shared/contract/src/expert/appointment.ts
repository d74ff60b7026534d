import { z } from 'zod'
import { onlyWhen } from '../core/conditions'
import { agrees } from '../core/field-rules'
import { choice, choiceField, date, fen, optionalText, ref, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { companyLookup } from '../member/lookups'
import { orEmpty } from '../rules/identifiers'
import { directorBaseLookup } from './lookups'
import { appointment as permit } from './permits'

export const roleType = choice('任职类型', { independent: '独立董事', director: '非独立董事', employee: '职工董事', secretary: '董事会秘书', affairs: '证券事务代表' })
export const committee = choice('专门委员会', { audit: '审计', nomination: '提名', pay: '薪酬与考核', strategy: '战略' })

/**
 * Independent directors (CSRC rules for independent directors of listed companies, 2023, articles 8, 13 and 30): boards that one
 * should not go beyond, years in a row at one company, and days a year on site.
 */
export const BOARDS_MOST = 3
export const YEARS_MOST = 6
export const DAYS_A_YEAR = 15

/** What is amiss with an appointment as it stands. */
export const seatWarning = choice('任职提示', { boards: `超过 ${BOARDS_MOST} 家`, years: `连任满 ${YEARS_MOST} 年`, ended: '任期已届满' })

/** What the step of leaving is given. */
export const leaving = { leaveDate: date('离任日期') }

const update = 'appointment:term:update'
const DIRECTORS = ['independent', 'director', 'employee'] as const

export const appointStatus = statusMachine(
  '任职状态',
  { candidate: ['候选', 'amber'], serving: ['在任', 'green'], left: ['已离任', 'grey'], unelected: ['未当选', 'grey'] },
  [
    { from: ['candidate'], to: 'serving', verb: 'elect', label: '当选', permit: update },
    { from: ['candidate'], to: 'unelected', verb: 'lose', label: '未当选', permit: update, reason: 'optional' },
    { from: ['serving'], to: 'left', verb: 'leave', label: '登记离任', permit: update, reason: 'optional', reasonLabel: '离任原因', single: true, input: leaving },
  ],
)

const after = (earlier: string, sentence: string) => (value: unknown, values: Record<string, unknown>) => {
  const from = values[earlier]
  return typeof value === 'string' && typeof from === 'string' && value < from ? sentence : null
}
const termEnd = agrees(date('任期结束'), after('termStart', '任期结束不能早于任期开始'))

/** Somebody's seat or office at a company, for one term (domain E1). */
export const appointment = resource({
  name: 'appointment',
  label: '任职',
  fileTitle: '任职管理',
  view: 'expert/AppointmentList',
  base: '/expert/appointment',
  id: 'appointmentId',
  fields: {
    personId: ref('董事', directorBaseLookup),
    companyId: withMeta(ref('任职公司', companyLookup), { alsoCalled: ['公司', '公司名称', '股票代码', '证券代码'] }),
    roleType: choiceField(roleType),
    committees: onlyWhen(withMeta(z.array(choiceField(committee)).max(4), { label: '专门委员会', options: committee.labels }).nullish(), 'roleType', DIRECTORS, false),
    /** Committees that they chair; the server asks that they sit on them. */
    chairs: onlyWhen(withMeta(z.array(choiceField(committee)).max(4), { label: '任召集人', options: committee.labels }).nullish(), 'roleType', DIRECTORS, false),
    /** First day of the first term without a break: the years in a row are counted from it. */
    firstDate: date('首次任职日期'),
    termStart: agrees(date('任期开始'), after('firstDate', '任期开始不能早于首次任职日期')),
    termEnd,
    allowance: orEmpty(fen('年度津贴')).optional(),
    remark: optionalText('备注', 200),
  },
  more: {
    name: withMeta(z.string(), { label: '姓名' }),
    companyName: withMeta(z.string(), { label: '公司简称' }),
    stockCode: withMeta(z.string().nullable(), { label: '证券代码' }),
    leaveDate: withMeta(z.string().nullable(), { label: '离任日期', show: 'date' }),
    /** Days on site of this year; null for offices that have no such duty. */
    dutyDays: withMeta(z.number().nullable(), { label: '本年现场天数' }),
    warnings: withMeta(z.array(seatWarning.schema), { label: '任职提示', options: seatWarning.labels }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('姓名、拼音首字母、公司名称或代码', 50),
    personId: ref('董事', directorBaseLookup).optional(),
    companyId: ref('任职公司', companyLookup).optional(),
    roleType: withMeta(z.array(roleType.schema), { label: '任职类型' }).optional(),
    appointStatus: withMeta(z.array(appointStatus.schema), { label: '任职状态' }).optional(),
    warning: choiceField(seatWarning, '任职提示').optional(),
    endFrom: date('任期结束起').optional(),
    endTo: date('任期结束止').optional(),
  },
  facts: ['companyName', 'roleType', 'termStart', 'termEnd', 'dutyDays'],
  groups: { 任职: ['companyName', 'stockCode', 'roleType', 'committees', 'chairs', 'allowance'], 任期: ['firstDate', 'termStart', 'termEnd', 'leaveDate', 'dutyDays', 'warnings'] },
  sortable: ['termStart', 'termEnd', 'updateTime'],
  access: { read: permit('term:read'), insert: permit('term:update'), update: permit('term:update'), remove: permit('term:update'), export: permit('term:read'), import: permit('term:update') },
  status: { field: 'appointStatus', machine: appointStatus },
})
