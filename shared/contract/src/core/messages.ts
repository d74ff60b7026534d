import { z } from 'zod'
import { itemOf, metaOf, shapeOf } from './fields'

/** What a schema says of a value that is not there, when it has no sentence of its own: only its place knows the label. */
const MISSING = '必填'

/** Asks for the value of a field in the words for its kind: 请填写姓名, 请选择会员, 请上传回执. `name` stands in where it has no label. */
export function askFor(field: z.ZodType, name = ''): string {
  const { label = name, options, ref, files, show } = metaOf(field)
  return `${files ? '请上传' : options || ref || show === 'date' || show === 'instant' ? '请选择' : '请填写'}${label}`
}

/** The sentence of what a schema refuses, for the person who filled in its form. */
export function sentenceOf(schema: z.ZodType, { path, message }: { path: readonly PropertyKey[]; message: string }): string {
  if (message !== MISSING) return message
  const field = path.reduce<z.ZodType | undefined>((at, key) => at && (typeof key === 'number' ? itemOf(at) : shapeOf(at)?.[String(key)]), schema)
  return field && metaOf(field).label ? askFor(field) : message
}

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
