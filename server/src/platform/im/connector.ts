import { randomUUID } from 'node:crypto'
import { imKind, type ImKind } from '@assoc/contract/rbac/im'
import type { Db } from '../database/database'
import { defineConnector } from '../connectors/connector'
import './tables'

const NEEDS: Record<ImKind, string> = { wecom: 'WECOM_CORP_ID、WECOM_AGENT_ID、WECOM_SECRET', dingtalk: 'DINGTALK_CLIENT_ID、DINGTALK_CLIENT_SECRET、DINGTALK_AGENT_ID', feishu: 'FEISHU_APP_ID、FEISHU_APP_SECRET' }

const addressOf = async (db: Db, userId: string, kind: ImKind): Promise<string | null> =>
  (await db.selectFrom('im_binding').select('address').where('user_id', '=', userId).where('kind', '=', kind).executeTakeFirst())?.address ?? null

for (const kind of imKind.keys) {
  const label = imKind.labels[kind]
  defineConnector({
    kind,
    async describe({ im, db, config }) {
      const provider = im.get(kind)
      if (!provider) return { state: 'off', provider: '—', facts: [], hint: `没有接入${label}。设置 ${NEEDS[kind]} 后，可以扫码登录，并把待办发到${label}。` }
      const { n } = await db.selectFrom('im_binding').select((eb) => eb.fn.countAll<string>().as('n')).where('kind', '=', kind).executeTakeFirstOrThrow()
      const hint = config.publicUrl ? null : '没有设置 PUBLIC_URL：消息里不带链接，扫码后的返回地址按访问地址计算'
      return { state: 'on', provider: label, facts: [...provider.facts, { label: '已绑定', value: `${n} 人` }], hint }
    },
    trialOf: ({ im }, { bound }) => (im.has(kind) ? (bound.includes(kind) ? { says: `向您本人绑定的${label}发送一条测试消息` } : { obstacle: `您没有绑定${label}，请先在个人中心绑定` }) : null),
    async test({ im, db, config }, { userId, realName }) {
      const [provider, address] = [im.get(kind), await addressOf(db, userId, kind)]
      if (!provider || address === null) throw new Error(`没有接入${label}，或您没有绑定`)
      await provider.send({ id: `trial-${randomUUID()}`, to: address, title: '连接测试', text: `${realName}，您好：这是一条连接测试（${new Date().toISOString()}），由系统管理员在「系统管理 / 连接」中发出，请忽略。`, url: config.publicUrl })
      return `${label}已接收，请查看您的消息`
    },
  })
}
