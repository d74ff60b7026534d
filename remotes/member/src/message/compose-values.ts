import { smsParts } from '@assoc/contract/member/message'
import type { Dayjs } from 'dayjs'

export type Channel = 'sms' | 'mail'

/** What the form of a message holds. */
export interface Values {
  msgKind: 'notice' | 'promotion'
  templateId: string | null
  subject: string
  content: string
  /** Whether contacts are chosen by marks, beside what is typed. */
  byMarks: boolean
  categoryIds: string[]
  jurisdictions: string[]
  postTypes: string[]
  inArrears: boolean
  extra: string
  scheduleTime: Dayjs | null
}

export const EMPTY: Values = { msgKind: 'notice', templateId: null, subject: '', content: '', byMarks: true, categoryIds: [], jurisdictions: [], postTypes: [], inArrears: false, extra: '', scheduleTime: null }

/** Numbers or addresses out of a pasted text: one a line, or divided by commas, semicolons or blanks. */
export const listed = (text: string): string[] => text.split(/[\n\r,，;；、\t ]+/).map((part) => part.trim()).filter(Boolean)

/** The body of the calls for a message as the form stands. */
export function requestOf(channel: Channel, v: Values) {
  const { categoryIds, jurisdictions, postTypes, inArrears } = v
  return {
    msgKind: v.msgKind,
    content: v.content,
    ...(channel === 'mail' ? { subject: v.subject } : {}),
    templateId: v.templateId || null,
    audience: { contacts: v.byMarks ? { categoryIds, jurisdictions, postTypes, inArrears } : null, extra: listed(v.extra) },
    scheduleTime: v.scheduleTime ? v.scheduleTime.second(0).millisecond(0).toISOString() : null,
  }
}

/** Field of the form at which a refusal of the server is shown. */
export function fieldOf(path: string): keyof Values {
  const [head = '', part] = path.split('.')
  if (head === 'audience') return part === 'extra' ? 'extra' : 'byMarks'
  return (head in EMPTY ? head : 'content') as keyof Values
}

/** How long a text message is with its signature, and as how many parts it counts. Variables count as they stand. */
export function lengthOf(content: string, sign: string | null): { characters: number; parts: number } {
  const text = sign ? `【${sign}】${content}` : content
  return { characters: [...text].length, parts: smsParts(text) }
}
