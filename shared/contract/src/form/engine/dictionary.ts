import { hasProperty, PROPERTIES, quoted } from './properties'
import { emptyDoc, MONEY_UNITS, orderOf, QUESTION_TYPES, readDocument, type FormDoc, type Option, type Question } from './document'
import { nextOptionValue, withoutEmpty, withQuestions } from './edits'
import { diff, type Patch } from './patch'
import { conditionText } from './sentence'
import { formulaText } from './formula'

// The data dictionary: a row a question, for whoever works with the figures, and as a workbook to be edited and taken back. What a
// workbook cannot say without doubt (types, conditions, formulas, new questions) is told in it but not taken from it.

/** Columns of the dictionary with their headings, in order. */
export const DICTIONARY = {
  key: '编号',
  code: PROPERTIES.code,
  label: PROPERTIES.label,
  type: '题型',
  table: PROPERTIES.in,
  options: PROPERTIES.options,
  items: PROPERTIES.items,
  required: PROPERTIES.required,
  condition: PROPERTIES.visibleIf,
  calc: PROPERTIES.calc,
  min: PROPERTIES.min,
  max: PROPERTIES.max,
  decimals: PROPERTIES.decimals,
  unit: PROPERTIES.unit,
  help: PROPERTIES.help,
  retired: PROPERTIES.retired,
} as const
export type DictionaryColumn = keyof typeof DICTIONARY
export type DictionaryRow = Record<DictionaryColumn, string>

const RETIRED = '（停用）'
const OTHER = '（须说明）'
const POINTS = /（(-?[\d.]{1,20}) ?分）$/
const ON_CONDITION = '满足条件时'

const optionText = ({ value, label, points, other, retired }: Option): string =>
  `${value}=${label}${points === undefined ? '' : `（${points} 分）`}${other ? OTHER : ''}${retired ? RETIRED : ''}`
const listText = (list: readonly Option[] | undefined): string => (list ?? []).map(optionText).join('\n')
const unitText = ({ type, unit = '' }: Question): string => (type === 'money' ? MONEY_UNITS[unit === 'wan' ? 'wan' : 'yuan'] : unit)

function rowOf(doc: FormDoc, key: string, one: Question): DictionaryRow {
  return {
    key,
    code: one.code,
    label: one.label,
    type: QUESTION_TYPES[one.type],
    table: doc.questions[one.in ?? '']?.code ?? '',
    options: listText(one.options),
    items: listText(one.items),
    required: one.required ? '是' : one.requiredIf === undefined ? '' : ON_CONDITION,
    condition: one.visibleIf === undefined ? '' : conditionText(one.visibleIf, doc),
    calc: one.calc === undefined ? '' : formulaText(one.calc, doc),
    min: one.min ?? '',
    max: one.max ?? '',
    decimals: one.decimals === undefined ? '' : String(one.decimals),
    unit: unitText(one),
    help: one.help ?? '',
    retired: one.retired ? '是' : '',
  }
}

/** The dictionary of a form, in reading order, then what is retired or placed nowhere. Notes hold no data and have no row. */
export function dictionaryOf(doc: FormDoc): DictionaryRow[] {
  return [...new Set([...orderOf(doc), ...Object.keys(doc.questions)])].flatMap((key) => {
    const one = doc.questions[key]
    return one && one.type !== 'note' ? [rowOf(doc, key, one)] : []
  })
}

export interface RefusedRow {
  /** The row, from 1, headings not counted. */
  row: number
  message: string
}

/** Columns that are told and not taken. */
const FIXED = ['type', 'table', 'condition', 'calc'] as const
const YES: Record<string, boolean | undefined> = { '': false, 是: true, 否: false }

/**
 * What an edited dictionary changes, and the rows that are refused as a whole. A column that is left out changes nothing; a row that is
 * left out does not remove its question.
 */
