import { crc32, inflateRawSync } from 'node:zlib'

type Cell = string | number

const escape = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

function columnName(index: number): string {
  return (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))
}

function sheetXml(rows: readonly (readonly Cell[])[]): string {
  const cell = (value: Cell, at: string) =>
    typeof value === 'number' ? `<c r="${at}"><v>${value}</v></c>` : `<c r="${at}" t="inlineStr"><is><t>${escape(value)}</t></is></c>`
  const body = rows.map((row, r) => `<row r="${r + 1}">${row.map((value, c) => cell(value, `${columnName(c)}${r + 1}`)).join('')}</row>`)
  return `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${body.join('')}</sheetData></worksheet>`
}

const PARTS = {
  '[Content_Types].xml':
    '<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
  '_rels/.rels':
    '<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
  'xl/workbook.xml':
    '<?xml version="1.0" encoding="UTF-8"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A股列表" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
}

/** A workbook of one sheet, as a spreadsheet program would save it: written by hand, so that the server's own library is not its check. */
export function workbook(rows: readonly (readonly Cell[])[]): Buffer {
  return zip({ ...PARTS, 'xl/worksheets/sheet1.xml': sheetXml(rows) })
}

function zip(parts: Record<string, string>): Buffer {
  const files: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(parts)) {
    const bytes = Buffer.from(text)
    const label = Buffer.from(name)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(0x0800, 2)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(bytes.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(label.length, 22)
    const file = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, label, bytes])
    const where = Buffer.alloc(14)
    where.writeUInt32LE(offset, 10)
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, where, label]))
    files.push(file)
    offset += file.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, directory, end])
}

function unzip(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  const parts = new Map<string, string>()
  let at = bytes.readUInt32LE(end + 16)
  for (let i = 0; i < bytes.readUInt16LE(end + 10); i++) {
    const [method, size, nameLength] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 28)]
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const local = bytes.readUInt32LE(at + 42)
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const content = bytes.subarray(begin, begin + size)
    parts.set(name, (method === 8 ? inflateRawSync(content) : content).toString('utf8'))
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return parts
}

const plain = (xml: string) =>
  [...xml.matchAll(/<t(?: [^>]*)?>([^<]*)<\/t>/g)]
    .map((m) => m[1] ?? '')
    .join('')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')

/** Texts of a sheet, the first one unless told otherwise, row by row; empty cells at their places. */
export function readWorkbook(bytes: Buffer, number = 1): string[][] {
  const parts = unzip(bytes)
  const strings = [...(parts.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>([\s\S]*?)<\/si>/g)].map((m) => plain(m[1] ?? ''))
  const sheet = parts.get(`xl/worksheets/sheet${number}.xml`) ?? ''
  return [...sheet.matchAll(/<row[^>]*>([\s\S]*?)<\/row>/g)].map((row) => {
    const cells: string[] = []
    for (const [, attributes = '', inner = ''] of (row[1] ?? '').matchAll(/<c ([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)) {
      const letters = /r="([A-Z]+)/.exec(attributes)?.[1] ?? 'A'
      const column = [...letters].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1
      const value = /<v>([^<]*)<\/v>/.exec(inner)?.[1] ?? ''
      cells[column] = attributes.includes('t="s"') ? (strings[Number(value)] ?? '') : attributes.includes('t="inlineStr"') ? plain(inner) : value
    }
    return Array.from(cells, (text) => text ?? '')
  })
}

/** A workbook in whose first sheet somebody has typed numbers and texts into cells that were there, as a program writes them: the rest stays as it is. */
export function typedInto(bytes: Buffer, typed: Readonly<Record<string, Cell>>): Buffer {
  const parts = unzip(bytes)
  const path = 'xl/worksheets/sheet1.xml'
  let sheet = parts.get(path) ?? ''
  for (const [at, value] of Object.entries(typed)) {
    const start = sheet.indexOf(`<c r="${at}"`)
    if (start < 0) throw new Error(`the workbook has no cell ${at}`)
    const tag = sheet.slice(start, sheet.indexOf('>', start) + 1)
    const end = tag.endsWith('/>') ? start + tag.length : sheet.indexOf('</c>', start) + '</c>'.length
    const style = / s="\d+"/.exec(tag)?.[0] ?? ''
    const written = typeof value === 'number' ? `<c r="${at}"${style}><v>${value}</v></c>` : `<c r="${at}"${style} t="inlineStr"><is><t>${escape(value)}</t></is></c>`
    sheet = sheet.slice(0, start) + written + sheet.slice(end)
  }
  return zip({ ...Object.fromEntries(parts), [path]: sheet })
}
