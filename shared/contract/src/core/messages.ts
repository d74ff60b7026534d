import { z } from 'zod'

/** What a schema says of a value that is not there, when it has no sentence of its own: only its place knows the label. */
export const MISSING = '必填'

/** Longest piece of a name that a client sent which a sentence repeats. */
const NAME_LENGTH = 40

/** Sentence for one field that a schema does not know. */
export const unknownField = (key: string): string => `不支持的字段：${key.slice(0, NAME_LENGTH)}`

// A body may bear any number of unknown fields: a sentence for all of them names the first.
const unknownFields = (keys: readonly string[]): string => `${keys.slice(0, 3).map((key, i) => (i === 0 ? unknownField(key) : key.slice(0, NAME_LENGTH))).join('、')}${keys.length > 3 ? `等 ${keys.length} 个` : ''}`

/**
 * Chinese sentences for refusals that a schema does not word itself. Set once for browser and
 * server, so that both ends say the same thing at the same field.
 */
z.config({
  // Zod compiles schemas with `new Function` where it can, and trying that is a violation of our pages' policy. A browser checks a form at a time.
  jitless: 'document' in globalThis,
  customError: (issue) => {
    switch (issue.code) {
      case 'invalid_type':
        return issue.input === undefined || issue.input === null || issue.input === '' ? MISSING : '格式不正确'
      case 'unrecognized_keys':
        return unknownFields(issue.keys)
      case 'too_big':
        return `不能超过 ${String(issue.maximum)}`
      case 'too_small':
        return issue.origin === 'string' && Number(issue.minimum) <= 1 ? MISSING : `不能少于 ${String(issue.minimum)}`
      case 'invalid_value':
        return '不在可选范围内'
      default:
        return '格式不正确'
    }
  },
})
