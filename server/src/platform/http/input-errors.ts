import type { FieldError } from '@assoc/contract'
import { FILE_NAME_MESSAGE, isPlainFileName } from '@assoc/contract/core/characters'
import { unknownField } from '@assoc/contract/core/messages'
import { sentenceOf } from '@assoc/contract/core/sentences'
import type { z } from 'zod'
import { MAX_FIELDS, refuse, type Refusal } from '../errors'
import type { UploadedFile } from './context'

/** What the schema of a call refuses, as the refusal that names the fields. Its size depends on neither the number nor the length of what was sent. */
export function refusalOf(schema: z.ZodType, { issues }: z.ZodError): Refusal {
  const fields: FieldError[] = []
  let total = 0
  for (const issue of issues) {
    const path = issue.path.map(String).join('.')
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : null
    total += keys?.length ?? 1
    const room = MAX_FIELDS - fields.length
    if (room <= 0) continue
    if (keys) fields.push(...keys.slice(0, room).map((key) => ({ path: path ? `${path}.${key}` : key, message: unknownField(key) })))
    else fields.push({ path, message: sentenceOf(schema, issue) })
  }
  return refuse.input(fields, total)
}

/** Refuses uploads whose name shows another ending than it has. */
export function refuseFileNames(files: readonly UploadedFile[]): void {
  if (!files.every(({ fileName }) => isPlainFileName(fileName))) throw refuse.field('file', FILE_NAME_MESSAGE)
}
