import type * as calls from '@assoc/contract/form/answer'
import { answerStatus } from '@assoc/contract/form/answer'
import { localTime } from '@assoc/contract/core/day'
import { otherKey, pathText, rowsOf, type Answer, type AnswerPath } from '@assoc/contract/form/engine/answers'
import { answerText, moneyText } from '@assoc/contract/form/engine/display'
import { orderOf, type FormDoc, type Question } from '@assoc/contract/form/engine/document'
import { refuse } from '../../../platform/errors'
import { writeWorkbook, type CellValue, type SheetInput } from '../../../platform/excel/excel'
import type { Context, FileAnswer } from '../../../platform/http/context'
import { exportName, originSheet, XLSX } from '../../../platform/resource/workbook'
import { documentOfVersion } from './document'
import * as repository from './repository'

// What was filled in for a round, as a workbook: a row a respondent, and for each table of the form a sheet with its rows.

/** Respondents of one file: it is made in memory while somebody waits. */
const MOST = 5000

const NUMERIC = new Set<Question['type']>(['number', 'calc', 'rating'])
/** Digits that a number of a workbook keeps; a longer one stays a text, for nothing of it may be lost. */
const DIGITS = 15

/** An answer as a cell: numbers as such, money in 元, all else as people read it. */
function cellOf(question: Question, answer: Answer | undefined, other: string): CellValue {
  if (question.type === 'money' && typeof answer === 'number') return Number(moneyText(answer))
  if (NUMERIC.has(question.type) && (typeof answer === 'number' || (typeof answer === 'string' && answer.length <= DIGITS && answer.trim() !== ''))) {
    const number = Number(answer)
    if (Number.isFinite(number)) return number
  }
  return answerText(question, answer, other)
}

const textOf = (answer: Answer | undefined): string => (typeof answer === 'string' ? answer : '')
const headOf = ({ label, type, unit }: Question): string => (type === 'money' ? `${label}（元）` : unit ? `${label}（${unit}）` : label)

/** Sheets of a round's answers; personal ones are masked. */
export function sheetsOf(doc: FormDoc, rows: readonly repository.ExportedAnswer[]): SheetInput[] {
  const keys = orderOf(doc).filter((key) => doc.questions[key]?.type !== 'note')
  const top = keys.filter((key) => doc.questions[key]?.in === undefined && doc.questions[key]?.type !== 'repeat')
  const cell = (row: repository.ExportedAnswer, path: AnswerPath, key: string, from: Record<string, Answer | undefined>): CellValue => {
    const question = doc.questions[key] as Question
    return question.personal ? (row.personal[pathText(path)] ?? '') : cellOf(question, from[key], textOf(from[otherKey(key)]))
  }
  const first: SheetInput = {
    name: '填报内容',
    header: ['填报对象', '填报状态', '提交时间', ...top.map((key) => headOf(doc.questions[key] as Question))],
    rows: rows.map((row) => [row.respondentName, answerStatus.labels[row.answerStatus], row.submitTime ? localTime(row.submitTime).slice(0, 16) : '', ...top.map((key) => cell(row, { key }, key, row.content))]),
    widths: [24, 10, 18, ...top.map(() => 18)],
    filter: true,
  }
  const tables = keys.filter((key) => doc.questions[key]?.type === 'repeat').map((key, i): SheetInput => {
    const columns = (doc.questions[key]?.columns ?? []).filter((column) => keys.includes(column))
    return {
      name: `表格${i + 1}`,
      header: ['填报对象', ...columns.map((column) => headOf(doc.questions[column] as Question))],
      rows: rows.flatMap((row) => rowsOf(row.content[key]).map(({ id, cells }) => [row.respondentName, ...columns.map((column) => cell(row, { key, row: id, column }, column, cells))])),
      widths: [24, ...columns.map(() => 18)],
      filter: true,
    }
  })
  return [first, ...tables]
}

export async function exportAnswers({ db, principal, input, audit }: Context<typeof calls.exportAnswerContent>): Promise<FileAnswer> {
  const { roundId } = input
  const round = await repository.roundToExport(db, roundId)
  if (!round) throw refuse.notFound()
  const rows = await repository.answersToExport(db, roundId, input.answerStatus ?? ['submitted', 'certified'], MOST + 1)
  if (rows.length > MOST) throw refuse.inUse(`一次最多导出 ${MOST} 份填报，请按填报状态分次导出`)
  audit({ recordType: 'formRound', recordId: roundId, verb: 'export', after: { count: rows.length } })
  const body = await writeWorkbook([...sheetsOf(await documentOfVersion(db, round), rows), originSheet({ principal, filter: `发放：${round.roundName}` }, rows.length)])
  return { fileName: exportName(round.roundName), contentType: XLSX, body }
}
