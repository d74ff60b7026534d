import type { CellValue } from '../../../platform/excel/excel'
import type { ExportColumn } from './columns'

// What SPSS and PSPP read: the values as a text file, and the commands that name its variables. No kept library writes their own format.

const NAME_BYTES = 64
const LABEL_BYTES = 255
const VALUE_LABEL_BYTES = 120
/** Longest text of a variable. */
const TEXT_BYTES = 32_767
/** Stands for a choice that was not made. */
export const NOT_ANSWERED = -9

const RESERVED = new Set(['all', 'and', 'by', 'eq', 'ge', 'gt', 'le', 'lt', 'ne', 'not', 'or', 'to', 'with'])

/** So much of a text as fits into so many bytes of UTF-8, cut between characters as people see them. */
export function cutBytes(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text
  let [cut, bytes] = ['', 0]
  for (const { segment } of new Intl.Segmenter('zh').segment(text)) {
    bytes += Buffer.byteLength(segment)
    if (bytes > most) break
    cut += segment
  }
  return cut
}

/** A name without the underscores at its ends, which SPSS does not like there. */
function withoutUnderscores(name: string): string {
  let [from, to] = [0, name.length]
  while (from < to && name[from] === '_') from += 1
  while (to > from && name[to - 1] === '_') to -= 1
  return name.slice(from, to)
}

/** Names of variables for codes of columns: valid, each once, whatever the case. */
export function variableNames(codes: readonly string[]): string[] {
  const taken = new Set<string>()
  return codes.map((code) => {
    const plain = withoutUnderscores(code.replace(/[^A-Za-z0-9_]/g, '_'))
    const begun = /^[A-Za-z]/.test(plain) && !RESERVED.has(plain.toLowerCase()) ? plain : `v_${plain}`
    let name = begun.slice(0, NAME_BYTES)
    for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = `${begun.slice(0, NAME_BYTES - String(n).length - 1)}_${n}`
    taken.add(name.toLowerCase())
    return name
  })
}

/** A column as a variable; of texts the longest that came decides its width. */
export class Variable {
  readonly column: ExportColumn
  readonly name: string
  private bytes = 1
  private readonly codes: ReadonlyMap<string, number>

  constructor(column: ExportColumn, name: string) {
    this.column = column
    this.name = name
    this.codes = new Map(column.kind.type === 'choice' ? column.kind.options.map(({ value, code }) => [value, code]) : [])
  }

  /** The value of a row as it stands in the file. */
  cell(value: CellValue): CellValue {
    const { type } = this.column.kind
    if (type === 'choice') return value === null ? NOT_ANSWERED : (this.codes.get(String(value)) ?? NOT_ANSWERED)
    if (type === 'flag') return value ?? NOT_ANSWERED
    if (type === 'number') return typeof value === 'number' ? value : null
    if (value === null || type === 'day') return value
    const text = cutBytes(String(value).replace(/[\r\n\t]+/g, ' '), TEXT_BYTES)
    this.bytes = Math.max(this.bytes, Buffer.byteLength(text) + 1)
    return text
  }

  /** How the file is read. */
  get format(): string {
    const { type } = this.column.kind
    return type === 'text' ? `A${Math.min(this.bytes, TEXT_BYTES)}` : type === 'day' ? 'SDATE10' : type === 'number' ? 'F20.4' : 'F8.0'
  }

  /** Labels of its values. */
  get labels(): [number, string][] {
    const { kind } = this.column
    const own: [number, string][] = kind.type === 'choice' ? kind.options.map(({ code, label }) => [code, label]) : kind.type === 'flag' ? [[0, '否'], [1, '是']] : []
    return own.length > 0 ? [...own, [NOT_ANSWERED, '未作答']] : []
  }
}

/** A text in the commands: in quotes, on one line. */
const quoted = (text: string, most: number): string => `'${cutBytes(text.replace(/[\r\n]+/g, ' '), most).replaceAll("'", "''")}'`

/** The commands that read a file of values and name what is in it. To be written when all values have been. */
export function syntaxOf(dataFile: string, title: string, variables: readonly Variable[]): string {
  const labelledOnes = variables.filter((variable) => variable.labels.length > 0)
  const lines = [
    '* Encoding: UTF-8.',
    `* ${title.replace(/[\r\n*.]+/g, ' ')}：请与数据文件放在同一目录，并将其设为工作目录后运行.`,
    'SET DECIMAL=DOT.',
    `GET DATA /TYPE=TXT /FILE='${dataFile}' /ENCODING='UTF8' /ARRANGEMENT=DELIMITED /FIRSTCASE=2 /DELIMITERS="," /QUALIFIER='"'`,
    `  /VARIABLES=`,
    ...variables.map(({ name, format }, i) => `    ${name} ${format}${i === variables.length - 1 ? '.' : ''}`),
    'VARIABLE LABELS',
    ...variables.map(({ name, column }, i) => `  ${i > 0 ? '/' : ''}${name} ${quoted(column.title, LABEL_BYTES)}${i === variables.length - 1 ? '.' : ''}`),
    ...labelledOnes.flatMap(({ name, labels }) => ['VALUE LABELS', `  ${name}`, ...labels.map(([value, label], i) => `    ${value} ${quoted(label, VALUE_LABEL_BYTES)}${i === labels.length - 1 ? '.' : ''}`)]),
    ...labelledOnes.map(({ name }) => `MISSING VALUES ${name} (${NOT_ANSWERED}).`),
    'EXECUTE.',
    '',
  ]
  return lines.join('\n')
}
