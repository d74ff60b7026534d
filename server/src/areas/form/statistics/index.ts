import type { ResponseOf } from '@assoc/contract'
import { orderOf, type FormDoc, type Option, type Question } from '@assoc/contract/form/engine/document'
import * as calls from '@assoc/contract/form/statistics'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { handle, type Context } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { documentOfVersion } from '../answer/document'
import { documentOfRound } from '../answer/versions'
import { isAnonymous } from '../anonymous/repository'
import { anonymousCross, anonymousStat, compared, selectTexts } from '../anonymous/statistics'
import * as repository from './repository'

type Stat = ResponseOf<typeof calls.selectFormStatistics>
type Counted = Stat['questions'][number]

/** What a calculation that is yes or no is counted as. */
const YES_NO: Option[] = [
  { value: 'yes', label: '是' },
  { value: 'no', label: '否' },
]

/** All counts of a round: whatever is shown of it passes here. */
async function figuresOf(db: Db, roundId: string, matrices: readonly string[]) {
  const choices = await repository.choiceCounts(db, roundId, matrices)
  const numbers = new Map((await repository.numberFigures(db, roundId)).map(({ key, ...figures }) => [key, figures]))
  const answered = new Map((await repository.answeredCounts(db, roundId)).map(({ key, count }) => [key, count]))
  return { choices, numbers, answered }
}

async function read(db: Db, roundId: string) {
  const state = await repository.roundState(db, roundId)
  const doc = await documentOfRound(db, roundId)
  if (!state || !doc) throw refuse.notFound()
  const matrices = Object.entries(doc.questions).flatMap(([key, { type }]) => (type === 'matrix' ? [key] : []))
  return { state, doc, ...(await figuresOf(db, roundId, matrices)) }
}

const COUNTED: ReadonlySet<Question['type']> = new Set(['radio', 'select', 'checkbox', 'matrix', 'region', 'number', 'money', 'rating', 'calc'])

/** Every choice that a question offers, also those that nobody made, and those that were made of options that are no longer offered. */
function choicesOf(question: Question, made: readonly repository.ChoiceCount[], before: readonly repository.ChoiceCount[] | null): Counted['choices'] {
  const options = question.type === 'calc' ? YES_NO : (question.options ?? [])
  const items = question.type === 'matrix' ? (question.items ?? []) : [{ value: '', label: '' }]
  const find = (list: readonly repository.ChoiceCount[], item: string, value: string): number => list.find((one) => one.item === item && one.choice === value)?.count ?? 0
  const offered = question.type === 'region' || (question.type === 'calc' && made.length === 0) ? [...new Set([...made, ...(before ?? [])].map(({ choice }) => choice))].map((value) => ({ value, label: value })) : options
  return items.flatMap((item) =>
    offered.map(({ value, label }) => ({
      item: item.label,
      itemValue: item.value,
      value,
      label,
      count: find(made, item.value, value),
      before: before && find(before, item.value, value),
    })),
  )
}

function countedOf(doc: FormDoc, key: string, now: Awaited<ReturnType<typeof read>>, then: Awaited<ReturnType<typeof read>> | null): Counted[] {
  const question = doc.questions[key]
  if (!question || !COUNTED.has(question.type)) return []
  const of = (list: readonly repository.ChoiceCount[]) => list.filter((one) => one.key === key)
  const inBoth = then?.doc.questions[key] !== undefined
  return [
    {
      key,
      label: question.label,
      type: question.type,
      table: question.in === undefined ? null : (doc.questions[question.in]?.label ?? null),
      unit: question.unit ?? '',
      answered: now.answered.get(key) ?? 0,
      answeredBefore: then && inBoth ? (then.answered.get(key) ?? 0) : null,
      choices: choicesOf(question, of(now.choices), then && inBoth ? of(then.choices) : null),
      figures: now.numbers.get(key) ?? null,
      before: (inBoth && then?.numbers.get(key)) || null,
    },
  ]
}

/** Figures where the round, or the one that it is compared with, is anonymous; undefined where neither is. */
async function namelessStat(db: Db, { roundId, compareId }: Given): Promise<Stat | undefined> {
  const nameless = [await isAnonymous(db, roundId), compareId !== undefined && (await isAnonymous(db, compareId))]
  if (!nameless.includes(true)) return undefined
  const now = nameless[0] ? await anonymousStat(db, roundId) : await statOf(db, { roundId })
  return compareId === undefined ? now : compared(now, nameless[1] ? await anonymousStat(db, compareId) : await statOf(db, { roundId: compareId }))
}

const stat = async ({ db, input }: Context<typeof calls.selectFormStatistics>): Promise<Stat> => (await namelessStat(db, input)) ?? statOf(db, input)

type Given = { roundId: string; compareId?: string | undefined }

async function statOf(db: Db, input: Given): Promise<Stat> {
  const now = await read(db, input.roundId)
  const then = input.compareId === undefined ? null : await read(db, input.compareId)
  return {
    tasks: now.state.tasks,
    submitted: now.state.submitted,
    submittedBefore: then && then.state.submitted,
    anonymous: false,
    withheld: null,
    questions: orderOf(now.doc).flatMap((key) => countedOf(now.doc, key, now, then)),
  }
}

/** Days are no figures, but answers are filtered by them. */
const FILTERED: ReadonlySet<Question['type']> = new Set([...COUNTED, 'date'])

async function countedQuestions({ db, input }: Context<typeof calls.selectCountedQuestions>): Promise<ResponseOf<typeof calls.selectCountedQuestions>> {
  const state = await repository.roundState(db, input.roundId)
  if (!state) throw refuse.notFound()
  const doc = await documentOfVersion(db, state)
  const named = (list: readonly Option[] = []) => list.map(({ value, label }) => ({ value, label }))
  return {
    roundName: state.roundName,
    questions: orderOf(doc).flatMap((key) => {
      const question = doc.questions[key]
      if (!question || !FILTERED.has(question.type) || question.personal) return []
      const { label, type, unit = '', options, items } = question
      return [{ key, label, type, table: question.in === undefined ? null : (doc.questions[question.in]?.label ?? null), unit, options: named(options), items: named(items) }]
    }),
  }
}

/** Questions whose choices can stand at the side of a cross table. */
function crossOptions(doc: FormDoc, key: string, field: string): { value: string; label: string }[] {
  const question = doc.questions[key]
  if (!question) throw refuse.notFound()
  if (!question.options || question.type === 'matrix') throw refuse.field(field, '请选择单选、多选或下拉题')
  return question.options.map(({ value, label }) => ({ value, label }))
}

async function cross({ db, input }: Context<typeof calls.selectFormCrossTable>): Promise<ResponseOf<typeof calls.selectFormCrossTable>> {
  const doc = await documentOfRound(db, input.roundId)
  if (!doc) throw refuse.notFound()
  const [rows, columns] = [crossOptions(doc, input.rowKey, 'rowKey'), crossOptions(doc, input.columnKey, 'columnKey')]
  if (await isAnonymous(db, input.roundId)) return anonymousCross(db, input.roundId, { key: input.rowKey, options: rows }, { key: input.columnKey, options: columns })
  return { rows, columns, withheld: null, cells: await repository.crossCounts(db, input.roundId, input.rowKey, input.columnKey) }
}

/** What was answered in figures. */
export const statistics: ServerModule = {
  bindings: [handle(calls.selectFormStatistics, stat), handle(calls.selectFormCrossTable, cross), handle(calls.selectCountedQuestions, countedQuestions), handle(calls.selectAnonymousTexts, selectTexts)],
}
