import { createInflateRaw } from 'node:zlib'
import { TABLE_LIMITS, TableRefused } from './limits'

const END = 0x06054b50
const ENTRY = 0x02014b50
const FILE = 0x04034b50
const [STORED, DEFLATED] = [0, 8]
/** Flag of an entry whose name is UTF-8. */
const UTF8 = 1 << 11
/** Values that point to the directory of an archive of more than 4 GB or 65,534 entries; no workbook is one. */
const [LONG, SHORT] = [0xffffffff, 0xffff]

/** Bytes between two tags, and of one tag. A cell's characters take 4 bytes, written as references up to 10. */
const MAX_RUN = TABLE_LIMITS.cellChars * 10
const MAX_TAG = 64 * 1024
/** Tags of a part that is no sheet, such as the shared texts: they are read into memory as a whole. */
const MAX_TAGS = 2_000_000
/** Tags from one cell of a sheet to the next. */
const MAX_TAGS_A_CELL = 200_000

/** Cells beyond the column ZZ: their reader makes a row of so many empty cells for each. */
const MAX_FAR_CELLS = 200

const [OPEN, CLOSE, CELL, MARK, BRACKET, DOCTYPE] = [0x3c, 0x3e, 0x63, 0x21, 0x5b, 0x44]

/** An entry of an archive, as its directory lists it. */
export interface Entry {
  name: string
  /** The name as it is written, which programs of Windows do in the letters of their country. */
  nameBytes: Uint8Array
  /** Bit 0: it is encrypted. Bit 11: the name is UTF-8. */
  flags: number
  method: number
  packed: Uint8Array
}

/**
 * Unpacks a workbook once without keeping anything, and throws TableRefused for one that unpacks to more than it may, whatever its
 * directory claims, and for XML that would cost its reader more than a table of that size does. It takes what an archive says as
 * little on trust as possible: each entry is unpacked from where its reader will do it.
 */
export async function validateWorkbook(bytes: Uint8Array): Promise<void> {
  let left: number = TABLE_LIMITS.unpacked
  for (const { name, method, packed } of entriesOf(bytes)) {
    const scan = /\.(xml|rels)$/i.test(name) ? scanner(/^\/?xl\/worksheets\//i.test(name)) : null
    for await (const part of unpacked(method, packed)) {
      left -= part.length
      if (left < 0) throw new TableRefused('tooLarge')
      scan?.(part)
    }
  }
}

/** The bytes of an entry, part by part. */
export async function* unpacked(method: number, packed: Uint8Array): AsyncIterable<Uint8Array> {
  if (method === STORED) return yield packed
  if (method !== DEFLATED) throw new TableRefused('unreadable')
  const inflate = createInflateRaw({ chunkSize: 128 * 1024 })
  inflate.end(packed)
  try {
    for await (const part of inflate) yield part as Uint8Array
  } catch (error) {
    throw error instanceof TableRefused ? error : new TableRefused('unreadable')
  } finally {
    inflate.destroy()
  }
}

/** The name of an entry. Programs that say nothing of its letters write UTF-8 or, on Chinese systems, GBK. */
export function entryName({ nameBytes, flags }: Pick<Entry, 'nameBytes' | 'flags'>): string {
  if ((flags & UTF8) === 0) {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(nameBytes)
    } catch {
      return new TextDecoder('gbk').decode(nameBytes)
    }
  }
  return new TextDecoder().decode(nameBytes)
}

/** The entries that the directory lists. */
export function* entriesOf(bytes: Uint8Array): Generator<Entry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const wrong = () => new TableRefused('unreadable')
  let end = -1
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 65_557); at--) {
    if (view.getUint32(at, true) === END) {
      end = at
      break
    }
  }
  if (end < 0) throw wrong()
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  if (count === SHORT || at === LONG || view.getUint32(end + 12, true) === LONG) throw wrong()
  for (let left = count; left > 0; left--) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY) throw wrong()
    const [packed, size, nameLength, local] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true), view.getUint16(at + 28, true), view.getUint32(at + 42, true)]
    if (packed === LONG || size === LONG || local === LONG || local + 30 > bytes.length || view.getUint32(local, true) !== FILE) throw wrong()
    const nameBytes = bytes.subarray(at + 46, at + 46 + nameLength)
    const name = new TextDecoder().decode(nameBytes)
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    if (start + packed > bytes.length) throw wrong()
    yield { name, nameBytes, flags: view.getUint16(at + 8, true), method: view.getUint16(at + 10, true), packed: bytes.subarray(start, start + packed) }
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
}

/** Takes the parts of an XML file one after the other and throws for what is too much; hops from tag to tag. */
function scanner(sheet: boolean): (part: Uint8Array) => void {
  let inTag = false
  let [run, tags, cells, since, far] = [0, 0, 0, 0, 0]
  // The two bytes behind a `<`, which may come with the next part.
  let [awaiting, first] = [0, 0]
  const behind = (byte: number) => {
    if (awaiting === 2) first = byte
    // No program writes `<![CDATA[` into a workbook, and within it tags are no tags; nor `<!DOCTYPE`, by which entities are declared.
    else if (first === MARK && (byte === BRACKET || byte === DOCTYPE)) throw new TableRefused('unreadable')
    else if (first === CELL && (byte === 0x20 || byte === CLOSE || byte === 0x2f)) {
      if (++cells > TABLE_LIMITS.cells) throw new TableRefused('tooLarge')
      since = 0
    }
    awaiting -= 1
  }
  return (part) => {
    let at = 0
    while (at < part.length) {
      for (; awaiting > 0 && at < part.length; at++) {
        // The last byte of a short tag such as `<c>` is looked at, and then found once more below.
        const byte = part[at] ?? 0
        behind(byte)
        if (byte === CLOSE) break
        run += 1
      }
      if (at >= part.length) return
      const next = part.indexOf(inTag ? CLOSE : OPEN, at)
      run += (next < 0 ? part.length : next) - at
      if (run > (inTag ? MAX_TAG : MAX_RUN)) throw new TableRefused(inTag ? 'tooLarge' : 'longCell')
      if (next < 0) return
      if (!inTag) {
        if (++tags > MAX_TAGS && !sheet) throw new TableRefused('tooLarge')
        if (++since > MAX_TAGS_A_CELL && sheet) throw new TableRefused('longCell')
        awaiting = 2
      } else {
        awaiting = 0
        if (sheet && isFar(part, next - run, next) && ++far > MAX_FAR_CELLS) throw new TableRefused('tooWide')
      }
      inTag = !inTag
      run = 0
      at = next + 1
    }
  }
}

/** Whether the tag in this range is that of a cell whose reference (`r="XFD1"`) has three letters. */
function isFar(part: Uint8Array, from: number, to: number): boolean {
  if (part[from] !== CELL) return false
  for (let at = from + 2; at + 5 < to; at++) {
    const quoted = part[at] === 0x72 && part[at + 1] === 0x3d && (part[at + 2] === 0x22 || part[at + 2] === 0x27)
    if (quoted) return isLetter(part[at + 3]) && isLetter(part[at + 4]) && isLetter(part[at + 5])
  }
  return false
}

const isLetter = (byte: number | undefined): boolean => byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a
