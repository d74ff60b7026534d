import { choice } from '../core/fields'

export const channel = choice('渠道', { sms: '短信', mail: '邮件' })
export const messageKind = choice('消息类型', { notice: '通知', promotion: '商业推广' })
