import { QUESTION_TYPES, readDocument, type FormDoc } from '@assoc/contract/form/engine/document'
import { quotedLabel } from './document-parts'

/** The kind under which questions lie on the system's clipboard: browsers hand it on between forms, tabs and windows. */
export const PAYLOAD = 'application/x-assoc-questions+json'

interface Copied {
  payload: string
  text: string
  count: number
}

/** Questions as they are put on the clipboard: whole for another form, as text for every other program. */
export function copiedQuestions(doc: FormDoc, keys: readonly string[]): Copied | null {
  const tops = keys.filter((key) => doc.questions[key])
  const all = [...new Set(tops.flatMap((key) => [key, ...(doc.questions[key]?.columns ?? [])]))]
  if (all.length === 0) return null
  const source: FormDoc = {
    format: doc.format,
    title: doc.title,
    pages: [],
    blocks: {},
    questions: Object.fromEntries(all.flatMap((key) => (doc.questions[key] ? [[key, doc.questions[key]]] : []))),
  }
  const text = tops
    .map((key, i) => {
      const one = doc.questions[key]
      if (!one) return ''
      const options = (one.options ?? []).filter(({ retired }) => !retired).map(({ label }, at) => `${letter(at)}. ${label}`)
      return [
        `${i + 1}. ${quotedLabel(doc, one.label)}${one.type === 'checkbox' ? `（${QUESTION_TYPES.checkbox}）` : ''}`,
        ...options,
      ].join('\n')
    })
    .join('\n')
  return { payload: JSON.stringify({ source, keys: tops }), text, count: tops.length }
}

const letter = (at: number): string => (at < 26 ? String.fromCharCode(65 + at) : String(at + 1))

/** The questions of a clipboard; null for what another program wrote under this kind. */
export function readCopied(payload: string): { source: FormDoc; keys: string[] } | null {
  try {
    const read = JSON.parse(payload) as { source?: unknown; keys?: unknown }
    const document = readDocument(read.source)
    if ('problem' in document || !Array.isArray(read.keys)) return null
    const keys = read.keys.filter((key): key is string => typeof key === 'string' && Object.hasOwn(document.doc.questions, key))
    return keys.length > 0 ? { source: document.doc, keys } : null
  } catch {
    return null
  }
}
