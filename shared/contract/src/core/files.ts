import { z } from 'zod'
import { FILE_NAME_MESSAGE, isPlainFileName } from './characters'
import { ref, withMeta } from './fields'

/** What an upload may be: endings of its name, its size, and how many a field holds. */
export interface FileRule {
  /** Without the dot, in lower case. */
  exts: readonly string[]
  maxMb: number
  max: number
  /** Large files: they come in parts, and what was cut goes on where it was. */
  inParts?: boolean
}

/** A file as a field holds it. Name and size are the server's: what a form sends of them is passed over. */
export const fileItem = z.strictObject({
  fileId: ref('文件', 'file'),
  fileName: z.string().max(200).refine(isPlainFileName, FILE_NAME_MESSAGE),
  fileSize: z.number().int().min(0),
})
export type FileItem = z.output<typeof fileItem>

/** Endings that are taken where a field says nothing else. */
export const DOCUMENTS = ['pdf', 'jpg', 'png', 'docx', 'xlsx'] as const

/** Files that a record holds. `least` 1 makes the field one that must be filled in. */
export function files(label: string, { exts = DOCUMENTS, maxMb = 20, max = 10, least = 0, inParts = false }: Partial<FileRule> & { least?: number } = {}) {
  return withMeta(z.array(fileItem).min(least, `请上传${label}`).max(max, `${label}最多 ${max} 个文件`), { label, files: { exts, maxMb, max, ...(inParts ? { inParts } : {}) } })
}
