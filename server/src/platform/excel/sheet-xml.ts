import type { CellValue } from './limits'

// Parts of a workbook as SpreadsheetML, made so that a sheet of any length can be written as its rows come. The library that reads workbooks
// writes only a single plain sheet that way; anything more it assembles in memory.

export interface SheetHead {
  name: string
  header: string[]
  /** Width of each column in characters. */
  widths?: number[]
  /** Number format of each column's cells, such as `#,##0.00` or `yyyy-mm-dd`; it shows on numbers, a day being the number of days since 1899-12-30. */
  formats?: (string | null)[]
  /** Whether the row of titles filters. */
  filter?: boolean
  /** Columns, counted from 0, whose cells are chosen from a list. */
  lists?: { column: number; values: string[] }[]
}

/** Rows of a sheet besides its titles, as spreadsheet programs take them. */
export const MAX_SHEET_ROWS = 1_048_575

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const SPECIAL = /[&<>"\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[\dA-Fa-f]{4}_)/
const EVERY_SPECIAL = /[&<>"\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[\dA-Fa-f]{4}_)/g
const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text within XML. What XML has no character for is written as workbooks do, `_x001F_`, and so is a text that looks like it. */
const escaped = (text: string): string => (SPECIAL.test(text) ? text.replace(EVERY_SPECIAL, (c) => NAMED[c] ?? `_x${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`) : text)

/** The letters of a column, counted from 0. */
export function letters(column: number): string {
  return (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))
}

const formatsOf = (sheets: readonly SheetHead[]): string[] => [...new Set(sheets.flatMap(({ formats }) => formats ?? []).filter((f) => f !== null))]

/** The small parts of the archive, by their paths: all but the sheets. */
export function workbookParts(sheets: readonly SheetHead[]): [path: string, xml: string][] {
  const numbers = sheets.map((_, i) => i + 1)
  const formats = formatsOf(sheets)
  const filters = sheets.flatMap((sheet, i) => (sheet.filter ? [`<definedName name="_xlnm._FilterDatabase" localSheetId="${i}" hidden="1">'${escaped(nameOf(sheet).replace(/'/g, "''"))}'!$A$1:$${letters(sheet.header.length - 1)}$1</definedName>`] : []))
  const quoted = (sheet: SheetHead) => `'${escaped(nameOf(sheet).replace(/'/g, "''"))}'`
  // Only columns with titles are printed, and the titles stand on every page.
  const printed = sheets.flatMap((sheet, i) => (sheet.header.length > 0 ? [`<definedName name="_xlnm.Print_Area" localSheetId="${i}">${quoted(sheet)}!$A:$${letters(sheet.header.length - 1)}</definedName>`, `<definedName name="_xlnm.Print_Titles" localSheetId="${i}">${quoted(sheet)}!$1:$1</definedName>`] : []))
  const names = [...filters, ...printed]
  const xf = (format: number, font: number) => `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0"${format ? ' applyNumberFormat="1"' : ''}${font ? ' applyFont="1"' : ''}/>`
  const styles = [
    formats.length > 0 ? `<numFmts count="${formats.length}">${formats.map((f, i) => `<numFmt numFmtId="${164 + i}" formatCode="${escaped(f)}"/>`).join('')}</numFmts>` : '',
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${FIRST_FORMAT + formats.length}">${xf(0, 0)}${xf(0, 1)}${formats.map((_, i) => xf(164 + i, 0)).join('')}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
  ].join('')
  const relation = (id: number, type: string, target: string) => `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const relations = (all: string) => `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${all}</Relationships>`
  const override = (path: string, type: string) => `<Override PartName="${path}" ContentType="${TYPE}.${type}+xml"/>`
  return [
    ['[Content_Types].xml', `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('/xl/workbook.xml', 'sheet.main')}${override('/xl/styles.xml', 'styles')}${numbers.map((n) => override(`/xl/worksheets/sheet${n}.xml`, 'worksheet')).join('')}</Types>`],
    ['_rels/.rels', relations(relation(1, 'officeDocument', 'xl/workbook.xml'))],
    ['xl/workbook.xml', `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.map((sheet, i) => `<sheet name="${escaped(nameOf(sheet))}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets>${names.length > 0 ? `<definedNames>${names.join('')}</definedNames>` : ''}</workbook>`],
    ['xl/_rels/workbook.xml.rels', relations(numbers.map((n) => relation(n, 'worksheet', `worksheets/sheet${n}.xml`)).join('') + relation(numbers.length + 1, 'styles', 'styles.xml'))],
    ['xl/styles.xml', `${HEAD}<styleSheet xmlns="${MAIN}">${styles}</styleSheet>`],
  ]
}

