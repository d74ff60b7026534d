import { ZipFile } from 'yazl'
import { buffer } from 'node:stream/consumers'
import { entriesOf, unpacked } from '../excel/archive'
import { TableRefused } from '../excel/limits'
import { pdfWithoutProperties, StampError } from '../pdf/stamp'

// Documents say who wrote them: in their properties, in the names beside comments and tracked changes, in the data that a camera adds.

/** Endings of which properties are known. */
export const CLEANED = ['pdf', 'docx', 'xlsx', 'jpg', 'png'] as const

/** A document whose properties cannot be taken out; the message says why, in words for people. */
export class PropertiesError extends Error {
  override name = 'PropertiesError'
}

const MB = 1024 * 1024
/** What an Office document may unpack to. */
const UNPACKED_MB = 200
const UNREADABLE = '文件无法读取，可能已损坏'

/** The same document without properties, names of authors and data of cameras. Throws PropertiesError where that cannot be done. */
export async function withoutProperties(extension: string, bytes: Buffer): Promise<Buffer> {
  if (extension === 'docx' || extension === 'xlsx') return officeWithout(bytes)
  if (extension === 'pdf') return pdfWithout(bytes)
  if (extension === 'jpg') return jpegWithout(bytes)
  if (extension === 'png') return pngWithout(bytes)
  throw new PropertiesError('不支持此格式')
}

async function pdfWithout(bytes: Buffer): Promise<Buffer> {
  try {
    return await pdfWithoutProperties(bytes)
  } catch (error) {
    if (!(error instanceof StampError)) throw error
    throw new PropertiesError(error.reason === 'encrypted' ? '文件有密码，请去掉密码后再上传' : error.reason === 'tooLarge' ? '文件过大，无法处理' : UNREADABLE)
  }
}

const EMPTY: Readonly<Record<string, string>> = {
  'docProps/core.xml': '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"/>',
  'docProps/app.xml': '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"/>',
  'docProps/custom.xml': '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"/>',
}

/** Names beside comments, changes and shared use, whatever the prefix of the namespace. */
const NAMED = /\b((?:[a-z0-9]{1,8}:)?(?:author|initials|displayName|userName|userId|providerId|lastModifiedBy))="[^"]{0,1000}"/g
const AUTHOR = /<author>[^<]{0,1000}<\/author>/g

/** XML without the empty tags of a name, all of them or those that hold a word. */
function withoutTags(xml: string, name: string, word = ''): string {
  const [first = '', ...others] = xml.split(`<${name} `)
  return others.reduce((kept, part) => {
    const end = part.indexOf('/>')
    return end >= 0 && part.slice(0, end).includes(word) ? kept + part.slice(end + 2) : `${kept}<${name} ${part}`
  }, first)
}

// The path under which a workbook was saved last holds somebody's account name.
const cleanXml = (xml: string): string => withoutTags(xml, 'x15ac:absPath').replace(NAMED, '$1=""').replace(AUTHOR, '<author></author>')

async function officeWithout(bytes: Buffer): Promise<Buffer> {
  const zip = new ZipFile()
  const mtime = new Date(Date.UTC(2000, 0, 1))
  let left = UNPACKED_MB * MB
  try {
    for (const { name, flags, method, packed } of entriesOf(bytes)) {
      if (name.endsWith('/') || /^docProps\/thumbnail/i.test(name)) continue
      if ((flags & 1) !== 0) throw new PropertiesError('文件有密码，请去掉密码后再上传')
      if (/\/embeddings\//i.test(name)) throw new PropertiesError('文件中嵌有其他文档，请将其作为单独的文件上传')
      const parts: Uint8Array[] = []
      for await (const part of unpacked(method, packed)) {
        left -= part.length
        if (left < 0) throw new PropertiesError('文件过大，无法处理')
        parts.push(part)
      }
      zip.addBuffer(await cleanEntry(name, Buffer.concat(parts)), name, { mtime })
    }
  } catch (error) {
    if (error instanceof TableRefused || error instanceof RangeError) throw new PropertiesError(UNREADABLE)
    throw error
  }
  zip.end()
  return buffer(zip.outputStream)
}

async function cleanEntry(name: string, bytes: Buffer): Promise<Buffer> {
  const empty = EMPTY[name]
  if (empty !== undefined) return Buffer.from(empty)
  if (/\.xml$/i.test(name)) return Buffer.from(cleanXml(bytes.toString('utf8')))
  if (name === '_rels/.rels') return Buffer.from(withoutTags(bytes.toString('utf8'), 'Relationship', 'thumbnail'))
  if (/\.jpe?g$/i.test(name)) return jpegWithout(bytes)
  if (/\.png$/i.test(name)) return pngWithout(bytes)
  return bytes
}

/** JPEG: segments of applications but the colour profile's and Adobe's mark, and comments. */
function jpegWithout(bytes: Buffer): Buffer {
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    const length = bytes.readUInt16BE(at + 2) + 2
    if (at + length > bytes.length) throw new PropertiesError(UNREADABLE)
    const told = marker === 0xfe || (marker >= 0xe1 && marker <= 0xef && marker !== 0xe2 && marker !== 0xee)
    if (!told) kept.push(bytes.subarray(at, at + length))
    at += length
    // What follows the start of the scan is the picture.
    if (marker === 0xda) return Buffer.concat([...kept, bytes.subarray(at, endOfPicture(bytes))])
  }
  throw new PropertiesError(UNREADABLE)
}

/** Programs append further pictures and data behind the end of one. */
function endOfPicture(bytes: Buffer): number {
  const end = bytes.lastIndexOf(Buffer.from([0xff, 0xd9]))
  return end < 0 ? bytes.length : end + 2
}

const TOLD_BY_PNG: ReadonlySet<string> = new Set(['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME'])

/** PNG: chunks of texts, of the camera and of the time; nothing behind its end. */
function pngWithout(bytes: Buffer): Buffer {
  const kept: Buffer[] = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) throw new PropertiesError(UNREADABLE)
    const kind = bytes.toString('latin1', at + 4, at + 8)
    if (!TOLD_BY_PNG.has(kind)) kept.push(bytes.subarray(at, end))
    if (kind === 'IEND') return Buffer.concat(kept)
    at = end
  }
  throw new PropertiesError(UNREADABLE)
}
