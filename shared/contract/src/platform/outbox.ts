import { z } from 'zod'
import { body, call } from '../core/call'
import { choice, choiceField, optionalText, ref, withMeta } from '../core/fields'
import { personal } from '../core/personal'
import { resource } from '../core/resource'
import { rbac } from '../rbac/permits'

export const outboxChannel = choice('渠道', { mail: '邮件', sms: '短信' })
export const outboxStatus = choice(
  '状态',
  { queued: '待发送', sending: '发送中', sent: '已发送', delivered: '已送达', failed: '失败', kept: '仅存档', unknown: '结果不明' },
  { queued: 'amber', sending: 'blue', sent: 'green', delivered: 'green', failed: 'red', kept: 'grey', unknown: 'violet' },
)

/** Mail and text messages that the system has sent or would send, without their text. Written by the system alone. */
export const outbox = resource({
  name: 'outbox',
  label: '消息',
  fileTitle: '发件箱',
  base: '/user/outbox',
  id: 'outboxId',
  fields: {},
  more: {
    channel: choiceField(outboxChannel),
    recipient: personal(withMeta(z.string(), { label: '接收人' }), 'contact'),
    subject: withMeta(z.string(), { label: '主题' }),
    outboxStatus: choiceField(outboxStatus),
    attempts: withMeta(z.number().int(), { label: '次数', show: 'count' }),
    errorMessage: withMeta(z.string().nullable(), { label: '失败原因' }),
    createTime: withMeta(z.string(), { label: '提交时间', show: 'instant' }),
    sentTime: withMeta(z.string().nullable(), { label: '发送时间', show: 'instant' }),
  },
  filters: { keyword: optionalText('完整的接收人，或主题', 64), channel: outboxChannel.schema.optional(), outboxStatus: outboxStatus.schema.optional() },
  view: 'rbac/Outbox',
  facts: ['channel', 'outboxStatus', 'createTime'],
  sortable: ['createTime'],
  appendOnly: true,
  access: { read: rbac('outbox:read'), export: rbac('outbox:read') },
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