export function dictionaryChanges(doc: FormDoc, rows: readonly Partial<DictionaryRow>[]): { patches: Patch[]; refused: RefusedRow[] } {
  const refused: RefusedRow[] = []
  const taken = new Map<string, { question: Question; row: number }>()
  const seen = new Set<string>()
  rows.forEach((given, i) => {
    const row = i + 1
    const key = (given.key ?? '').trim()
    const old = Object.hasOwn(doc.questions, key) ? doc.questions[key] : undefined
    const problem = !key
      ? '没有编号，新题目请在设计器中添加'
      : !old
        ? `编号 ${key.slice(0, 24)} 不在表单中`
        : seen.has(key)
          ? `编号 ${key} 出现了两次`
          : null
    if (!old || problem !== null) {
      refused.push({ row, message: `第 ${row} 行${problem ?? ''}` })
      return
    }
    seen.add(key)
    const next = editedQuestion(old, rowOf(doc, key, old), given)
    if (typeof next === 'string') refused.push({ row, message: `第 ${row} 行${quoted(old.label)}：${next}` })
    else if (next !== old) taken.set(key, { question: next, row })
  })
  // Codes are compared when all rows are read, so that two of them may be exchanged. A row that is refused keeps its old code, which
  // may be what another one wanted.
  for (let again = true; again;) {
    again = false
    const codes = new Map<string, string>()
    const codeOf = (key: string): string => (taken.get(key)?.question ?? doc.questions[key])?.code ?? ''
    const keys = Object.keys(doc.questions)
    for (const key of [...keys.filter((one) => !taken.has(one)), ...taken.keys()]) {
      const code = codeOf(key).toLowerCase()
      const other = codes.get(code)
      const mine = taken.get(key)
      if (other === undefined || !mine) codes.set(code, key)
      else if (mine.question.code !== doc.questions[key]?.code) {
        refused.push({
          row: mine.row,
          message: `第 ${mine.row} 行${quoted(mine.question.label)}：列名 ${mine.question.code} 已有其他题目使用`,
        })
        taken.delete(key)
        again = true
      }
    }
  }
  refused.sort((a, b) => a.row - b.row)
  return {
    patches: diff(
      doc,
      withQuestions(
        doc,
        [...taken].map(([key, { question }]) => [key, question]),
      ),
    ),
    refused,
  }
}

/** The question as a row says; the same object where it says nothing new, a sentence where it cannot be taken. */
function editedQuestion(old: Question, was: DictionaryRow, given: Partial<DictionaryRow>): Question | string {
  // What a workbook gives back of a text of several lines differs in its line breaks alone.
  const cell = (name: DictionaryColumn): string | undefined => {
    const text = given[name]?.replaceAll('\r\n', '\n').trim()
    return text === undefined || text === was[name].trim() ? undefined : text
  }
  for (const name of FIXED) if (cell(name) !== undefined) return `${DICTIONARY[name]}不能在数据字典中修改，请在设计器中修改`
  const change: { [P in keyof Question]?: Question[P] | undefined } = {}
  for (const name of ['code', 'label'] as const) {
    const text = cell(name)
    if (text !== undefined) change[name] = text
  }
  for (const name of ['help', 'min', 'max', 'unit', 'decimals', 'options', 'items', 'required', 'retired'] as const) {
    const text = cell(name)
    if (text === undefined) continue
    if (text !== '' && !hasProperty(old.type, name)) return `${QUESTION_TYPES[old.type]}题没有${DICTIONARY[name]}`
    if (name === 'options' || name === 'items') {
      const list = readOptions(old[name] ?? [], text)
      if (typeof list === 'string') return list
      change[name] = list
    } else if (name === 'required' || name === 'retired') {
      const yes = YES[text]
      if (yes === undefined) return `${DICTIONARY[name]}须为“是”或“否”`
      if (name === 'required' && !yes && !old.required && old.requiredIf !== undefined) return '必填条件请在设计器中修改'
      change[name] = yes || undefined
    } else if (name === 'decimals') {
      if (!/^\d?$/.test(text)) return '小数位数须为 0 至 8 的整数'
      change.decimals = text === '' ? undefined : Number(text)
    } else if (name === 'unit' && old.type === 'money') {
      if (text !== '元' && text !== '万元') return '单位须为元或万元'
      change.unit = text === '元' ? 'yuan' : 'wan'
    } else change[name] = text || undefined
  }
  if (Object.keys(change).length === 0) return old
  const next = withoutEmpty({ ...old, ...change }) as Question
  const form = emptyDoc('字典', { page: 'p1', section: 's1' })
  const read = readDocument({ ...form, questions: { q1: next } })
  return 'problem' in read ? read.problem : next
}

/** Options as lines say them; one that is not named any more is refused, for answers may have it. */
function readOptions(old: readonly Option[], text: string): Option[] | string {
  const byValue = new Map(old.map((one) => [one.value, one]))
  const list: Option[] = []
  for (const line of text
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean)) {
    let rest = line
    const [retired, other] = [RETIRED, OTHER].map((mark) => {
      const has = rest.endsWith(mark)
      if (has) rest = rest.slice(0, -mark.length).trim()
      return has
    })
    const points = POINTS.exec(rest)
    if (points) rest = rest.slice(0, points.index).trim()
    const at = rest.indexOf('=')
    const value = at < 0 ? '' : rest.slice(0, at).trim()
    const label = rest.slice(at + 1).trim()
    const one = {
      label,
      ...(points?.[1] ? { points: points[1] } : {}),
      ...(other ? { other: true as const } : {}),
      ...(retired ? { retired: true as const } : {}),
    }
    list.push({ value: value || nextOptionValue([...old, ...list]), ...one })
    byValue.delete(value)
  }
  const [gone] = byValue.values()
  return gone ? `选项“${gone.label}”不能删除，不再使用的请在后面注明${RETIRED}` : list
}
