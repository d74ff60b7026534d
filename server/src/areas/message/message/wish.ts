import { richToText, type RichDoc } from '@assoc/contract/core/rich-text'
import type { FileItem } from '@assoc/contract'
import type { Audience } from './audience.repository'
import type { Wish } from './rules'

/** A message as the calls of both channels send it: a text message has plain words, a mail a structured text. */
export interface Given {
  msgKind: 'notice' | 'promotion'
  subject?: string
  content: string | RichDoc
  templateId?: string | null | undefined
  audience: Audience
  scheduleTime?: string | null | undefined
  attachments?: FileItem[]
}

/** What is checked, shown and sent of a message that was given. */
export function wishOf({ msgKind, subject = '', content, scheduleTime }: Given): Wish {
  const rich = typeof content === 'string' ? null : content
  return { msgKind, subject, rich, content: typeof content === 'string' ? content : richToText(content), scheduleTime: scheduleTime ? new Date(scheduleTime) : null }
}
