import { TOO_FEW } from '@assoc/contract/form/anonymity'
import { moneyText } from '@assoc/contract/form/engine/display'
import { refuse } from '../../../platform/errors'
import { writeWorkbook, type CellValue, type SheetInput } from '../../../platform/excel/excel'
import type { Context, FileAnswer } from '../../../platform/http/context'
import { exportName, originSheet, XLSX } from '../../../platform/resource/workbook'
import type { exportAnswerContent } from '@assoc/contract/form/answer'
import { allTexts, anonymousStat } from './statistics'

type Counted = Awaited<ReturnType<typeof anonymousStat>>['questions'][number]

const titleOf = ({ table, label }: Counted): string => `${table ? `${table}：` : ''}${label}`

function linesOf(one: Counted): CellValue[][] {
  const line = (item: string, choice: string, value: CellValue): CellValue[] => [titleOf(one), item, choice, value]
  if (one.choices.length > 0) return one.choices.map((choice) => line(choice.item, choice.label, choice.hidden ? '不显示' : choice.count))
  if (one.type === 'text' || one.type === 'textarea') return []
  if (!one.figures) return [line('', '', one.hidden ? '不显示' : 0)]
  const number = (text: string) => (one.type === 'money' ? Number(moneyText(Math.round(Number(text)))) : Number(text))
  return [line('', '个数', one.figures.count), line('', '合计', number(one.figures.sum)), line('', '平均', number(one.figures.average))]
}

/**
 * What was answered in an anonymous round, as a workbook: the figures that the statistics show, and the texts of each question in an order of its own, so
 * that no row is one person's. Nothing before the round has ended, nor of fewer than five.
 */
export async function exportAnonymous({ db, principal, audit }: Pick<Context<typeof exportAnswerContent>, 'db' | 'principal' | 'audit'>, { roundId, roundName }: { roundId: string; roundName: string }): Promise<FileAnswer> {
  const stat = await anonymousStat(db, roundId)
  if (stat.withheld) throw refuse.inUse(stat.withheld)
  const texts = await allTexts(db, roundId)
  const figures: SheetInput = { name: '统计', header: ['题目', '项目', '选项', '份数或数值'], rows: stat.questions.flatMap(linesOf), widths: [40, 20, 24, 14], filter: true }
  const written: SheetInput = {
    name: '文字回答',
    header: texts.map(({ label }) => label),
    rows: Array.from({ length: Math.max(0, ...texts.map((one) => one.texts?.length ?? 1)) }, (_row, i) => texts.map((one) => (one.texts ? (one.texts[i] ?? '') : i === 0 ? TOO_FEW : ''))),
    widths: texts.map(() => 40),
  }
  audit({ recordType: 'formRound', recordId: roundId, verb: 'export', after: { count: stat.submitted } })
  const body = await writeWorkbook([figures, ...(texts.length > 0 ? [written] : []), originSheet({ principal, filter: `匿名发放：${roundName}` }, stat.submitted)])
  return { fileName: exportName(roundName), contentType: XLSX, body }
}
