import { refuse } from '../../platform/errors'

/**
 * A JSON value as the text that is stored.
 * @param maxBytes most bytes of that text in UTF-8
 * @throws V00001 at `path` when it is larger, or holds characters that the database cannot keep
 */
export function storedJson(path: string, value: unknown, maxBytes: number): string {
  const text = JSON.stringify(value)
  if (Buffer.byteLength(text) > maxBytes) throw refuse.field(path, `内容不能超过 ${Math.floor(maxBytes / 1024)} KB`)
  if (holdsBadText(value)) throw refuse.field(path, '内容含有无法保存的字符')
  return text
}

// PostgreSQL's jsonb takes neither NUL nor half of a surrogate pair.
const BAD = /\u0000|\p{Surrogate}/u

function holdsBadText(value: unknown): boolean {
  if (typeof value === 'string') return BAD.test(value)
  if (Array.isArray(value)) return value.some(holdsBadText)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) => BAD.test(key) || holdsBadText(inner))
}
