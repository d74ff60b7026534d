import { defineConnector } from '../../../platform/connectors/connector'
import { isByHand } from './way.repository'

defineConnector({
  kind: 'invoices',
  async describe({ db }) {
    const way = { label: '开票方式', value: (await isByHand(db)) ? '手工登记' : '接口开具' }
    return { state: 'off', provider: '—', facts: [way], hint: '没有接入开票平台：按「手工登记」登记在平台外开具的票据；选「接口开具」时开出的只是试用票据。' }
  },
  trialOf: () => null,
  async test() {
    throw new Error('没有接入开票平台')
  },
})
