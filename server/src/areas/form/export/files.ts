import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { answerStatus } from '@assoc/contract/form/answer'
import { localTime } from '@assoc/contract/core/day'
import { rowsOf } from '@assoc/contract/form/engine/answers'
import { refuse } from '../../../platform/errors'
import { streamWorkbook, type CellValue, type StreamedSheet } from '../../../platform/excel/excel'
import { MAX_SHEET_ROWS } from '../../../platform/excel/sheet-xml'
import { csvLines, encoded, markOf, type Encoding } from './csv'
import { labelled, personalPath, type AnswerSource, type ExportColumn, type ExportTable } from './columns'
import type { ExportedAnswer } from './repository'
import { syntaxOf, variableNames, Variable } from './spss'

// The files of an export, made as the answers come: neither these nor the file are ever in memory as a whole.

export type Bytes = AsyncIterable<Buffer>
/** Takes the bytes of a file as they are made. */
export type Take<T> = (bytes: Bytes) => Promise<T>

/** What the files are made of: the tables of a form, and the answers of one of them, asked for when its turn has come. */
export interface Source {
  title: string
  tables: readonly ExportTable[]
  answers(table: ExportTable): AsyncIterable<ExportedAnswer[]>
  codes: boolean
}

/** What stands before the answers in each row. */
const HEADS = { labels: { top: ['填报对象', '填报状态', '提交时间'], row: ['填报对象'] }, codes: { top: ['respondent', 'status', 'submit_time'], row: ['respondent'] } }
const MOST_COLUMNS = 16_000

const headOf = ({ codes }: Pick<Source, 'codes'>, { key, columns }: ExportTable): string[] => {
  const own = HEADS[codes ? 'codes' : 'labels'][key === null ? 'top' : 'row']
  if (columns.length > MOST_COLUMNS) throw refuse.field('', `共 ${columns.length} 列，超过一个工作表能容纳的列数`)
  return [...own, ...columns.map(({ title, code }) => (codes ? code : title))]
}

const clock = (at: Date | null): string | null => (at ? localTime(at).slice(0, 16) : null)
/** Who has answered, and whom it is about where the round is about somebody. */
const calledOf = ({ respondentName, subjectName }: ExportedAnswer): string => (subjectName === null ? respondentName : `${respondentName}（评价：${subjectName}）`)
const before = (answer: ExportedAnswer, codes: boolean): CellValue[] => [calledOf(answer), codes ? answer.answerStatus : answerStatus.labels[answer.answerStatus], clock(answer.submitTime)]

/** Rows of a table of one answer: what stands before, and what its columns are read from. */
function* sourcesOf(answer: ExportedAnswer, key: string | null, codes: boolean): Generator<[CellValue[], AnswerSource]> {
  const personal = (path: string): string => answer.personal[path] ?? ''
  if (key === null) yield [before(answer, codes), { get: (question) => answer.content[question], personal: (question) => personal(personalPath(null, question)) }]
  else
    for (const { id, cells } of rowsOf(answer.content[key]))
      yield [[calledOf(answer)], { get: (question) => cells[question], personal: (question) => personal(personalPath({ key, row: id }, question)) }]
}

/** Rows of a table in parts, each value passed through what its column makes of it. */
async function* rowsIn(source: Source, table: ExportTable, made: (column: ExportColumn, at: number) => (value: CellValue) => CellValue): AsyncGenerator<CellValue[][]> {
  const cells = table.columns.map((column, at): ((from: AnswerSource) => CellValue) => {
    const finish = made(column, at)
    return (from) => finish(column.raw(from))
  })
  for await (const part of source.answers(table)) {
    yield part.flatMap((answer) => Array.from(sourcesOf(answer, table.key, source.codes), ([first, from]) => [...first, ...cells.map((cell) => cell(from))]))
  }
}

const shownRows = (source: Source, table: ExportTable): AsyncGenerator<CellValue[][]> => rowsIn(source, table, (column) => (source.codes ? (value) => value : labelled(column)))

