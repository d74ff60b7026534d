import { randomUUID } from 'node:crypto'
import { defineConnector } from '../../../platform/connectors/connector'
import { invoiceProvider } from './provider'
import { isByHand } from './way.repository'

defineConnector({
  kind: 'invoices',
  async describe({ db, config: { invoices } }) {
    const hand = await isByHand(db)
    const facts = [{ label: '开票方式', value: hand ? '手工登记' : '接口开具' }]
    if (!invoices) return { state: 'off', provider: '—', facts, hint: '没有接入开票平台：按「手工登记」登记在平台外开具的票据；选「接口开具」时开出的只是试用票据。设置 INVOICE_URL 等参数后重新启动。' }
    const hint = hand ? '参数「开票方式」为手工登记，平台没有在用' : null
    return { state: 'on', provider: new URL(invoices.url).host, facts: [...facts, { label: '账号', value: `${invoices.keyId.slice(0, 4)}…` }], hint }
  },
  trialOf: ({ config }) => (config.invoices ? { says: '查询一个不存在的申请编号，不开票' } : null),
  async test(platform) {
    if (!platform.config.invoices) throw new Error('没有接入开票平台')
    const nobodys = `trial-${randomUUID()}`
    const found = await invoiceProvider(platform).query(nobodys)
    if (found) throw new Error('开票平台对不存在的申请编号答复了票据')
    return '开票平台有应答，签名通过'
  },
})
