import type { ResponseOf } from '@assoc/contract'
import { ANONYMOUS_LEAST, TOO_FEW } from '@assoc/contract/form/anonymity'
import { orderOf, type FormDoc, type Option, type Question } from '@assoc/contract/form/engine/document'
import type * as calls from '@assoc/contract/form/statistics'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { documentOfVersion } from '../answer/document'
import { hiddenCells, hiddenOf, hiddenOfSeveral, isShown, type Side } from '../statistics/suppression'
import * as repository from './statistics.repository'

// Figures of an anonymous round: once it has ended, and none that is of fewer than five answers or leads to one.

type Stat = ResponseOf<typeof calls.selectFormStatistics>
type Counted = Stat['questions'][number]

const YES_NO: Option[] = [
  { value: 'yes', label: '是' },
  { value: 'no', label: '否' },
]
const CHOSEN: ReadonlySet<Question['type']> = new Set(['radio', 'select', 'checkbox', 'matrix', 'region'])
const FIGURES: ReadonlySet<Question['type']> = new Set(['number', 'money', 'rating', 'calc'])
const TEXTS: ReadonlySet<Question['type']> = new Set(['text', 'textarea'])
/** Texts that a list shows at most. */
const MOST_TEXTS = 1000

/** Why an anonymous round shows nothing now; null when it does. */
export function withheldWhy({ isOver, takenPart, answers }: Pick<repository.RoundState, 'isOver' | 'takenPart' | 'answers'>): string | null {
  if (!isOver) return '匿名填报结束后才显示统计和回答'
  if (answers >= ANONYMOUS_LEAST) return null
  return takenPart < ANONYMOUS_LEAST ? TOO_FEW : '匿名填报正在整理，请稍后刷新'
}

interface Read {
  doc: FormDoc
  total: number
  choices: repository.ChoiceCount[]
  numbers: Map<string, repository.NumberFigures>
  answered: { key: string; item: string; count: number }[]
}

/** Whether an answer may have several choices of a question. */
const isSeveral = ({ type, multiple, in: table }: Question): boolean => type === 'checkbox' || table !== undefined || (type === 'matrix' && multiple === true)

/** Choices of a question, or of one row of a matrix, with those that are not shown. */
function choicesOf(question: Question, item: Option, made: readonly repository.ChoiceCount[], answered: number, total: number): { choices: Counted['choices']; isBlankHidden: boolean } {
  const options = question.type === 'calc' ? YES_NO : question.type === 'region' ? made.map(({ choice }) => ({ value: choice, label: choice })) : (question.options ?? [])
  const counts = options.map(({ value }) => made.find((one) => one.choice === value)?.count ?? 0)
  const hidden = isSeveral(question) ? [...hiddenOfSeveral(counts, total), !isShown(answered, total)] : hiddenOf([...counts, total - answered])
  const choices = options.map(({ value, label }, i) => ({ item: item.label, itemValue: item.value, value, label, count: hidden[i] ? 0 : (counts[i] ?? 0), before: null, ...(hidden[i] ? { hidden: true as const } : {}) }))
  // That somebody has chosen a region would be told by its name alone.
  return { choices: question.type === 'region' ? choices.filter((one) => !one.hidden) : choices, isBlankHidden: hidden[counts.length] === true }
}

function countedOf(key: string, { doc, total, choices, numbers, answered }: Read): Counted[] {
  const question = doc.questions[key]
  if (!question) return []
  const people = (item: string) => answered.find((one) => one.key === key && one.item === item)?.count ?? 0
  const made = choices.filter((one) => one.key === key)
  const head = { key, label: question.label, type: question.type, table: question.in === undefined ? null : (doc.questions[question.in]?.label ?? null), unit: question.unit ?? '', answeredBefore: null, figures: null, before: null }
  if (CHOSEN.has(question.type) || (question.type === 'calc' && made.length > 0)) {
    const items = question.type === 'matrix' ? (question.items ?? []) : [{ value: '', label: '' }]
    const parts = items.map((item) => choicesOf(question, item, made.filter((one) => one.item === item.value), people(item.value), total))
    const isHidden = question.type === 'matrix' || parts.some((one) => one.isBlankHidden)
    return [{ ...head, answered: isHidden ? 0 : people(''), choices: parts.flatMap((one) => one.choices), ...(isHidden ? { hidden: true as const } : {}) }]
  }
  if (TEXTS.has(question.type)) return [{ ...head, answered: 0, choices: [], hidden: true }]
  if (!FIGURES.has(question.type)) return []
  const figures = numbers.get(key)
  if (!isShown(people(''), total)) return [{ ...head, answered: 0, choices: [], hidden: true }]
  return [{ ...head, answered: people(''), choices: [], figures: figures ? { count: figures.count, sum: figures.sum, average: figures.average, median: '', least: '', most: '' } : null }]
}

async function stateOf(db: Db, roundId: string) {
  const state = await repository.roundState(db, roundId)
  if (!state) throw refuse.notFound()
  return { state, withheld: withheldWhy(state), doc: await documentOfVersion(db, state) }
}