/** Names of sheets, each once: forbidden signs taken out, no more than a workbook takes. */
function sheetNames(tables: readonly ExportTable[]): string[] {
  return tables.map(({ key, title }, i) => (key === null ? title : `${i}.${title.replace(/[\\/?*[\]:]/g, ' ').slice(0, 20)}`))
}

/** A workbook with a sheet for each table. `origin` stands behind them. */
export function writeXlsx<T>(source: Source, origin: () => StreamedSheet, take: Take<T>): Promise<T> {
  const names = sheetNames(source.tables)
  const sheets = source.tables.map((table, i): StreamedSheet => {
    const header = headOf(source, table)
    return {
      name: names[i] ?? table.title,
      header,
      widths: header.map((_title, at) => (at === 0 ? 24 : 18)),
      filter: true,
      parts: async function* () {
        let count = 0
        for await (const rows of shownRows(source, table)) {
          count += rows.length
          if (count > MAX_SHEET_ROWS) throw refuse.field('', `“${table.title}”超过一个工作表能容纳的 ${MAX_SHEET_ROWS} 行，请导出 CSV`)
          yield rows
        }
      },
    }
  })
  return streamWorkbook([...sheets, origin()], take)
}

async function* csvBytes(source: Source, table: ExportTable, encoding: Encoding): Bytes & AsyncGenerator<Buffer> {
  yield encoded(markOf(encoding) + csvLines([headOf(source, table)]), encoding)
  for await (const rows of shownRows(source, table)) if (rows.length > 0) yield encoded(csvLines(rows), encoding)
}

/** A file of a form without tables, else an archive with one for each. */
export const isOneFile = ({ tables }: Pick<Source, 'tables'>): boolean => tables.length === 1

export function writeCsv<T>(source: Source, encoding: Encoding, take: Take<T>): Promise<T> {
  const [first] = source.tables
  if (first && isOneFile(source)) return take(csvBytes(source, first, encoding))
  const names = sheetNames(source.tables)
  return writeZip(source.tables.map((table, i) => [`${names[i] ?? i}.csv`, () => csvBytes(source, table, encoding)]), take)
}

/** Values and commands of each table, for SPSS and PSPP. */
export function writeSpss<T>(source: Source, take: Take<T>): Promise<T> {
  const files = source.tables.map((table) => {
    const head = HEADS.codes[table.key === null ? 'top' : 'row']
    const own: ExportColumn[] = head.map((code, i) => ({ title: HEADS.labels[table.key === null ? 'top' : 'row'][i] ?? code, code, kind: { type: 'text' }, raw: () => null }))
    const names = variableNames([...own, ...table.columns].map(({ code }) => code))
    const variables = [...own, ...table.columns].map((column, i) => new Variable(column, names[i] ?? ''))
    const name = table.key === null ? 'answers' : `table_${table.code}`
    const values = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.from(csvLines([names]))
      for await (const rows of rowsIn(source, table, () => (value) => value)) yield Buffer.from(csvLines(rows.map((row) => row.map((value, i) => variables[i]?.cell(value) ?? null))))
    }
    const commands = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.from(`\uFEFF${syntaxOf(`${name}.csv`, `${source.title} ${table.title}`, variables)}`)
    }
    return { name, values, commands }
  })
  // The commands last: how wide a text is, its values have said.
  return writeZip(files.flatMap(({ name, values, commands }) => [[`${name}.csv`, values] as const, [`${name}.sps`, commands] as const]), take)
}

/** An archive whose files are made one after the other, each when the one before has been taken. */
export async function writeZip<T>(files: Iterable<readonly [name: string, bytes: () => Bytes]>, take: Take<T>): Promise<T> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error) => void output.destroy(error as Error))
  for (const [name, bytes] of files) {
    const stream = Readable.from(lazily(bytes), { objectMode: false })
    stream.once('error', (error) => void output.destroy(error))
    zip.addReadStream(stream, name, { compressionLevel: 3 })
  }
  zip.end()
  return take(output as unknown as Bytes)
}

async function* lazily(bytes: () => Bytes): AsyncGenerator<Buffer> {
  yield* bytes()
}