/** All columns on the width of an A4 sheet laid across, as many pages below each other as the rows take. */
const PAGE = '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>'

/** Styles 0 and 1 are the plain cell and the title. */
const FIRST_FORMAT = 2

/** A sheet's name as spreadsheet programs take it: up to 31 characters and without those that addresses are written with. */
const nameOf = ({ name }: SheetHead): string => name.replace(/[\\/?*:[\]]/g, ' ').replace(/^'|'$/g, ' ').slice(0, 31)

/** What stands in a sheet before its rows, the row of titles included, and behind them; and how a row becomes text. */
export function sheetParts(sheet: SheetHead, sheets: readonly SheetHead[]): { before: string; row: (cells: readonly CellValue[], number: number) => string; after: (rows: number) => string } {
  const { header, widths, formats, lists } = sheet
  const known = formatsOf(sheets)
  const columns = header.map((_, i) => letters(i))
  const styles = header.map((_, i) => {
    const format = formats?.[i]
    return format ? ` s="${FIRST_FORMAT + known.indexOf(format)}"` : ''
  })
  const row = (cells: readonly CellValue[], number: number): string => {
    let text = `<row r="${number}">`
    for (let i = 0; i < cells.length; i++) text += cellOf(cells[i] ?? null, `${columns[i] ?? letters(i)}${number}`, styles[i] ?? '')
    return `${text}</row>`
  }
  const title = header.map((text, i) => cellOf(text, `${columns[i]}1`, ' s="1"')).join('')
  const cols = header.map((_, i) => `<col min="${i + 1}" max="${i + 1}" width="${widths?.[i] ?? 18}" customWidth="1"/>`).join('')
  const validations = (lists ?? []).map(listOf).filter(Boolean)
  return {
    before: `${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>${cols ? `<cols>${cols}</cols>` : ''}<sheetData><row r="1">${title}</row>`,
    row,
    after: (rows) =>
      `</sheetData>${sheet.filter && header.length > 0 ? `<autoFilter ref="A1:${letters(header.length - 1)}${rows + 1}"/>` : ''}${validations.length > 0 ? `<dataValidations count="${validations.length}">${validations.join('')}</dataValidations>` : ''}${PAGE}</worksheet>`,
  }
}

function cellOf(value: CellValue, at: string, style: string): string {
  if (value === null || value === '') return ''
  if (typeof value === 'number') return Number.isFinite(value) ? `<c r="${at}"${style}><v>${value}</v></c>` : ''
  if (typeof value === 'boolean') return `<c r="${at}"${style} t="b"><v>${value ? 1 : 0}</v></c>`
  return `<c r="${at}"${style} t="inlineStr"><is><t${/^\s|\s$|\n|\t/.test(value) ? ' xml:space="preserve"' : ''}>${escaped(value)}</t></is></c>`
}

/** Rows of a template that offer their lists. */
const LIST_ROWS = 50_001

/** Characters of all values of a list together: a workbook with a longer one counts as damaged. */
const MAX_LIST = 255

/** The list that a column's cells are chosen from; none where it cannot be written as one, for then the column may be typed into. */
function listOf({ column, values }: { column: number; values: string[] }): string {
  const all = values.join(',')
  if (all.length > MAX_LIST || values.some((value) => /[,"]/.test(value))) return ''
  return `<dataValidation type="list" allowBlank="1" showErrorMessage="1" errorTitle="请从列表中选择" error="此列只能填写下拉列表中的内容" sqref="${letters(column)}2:${letters(column)}${LIST_ROWS}"><formula1>"${escaped(all)}"</formula1></dataValidation>`
}
