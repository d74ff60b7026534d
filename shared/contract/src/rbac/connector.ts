import { z } from 'zod'
import { body, call, done } from '../core/call'
import { choice, choiceField, withMeta } from '../core/fields'
import { rbac } from './permits'

/** What the console is connected with outside of itself. */
export const connectorKind = choice('连接', { mail: '邮件', sms: '短信', files: '文件存储', releases: '应用发布', signOn: '统一身份认证', invoices: '开票平台', wecom: '企业微信', dingtalk: '钉钉', feishu: '飞书' })
export const connectorState = choice('状态', { on: '已接入', local: '本机', off: '未接入' }, { on: 'green', local: 'grey', off: 'amber' })
export type ConnectorKind = keyof typeof connectorKind.labels

const instant = (label: string) => withMeta(z.string().nullable(), { label, show: 'instant' })

export const connectorRow = z.object({
  kind: choiceField(connectorKind),
  state: choiceField(connectorState),
  /** Who is at the other side: 阿里云短信, smtp.example.com. */
  provider: withMeta(z.string(), { label: '提供方' }),
  /** What is set, in the order in which it is shown; never a secret. */
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  /** What follows from it, or what is missing, in one sentence. */
  hint: withMeta(z.string().nullable(), { label: '说明' }),
  goodTime: instant('最近成功'),
  badTime: instant('最近失败'),
  badReason: withMeta(z.string().nullable(), { label: '失败原因' }),
  /** What a test of the person who asks would do; null where there is nothing to test. */
  trial: withMeta(z.string().nullable(), { label: '测试内容' }),
  /** Why this person cannot test it; null when they can. */
  obstacle: z.string().nullable(),
  /** The last test: who asked for it, whether it is still under way, and what it came to. */
  test: z.object({ by: z.string(), asked: z.string(), state: z.enum(['running', 'good', 'bad', 'lost']), result: z.string().nullable() }).nullable(),
})

export const selectConnectors = call({
  path: '/user/connector/selectConnectors',
  title: '查询连接',
  access: rbac('connector:read'),
  background: true,
  request: body({}),
  response: z.object({ items: z.array(connectorRow) }),
})

/** Tests within an hour: of one person, and of a connector by all. */
export const TESTS_PER_HOUR = { person: 12, connector: 30 } as const

/** Has a connector tested on the person who asks: a mail or a text message to themselves, a file that is written and read back. */
export const testConnector = call({
  path: '/user/connector/testConnector',
  title: '测试连接',
  access: rbac('connector:test'),
  write: true,
  request: body({ kind: choiceField(connectorKind) }),
  response: done,
})
