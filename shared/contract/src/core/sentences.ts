import type { z } from 'zod'
import { itemOf, metaOf, shapeOf } from './fields'
import { MISSING } from './messages'

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
