import { SMS_MAX } from '@assoc/contract/message/message'
import { asVariable, MESSAGE_VARIABLES, type MessageVariable } from '@assoc/contract/message/kinds'
import type { FieldError } from '@assoc/contract'
import type { RichDoc, RichNode } from '@assoc/contract/core/rich-text'

export type Facts = Partial<Record<MessageVariable, string>>

const VARIABLE = /\$\{([^}]*)\}?/g

/** The variables of a text, so that a recipient without these facts cannot get it. */
export const variablesOf = (text: string): string[] => [...text.matchAll(VARIABLE)].map(([, name = '']) => name.trim())

/** Fills the variables of a text for one recipient; what they have no fact for is left empty. */
export const fill = (text: string, facts: Facts): string => text.replace(VARIABLE, (_all, name: string) => facts[name.trim() as keyof Facts] ?? '')

/** The pieces of text of a structured text; a variable has to stand within one of them. */
const piecesOf = (nodes: readonly RichNode[]): string[] => nodes.flatMap((one) => (one.type === 'text' ? [one.text] : 'content' in one ? piecesOf(one.content ?? []) : []))

/** As unknownVariable, for a structured text. */
export function unknownInRich(path: string, doc: RichDoc): FieldError | null {
  for (const piece of piecesOf(doc.content)) {
    const wrong = unknownVariable(path, piece)
    if (wrong) return wrong
  }
  return null
}

/** The structured text with the variables of its pieces filled for one recipient. */
export function fillRich(doc: RichDoc, facts: Facts): RichDoc {
  const filled = (nodes: readonly RichNode[]): RichNode[] =>
    nodes.map((one) => (one.type === 'text' ? { ...one, text: fill(one.text, facts) } : 'content' in one ? { ...one, content: filled(one.content ?? []) } : one))
  return { type: 'doc', content: filled(doc.content) }
}

/** A text message as it goes out: the signature in brackets before the text. */
export const signed = (sign: string, text: string): string => `【${sign}】${text}`

/** Variables of a text that there are not, as an error at the field; null when all are known. */
export function unknownVariable(path: string, text: string): FieldError | null {
  const strange = [...text.matchAll(VARIABLE)].find(([all, name = '']) => !all.endsWith('}') || !(MESSAGE_VARIABLES as readonly string[]).includes(name.trim()))
  if (!strange) return null
  return { path, message: `不认识的变量 ${strange[0].slice(0, 20)}，可以使用 ${MESSAGE_VARIABLES.map(asVariable).join('、')}` }
}

/** Errors of a text message's own words, at `path`: variables, brackets, length with the signature where it is known. */
export function smsText(path: string, content: string, sign: string | null): FieldError[] {
  const strange = unknownVariable(path, content)
  if (strange) return [strange]
  if (/[【】]/.test(content)) return [{ path, message: '内容中不能使用【】，签名会自动加在最前面' }]
  const length = [...(sign ? signed(sign, content) : content)].length
  return length > SMS_MAX ? [{ path, message: `短信连同签名不能超过 ${SMS_MAX} 个字，现在是 ${length} 个字` }] : []
}
