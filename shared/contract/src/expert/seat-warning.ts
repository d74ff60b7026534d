import { z } from 'zod'
import { choice, choiceField, optionalText, ref, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { companyLookup } from '../member/lookups'
import { BOARDS_MOST, DAYS_A_YEAR, YEARS_MOST } from './appointment'
import { directorBaseLookup } from './lookups'
import { appointment as permit } from './permits'

/** Months after six years in a row before somebody is nominated there again, and days within which a vacant seat is filled (CSRC rules for independent directors, 2023, articles 13 to 15). */
export const COOLING_MONTHS = 36
export const VACANT_DAYS = 60
/** Meetings of the board in a row that one neither attended nor had attended by proxy (article 20). */
export const ABSENT_MOST = 2
/** Months that a company may be without a board secretary (listing rules of the exchanges). */
export const SECRETARY_MONTHS = 3

export const warningKind = choice('预警类型', {
  boards: `任独立董事超过 ${BOARDS_MOST} 家`,
  years: `独立董事连任满 ${YEARS_MOST} 年`,
  cooling: `离任未满 ${COOLING_MONTHS} 个月再任`,
  vacant: `独立董事缺位超过 ${VACANT_DAYS} 天`,
  absent: `连续 ${ABSENT_MOST} 次未出席董事会`,
  days: `上年现场工作不足 ${DAYS_A_YEAR} 天`,
  secretary: `董秘空缺超过 ${SECRETARY_MONTHS} 个月`,
  check: '上年独立性自查逾期未完成',
})

const handle = 'appointment:warning:handle'
export const warningStatus = statusMachine(
  '处理状态',
  { open: ['待处理', 'amber'], handled: ['已处理', 'blue'], closed: ['已消除', 'green'] },
  [
    { from: ['open'], to: 'handled', verb: 'handle', label: '处理', permit: handle, reason: 'required', reasonLabel: '处理说明' },
    { from: ['handled'], to: 'open', verb: 'reopen', label: '重新打开', permit: handle, reason: 'optional' },
    { from: ['open', 'handled'], to: 'closed', verb: 'close', label: '消除', permit: handle },
  ],
)

/** The step that the facts alone take. */
export const BY_FACTS = ['close'] as const

/**
 * What is amiss with somebody's seats or a company's offices: found every night and kept. It is closed when the fact is gone; until then
 * staff say what came of it.
 */
export const seatWarning = resource({
  name: 'seatWarning',
  label: '任职预警',
  view: 'expert/SeatWarn',
  base: '/expert/seatWarning',
  id: 'warningId',
  fields: {},
  more: {
    warningKind: choiceField(warningKind),
    personId: ref('董事', directorBaseLookup).nullable(),
    companyId: ref('公司', companyLookup).nullable(),
    name: withMeta(z.string().nullable(), { label: '姓名' }),
    companyName: withMeta(z.string().nullable(), { label: '公司简称' }),
    detail: withMeta(z.string(), { label: '情况' }),
    foundDate: withMeta(z.string(), { label: '发现日期', show: 'date' }),
    closedDate: withMeta(z.string().nullable(), { label: '消除日期', show: 'date' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('姓名、拼音首字母、公司名称或代码', 50),
    warningKind: withMeta(z.array(warningKind.schema), { label: '预警类型' }).optional(),
    warningStatus: withMeta(z.array(warningStatus.schema), { label: '处理状态' }).optional(),
    personId: ref('董事', directorBaseLookup).optional(),
    companyId: ref('公司', companyLookup).optional(),
  },
  facts: ['name', 'companyName', 'detail', 'foundDate'],
  sortable: ['foundDate', 'updateTime'],
  access: { read: permit('warning:read'), export: permit('warning:read') },
  status: { field: 'warningStatus', machine: warningStatus },
})
