import { extname } from 'node:path'
import { refuse } from '../errors'

/** How a table that comes in is written; the name of its file may say otherwise. */
export type TableFormat = 'xlsx' | 'xls' | 'html' | 'csv'

const startsWith = (bytes: Buffer, ...magic: number[]) => magic.every((byte, i) => bytes[i] === byte)

/** Names under which tables come. */
const TABLE_NAMES = ['.xlsx', '.xls', '.csv', '.txt', '.tsv'] as const

/**
 * What a table is by its first bytes: exchanges and banks name pages of the web and texts with tabs `.xls`, and old workbooks `.xlsx`. A text counts
 * as csv, whatever divides its cells. Null for what is none of these, such as a picture or an archive of another kind.
 */
export function tableFormatOf(fileName: string, head: Buffer): TableFormat | null {
  const extension = extname(fileName).toLowerCase()
  if (!TABLE_NAMES.some((name) => name === extension)) return null
  if (startsWith(head, 0x50, 0x4b, 3, 4)) return 'xlsx'
  // A compound document, as Excel 97 to 2003 write, and the bare stream of still older ones.
  if (startsWith(head, 0xd0, 0xcf, 0x11, 0xe0) || startsWith(head, 0x09, 0x08) || startsWith(head, 0x09, 0x04) || startsWith(head, 0x09, 0x02)) return 'xls'
  if (extension === '.xlsx' || head.includes(0)) return null
  return /^(?:\u00ef\u00bb\u00bf)?\s*<(?:!doctype|\?xml|html|head|meta|style|table|div|body|!--)/i.test(head.toString('latin1')) ? 'html' : 'csv'
}

/** The table that was sent alone, and how it is written; refused at the field `file` where it is none. */
export function onlyTable<F extends { fileName: string; head: Buffer }>(files: readonly F[]): { file: F; format: TableFormat } {
  const [file] = files
  if (!file || files.length > 1) throw refuse.field('file', '请选择一个文件')
  const format = tableFormatOf(file.fileName, file.head)
  if (!format) throw refuse.field('file', '请上传 xlsx、xls 或 csv 文件；文件可能已损坏，或内容与扩展名不符')
  return { file, format }
}
