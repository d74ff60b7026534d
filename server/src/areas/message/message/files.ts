import { MAIL_FILES_MAX } from '@assoc/contract/message/kinds'
import type { FileItem } from '@assoc/contract'
import { refuse } from '../../../platform/errors'
import type { Action } from '../../../platform/resource/definition'
import { withStoredFiles } from '../../../platform/resource/files'
import type { Channel } from '../tables'
import { runtimeOf } from './submit'
import type { Given } from './wish'

const MB = 1024 * 1024

/** The files of a mail as they are stored; refuses more than may go with one. Text messages have none. */
export async function filesOf(channel: Channel, action: Action, given: Given, messageId: string | null): Promise<FileItem[]> {
  if (channel === 'sms') return []
  const { attachments } = (await withStoredFiles(runtimeOf(channel), action, { attachments: given.attachments ?? [] }, messageId)) as { attachments: FileItem[] }
  const size = attachments.reduce((sum, file) => sum + file.fileSize, 0)
  if (size > MAIL_FILES_MAX) throw refuse.field('attachments', `附件合计不能超过 ${MAIL_FILES_MAX / MB} MB，现在是 ${(size / MB).toFixed(1)} MB`)
  return attachments
}
