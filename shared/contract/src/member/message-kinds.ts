import { choice } from '../core/fields'
import { DOCUMENTS, files } from '../core/files'

export const channel = choice('渠道', { sms: '短信', mail: '邮件' })
export const messageKind = choice('消息类型', { notice: '通知', promotion: '商业推广' })

/** Bytes of all files of a mail together. */
export const MAIL_FILES_MAX = 20 * 1024 * 1024
/** Files that go with a mail. */
export const mailFiles = () => files('附件', { exts: [...DOCUMENTS, 'ofd', 'zip'], max: 5 })
