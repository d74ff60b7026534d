import type { FileItem, ResponseOf } from '@assoc/contract'
import { instantOf, localTime } from '@assoc/contract/core/day'
import { emptyRich, richOf, type RichDoc } from '@assoc/contract/core/rich-text'
import { smsParts, type selectSmsDraft } from '@assoc/contract/message/message'
import dayjs, { type Dayjs } from 'dayjs'

export type Channel = 'sms' | 'mail'

/** A draft as the server answers it. */
export type Opened = ResponseOf<typeof selectSmsDraft>
/** People chosen in a list. */
export type Chosen = NonNullable<Opened['audience']['chosen']>

/** What the form of a message holds. */
export interface Values {
  msgKind: 'notice' | 'promotion'
  templateId: string | null
  subject: string
  /** Words of a text message. */
  content: string
  /** Text of a mail. */
  rich: RichDoc
  attachments: FileItem[]
  /** Whether contacts are chosen by marks, beside what is typed. */
  byMarks: boolean
  categoryIds: string[]
  jurisdictions: string[]
  postTypes: string[]
  inArrears: boolean
  chosen: Chosen | null
  extra: string
  scheduleTime: Dayjs | null
}

export const EMPTY: Values = {
  msgKind: 'notice',
  templateId: null,
  subject: '',
  content: '',
  rich: emptyRich(),
  attachments: [],
  byMarks: true,
  categoryIds: [],
  jurisdictions: [],
  postTypes: [],
  inArrears: false,
  chosen: null,
  extra: '',
  scheduleTime: null,
}

/** Numbers or addresses out of a pasted text: one a line, or divided by commas, semicolons or blanks. */
export const listed = (text: string): string[] =>
  text
    .split(/[\n\r,，;；、\t ]+/)
    .map((part) => part.trim())
    .filter(Boolean)

/** The body of the calls for a message as the form stands. */
export function requestOf(channel: Channel, v: Values) {
  const { categoryIds, jurisdictions, postTypes, inArrears } = v
  return {
    msgKind: v.msgKind,
    ...(channel === 'mail' ? { subject: v.subject, content: v.rich, attachments: v.attachments } : { content: v.content }),
    templateId: v.templateId || null,
    audience: {
      contacts: v.byMarks ? { categoryIds, jurisdictions, postTypes, inArrears } : null,
      chosen: v.chosen,
      extra: listed(v.extra),
    },
    scheduleTime: v.scheduleTime ? instantOf(v.scheduleTime.format('YYYY-MM-DD HH:mm')) : null,
  }
}

/** The form as a draft fills it; a mail of before has plain words alone. */
export function valuesOf(d: Opened): Values {
  const marks = d.audience.contacts ?? { categoryIds: [], jurisdictions: [], postTypes: [], inArrears: false }
  return {
    msgKind: d.msgKind,
    templateId: d.templateId,
    subject: d.subject,
    content: d.content,
    rich: d.rich ?? richOf(d.content),
    attachments: d.attachments,
    byMarks: d.audience.contacts !== null,
    ...marks,
    chosen: d.audience.chosen ?? null,
    extra: d.audience.extra.join('\n'),
    scheduleTime: d.scheduleTime ? dayjs(localTime(d.scheduleTime)) : null,
  }
}

/** Field of the form at which a refusal of the server is shown. */
export function fieldOf(channel: Channel, path: string): keyof Values {
  const [head = '', part] = path.split('.')
  if (head === 'audience') return part === 'extra' ? 'extra' : 'byMarks'
  if (head === 'content' || !(head in EMPTY)) return channel === 'mail' ? 'rich' : 'content'
  return head as keyof Values
}

/** How long a text message is with its signature, and as how many parts it counts. Variables count as they stand. */
export function lengthOf(content: string, sign: string | null): { characters: number; parts: number } {
  const text = sign ? `【${sign}】${content}` : content
  return { characters: [...text].length, parts: smsParts(text) }
}
