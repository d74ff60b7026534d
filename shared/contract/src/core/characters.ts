import type { z } from 'zod'

// Which characters a text may hold. PostgreSQL stores neither NUL nor half of a surrogate pair; CR and LF in a name forge mail
// headers and log lines; controls of writing direction make a file name look as if it ended otherwise (Unicode TR 36, 3.2).

const UNSTORABLE = /[\0\ud800-\udfff]/u
const CONTROLS = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f]/
const LINE_BREAKS = /[\n\r\u0085\u2028\u2029]/
// With the tab, which no name needs.
const DIRECTIONS = /[\t\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

/** Whether a text can be stored at all: no NUL, no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !UNSTORABLE.test(text)
/** Whether a text is of what people type: storable, tabs and line breaks allowed, other controls not. */
export const isPlainText = (text: string): boolean => isStorable(text) && !CONTROLS.test(text)
/** Whether a text stands on one line. */
export const isOneLine = (text: string): boolean => !LINE_BREAKS.test(text)
/** Whether a name of a file is shown as it is: plain text on one line without controls of writing direction. */
export const isPlainFileName = (name: string): boolean => isPlainText(name) && isOneLine(name) && !DIRECTIONS.test(name)

/** The text without what its end repeats: `a///` without `/` is `a`. An expression would try each of them as a start. */
export function withoutEnd(text: string, end: string): string {
  let length = text.length
  while (end && text.endsWith(end, length)) length -= end.length
  return text.slice(0, length)
}

export const UNSTORABLE_MESSAGE = '含有无法保存的字符，请删除后重新输入'
export const FILE_NAME_MESSAGE = '文件名含有不可见的控制字符，请改名后重新上传'

/** Path of the first text that cannot be stored, names of fields included; null when there is none. */
function unstorable(value: unknown, path: PropertyKey[] = []): PropertyKey[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : path
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const found = isStorable(key) ? unstorable(inner, [...path, Array.isArray(value) ? Number(key) : key]) : path
    if (found) return found
  }
  return null
}

/** The schema, refusing what holds a text that cannot be stored, wherever it stands. The kind of schema and its shape stay. */
export const storable = <S extends z.ZodType>(schema: S): S =>
  schema.check((context) => {
    // What its own field has refused is not said twice.
    const path = context.issues.length === 0 && unstorable(context.value)
    if (path) context.issues.push({ code: 'custom', path, message: UNSTORABLE_MESSAGE, input: context.value })
  })
