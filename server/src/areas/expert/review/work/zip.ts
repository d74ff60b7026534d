import { readFile } from 'node:fs/promises'
import type { InputOf, ResponseOf } from '@assoc/contract'
import { WORK_FILES, WORKS_ZIP, type reviewWork, type uploadReviewWorks } from '@assoc/contract/expert/review/work'
import { refuse } from '../../../../platform/errors'
import { entriesOf, entryName, unpacked, type Entry } from '../../../../platform/excel/archive'
import { keepFile, looksLike } from '../../../../platform/files/store'
import type { Context } from '../../../../platform/http/context'
import type { Action, Inserted } from '../../../../platform/resource/definition'
import { extensionOf } from '../../../../platform/resource/files'

const MB = 1024 * 1024
/** Files that one work may have, as its field says. */
const FILES_MOST = 5
const ENCRYPTED = 1

interface ZippedFile {
  /** Folders and name. */
  parts: string[]
  entry: Entry
}

const refused = (message: string) => refuse.field('file', message)

/** Files of a zip by their paths. A path that leads out of its folder is no mistake of a program and refuses the whole. */
function filesOf(bytes: Uint8Array): ZippedFile[] {
  const files: ZippedFile[] = []
  let entries: Entry[]
  try {
    entries = [...entriesOf(bytes)]
  } catch {
    throw refused('压缩包无法读取，可能已损坏')
  }
  for (const entry of entries) {
    const path = entryName(entry).replaceAll('\\', '/')
    if (path.startsWith('/') || /^[a-z]:/i.test(path) || path.split('/').includes('..')) throw refused('压缩包中有指向文件夹之外的路径，不能接收')
    if ((entry.flags & ENCRYPTED) !== 0) throw refused('压缩包有密码，请去掉密码后再上传')
    if (path.endsWith('/') || /(?:^|\/)(?:__MACOSX\/|\.|~\$)/.test(path)) continue
    const parts = path.split('/').map((part) => part.replace(/[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, '').trim()).filter(Boolean)
    if (parts.length > 0) files.push({ parts, entry })
  }
  if (files.length === 0) throw refused('压缩包中没有文件')
  if (files.length > WORKS_ZIP.files) throw refused(`压缩包最多 ${WORKS_ZIP.files} 个文件，请分次上传`)
  return withoutCommonFolder(files)
}

/** A folder that holds everything is the packed folder itself, and no work, unless it holds nothing but files. */
function withoutCommonFolder(files: ZippedFile[]): ZippedFile[] {
  const [top] = files[0]?.parts ?? []
  const shared = files.every(({ parts }) => parts.length > 1 && parts[0] === top)
  return shared && files.some(({ parts }) => parts.length > 2) ? files.map(({ parts, entry }) => ({ parts: parts.slice(1), entry })) : files
}

interface ZippedWork {
  title: string
  files: { fileName: string; bytes: Buffer }[]
}

const TITLE_MOST = 200
const NAME_MOST = 150

/** The works of a zip: each folder, or each file that stands in none. Unpacked within bounds, whatever its directory says. */
export async function worksOf(bytes: Uint8Array): Promise<ZippedWork[]> {
  const works = new Map<string, ZippedWork>()
  let left = WORKS_ZIP.unpackedMegabytes * MB
  for (const { parts, entry } of filesOf(bytes)) {
    const fileName = (parts.at(-1) ?? '').slice(-NAME_MOST)
    const extension = extensionOf(fileName)
    if (!(WORK_FILES as readonly string[]).includes(extension)) throw refused(`“${fileName}”不是 ${WORK_FILES.join('、')} 格式的文件`)
    const content = await bytesOf(entry, left, fileName)
    left -= content.length
    if (!looksLike(extension, content)) throw refused(`“${fileName}”的内容与扩展名不符`)
    const title = (parts.length > 1 ? (parts[0] ?? '') : fileName.slice(0, fileName.lastIndexOf('.'))).slice(0, TITLE_MOST)
    const key = parts.length > 1 ? `${title}/` : fileName
    const work = works.get(key) ?? { title, files: [] }
    works.set(key, { ...work, files: [...work.files, { fileName, bytes: content }] })
  }
  const all = [...works.values()]
  if (all.length > WORKS_ZIP.works) throw refused(`压缩包最多 ${WORKS_ZIP.works} 件作品，请分次上传`)
  const crowded = all.find(({ files }) => files.length > FILES_MOST)
  if (crowded) throw refused(`作品“${crowded.title}”的文件超过 ${FILES_MOST} 个`)
  return all
}

async function bytesOf({ method, packed }: Entry, left: number, fileName: string): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of unpacked(method, packed)) {
      size += part.length
      if (size > WORKS_ZIP.fileMegabytes * MB) throw refused(`“${fileName}”超过 ${WORKS_ZIP.fileMegabytes} MB`)
      if (size > left) throw refused(`压缩包解压后不能超过 ${WORKS_ZIP.unpackedMegabytes} MB，请分次上传`)
      parts.push(part)
    }
  } catch (error) {
    throw error instanceof Error && error.name === 'TableRefused' ? refused('压缩包无法读取，可能已损坏') : error
  }
  if (size === 0) throw refused(`“${fileName}”是空的`)
  return Buffer.concat(parts)
}

type Insert = (action: Action, fields: Inserted<typeof reviewWork>) => Promise<string>

/** Makes the works of a zip, each as if it had been entered by hand; all of them, or none. */
export const uploadWorks = (insert: Insert) =>
  async function upload(context: Context<typeof uploadReviewWorks>): Promise<ResponseOf<typeof uploadReviewWorks>> {
    const { db, principal, platform, files } = context
    const [file, ...more] = files
    if (!file || more.length > 0 || !/\.zip$/i.test(file.fileName)) throw refused('请上传一个 .zip 压缩包')
    const works = await worksOf(await readFile(file.path))
    const workIds: string[] = []
    for (const { title, files: own } of works) {
      const kept = []
      for (const { fileName, bytes } of own) kept.push({ fileId: await keepFile(db, platform.files, { bytes, fileName, contentType: 'application/octet-stream', ownerType: 'draft', createBy: principal.userId }), fileName, fileSize: bytes.length })
      workIds.push(await insert(context as unknown as Action, { title, summary: null, authors: [], companyId: null, files: kept, remark: null, authorsText: null } satisfies InputOf<NonNullable<(typeof reviewWork)['insert']>>))
    }
    return { workIds }
  }
