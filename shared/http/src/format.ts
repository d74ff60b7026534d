import { localTime } from '@assoc/contract/core/day'
import dayjs from 'dayjs'

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

const withThousands = (value: number, decimals: number): string => value.toLocaleString('zh-CN', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })

/** File size in B to TB with two decimals and thousands, dividing by 1024; an empty size is `0 B` (specification, section 9), and other whole bytes have no decimals either. */
export function fileSize(bytes: number | null | undefined): string {
  if (!bytes || bytes < 0) return '0 B'
  const step = Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), UNITS.length - 1)
  return `${withThousands(bytes / 1024 ** step, step === 0 ? 0 : 2)} ${UNITS[step]}`
}

/** Money in units of 10,000 元 with two decimals, thousands and the suffix 万; `fen` is whole 分. */
export function wan(fen: number | null | undefined): string {
  return `${withThousands((fen ?? 0) / 1_000_000, 2)}万`
}

/** Money in 元 with two decimals and thousands; `fen` is whole 分. */
export function yuan(fen: number | null | undefined): string {
  return withThousands((fen ?? 0) / 100, 2)
}

// A time that says in which zone it is meant; a date, or a time without a zone, is what it says wherever it is read.
const ZONED = /T.*(Z|[+-]\d\d:?\d\d)$/

/** A date or instant in the console's default form, an instant as a clock in Asia/Shanghai shows it; empty text for none. */
export function dateFormat(value: string | number | Date | null | undefined, pattern = 'YYYY-MM-DD HH:mm:ss'): string {
  if (value === null || value === undefined || value === '') return ''
  if (!dayjs(value).isValid()) return ''
  return dayjs(typeof value === 'string' && !ZONED.test(value) ? value : localTime(value)).format(pattern)
}

const CONTENT_TYPES: Record<string, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
  csv: 'text/csv;charset=utf-8',
  pdf: 'application/pdf',
  zip: 'application/zip',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  doc: 'application/msword',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  svg: 'image/svg+xml',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  txt: 'text/plain;charset=utf-8',
}

/** Content type by extension; a spreadsheet when the extension is unknown or missing (specification, section 9). */
export function contentTypeOf(extension: string | undefined): string {
  return CONTENT_TYPES[(extension ?? '').toLowerCase().replace(/^\./, '')] ?? (CONTENT_TYPES['xlsx'] as string)
}

/** Saves data in the browser under the given name, with the content type of its extension. */
export function saveAs(data: Blob | ArrayBuffer, fileName: string): void {
  const extension = /\.([A-Za-z0-9]+)$/.exec(fileName)?.[1]
  const url = URL.createObjectURL(new Blob([data], { type: contentTypeOf(extension) }))
  const link = document.createElement('a')
  link.href = url
  link.download = extension ? fileName : `${fileName}.xlsx`
  document.body.append(link)
  link.click()
  link.remove()
  // Revoked late: Chromium reads the URL after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
