import { buffer } from 'node:stream/consumers'
import { metaOf, type FileItem, type FileRule } from '@assoc/contract'
import { has } from '../access/principal'
import { refuse } from '../errors'
import { keepFile, looksLike } from '../files/store'
import { storedFiles } from '../files/stored'
import type { UploadedFile } from '../http/context'
import type { Action, ResourceRuntime, Row } from './definition'
import { findFiles, giveFiles, letGoOf, type StoredFile } from './files.repository'
import * as rows from './rows.repository'

// Files that records hold. A form sends ids; what a record keeps of a file is read from the file's own row, and a file
// belongs to the person who uploaded it until a record of theirs takes it.

const owners = new Map<string, ResourceRuntime>()

type FileReader = (action: Pick<Action, 'db' | 'principal'>, ownerId: string) => Promise<boolean>
/** By the kind of a file's owner, who may read it besides those who may read the record. */
const readers = new Map<string, FileReader>()

/** Lets others read the files of a resource's records than those who may read the records themselves. */
export const alsoReadFiles = (m: ResourceRuntime, reader: FileReader): void => void readers.set(m.entity.name, reader)

export const ownsFiles = (m: ResourceRuntime): void => void owners.set(m.entity.name, m)

/** Fields of a resource's form that hold files. */
export const fileFieldsOf = ({ contract }: Pick<ResourceRuntime, 'contract'>): [field: string, rule: FileRule][] =>
  Object.entries(contract.definition.fields).flatMap(([field, schema]): [string, FileRule][] => {
    const rule = metaOf(schema).files
    return rule ? [[field, rule]] : []
  })

/** The rule of an upload's purpose `<resource>.<field>`, for who may write that resource; undefined otherwise. */
export function ruleOfPurpose(principal: Action['principal'], purpose: string): FileRule | undefined {
  const [name = '', field = ''] = purpose.split('.')
  const m = owners.get(name)
  if (!m) return undefined
  const { insert, update } = m.contract.definition.access
  const may = [insert, update].some((access) => access && (access.kind !== 'permit' || has(principal, access.code)))
  return may ? fileFieldsOf(m).find(([own]) => own === field)?.[1] : undefined
}

/** Whether a person may read a file: their own unused upload, or one of a record that they may read. */
export async function mayReadFile({ db, principal }: Pick<Action, 'db' | 'principal'>, file: StoredFile): Promise<boolean> {
  if (file.owner_type === 'draft') return file.create_by === principal.userId
  const m = owners.get(file.owner_type)
  if (!m || !file.owner_id) return false
  if (await readers.get(file.owner_type)?.({ db, principal }, file.owner_id)) return true
  const { read } = m.contract.definition.access
  if (read.kind === 'permit' && !has(principal, read.code)) return false
  if (m.options.originals && !has(principal, m.options.originals)) return false
  return (await rows.findRow(db, m, principal, file.owner_id)) !== undefined
}

const idsOf = (items: unknown): string[] => (Array.isArray(items) ? (items as FileItem[]).map((item) => item.fileId) : [])

/** The fields with their files as they are stored; refuses one that is neither theirs nor the record's, or not what its field takes. */
export async function withStoredFiles(m: ResourceRuntime, { db, principal }: Action, fields: Row, id: string | null): Promise<Row> {
  const known: Row = { ...fields }
  for (const [field, rule] of fileFieldsOf(m)) {
    const ids = [...new Set(idsOf(fields[field]))]
    if (ids.length === 0) continue
    const found = await findFiles(db, ids)
    known[field] = ids.map((fileId): FileItem => {
      const file = found.find((f) => f.file_id === fileId)
      const mine = file?.owner_type === 'draft' && file.create_by === principal.userId
      const its = file?.owner_type === m.entity.name && file.owner_id === id
      if (!file || (!mine && !its) || !rule.exts.includes(extensionOf(file.file_name))) throw refuse.field(field, '文件已失效，请重新上传')
      return { fileId, fileName: file.file_name, fileSize: Number(file.file_size) }
    })
  }
  return known
}

/** Makes the files of a written record its own, and lets go of those that it held before and holds no more. */
export async function settleFiles(m: ResourceRuntime, { db }: Action, id: string, fields: Row, before?: Row): Promise<void> {
  for (const [field] of fileFieldsOf(m)) {
    if (!(field in fields)) continue
    const held = idsOf(before?.[field])
    const now = idsOf(fields[field])
    await giveFiles(db, now.filter((one) => !held.includes(one)), m.entity.name, id)
    await letGoOf(db, held.filter((one) => !now.includes(one)))
  }
}

/**
 * Files of a record once more, as uploads of this person, for a record that is made like it: a file belongs to one record, and goes some weeks
 * after that lets go of it. Their bytes are held in memory one after the other.
 */
export async function copiedFiles({ db, platform: { files }, principal }: Action, items: readonly FileItem[]): Promise<FileItem[]> {
  const copies: FileItem[] = []
  for (const { key, fileName, contentType, size } of await storedFiles(db, idsOf(items))) {
    const bytes = await buffer(files.read(key))
    copies.push({ fileId: await keepFile(db, files, { bytes, fileName, contentType, ownerType: 'draft', createBy: principal.userId }), fileName, fileSize: size })
  }
  return copies
}

/** What the log keeps of files: their names. */
export function withFileNames(m: ResourceRuntime, fields: Row): Row {
  const own = fileFieldsOf(m).filter(([field]) => Array.isArray(fields[field]))
  return own.length === 0 ? fields : { ...fields, ...Object.fromEntries(own.map(([field]) => [field, (fields[field] as FileItem[]).map((item) => item.fileName)])) }
}

export const extensionOf = (fileName: string): string => /\.([a-z0-9]{1,5})$/i.exec(fileName)?.[1]?.toLowerCase().replace(/^jpeg$/, 'jpg') ?? ''

const MB = 1024 * 1024

/** The one file that was sent, when it is what the rule takes: by its ending, its size and its first bytes. */
export function requiredUpload(rule: FileRule, [file, ...more]: readonly UploadedFile[]): UploadedFile {
  if (!file || more.length > 0) throw refuse.field('file', '请选择一个文件')
  const extension = extensionOf(file.fileName)
  if (!rule.exts.includes(extension)) throw refuse.field('file', `只能上传 ${rule.exts.join('、')} 格式的文件`)
  if (file.size > rule.maxMb * MB) throw refuse.field('file', `文件不能超过 ${rule.maxMb} MB`)
  if (file.size === 0) throw refuse.field('file', '文件是空的')
  if (!looksLike(extension, file.head)) throw refuse.field('file', '文件内容与扩展名不符')
  return file
}
