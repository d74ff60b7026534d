import { RETURNS } from '@assoc/contract/form/returns'
import { refuse } from '../../../platform/errors'
import { entriesOf, entryName, unpacked, type Entry } from '../../../platform/excel/archive'

const MB = 1024 * 1024
export interface ZippedFile {
  name: string
  entry: Entry
}

/** Files of a zip; what systems put beside them is left out. */
function filesOf(bytes: Uint8Array): ZippedFile[] {
  const files: ZippedFile[] = []
  for (const entry of entriesOf(bytes)) {
    const name = entryName(entry).replaceAll('\\', '/')
    if (name.endsWith('/') || /(?:^|\/)(?:__MACOSX\/|\.|~\$)/.test(name)) continue
    files.push({ name: (name.split('/').at(-1) ?? '').replace(/[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, '').slice(0, 200) || '未命名', entry })
  }
  return files
}

/** The files of an uploaded zip, or the sentence that refuses it. All of it is unpacked once, for its directory may say what it likes. */
export async function checkedFiles(bytes: Uint8Array): Promise<ZippedFile[]> {
  const files = readFiles(bytes)
  if (files.length === 0) throw refuse.field('file', '压缩包中没有文件')
  if (files.length > RETURNS.files) throw refuse.field('file', `压缩包最多 ${RETURNS.files} 个文件，请分次上传`)
  if (files.some(({ entry }) => (entry.flags & 1) !== 0)) throw refuse.field('file', '压缩包有密码，请去掉密码后再上传')
  let left: number = RETURNS.unpackedMegabytes * MB
  for (const { entry } of files) {
    for await (const part of unpackedOf(entry)) {
      left -= part.length
      if (left < 0) throw refuse.field('file', `压缩包解压后不能超过 ${RETURNS.unpackedMegabytes} MB，请分次上传`)
    }
  }
  return files
}

/** The files of a zip that was checked when it came. */
export function readFiles(bytes: Uint8Array): ZippedFile[] {
  try {
    return filesOf(bytes)
  } catch {
    throw refuse.field('file', '压缩包无法读取，可能已损坏')
  }
}

async function* unpackedOf({ method, packed }: Entry): AsyncGenerator<Uint8Array> {
  try {
    yield* unpacked(method, packed)
  } catch {
    throw refuse.field('file', '压缩包无法读取，可能已损坏')
  }
}

/** Bytes of one file; null where they are more than a workbook may have. */
export async function bytesOf({ entry }: ZippedFile): Promise<Buffer | null> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of unpackedOf(entry)) {
    size += part.length
    if (size > RETURNS.fileMegabytes * MB) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}
