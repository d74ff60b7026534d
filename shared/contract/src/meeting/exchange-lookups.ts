import type { Lookup, LookupOf } from '../core/lookup'
import type { studyExchange } from './exchange'

/** All exchanges, for filters. */
export const exchangeLookup: Lookup = {
  entity: 'studyExchange',
  list: async () => (await import('./exchange')).studyExchange.list,
  read: async () => (await import('./exchange')).studyExchange.read,
  id: 'exchangeId',
  label: ['exchangeName', 'startDate'],
  hint: '输入活动名称',
  named: ['exchangeName'],
  view: 'meeting/ExchangeList',
} satisfies LookupOf<typeof studyExchange.list>

/** Exchanges that somebody may apply for. */
export const openExchangeLookup: Lookup = {
  ...exchangeLookup,
  id: 'exchangeId',
  label: ['exchangeName', 'startDate'],
  named: ['exchangeName'],
  filter: { exchangeStatus: ['open', 'full'] },
} satisfies LookupOf<typeof studyExchange.list>
