import { closeSync, openSync, readSync } from 'node:fs'
import { TextDecoder } from 'node:util'
import { TABLE_LIMITS, TableRefused } from './limits'

/** Bytes that are read and decoded at a time: so little is held in memory, and reading can stop in the middle. */
const PART = 64 * 1024
const [QUOTE, COMMA, TAB, LINE_FEED, RETURN] = ['"', ',', '\t', '\n', '\r'].map((c) => c.charCodeAt(0))

/**
 * Rows of the csv file at a path, in UTF-8 or GB 18030, its cells divided by commas or tabs, one after the other: who stops asking stops the reading. A cell longer than any may be, and
 * a filled one beyond the last column, throw TableRefused as soon as they are seen; empty ones there are left out.
 */
export function* csvRows(path: string): Generator<string[]> {
  let row: string[] = []
  let column = 0
  let cell = ''
  let quoted = false
  // A quotation mark within a quoted cell: the next character says whether it ends the cell.
  let ending = false
  const end = () => {
    const value = cleaned(cell)
    if (column < TABLE_LIMITS.columns) row.push(value)
    else if (value !== '') throw new TableRefused('tooWide')
    column += 1
    cell = ''
  }
  let divider: number | undefined
  for (const text of texts(path, new TextDecoder(isUtf8(path) ? 'utf-8' : 'gb18030'))) {
    divider ??= dividerOf(text)
    let from = 0
    const keep = (to: number) => {
      if (to > from) cell += text.slice(from, to)
      if (cell.length > TABLE_LIMITS.cellChars) throw new TableRefused('longCell')
    }
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i)
      if (ending) {
        ending = false
        // Two of them are one of the text; the second one is still before us and is kept.
        if (c === QUOTE) {
          from = i
          continue
        }
        quoted = false
        from = i
      }
      if (quoted) {
        if (c !== QUOTE) continue
        keep(i)
        ending = true
      } else if (c === QUOTE) {
        keep(i)
        quoted = true
        from = i + 1
      } else if (c === divider) {
        keep(i)
        end()
        from = i + 1
      } else if (c === LINE_FEED) {
        keep(i)
        end()
        yield row
        row = []
        column = 0
        from = i + 1
      } else if (c === RETURN) {
        keep(i)
        from = i + 1
      }
    }
    if (!ending) keep(text.length)
  }
  end()
  yield row
}

function* texts(path: string, decoder: TextDecoder): Generator<string> {
  const file = openSync(path, 'r')
  try {
    const part = Buffer.alloc(PART)
    for (let bytes = readSync(file, part); bytes > 0; bytes = readSync(file, part)) yield decoder.decode(part.subarray(0, bytes), { stream: true })
    yield decoder.decode()
  } finally {
    closeSync(file)
  }
}

/** Characters that tell what divides the cells. */
const LOOKED_AT = 8_000

/** A tab where more of them divide cells than commas do; those that stand in front of a cell only keep its digits. */
function dividerOf(text: string): number | undefined {
  const [tabs, commas] = [/(?<=[^,"\t\n\r\uFEFF])\t/g, /,/g].map((sign) => text.slice(0, LOOKED_AT).match(sign)?.length ?? 0)
  return (tabs ?? 0) > (commas ?? 0) ? TAB : COMMA
}

/** Whether the file is UTF-8; Chinese text that is not is GB 18030. */
export function isUtf8(path: string): boolean {
  try {
    for (const _text of texts(path, new TextDecoder('utf-8', { fatal: true })));
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** A tab in front keeps a spreadsheet from eating the digits of an account; a mark of byte order is no part of a title. */
function cleaned(cell: string): string {
  const marks = (cell.startsWith('\uFEFF') ? 1 : 0) + (cell.startsWith('\t', cell.startsWith('\uFEFF') ? 1 : 0) ? 1 : 0)
  const text = cell.slice(marks).trim()
  // ="000001" keeps a spreadsheet from eating the zeros.
  return /^=[\d.]+$/.test(text) ? text.slice(1) : text
}
