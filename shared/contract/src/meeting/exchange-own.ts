import { z } from 'zod'
import { body, call, pageOf, pageQuery } from '../core/call'
import { asksFor } from '../core/conditions'
import { id, optionalText, ref, withMeta } from '../core/fields'
import { orEmpty } from '../rules/identifiers'
import { exchangeStatus, exchangeType } from './exchange'
import { applicantFields, applyStatus } from './exchange-apply'
import { exchange } from './permits'

const use = exchange('mine:use')

const openRow = {
  exchangeId: id(),
  exchangeName: withMeta(z.string(), { label: '活动名称' }),
  exchangeType: withMeta(exchangeType.schema, { label: '活动类型' }),
  exchangeStatus: withMeta(exchangeStatus.schema, { label: '活动状态' }),
  hostUnit: withMeta(z.string(), { label: '承办单位' }),
  place: withMeta(z.string(), { label: '地点' }),
  startDate: withMeta(z.string(), { label: '开始日期', show: 'date' }),
  endDate: withMeta(z.string(), { label: '结束日期', show: 'date' }),
  applyEnd: withMeta(z.string().nullable(), { label: '报名截止', show: 'instant' }),
  feeAmount: withMeta(z.number().int(), { label: '费用（元/人）', show: 'yuan' }),
  creditHours: withMeta(z.number(), { label: '认定学时' }),
  intro: withMeta(z.string().nullable(), { label: '活动介绍', show: 'longText' }),
  placesLeft: withMeta(z.number().int(), { label: '剩余名额', show: 'count' }),
  waiting: withMeta(z.number().int(), { label: '候补人数', show: 'count' }),
  /** How one's own application stands, where there is one. */
  own: withMeta(applyStatus.schema.nullable(), { label: '我的报名' }),
} as const

/** Exchanges that one may apply for, whoever prepares them. */
export const selectOpenExchanges = call({
  path: '/meeting/exchange/selectOpenExchangesByPage',
  title: '分页查询可报名的交流活动',
  access: use,
  request: pageQuery({ keyword: optionalText('活动名称或地点', 50) }, ['startDate']),
  response: pageOf(z.object(openRow)),
})

/** What the form of an application needs: the exchange, and for whom one may apply. */
export const selectExchangeToApply = call({
  path: '/meeting/exchange/selectExchangeToApply',
  title: '查看交流活动报名信息',
  access: use,
  request: body({ exchangeId: ref('活动', 'openExchange') }),
  response: z.object({
    ...openRow,
    /** Why nobody can apply now; null when they can. */
    closed: z.string().nullable(),
    forAnybody: z.boolean(),
    companies: z.array(z.object({ companyId: id(), companyName: z.string() })),
    self: z.object({ name: z.string(), mobile: z.string().nullable(), email: z.string().nullable() }),
  }),
})

// The handler checks the company: it may be one that the account acts for, outside of its data scope.
const { companyId: _company, ...person } = applicantFields

/** Applies for oneself, or for one of the people of a company that one acts for. */
export const applyForExchange = call({
  path: '/meeting/exchange/applyForExchange',
  title: '报名交流活动',
  access: use,
  write: true,
  request: asksFor(body({ exchangeId: ref('活动', 'openExchange'), companyId: orEmpty(withMeta(id('单位'), { label: '单位' })), ...person })),
  response: z.object({ applyId: id(), applyStatus: applyStatus.schema }),
})
