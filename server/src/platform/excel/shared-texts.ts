import { StringDecoder } from 'node:string_decoder'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { entriesOf, unpacked, type Entry } from './archive'
import { TABLE_LIMITS, TableRefused } from './limits'

// Spreadsheet programs keep the texts of all cells in a part of their own, which the reader takes into memory as a tree: a kilobyte for each
// text. Where that part is large, its texts are put into their cells before the workbook is read, so that it is read row by row.

/** Characters of the shared texts from which it is worth it; below, the reader does it by itself. */
const LARGE = 1_500_000
const SHARED = /^\/?xl\/sharedStrings\.xml$/i
const SHEET = /^\/?xl\/worksheets\/[^/]+\.xml$/i

/** The workbook with its shared texts in their cells, where they are many; otherwise as it is. It must have been validated. */
export async function withTextsInCells(bytes: Uint8Array): Promise<Uint8Array> {
  const entries = [...entriesOf(bytes)]
  const shared = entries.find(({ name }) => SHARED.test(name))
  const texts = shared && (await textsOf(shared))
  if (!texts) return bytes
  const zip = new ZipFile()
  const held: Buffer[] = []
  const done = new Promise<void>((resolve, reject) => {
    zip.on('error', reject)
    zip.outputStream.on('data', (part: Buffer) => held.push(part)).on('end', resolve)
  })
  for (const entry of entries) {
    const name = entry.name.replace(/^\//, '')
    if (entry === shared) zip.addBuffer(Buffer.from('<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>'), name)
    else if (SHEET.test(entry.name)) zip.addReadStream(failing(zip, Readable.from(filledSheet(entry, texts), { objectMode: false })), name, { compressionLevel: 1 })
    else if (/\.(xml|rels)$/i.test(name)) zip.addReadStream(failing(zip, Readable.from(unpacked(entry.method, entry.packed), { objectMode: false })), name, { compressionLevel: 1 })
  }
  zip.end()
  await done
  return Buffer.concat(held)
}

const failing = (zip: ZipFile, stream: Readable): Readable => stream.on('error', (error) => zip.emit('error', error))

/** The texts as they are written in XML, in their order; undefined where they are few, or written in a way that only the reader knows. */
async function textsOf({ method, packed }: Entry): Promise<string[] | undefined> {
  const texts: string[] = []
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let size = 0
  for await (const part of unpacked(method, packed)) {
    size += part.length
    rest += decoder.write(Buffer.from(part.buffer, part.byteOffset, part.length))
    rest = takeTexts(rest, texts)
  }
  return size < LARGE || texts.length === 0 ? undefined : texts
}

/** Takes the whole items of a piece; answers what is left. */
function takeTexts(piece: string, into: string[]): string {
  let at = 0
  for (;;) {
    const open = piece.indexOf('<si', at)
    const tagEnd = open < 0 ? -1 : piece.indexOf('>', open)
    if (tagEnd < 0) return piece.slice(open < 0 ? Math.max(at, piece.length - 3) : open)
    if (piece[tagEnd - 1] === '/') {
      into.push('')
      at = tagEnd + 1
      continue
    }
    const close = piece.indexOf('</si>', tagEnd)
    if (close < 0) return piece.slice(open)
    into.push(textOf(piece.slice(tagEnd + 1, close)))
    at = close + 5
  }
}

/** The text of an item: of all its runs, without what tells how it is read aloud. */
function textOf(item: string): string {
  let text = ''
  for (let at = 0; ; ) {
    const open = item.indexOf('<', at)
    if (open < 0) return text
    const end = item.indexOf('>', open)
    if (end < 0) return text
    const name = item.slice(open + 1, open + 4)
    if (name === 'rPh') {
      const close = item.indexOf('</rPh>', end)
      if (close < 0) return text
      at = close + 6
    } else if (name[0] === 't' && !/[a-zA-Z]/.test(name[1] ?? '') && item[end - 1] !== '/') {
      const close = item.indexOf('</t>', end)
      if (close < 0) return text
      text += item.slice(end + 1, close)
      at = close + 4
    } else at = end + 1
  }
}

/** Says of a cell's tag that its value is the number of a shared text. */
const BY_NUMBER = /\st="s"|\st='s'/

async function* filledSheet({ method, packed }: Entry, texts: readonly string[]): AsyncGenerator<Buffer> {
  const decoder = new StringDecoder('utf8')
  const budget = { chars: TABLE_LIMITS.chars * 6 }
  let rest = ''
  for await (const part of unpacked(method, packed)) {
    const [out, left] = filledPiece(rest + decoder.write(Buffer.from(part.buffer, part.byteOffset, part.length)), texts, budget)
    rest = left
    if (out) yield Buffer.from(out)
  }
  yield Buffer.from(rest)
}

/** A piece of a sheet with the texts in its cells, and what is left of a cell that is not whole. */
function filledPiece(piece: string, texts: readonly string[], budget: { chars: number }): [out: string, left: string] {
  let out = ''
  let at = 0
  for (;;) {
    const open = piece.indexOf('<c', at)
    const tagEnd = open < 0 ? -1 : piece.indexOf('>', open)
    if (tagEnd < 0) {
      const keep = open < 0 ? Math.max(at, piece.length - 1) : open
      return [out + piece.slice(at, keep), piece.slice(keep)]
    }
    const tag = piece.slice(open, tagEnd)
    // `<cols>` and the like are no cells, and most cells of numbers need nothing.
    if (!/^<c\s/.test(tag) || tag.endsWith('/') || !BY_NUMBER.test(tag)) {
      out += piece.slice(at, tagEnd + 1)
      at = tagEnd + 1
      continue
    }
    const close = piece.indexOf('</c>', tagEnd)
    if (close < 0) return [out + piece.slice(at, open), piece.slice(open)]
    const body = piece.slice(tagEnd + 1, close)
    const number = /<v>\s{0,9}(\d{1,9})\s{0,9}<\/v>/.exec(body)?.[1]
    const text = number === undefined ? '' : texts[Number(number)]
    if (text === undefined || (number === undefined && body.includes('<v'))) throw new TableRefused('unreadable')
    // One long text may be named by many cells.
    budget.chars -= text.length
    if (budget.chars < 0) throw new TableRefused('tooLarge')
    out += `${piece.slice(at, open)}${tag.replace(BY_NUMBER, ' t="inlineStr"')}><is><t xml:space="preserve">${text}</t></is></c>`
    at = close + 4
  }
}
