import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { utils, write } from '@e965/xlsx'
import { openXlsx, readXlsx, saveXlsx } from 'hucre/xlsx'
import { readTable, type CellValue } from './excel'
import { rangeOf } from './layout'
import type { TableFormat } from './format'

/** Whether a file is a workbook, and not another archive. */
export const isBook = (bytes: Buffer): boolean => bytes.subarray(0, 2).toString() === 'PK' && bytes.includes('xl/workbook.xml')

/** Rows of a table whose bytes a test holds. */
export async function readBytes(format: TableFormat, bytes: Uint8Array, maxRows: number): Promise<CellValue[][]> {
  const path = join(tmpdir(), `table-${randomUUID()}`)
  await writeFile(path, bytes)
  try {
    return await readTable(format, path, maxRows)
  } finally {
    await rm(path)
  }
}

/** Rows of a workbook's first sheet. */
export const readSheet = (bytes: Uint8Array, maxRows: number): Promise<CellValue[][]> => readBytes('xlsx', bytes, maxRows)

/** An old workbook, as Excel 97 to 2003 wrote it, with a sheet of these rows; a Date becomes a cell that shows a day. */
export const oldWorkbook = (rows: readonly (readonly (CellValue | Date)[])[], bookType: 'biff8' | 'biff5' = 'biff8'): Buffer =>
  write({ SheetNames: ['Sheet1'], Sheets: { Sheet1: utils.aoa_to_sheet(rows.map((row) => [...row]), { UTC: true }) } }, { type: 'buffer', bookType, compression: false }) as Buffer

/** A sheet as a spreadsheet program shows it: days and instants are dates, whose clock is that of the cell. */
export interface ShownSheet {
  name: string
  rows: (CellValue | Date)[][]
  widths: (number | undefined)[]
  frozenRows: number
  filtered: string | undefined
  /** Number format of a cell, counted from 0. */
  formatAt: (row: number, column: number) => string | undefined
}

/** All sheets of a workbook, read with their formats by the library itself. */
export async function readSheets(bytes: Uint8Array): Promise<ShownSheet[]> {
  const { sheets } = await readXlsx(bytes, { readStyles: true })
  return sheets.map((sheet) => ({
    name: sheet.name,
    rows: sheet.rows as (CellValue | Date)[][],
    widths: (sheet.columns ?? []).map(({ width }) => width),
    frozenRows: sheet.freezePane?.rows ?? 0,
    filtered: sheet.autoFilter?.range,
    formatAt: (row, column) => sheet.cells?.get(`${row},${column}`)?.style?.numFmt,
  }))
}

/** A workbook in which somebody has typed into cells of its first sheet. */
export async function typedInto(bytes: Uint8Array, typed: Readonly<Record<string, CellValue>>): Promise<Buffer> {
  const book = await openXlsx(bytes)
  const sheet = book.sheets[0]
  for (const [at, value] of Object.entries(typed)) {
    const place = rangeOf(at)
    const row = sheet?.rows[place?.top ?? 0]
    if (!place || !row) throw new Error(`the workbook has no ${at}`)
    row[place.left] = value
    const cell = sheet?.cells?.get(`${place.top},${place.left}`)
    if (cell) Object.assign(cell, { value, type: typeof value === 'number' ? 'number' : value === null ? 'empty' : 'string' })
  }
  return Buffer.from(await saveXlsx(book))
}

// Workbooks that no spreadsheet program writes, put together byte by byte.

export interface ZipEntry {
  /** As bytes where it is not written in UTF-8. */
  name: string | Buffer
  text: string | Buffer
  /** Size that the directory claims, where it lies about it. */
  claims?: number
}

/** An archive of the given entries. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const { name, text, claims } of entries) {
    const plain = typeof text === 'string' ? Buffer.from(text) : text
    const packed = deflateRawSync(plain)
    const title = typeof name === 'string' ? Buffer.from(name) : name
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(plain), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(claims ?? plain.length, 18)
    fields.writeUInt16LE(title.length, 22)
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), fields, title, packed)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, tail, title)
    at += 30 + title.length + packed.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, central, end])
}

/** A workbook of one sheet with these XML rows, and these XML shared strings when there are some. */
export function rawWorkbook(rows: string | Buffer, { shared, claims }: { shared?: string; claims?: number } = {}): Buffer {
  const head = '<?xml version="1.0" encoding="UTF-8"?>'
  const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  const relation = (id: string, type: string, target: string) => `<Relationship Id="${id}" Type="${types}/${type}" Target="${target}"/>`
  const relations = (...all: string[]) => `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`
  return zipOf([
    { name: '[Content_Types].xml', text: `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>` },
    { name: '_rels/.rels', text: relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')) },
    { name: 'xl/workbook.xml', text: `${head}<workbook ${main} xmlns:r="${types}"><sheets><sheet name="流水" sheetId="1" r:id="rId1"/></sheets></workbook>` },
    { name: 'xl/_rels/workbook.xml.rels', text: relations(relation('rId1', 'worksheet', 'worksheets/sheet1.xml'), ...(shared === undefined ? [] : [relation('rId2', 'sharedStrings', 'sharedStrings.xml')])) },
    ...(shared === undefined ? [] : [{ name: 'xl/sharedStrings.xml', text: `${head}<sst ${main}>${shared}</sst>` }]),
    { name: 'xl/worksheets/sheet1.xml', text: Buffer.concat([Buffer.from(`${head}<worksheet ${main}><sheetData>`), Buffer.from(rows), Buffer.from('</sheetData></worksheet>')]), ...(claims === undefined ? {} : { claims }) },
  ])
}

/** A cell with its text in it. */
export const inlineCell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`
