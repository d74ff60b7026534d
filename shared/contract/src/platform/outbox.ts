import { z } from 'zod'
import { body, call, pageOf, pageQuery } from '../core/call'
import { choice, choiceField, id, optionalText, ref, withMeta } from '../core/fields'
import { personal, pi, plainAnswer } from '../core/personal'
import { rbac } from '../rbac/permits'

export const outboxChannel = choice('渠道', { mail: '邮件', sms: '短信' })
export const outboxStatus = choice(
  '状态',
  { queued: '待发送', sending: '发送中', sent: '已发送', failed: '失败', kept: '仅存档', unknown: '结果不明' },
  { queued: 'amber', sending: 'blue', sent: 'green', failed: 'red', kept: 'grey', unknown: 'violet' },
)

export const outboxRow = z.object({
  outboxId: id(),
  channel: choiceField(outboxChannel),
  recipient: personal(withMeta(z.string(), { label: '接收人' }), 'contact'),
  subject: withMeta(z.string(), { label: '主题' }),
  outboxStatus: choiceField(outboxStatus),
  attempts: withMeta(z.number().int(), { label: '次数', show: 'count' }),
  errorMessage: withMeta(z.string().nullable(), { label: '失败原因' }),
  createTime: withMeta(z.string(), { label: '提交时间', show: 'instant' }),
  sentTime: withMeta(z.string().nullable(), { label: '发送时间', show: 'instant' }),
})

export const selectOutboxByPage = call({
  path: '/user/outbox/selectOutboxByPage',
  title: '查询发件箱',
  access: rbac('outbox:read'),
  request: pageQuery(
    { keyword: optionalText('完整的接收人，或主题', 64), channel: outboxChannel.schema.optional(), outboxStatus: outboxStatus.schema.optional() },
    ['createTime'],
  ),
  response: pageOf(outboxRow),
})

/** Whom a message was for in plain text; each look is logged. */
export const selectOutboxPlain = call({
  path: '/user/outbox/selectOutboxPlain',
  title: '查看发件接收人明文',
  access: pi('plain:view'),
  request: body({ outboxId: ref('消息', 'outbox'), fields: z.array(z.enum(['recipient'])).min(1) }),
  response: plainAnswer,
  reveals: true,
})

/** The text of one message, with codes masked in it. Reading it is logged. */
export const selectOutboxContent = call({
  path: '/user/outbox/selectOutboxContent',
  title: '查看发件内容',
  access: rbac('outbox:read'),
  write: true,
  secretAnswer: true,
  request: body({ outboxId: ref('消息', 'outbox') }),
  response: z.object({ content: z.string() }),
})
