import type { FileItem } from '@assoc/contract'
import { OTHER_PAPERS, OTHER_RULE, PAPER_MB, type PaperSlot } from '@assoc/contract/member/data-item'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Action, ResourceRuntime, Row } from '../../../platform/resource/definition'
import { extensionOf, withStoredFiles } from '../../../platform/resource/files'
import * as repository from './repository'

/** Documents of a kind of record: the business whose items ask for them, and the fields that hold them. */
export interface Documents {
  biz: 'join' | 'pool'
  /** All files, as the record owns them. */
  flat: string
  /** The same by item. */
  slots: string
  /** Items that have a field of their own in the record. */
  except?: readonly string[]
}

const MB = 1024 * 1024
/** Slots of a record that is being written, between its rules and its row: the log tells of files by their names alone. */
const sorted = new WeakMap<Row, PaperSlot[]>()

/** Items in use of a business in their order; no item takes more than an upload may be. */
export async function paperItems(db: Db, biz: string): Promise<repository.PaperItem[]> {
  return (await repository.paperItems(db, biz)).map((item) => ({ ...item, maxSizeMb: Math.min(item.maxSizeMb, PAPER_MB) }))
}

const asked = async (db: Db, { biz, except = [] }: Documents) => (await paperItems(db, biz)).filter((item) => !except.includes(item.itemName))

/** What is wrong with a file of an item; null when nothing is. */
export function faultOf({ fileName, fileSize }: FileItem, { fileExts, maxSizeMb }: Pick<repository.PaperItem, 'fileExts' | 'maxSizeMb'>): string | null {
  if (!fileExts.includes(extensionOf(fileName))) return `「${fileName}」不是 ${fileExts.join('、')} 格式`
  return fileSize > maxSizeMb * MB ? `「${fileName}」超过 ${maxSizeMb} MB` : null
}

const slotsOf = (row: Row | undefined, name: string): PaperSlot[] => (row?.[name] as PaperSlot[] | null | undefined) ?? []
const holds = (slot: PaperSlot | undefined, fileId: string) => slot?.files.some((f) => f.fileId === fileId) ?? false

/** Files without an item, as calls send them that know of none: each stays where the record has it, new ones are other documents. */
function placed(flat: readonly FileItem[], before: readonly PaperSlot[]): PaperSlot[] {
  const kept = before.map((slot) => ({ ...slot, files: flat.filter((f) => holds(slot, f.fileId)) }))
  const loose = flat.filter((f) => !before.some((slot) => holds(slot, f.fileId)))
  const other = kept.find((slot) => slot.itemKey === null)
  if (other) other.files = [...other.files, ...loose]
  else if (loose.length > 0) kept.push({ itemKey: null, itemName: OTHER_PAPERS, files: loose })
  return kept
}

/**
 * Puts the files that a form sends to their items: each is checked by the formats and the size of its item, in a sentence at the
 * slot; an item that is not asked for any more keeps what it has and takes nothing new. To be called before a row is written.
 */
export async function sortDocuments(m: ResourceRuntime, action: Action, papers: Documents, fields: Row, row?: Row): Promise<void> {
  const { [papers.slots]: sent, ...others } = fields
  delete fields[papers.slots]
  const before = slotsOf(row, papers.slots)
  if (!sent && !Array.isArray(others[papers.flat])) return
  const given = (sent as PaperSlot[] | null | undefined) ?? placed(others[papers.flat] as FileItem[], before)
  const ids = given.flatMap((slot) => slot.files.map((f) => f.fileId))
  if (new Set(ids).size < ids.length) throw refuse.field(papers.slots, '同一个文件不能放在两项之下')
  const known = await withStoredFiles(m, action, { [papers.flat]: given.flatMap((slot) => slot.files) }, row ? String(row[m.idField]) : null)
  fields[papers.flat] = known[papers.flat]
  const stored = new Map((known[papers.flat] as FileItem[]).map((f) => [f.fileId, f]))
  const items = await asked(action.db, papers)
  const faults: { path: string; message: string }[] = []
  const slots = given.map((slot, n): PaperSlot => {
    const item = items.find((one) => one.itemKey === slot.itemKey)
    const old = before.find((one) => one.itemKey === slot.itemKey)
    const itemName = slot.itemKey === null ? OTHER_PAPERS : (item?.itemName ?? old?.itemName ?? slot.itemName)
    const rule = slot.itemKey === null ? { fileExts: [...OTHER_RULE.exts], maxSizeMb: OTHER_RULE.maxMb } : item
    const files = slot.files.map((f) => stored.get(f.fileId) ?? f)
    for (const file of files.filter((f) => !holds(old, f.fileId))) {
      const fault = rule ? faultOf(file, rule) : '已不再要求，不能上传新的文件'
      if (fault) faults.push({ path: `${papers.slots}.${n}`, message: `${itemName}${rule ? '的' : ''}${fault}` })
    }
    return { itemKey: slot.itemKey, itemName, files }
  })
  if (faults.length > 0) throw refuse.input(faults)
  sorted.set(fields, slots.filter((slot) => slot.files.length > 0))
}

/** Keeps what `sortPapers` sorted. To be called when the row is written. */
export async function keepDocuments(m: ResourceRuntime, { db }: Action, papers: Documents, id: string, fields: Row): Promise<void> {
  const slots = sorted.get(fields)
  if (slots) await repository.keepSlots(db, m, papers.slots, id, slots)
}

/** What a record lacks of the documents that its business asks for, and what is not as it should be, each in a sentence. */
async function faultsOf(db: Db, papers: Documents, slots: readonly PaperSlot[]): Promise<string[]> {
  return (await asked(db, papers)).flatMap((item) => {
    const files = slots.find((slot) => slot.itemKey === item.itemKey)?.files ?? []
    if (files.length === 0) return item.requiredFlag ? [`${item.itemName}尚未上传`] : []
    return files.flatMap((file) => faultOf(file, item) ?? []).map((fault) => `${item.itemName}的${fault}`)
  })
}

/** Refuses what is handed in, or taken, without the documents that its business asks for. */
export async function requireDocuments({ db }: Pick<Action, 'db'>, papers: Documents, row: Row): Promise<void> {
  const faults = await faultsOf(db, papers, slotsOf(row, papers.slots))
  if (faults.length > 0) throw refuse.inUse(`材料还不齐全：${faults.join('；')}。请在“修改”中补齐`)
}

/** The same at the form's field, for records that are handed in when they are written down; after `sortPapers`. */
export async function requireSorted({ db }: Pick<Action, 'db'>, papers: Documents, fields: Row): Promise<void> {
  const faults = await faultsOf(db, papers, sorted.get(fields) ?? [])
  if (faults.length > 0) throw refuse.field(papers.slots, faults.join('；'))
}

/** Documents in words, for exports: 营业执照副本：执照.pdf. */
export const formatDocuments = (row: Row, { slots }: Documents): string => slotsOf(row, slots).map(({ itemName, files }) => `${itemName}：${files.map((f) => f.fileName).join('、')}`).join('；')
