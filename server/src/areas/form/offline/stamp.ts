import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Encryption } from '../../../platform/encryption/encryption'
import type { DrawnSheet } from '../../../platform/excel/compose'
import type { Book } from '../../../platform/excel/layout'

// What a workbook says of itself: whose answer to which version it is, as it was when it was fetched. It stands on a sheet that programs do
// not show, under a code that only this installation can make.

const stampSchema = z.strictObject({
  format: z.literal(1),
  taskId: z.string(),
  roundId: z.string(),
  sha256: z.string(),
  revision: z.number().int(),
  /** Ids of the rows of each table question, and how many of them were there. */
  rows: z.record(z.string(), z.strictObject({ ids: z.array(z.string()), known: z.number().int() })),
})
export type Stamp = z.output<typeof stampSchema>

export const STAMP_SHEET = '_标识'
/** Characters of a cell; a cell takes 32,767. */
const PIECE = 30_000
const MOST = 40

const codeOf = (encryption: Encryption, text: string): string => createHmac('sha256', encryption.keyFor('form workbook')).update(text).digest('base64url')

export function stampSheet(stamp: Stamp, encryption: Encryption): DrawnSheet {
  const text = JSON.stringify(stamp)
  const pieces = Array.from({ length: Math.ceil(text.length / PIECE) }, (_, i) => text.slice(i * PIECE, (i + 1) * PIECE))
  const cells = [codeOf(encryption, text), ...pieces].map((value, row) => ({ row, column: 0, value }))
  return { name: STAMP_SHEET, hidden: true, cells, merges: [], widths: [40], heights: cells.map(() => 6), lists: [] }
}

/** The stamp of a workbook; a sentence where it has none of ours. */
export function readStamp({ sheets }: Book, encryption: Encryption): Stamp | { problem: string } {
  const cells = sheets.find(({ name }) => name === STAMP_SHEET)?.cells.filter(({ column }) => column === 0).sort((a, b) => a.row - b.row)
  if (!cells || cells.length < 2 || cells.length > MOST) return { problem: '不是从本系统下载的填报表，请下载后填写再上传' }
  const [code = '', ...pieces] = cells.map(({ value }) => String(value ?? ''))
  const text = pieces.join('')
  const [given, right] = [Buffer.from(code), Buffer.from(codeOf(encryption, text))]
  const changed = { problem: '填报表的标识已被改动，请重新下载' }
  if (given.length !== right.length || !timingSafeEqual(given, right)) return changed
  const read = stampSchema.safeParse(JSON.parse(text))
  return read.success ? read.data : changed
}
