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
import { Held } from './held'
import * as repository from './repository'

type Stat = ResponseOf<typeof calls.selectFormStatistics>
type Counted = Stat['questions'][number]

interface Figures {
  choices: repository.ChoiceCount[]
  numbers: Map<string, Omit<repository.NumberFigures, 'key'>>
  answered: Map<string, number>
}

/** Figures of rounds as they were last computed: of 100,000 answers to 120 questions it takes seconds. */
const figuresHeld = new Held<Figures>()

/** What a calculation that is yes or no is counted as. */
const YES_NO: Option[] = [
  { value: 'yes', label: '是' },
  { value: 'no', label: '否' },
]

/** All counts of a round, or of some of its questions: whatever is shown of it passes here. */
function figuresOf(db: Db, roundId: string, stamp: string, matrices: readonly string[], keys: repository.Keys): Promise<Figures> {
  const compute = async () => {
    const [choices, numbers, answered] = await Promise.all([repository.choiceCounts(db, roundId, matrices, keys), repository.numberFigures(db, roundId, keys), repository.answeredCounts(db, roundId, keys)])
    return { choices, numbers: new Map(numbers.map(({ key, ...figures }) => [key, figures])), answered: new Map(answered.map(({ key, count }) => [key, count])) }
  }
  return keys ? compute() : figuresHeld.get(roundId, stamp, compute)
}

async function read(db: Db, roundId: string, keys: repository.Keys) {
  const state = await repository.roundState(db, roundId)
  const doc = await documentOfRound(db, roundId)
  if (!state || !doc) throw refuse.notFound()
  const matrices = Object.entries(doc.questions).flatMap(([key, { type }]) => (type === 'matrix' ? [key] : []))
  return { state, doc, ...(await figuresOf(db, roundId, state.stamp, matrices, keys)) }
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
async function namelessStat(db: Db, { roundId, compareId, keys }: Given): Promise<Stat | undefined> {
  const nameless = [await isAnonymous(db, roundId), compareId !== undefined && (await isAnonymous(db, compareId))]
  if (!nameless.includes(true)) return undefined
  const now = nameless[0] ? await anonymousStat(db, roundId) : await statOf(db, { roundId, keys })
  return compareId === undefined ? now : compared(now, nameless[1] ? await anonymousStat(db, compareId) : await statOf(db, { roundId: compareId, keys }))
}

const stat = async ({ db, input }: Context<typeof calls.selectFormStatistics>): Promise<Stat> => (await namelessStat(db, input)) ?? statOf(db, input)

type Given = { roundId: string; compareId?: string | undefined; keys?: string[] | undefined }

async function statOf(db: Db, input: Given): Promise<Stat> {
  const now = await read(db, input.roundId, input.keys ?? null)
  const then = input.compareId === undefined ? null : await read(db, input.compareId, input.keys ?? null)
  return {
    tasks: now.state.tasks,
    submitted: now.state.submitted,
    submittedBefore: then && then.state.submitted,
    anonymous: false,
    withheld: null,
    questions: orderOf(now.doc)
      .filter((key) => input.keys?.includes(key) ?? true)
      .flatMap((key) => countedOf(now.doc, key, now, then)),
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
