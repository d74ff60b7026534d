import { z } from 'zod'
import { localTime } from '../core/day'
import { agrees } from '../core/field-rules'
import { choice, choiceField, date, instant, int, optionalText, text, withMeta, yuanFen } from '../core/fields'
import { files } from '../core/files'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { orEmpty, phone } from '../rules/identifiers'
import { hoursField } from './hours-field'
import { exchange } from './permits'

export const exchangeType = choice('活动类型', { visit: '走进上市公司', domestic: '境内考察', abroad: '境外考察', salon: '沙龙' })

const [update, approve] = ['exchange:exchange:update', 'exchange:exchange:approve'] as const
const opinion = { reasonLabel: '审批意见' } as const
export const exchangeStatus = statusMachine(
  '活动状态',
  {
    draft: ['草稿', 'grey'],
    pending: ['待审批', 'amber'],
    returned: ['已退回', 'red'],
    open: ['报名中', 'teal'],
    full: ['名额已满', 'violet'],
    running: ['进行中', 'blue'],
    ended: ['已结束', 'amber'],
    summarized: ['已总结', 'green'],
    cancelled: ['已取消', 'grey'],
  },
  [
    { from: ['draft', 'returned'], to: 'pending', verb: 'submit', label: '提交审批', permit: update },
    { from: ['pending'], to: 'open', verb: 'approve', label: '通过', permit: approve, reason: 'optional', ...opinion, separate: true },
    { from: ['pending'], to: 'returned', verb: 'sendBack', label: '退回', permit: approve, reason: 'required', ...opinion, danger: true, separate: true },
    { from: ['open'], to: 'full', verb: 'fill', label: '名额已满', permit: update, single: true },
    { from: ['full'], to: 'open', verb: 'free', label: '名额空出', permit: update, single: true },
    { from: ['open', 'full'], to: 'running', verb: 'begin', label: '活动开始', permit: update, single: true },
    { from: ['running'], to: 'ended', verb: 'end', label: '活动结束', permit: update, single: true },
    { from: ['ended'], to: 'summarized', verb: 'summarize', label: '登记总结', permit: update, single: true, input: { summaryFile: files('活动总结', { max: 5, least: 1 }) } },
    { from: ['open', 'full'], to: 'cancelled', verb: 'cancel', label: '取消活动', permit: update, reason: 'required', reasonLabel: '取消原因', danger: true },
  ],
)
/** Steps of the clock and of the places; no button has them. */
export const EXCHANGE_CLOCK_VERBS: readonly string[] = ['fill', 'free', 'begin', 'end']

const notBefore = (label: string, other: string, what: string) => (value: unknown, values: Record<string, unknown>) =>
  typeof values[other] === 'string' && String(value) < values[other] ? `${label}不能早于${what}` : null
/** What is no instant is refused as such, and lies nowhere. */
const dayOfInstant = (at: unknown): string => (Number.isNaN(Date.parse(String(at))) ? '' : localTime(String(at)).slice(0, 10))

/** A visit, tour or salon for members (domain F2). */
export const studyExchange = resource({
  name: 'studyExchange',
  label: '交流活动',
  base: '/meeting/exchange',
  id: 'exchangeId',
  fields: {
    exchangeName: text('活动名称', 100),
    exchangeType: choiceField(exchangeType),
    hostUnit: text('承办单位', 100),
    place: text('地点', 100),
    startDate: date('开始日期'),
    endDate: agrees(date('结束日期'), notBefore('结束日期', 'startDate', '开始日期')),
    applyEnd: agrees(orEmpty(instant('报名截止')), (end, { startDate }) => (typeof startDate === 'string' && dayOfInstant(end) > startDate ? '报名截止不能晚于开始日期' : null)),
    quota: int('名额', 1, 10_000),
    perCompanyLimit: int('每单位限额', 0, 1000),
    feeAmount: yuanFen('费用（元/人）'),
    creditHours: hoursField('认定学时'),
    contactName: optionalText('联系人', 32),
    contactPhone: orEmpty(withMeta(phone(), { label: '联系电话' })),
    intro: optionalText('活动介绍', 2000),
    summaryFile: files('活动总结', { max: 5 }).optional(),
  },
  more: {
    taken: withMeta(z.number().int(), { label: '已占名额', show: 'count' }),
    auditing: withMeta(z.number().int(), { label: '待审核', show: 'count' }),
    waiting: withMeta(z.number().int(), { label: '候补人数', show: 'count' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('活动名称、地点或承办单位', 50),
    exchangeType: withMeta(z.array(exchangeType.schema), { label: '活动类型' }).optional(),
    exchangeStatus: withMeta(z.array(exchangeStatus.schema), { label: '活动状态' }).optional(),
    startDateFrom: date('开始日期起').optional(),
    startDateTo: date('开始日期止').optional(),
  },
  view: 'meeting/ExchangeList',
  facts: ['exchangeType', 'startDate', 'place', 'taken', 'quota'],
  groups: { 时间地点: ['startDate', 'endDate', 'place', 'hostUnit', 'contactName', 'contactPhone'], 报名: ['applyEnd', 'quota', 'perCompanyLimit', 'feeAmount', 'creditHours', 'taken', 'auditing', 'waiting'], 总结: ['summaryFile'] },
  sortable: ['startDate', 'updateTime'],
  access: { read: exchange('exchange:read'), insert: exchange('exchange:update'), update: exchange('exchange:update'), remove: exchange('exchange:update'), export: exchange('exchange:read') },
  status: { field: 'exchangeStatus', machine: exchangeStatus },
})

/** What a new exchange begins with. */
export const NEW_EXCHANGE = { perCompanyLimit: 0, feeAmount: 0, creditHours: 0 }
