import { readFileSync } from 'node:fs'
import { TextDecoder } from 'node:util'
import { isUtf8 } from './csv'
import { TABLE_LIMITS, TableRefused } from './limits'

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', yen: '¥' }
const ENTITY = /&(#\d{1,7}|#x[\dA-Fa-f]{1,6}|[A-Za-z]{2,8});/g

const point = (code: number): string => (code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ' ')
const plain = (text: string): string =>
  text.replace(ENTITY, (whole, name: string) => (name.startsWith('#x') ? point(parseInt(name.slice(2), 16)) : name.startsWith('#') ? point(Number(name.slice(1))) : (ENTITIES[name] ?? whole))).trim()

const COLSPAN = /\scolspan\s{0,5}=\s{0,5}["']?(\d{1,3})/i

/**
 * Rows of the tables of a web page, as systems that name them `.xls` write them, in UTF-8 or GB 18030. A cell over several columns stands in the first
 * of them. What stands outside of cells, and scripts and styles, are no rows. Read once from front to back, whatever the page nests.
 */
export function* htmlRows(path: string): Generator<string[]> {
  const bytes = readFileSync(path)
  if (bytes.length > TABLE_LIMITS.unpacked) throw new TableRefused('tooLarge')
  const page = new TextDecoder(isUtf8(path) ? 'utf-8' : 'gb18030').decode(bytes)
  let row: string[] | null = null
  let cell: string | null = null
  let span = 1
  const endCell = () => {
    if (cell === null || !row) return
    if (cell.length > TABLE_LIMITS.cellChars) throw new TableRefused('longCell')
    row.push(plain(cell))
    for (let i = 1; i < span && row.length < TABLE_LIMITS.columns; i++) row.push('')
    cell = null
  }
  for (let at = 0; at < page.length; ) {
    const open = page.indexOf('<', at)
    const text = page.slice(at, open < 0 ? page.length : open)
    if (cell !== null) cell += text
    if (open < 0) break
    const comment = page.startsWith('<!--', open)
    const close = page.indexOf(comment ? '-->' : '>', open)
    if (close < 0) break
    at = close + (comment ? 3 : 1)
    if (comment) continue
    const tag = page.slice(open + 1, Math.min(close, open + 500))
    const name = (/^\/?[A-Za-z]{1,12}/.exec(tag)?.[0] ?? '').toLowerCase()
    if (name === 'script' || name === 'style') {
      const end = page.indexOf(`</${name}`, at)
      if (end < 0) break
      at = end
    } else if (name === 'tr' || name === '/tr' || name === '/table') {
      endCell()
      if (row) yield row
      row = name === 'tr' ? [] : null
    } else if (name === 'td' || name === 'th') {
      endCell()
      row ??= []
      cell = ''
      span = Number(COLSPAN.exec(tag)?.[1] ?? 1)
    } else if (name === '/td' || name === '/th') endCell()
    else if (name === 'br' && cell !== null) cell += '\n'
  }
  endCell()
  if (row) yield row
}
