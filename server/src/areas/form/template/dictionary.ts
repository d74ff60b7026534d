import type { ResponseOf } from '@assoc/contract'
import { compareVersions } from '@assoc/contract/form/engine/compare'
import { DICTIONARY, dictionaryChanges, dictionaryOf, type DictionaryColumn, type DictionaryRow } from '@assoc/contract/form/engine/dictionary'
import { LIMITS } from '@assoc/contract/form/engine/document'
import { applyPatches } from '@assoc/contract/form/engine/patch'
import type { exportFormDictionary, readFormDictionary } from '@assoc/contract/form/template'
import { refuse } from '../../../platform/errors'
import { readRows, writeWorkbook, type CellValue } from '../../../platform/excel/excel'
import { onlyTable } from '../../../platform/excel/format'
import type { Context, FileAnswer } from '../../../platform/http/context'
import { exportName, XLSX } from '../../../platform/resource/workbook'
import { documentOf } from './draft'
import * as repository from './repository'

// The data dictionary of a form as a workbook, and what an edited one changes.

const COLUMNS = Object.keys(DICTIONARY) as DictionaryColumn[]
const WIDTHS: Partial<Record<DictionaryColumn, number>> = { key: 14, code: 20, label: 40, options: 36, items: 30, condition: 30, calc: 30, help: 40 }

const ABOUT: [string, string][] = [
  ['可以修改', '列名（未发布时）、题目、选项、矩阵的行、必填、上下限、小数、单位、填写说明、停用'],
  ['不能修改', '编号、题型、所属表格、显示条件和公式；请在设计器中修改'],
  ['选项', '每行一个，写作“值=文字”，可在后面注明（3 分）、（须说明）、（停用）；只写文字的是新选项。已有的选项不能删除，请注明（停用）'],
  ['行', '删去一行不会删除题目，不能增加题目'],
  ['上传', '在表单模板的“数据字典”中上传，确认差异后才会写入草稿'],
]

export async function downloadDictionary({ db, input }: Context<typeof exportFormDictionary>): Promise<FileAnswer> {
  const draft = await repository.readDraft(db, input.templateId)
  if (!draft) throw refuse.notFound()
  const version = input.versionNo === undefined ? null : await repository.versionOf(db, input.templateId, input.versionNo)
  if (version === undefined) throw refuse.notFound()
  const rows = dictionaryOf(documentOf(version ? version.document : draft.doc))
  const body = await writeWorkbook([
    { name: '数据字典', header: COLUMNS.map((column) => DICTIONARY[column]), widths: COLUMNS.map((column) => WIDTHS[column] ?? 12), rows: rows.map((row) => COLUMNS.map((column) => row[column])), filter: true },
    { name: '填写说明', header: ['项目', '说明'], widths: [14, 90], rows: ABOUT },
  ])
  return { fileName: exportName(`${draft.formName}_数据字典${version ? `_第${version.versionNo}版` : ''}`), contentType: XLSX, body }
}

const text = (cell: CellValue | undefined): string => (cell === null || cell === undefined ? '' : typeof cell === 'boolean' ? (cell ? '是' : '否') : String(cell))

/** Rows of a sheet under the titles that are known; others are passed over. */
function rowsUnder(titles: readonly CellValue[], below: readonly (readonly CellValue[])[]): Partial<DictionaryRow>[] {
  const at = COLUMNS.flatMap((column) => {
    const place = titles.findIndex((title) => text(title).trim() === DICTIONARY[column])
    return place < 0 ? [] : [[column, place] as const]
  })
  if (!at.some(([column]) => column === 'key')) throw refuse.field('file', `没有找到“${DICTIONARY.key}”列，请使用下载的数据字典`)
  // A row of nothing at the end keeps its number, so that refusals name the row that people see.
  return below.map((row) => Object.fromEntries(at.map(([column, place]) => [column, text(row[place])])))
}

export async function readDictionary({ db, input, files }: Context<typeof readFormDictionary>): Promise<ResponseOf<typeof readFormDictionary>> {
  const { file, format } = onlyTable(files)
  const [titles = [], ...below] = await readRows(format, file, LIMITS.questions)
  const draft = await repository.readDraft(db, input.templateId)
  if (!draft) throw refuse.notFound()
  if (draft.formStatus === 'archived') throw refuse.inUse('表单已归档，不能修改')
  const doc = documentOf(draft.doc)
  const rows = rowsUnder(titles, below)
  const filled = rows.flatMap((row, i) => (Object.values(row).some(Boolean) ? [{ row, no: i + 1 }] : []))
  const { patches, refused } = dictionaryChanges(doc, filled.map(({ row }) => row))
  const applied = applyPatches(doc, patches)
  if (!('doc' in applied)) throw refuse.field('file', 'problem' in applied ? applied.problem : '数据字典与表单草稿不一致')
  const { changes } = compareVersions(doc, applied.doc)
  // The name of a column is fixed by the first publication alone.
  const told = draft.latestVersion === null ? changes.map((one) => ({ ...one, message: one.message.replace('，已发布的列名不能修改', '') })) : changes
  return { revision: draft.revision, patches, changes: told, refused: refused.map((one) => ({ ...one, row: filled[one.row - 1]?.no ?? one.row })) }
}