export async function anonymousStat(db: Db, roundId: string): Promise<Stat> {
  const { state, withheld, doc } = await stateOf(db, roundId)
  const head = { tasks: state.tasks, submitted: state.takenPart, submittedBefore: null, anonymous: true, withheld }
  if (withheld) return { ...head, questions: [] }
  const matrices = Object.entries(doc.questions).flatMap(([key, { type }]) => (type === 'matrix' ? [key] : []))
  const read: Read = {
    doc,
    total: state.answers,
    choices: await repository.choiceCounts(db, roundId, matrices),
    numbers: new Map((await repository.numberFigures(db, roundId)).map((one) => [one.key, one])),
    answered: await repository.answeredCounts(db, roundId, matrices),
  }
  return { ...head, questions: orderOf(doc).flatMap((key) => countedOf(key, read)) }
}

/** Figures of a round beside those of another, by the keys of questions, where one of the two is anonymous. */
export function compared(now: Stat, then: Stat): Stat {
  const questions = now.questions.map((one): Counted => {
    const other = then.questions.find(({ key }) => key === one.key)
    const before = (choice: Counted['choices'][number]) => other?.choices.find(({ itemValue, value }) => itemValue === choice.itemValue && value === choice.value)
    return { ...one, answeredBefore: other && !other.hidden ? other.answered : null, before: other?.figures ?? null, choices: one.choices.map((choice) => ({ ...choice, before: before(choice)?.hidden ? null : (before(choice)?.count ?? null) })) }
  })
  return { ...now, submittedBefore: then.submitted, anonymous: now.anonymous || then.anonymous, withheld: now.withheld ?? (then.withheld && `对比的发放：${then.withheld}`), questions }
}

type CrossTable = ResponseOf<typeof calls.selectFormCrossTable>

/** The cross table of two questions; what is hidden in either is hidden here, and what would lead to it. */
export async function anonymousCross(db: Db, roundId: string, given: { key: string; options: CrossTable['rows'] }, against: { key: string; options: CrossTable['rows'] }): Promise<CrossTable> {
  const { state, withheld, doc } = await stateOf(db, roundId)
  const head = { rows: given.options, columns: against.options, withheld }
  if (withheld) return { ...head, cells: [] }
  const total = state.answers
  const counted = await repository.crossCounts(db, roundId, given.key, against.key)
  const choices = await repository.choiceCounts(db, roundId, [])
  const answered = await repository.answeredCounts(db, roundId, [])
  const side = (key: string, options: CrossTable['rows']): { values: string[]; side: Side } => {
    const counts = options.map(({ value }) => choices.find((one) => one.key === key && one.choice === value)?.count ?? 0)
    const several = isSeveral(doc.questions[key] as Question)
    if (several) return { values: options.map(({ value }) => value), side: { several, counts, hidden: hiddenOfSeveral(counts, total) } }
    // Those who left it empty are a choice as well: they would be what is left of the total.
    const all = [...counts, total - (answered.find((one) => one.key === key)?.count ?? 0)]
    return { values: [...options.map(({ value }) => value), ''], side: { several, counts: all, hidden: hiddenOf(all) } }
  }
  const [rows, columns] = [side(given.key, given.options), side(against.key, against.options)]
  const cells = rows.values.map((row) => columns.values.map((column) => counted.find((one) => one.row === row && one.column === column)?.count ?? 0))
  const hidden = hiddenCells(cells, rows.side, columns.side, total)
  return {
    ...head,
    cells: given.options.flatMap(({ value: row }, i) =>
      against.options.flatMap(({ value: column }, j) => (hidden[i]?.[j] ? [{ row, column, count: 0, hidden: true as const }] : cells[i]?.[j] ? [{ row, column, count: cells[i][j] }] : [])),
    ),
  }
}

/** Texts of one question; null where they are not shown. */
const shownTexts = (db: Db, roundId: string, key: string, { in: table }: Question, total: number) => repository.textsOf(db, roundId, key, table ?? null, total, MOST_TEXTS)

export async function selectTexts({ db, input }: Context<typeof calls.selectAnonymousTexts>): Promise<ResponseOf<typeof calls.selectAnonymousTexts>> {
  const { state, withheld, doc } = await stateOf(db, input.roundId)
  const question = doc.questions[input.key]
  if (!question || !TEXTS.has(question.type)) throw refuse.notFound()
  if (withheld) return { texts: [], withheld }
  const texts = await shownTexts(db, input.roundId, input.key, question, state.answers)
  return texts ? { texts, withheld: null } : { texts: [], withheld: TOO_FEW }
}

/** All texts of a round, by question; each list in an order of its own. */
export async function allTexts(db: Db, roundId: string): Promise<{ label: string; texts: string[] | null }[]> {
  const { state, doc } = await stateOf(db, roundId)
  const keys = orderOf(doc).filter((key) => TEXTS.has(doc.questions[key]?.type ?? 'note'))
  return Promise.all(keys.map(async (key) => ({ label: doc.questions[key]?.label ?? '', texts: await shownTexts(db, roundId, key, doc.questions[key] as Question, state.answers) })))
}
