import type { FileItem, ResponseOf } from '@assoc/contract'
import { instantOf, localTime } from '@assoc/contract/core/day'
import { emptyRich, richOf, type RichDoc } from '@assoc/contract/core/rich-text'
import { smsParts } from '@assoc/contract/message/kinds'
import type { selectSmsDraft } from '@assoc/contract/message/message'
import dayjs, { type Dayjs } from 'dayjs'

export type Channel = 'sms' | 'mail'

/** A draft as the server answers it. */
export type Opened = ResponseOf<typeof selectSmsDraft>
/** Whom a message goes to. */
export type Audience = Opened['audience']
/** People chosen in a list. */
export type Chosen = NonNullable<Opened['audience']['chosen']>

type Range = 'member' | 'other' | 'any'

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
  range: Range
  categoryIds: string[]
  jurisdictions: string[]
  companyTypes: string[]
  boards: string[]
  listStatuses: string[]
  csrcIndustries: string[]
  postTypes: string[]
  inArrears: boolean
  feeYear: number | null
  chosen: Chosen | null
  userGroupIds: string[]
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
  range: 'member',
  categoryIds: [],
  jurisdictions: [],
  companyTypes: [],
  boards: [],
  listStatuses: [],
  csrcIndustries: [],
  postTypes: [],
  inArrears: false,
  feeYear: null,
  chosen: null,
  userGroupIds: [],
  extra: '',
  scheduleTime: null,
}

/** Numbers or addresses out of a pasted text: one a line, or divided by commas, semicolons or blanks. */
export const listed = (text: string): string[] =>
  text
    .split(/[\n\r,，;；、\t ]+/)
    .map((part) => part.trim())
    .filter(Boolean)

/** Whom the form names as it stands. */
export function audienceOf(v: Values) {
  const { range, categoryIds, jurisdictions, companyTypes, boards, listStatuses, csrcIndustries, postTypes, inArrears, feeYear } = v
  return {
    contacts: v.byMarks
      ? { range, categoryIds, jurisdictions, companyTypes, boards, listStatuses, csrcIndustries, postTypes, inArrears, feeYear }
      : null,
    chosen: v.chosen,
    userGroupIds: v.userGroupIds,
    extra: listed(v.extra),
  }
}

/** The form's fields as an audience fills them; of what was typed only what the channel can reach. */
export function fieldsOfAudience(channel: Channel, { contacts, chosen, userGroupIds, extra }: Audience) {
  return {
    byMarks: contacts !== null,
    range: contacts?.range ?? EMPTY.range,
    categoryIds: contacts?.categoryIds ?? [],
    jurisdictions: contacts?.jurisdictions ?? [],
    companyTypes: contacts?.companyTypes ?? [],
    boards: contacts?.boards ?? [],
    listStatuses: contacts?.listStatuses ?? [],
    csrcIndustries: contacts?.csrcIndustries ?? [],
    postTypes: contacts?.postTypes ?? [],
    inArrears: contacts?.inArrears ?? false,
    feeYear: contacts?.feeYear ?? null,
    chosen: chosen ?? null,
    userGroupIds: userGroupIds ?? [],
    extra: extra.filter((text) => text.includes('@') === (channel === 'mail')).join('\n'),
  } satisfies Partial<Values>
}

/** The body of the calls for a message as the form stands. */
export function requestOf(channel: Channel, v: Values) {
  return {
    msgKind: v.msgKind,
    ...(channel === 'mail' ? { subject: v.subject, content: v.rich, attachments: v.attachments } : { content: v.content }),
    templateId: v.templateId || null,
    audience: audienceOf(v),
    scheduleTime: v.scheduleTime ? instantOf(v.scheduleTime.format('YYYY-MM-DD HH:mm')) : null,
  }
}

/** The form as a draft fills it; a mail of before has plain words alone. */
export function valuesOf(channel: Channel, d: Opened): Values {
  return {
    ...fieldsOfAudience(channel, d.audience),
    // A draft keeps what was typed as it is, also what is wrong with it.
    extra: d.audience.extra.join('\n'),
    msgKind: d.msgKind,
    templateId: d.templateId,
    subject: d.subject,
    content: d.content,
    rich: d.rich ?? richOf(d.content),
    attachments: d.attachments,
    scheduleTime: d.scheduleTime ? dayjs(localTime(d.scheduleTime)) : null,
  }
}

/** Field of the form at which a refusal of the server is shown. */
export function fieldOf(channel: Channel, path: string): keyof Values {
  const [head = '', part] = path.split('.')
  if (head === 'audience') return part === 'extra' || part === 'userGroupIds' ? part : 'byMarks'
  if (head === 'content' || !(head in EMPTY)) return channel === 'mail' ? 'rich' : 'content'
  return head as keyof Values
}

/** How long a text message is with its signature, and as how many parts it counts. Variables count as they stand. */
export function lengthOf(content: string, sign: string | null): { characters: number; parts: number } {
  const text = sign ? `【${sign}】${content}` : content
  return { characters: [...text].length, parts: smsParts(text) }
}
