import { LIMITS, type Cell, type FormDoc, type Option, type Question, type QuestionType, type TableLayout } from './document'
import { codesOf, freshKeys, uniqueCode, withoutEmpty, type KeyMaker } from './edits'
import { readsOf, withKeys, type Expression } from './expression'

// What was recognised in a sheet of a workbook, and the table form that follows from what the designer takes of it.

/** A cell that is filled in or computed. */
export interface ProposedField {
  /** The cell in small letters, which is also how formulas of the proposal name it. */
  id: string
  /** The cell as the sheet names it. */
  cell: string
  row: number
  column: number
  rows: number
  columns: number
  label: string
  type: QuestionType
  required?: true
  options?: string[]
  decimals?: number
  unit?: string
  /** The formula as it stands in the sheet, and what it means here. */
  formula?: string
  calc?: Expression
  align?: 'left' | 'center' | 'right'
  /** Where its label or kind was only guessed. */
  guessed?: true
}
export interface ProposedText {
  row: number
  column: number
  rows: number
  columns: number
  text: string
  align?: 'left' | 'center' | 'right'
  bold?: true
}
export interface Proposal {
  sheets: { name: string; hidden: boolean }[]
  sheet: string
  across: boolean
  rows: { height: number; head?: true }[]
  columns: { width: number }[]
  texts: ProposedText[]
  fields: ProposedField[]
  /** What was not understood, by its cell; empty where it is about the whole sheet. */
  unread: { cell: string; why: string }[]
}

/** Types that a recognised cell may be given. */
export const PROPOSED_TYPES: readonly QuestionType[] = ['text', 'textarea', 'number', 'money', 'date', 'select', 'radio', 'checkbox', 'rating', 'region']

const CHOSEN: ReadonlySet<QuestionType> = new Set(['select', 'radio', 'checkbox'])
const NUMBERS: ReadonlySet<QuestionType> = new Set(['number', 'money'])

/** The types that a field can be: one with a formula is computed, one without a list is not chosen from. */
export const typesFor = ({ calc, options }: ProposedField): readonly QuestionType[] =>
  calc === undefined ? PROPOSED_TYPES.filter((type) => !CHOSEN.has(type) || options !== undefined) : ['calc', ...PROPOSED_TYPES.filter((type) => !CHOSEN.has(type))]

function questionOf(field: ProposedField, type: QuestionType, code: string, calc: Expression | undefined): Question {
  const options = CHOSEN.has(type) ? field.options?.map((label, i): Option => ({ value: `o${i + 1}`, label })) : undefined
  const counted = type === 'number' || type === 'calc'
  return withoutEmpty({
    type,
    code,
    label: field.label,
    required: type === 'calc' ? undefined : field.required,
    options,
    decimals: counted ? field.decimals : undefined,
    unit: type === 'money' ? 'yuan' : counted ? field.unit : undefined,
    max: type === 'rating' ? '5' : undefined,
    calc,
  }) as Question
}

/**
 * The form with the table of a proposal in place of its own. `taken` are the fields that are taken, with their types. Questions of the old
 * table that are in `kept` (what was published) stay without a place, the others go. A formula that reads what was not taken makes no
 * question: such fields come back as `left`.
 */
export function documentOfProposal(
  doc: FormDoc,
  proposal: Proposal,
  taken: ReadonlyMap<string, QuestionType>,
  kept: ReadonlySet<string>,
  make: KeyMaker,
): { doc: FormDoc; left: ProposedField[] } {
  const fresh = freshKeys(doc, make)
  const left: ProposedField[] = []
  let fields = proposal.fields.filter(({ id }) => taken.has(id))
  const isCalc = ({ id, calc }: ProposedField) => taken.get(id) === 'calc' && calc !== undefined
  for (;;) {
    const ids = new Set(fields.map(({ id }) => id))
    const without = fields.filter((one) => isCalc(one) && readsOf(one.calc as Expression).some(({ key }) => !ids.has(key)))
    if (without.length === 0) break
    left.push(...without)
    fields = fields.filter((one) => !without.includes(one))
  }
  const questions = Object.fromEntries(Object.entries(doc.questions).filter(([key]) => kept.has(key)))
  const codes = codesOf({ ...doc, questions })
  const keys = new Map(fields.map(({ id }) => [id, fresh()]))
  const [rows, columns] = [proposal.rows.map((row) => ({ id: fresh(), ...row })), proposal.columns.map((column) => ({ id: fresh(), ...column }))]
  const cells: Record<string, Cell> = {}
  const lay = ({ row, column, rows: tall, columns: wide }: Pick<Cell, 'rows' | 'columns'> & { row: number; column: number }, of: Partial<Cell>) => {
    const [line, across] = [rows[row], columns[column]]
    if (line && across) cells[fresh()] = withoutEmpty({ row: line.id, column: across.id, rows: tall, columns: wide, ...of }) as Cell
  }
  for (const one of proposal.texts) lay(one, { text: one.text || undefined, align: one.align, bold: one.bold } as Partial<Cell>)
  for (const one of fields) {
    const [key = '', code] = [keys.get(one.id), uniqueCode(codes, one.id)]
    codes.add(code.toLowerCase())
    const type = taken.get(one.id) as QuestionType
    questions[key] = questionOf(one, type, code, isCalc(one) ? withKeys(one.calc as Expression, (id) => keys.get(id) ?? id) : undefined)
    lay(one, { key, align: one.align ?? (NUMBERS.has(type) || type === 'calc' ? 'right' : undefined) } as Partial<Cell>)
  }
  const table: TableLayout = { ...(proposal.across ? { across: true as const } : {}), rows, columns, cells }
  return { doc: { ...doc, questions, table }, left }
}

/** Why a proposal is too large for a form; null when it is not. */
export function problemOfProposal({ rows, columns, texts, fields }: Proposal): string | null {
  if (rows.length > LIMITS.rows) return `表格不能超过 ${LIMITS.rows} 行`
  if (columns.length > 200) return '表格不能超过 200 列'
  if (texts.length + fields.length > LIMITS.cells) return `单元格不能超过 ${LIMITS.cells} 个`
  return fields.length > LIMITS.questions ? `题目不能超过 ${LIMITS.questions} 道` : null
}
