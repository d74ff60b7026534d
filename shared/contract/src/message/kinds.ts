import { choice } from '../core/fields'
import { DOCUMENTS, files } from '../core/files'

export const channel = choice('渠道', { sms: '短信', mail: '邮件' })
export const messageKind = choice('消息类型', { notice: '通知', promotion: '商业推广' })

/**
 * What a text may leave to be filled per recipient. 欠费 is what their member owes past the last day, and the first such day; 待缴 is all
 * that is not settled, also what is not due yet, for those who write ahead of the last day.
 */
export const MESSAGE_VARIABLES = ['公司简称', '姓名', '会员编号', '欠费金额', '缴费截止日', '待缴金额', '待缴截止日'] as const
/** A text with one of these tells what is owed: it is recorded as a reminder. */
export const AMOUNTS: readonly MessageVariable[] = ['欠费金额', '待缴金额']
export type MessageVariable = (typeof MESSAGE_VARIABLES)[number]
/** A variable as it stands in a text. */
export const asVariable = (name: MessageVariable): string => `\${${name}}`

/** Bytes of all files of a mail together. */
export const MAIL_FILES_MAX = 20 * 1024 * 1024
/** Files that go with a mail. */
export const mailFiles = () => files('附件', { exts: [...DOCUMENTS, 'ofd', 'zip'], max: 5 })

/** Parts that a text message is billed as: up to 70 characters one, above that each 67 (domain J5). */
export const smsParts = (text: string): number => {
  const length = [...text].length
  return length <= 70 ? 1 : Math.ceil(length / 67)
}
