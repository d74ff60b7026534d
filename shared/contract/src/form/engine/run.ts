import { answerAt, otherKey, pathOf, pathText, rowsOf, whyKey, withAnswer, type Answer, type AnswerPath, type Answers } from './answers'
import { compare, decimalFrom, decimalOf, decimalText, divide, multiply, round, subtract, type Decimal } from './decimal'
import { isAsked, LIMITS, orderOf, placesOf, type Block, type FormDoc, type Question } from './document'
import { answerText } from './display'
import { evaluate, meter, type Meter, type Scope } from './evaluate'
import { readsOf, type Expression, type ReadingKind } from './expression'
import { graphOf } from './graph'
import type { Fault, Reason, Run, RunContext } from './run-types'
import { answerFault, askForAnswer } from './validate'
import { answerOf, isDecimal, isEmpty, isList, numberOf, same, total, valueOf, type Value } from './values'

export { FormLimit } from './evaluate'
export type { Fault, Reason, Run, RunContext } from './run-types'

/** Steps that a whole form may take; one expression alone has `LIMITS.steps`. */
const ALL_STEPS = 50 * LIMITS.steps

interface State {
  visible: boolean
  required: boolean
  value: Value
}

const HIDDEN: State = { visible: false, required: false, value: null }
/** A path that is not as it was; `moved` when others may follow from it: not where it has only become required. */
interface Changed {
  path: string
  moved: boolean
}

/** Whether two values are the same for whoever reads them: unlike for conditions, a list of one is not what is in it. */
function exactly(a: Value, b: Value): boolean {
  if (a === b) return true
  if (isList(a) || isList(b)) return isList(a) && isList(b) && a.length === b.length && a.every((one, i) => exactly(one, b[i] ?? null))
  return typeof a === typeof b && (a === null) === (b === null) && isDecimal(a) === isDecimal(b) && same(a, b)
}

/**
 * Starts filling a form in: everything is computed once, and after each change what follows from it. Hidden questions are absent: they
 * have no value for conditions, sums and rules, whatever was typed before. Throws FormLimit where the form computes more than it may.
 */
export function startRun(doc: FormDoc, given: Answers, context: RunContext): Run {
  const keys = orderOf(doc)
  const places = placesOf(doc)
  const { order, dependents } = graphOf(doc)
  const at = new Map(order.map((id, i) => [id, i]))
  const states = new Map<string, State>()
  const readers = readersOf(doc, keys)
  let answers = withFixedRows(doc, given)

  const stateOf = (path: string): State => states.get(path) ?? HIDDEN
  const labelled = (text: string, row?: string): string => text.replace(QUOTED, (_, key: string) => saidOf('q', key, row) || '____')

  function saidOf(kind: ReadingKind, key: string, row?: string): string {
    const question = doc.questions[key]
    if (!question) return ''
    const path = question.in && row !== undefined ? { key: question.in, row, column: key } : { key }
    // What is hidden, or no answer to its question, is not said either: what is read and what is computed must not differ.
    if (kind !== 'prev' && isEmpty(stateOf(pathText(path)).value)) return ''
    const answer =
      question.type === 'calc'
        ? answerOf(stateOf(pathText(path)).value)
        : kind === 'prev'
          ? context.previous?.[key]
          : answerAt(answers, path)
    const other = answerAt(answers, path.column ? { ...path, column: otherKey(key) } : { key: otherKey(key) })
    return question.type === 'lookup'
      ? String(registered(question, answer) ?? '')
      : answerText(question, answer, typeof other === 'string' ? other : '')
  }

  /** What the registers say now; where nobody asks them, what they said when it was stored. */
  const registered = ({ lookup }: Question, stored: Answer | undefined): string | null =>
    context.lookups ? (context.lookups[lookup ?? 'companyName'] ?? null) : typeof stored === 'string' ? stored : null

  const rowIds = (repeat: string): readonly string[] => (stateOf(repeat).value as readonly string[] | null) ?? []

  function scopeOf(repeat?: string, row?: string): Scope {
    const read = (kind: ReadingKind, key: string): Value => {
      const question = doc.questions[key]
      if (!question) return null
      switch (kind) {
        case 'prev':
          return valueOf(
            question,
            question.in && row !== undefined
              ? answerAt(context.previous ?? {}, { key: question.in, row, column: key })
              : context.previous?.[key],
          )
        case 'rows':
          return decimalFrom(rowIds(key).length)
        case 'column':
          return question.in ? rowIds(question.in).map((id) => stateOf(`${question.in}/${id}/${key}`).value) : null
        case 'own':
          return question.in === repeat && row !== undefined ? stateOf(`${repeat}/${row}/${key}`).value : null
        case 'score':
          return pointsOf(question, question.in && row !== undefined ? stateOf(`${repeat}/${row}/${key}`) : stateOf(key))
        default:
          return question.in && question.in === repeat && row !== undefined ? stateOf(`${repeat}/${row}/${key}`).value : stateOf(key).value
      }
    }
    return {
      read,
      today: context.today,
      rows: (key) => rowIds(key).map((id) => scopeOf(key, id)),
      said: (kind, key) => saidOf(kind, key, row),
    }
  }
  const form = scopeOf()

  const holds = (tree: Expression | undefined, scope: Scope, steps: Meter, without: boolean): boolean =>
    tree === undefined ? without : computed(tree, scope, steps) === true
  function computed(tree: Expression, scope: Scope, steps: Meter): Value {
    const own = meter()
    const before = own.left
    const value = evaluate(tree, scope, own)
    steps.left -= before - own.left
    if (steps.left < 0) evaluate(null, scope, steps)
    return value
  }

  function calculated(question: Question, scope: Scope, steps: Meter): Value {
    if (question.calc === undefined) return null
    const value = computed(question.calc, scope, steps)
    return isDecimal(value) && question.decimals !== undefined ? round(value, question.decimals) : value
  }

  function stateNow(question: Question, shown: boolean, answer: Answer | undefined, scope: Scope, steps: Meter): State {
    const visible = shown && holds(question.visibleIf, scope, steps, true)
    if (!visible) return HIDDEN
    const required = isAsked(question) && (question.required === true || holds(question.requiredIf, scope, steps, false))
    const value =
      question.type === 'calc'
        ? calculated(question, scope, steps)
        : question.type === 'lookup'
          ? registered(question, answer)
          : valueOf(question, answer)
    return { visible, required, value }
  }

  const blockNow = (block: Block, shown: boolean, steps: Meter): State =>
    shown && holds(block.visibleIf, form, steps, true) ? { visible: true, required: false, value: null } : HIDDEN

  const pageOf = new Map(doc.pages.flatMap((page) => (doc.blocks[page]?.items ?? []).map((section) => [section, page] as const)))

  /** Computes a block or question anew, and answers with the paths that are not as they were; of a column only in `rows`, if given. */
  function refresh(id: string, steps: Meter, rows?: ReadonlySet<string>): Changed[] {
    const block = doc.blocks[id]
    if (block) {
      const page = pageOf.get(id)
      return put(id, blockNow(block, page === undefined || stateOf(page).visible, steps))
    }
    const question = doc.questions[id]
    if (!question) return []
    if (!question.in) {
      const place = places.get(id)
      return put(id, stateNow(question, place === undefined || stateOf(place.section).visible, answers[id], form, steps))
    }
    const repeat = question.in
    const shown = stateOf(repeat).visible
    const cells = new Map(rowsOf(answers[repeat]).map((row) => [row.id, row.cells[id]]))
    const changed: Changed[] = []
    // All rows that were ever typed: a table that is hidden now hides its cells.
    for (const row of rows ?? cells.keys())
      changed.push(
        ...put(`${repeat}/${row}/${id}`, cells.has(row) ? stateNow(question, shown, cells.get(row), scopeOf(repeat, row), steps) : HIDDEN),
      )
    return changed
  }

  function put(path: string, state: State): Changed[] {
    const old = stateOf(path)
    const moved = old.visible !== state.visible || !exactly(old.value, state.value)
    if (!moved && old.required === state.required) return []
    if (state === HIDDEN) states.delete(path)
    else states.set(path, state)
    return [{ path, moved }]
  }

  /** Computes what follows from blocks and questions, each once and in order. */
  function follow(first: Map<string, Set<string> | null>, steps: Meter): string[] {
    const dirty = first
    const mark = (id: string, row: string | null) => {
      const old = dirty.get(id)
      if (row === null) dirty.set(id, null)
      else if (old === undefined) dirty.set(id, new Set([row]))
      else old?.add(row)
    }
    const changed = new Set<string>()
    const markReaders = (id: string, paths: readonly string[]) => {
      for (const reader of readers.get(id) ?? []) {
        const inRow = doc.questions[reader.id]?.in
        if (inRow !== undefined && reader.own && inRow === doc.questions[id]?.in)
          for (const path of paths) mark(reader.id, path.split('/')[1] ?? null)
        else mark(reader.id, null)
      }
    }
    const run = (id: string) => {
      const rows = dirty.get(id)
      if (rows === undefined) return
      dirty.delete(id)
      const found = refresh(id, steps, rows ?? undefined)
      for (const { path } of found) changed.add(path)
      const paths = found.flatMap(({ path, moved }) => (moved ? path : []))
      if (paths.length === 0) return
      if (doc.blocks[id] || doc.questions[id]?.columns) for (const one of dependents.get(id) ?? []) mark(one, null)
      // Who reads a whole column reads other rows now, though none of its cells has changed.
      for (const column of doc.questions[id]?.columns ?? []) for (const reader of readers.get(column) ?? []) mark(reader.id, null)
      markReaders(id, paths)
    }
    const start = Math.min(...[...dirty.keys()].map((id) => at.get(id) ?? 0))
    for (let i = start; i < order.length; i += 1) run(order[i] as string)
    // What is required reads answers that come later, too; nothing follows from it.
    for (const id of dirty.keys()) run(id)
    return [...changed]
  }

  const steps = meter(ALL_STEPS)
  for (const id of order) refresh(id, steps)
  // Once more for what is required, which may read what comes after it.
  for (const id of keys) if (doc.questions[id]?.requiredIf !== undefined) refresh(id, steps)

  const shownPath = (path: AnswerPath): { question: Question; label: string } | null => {
    const question = doc.questions[path.column ?? path.key]
    return question ? { question, label: labelled(question.label, path.row) } : null
  }

  function paths(): AnswerPath[] {
    return keys.flatMap((key): AnswerPath[] => {
      const question = doc.questions[key]
      if (!question) return []
      return question.in
        ? []
        : [
            { key },
            ...(question.columns ? rowIds(key).flatMap((row) => (question.columns ?? []).map((column) => ({ key, row, column }))) : []),
          ]
    })
  }

  function missing(path: AnswerPath, question: Question, state: State, label: string): string | null {
    if (!state.required) return null
    if (question.type === 'matrix') {
      const given = (answerAt(answers, path) ?? {}) as Record<string, string | string[]>
      const open = (question.items ?? []).find((one) => !one.retired && [given[one.value] ?? []].flat().length === 0)
      return open ? `${label}：请选择“${open.label}”` : null
    }
    return isEmpty(state.value) && (question.type !== 'repeat' || (question.fixedRows?.length ?? 0) === 0)
      ? askForAnswer(question, label)
      : null
  }

  /** The percentage by which an answer differs from the period before, where that is more than the question allows. */
  function deviation({ key, row }: AnswerPath): Decimal | null {
    const question = doc.questions[key]
    if (question?.tolerance === undefined || row !== undefined) return null
    const [now, before] = [numberOf(stateOf(key).value), numberOf(valueOf(question, context.previous?.[key]))]
    if (!now || !before || before.units === 0n) return null
    const percent = differenceOf(now, before)
    const allowed = decimalOf(question.tolerance)
    return percent && allowed && compare(percent, allowed) > 0 ? percent : null
  }

  function unexplained(path: AnswerPath, label: string): string | null {
    const percent = deviation(path)
    const why = answers[whyKey(path.key)]
    return percent && !(typeof why === 'string' && why.trim() !== '')
      ? `${label}与上期相差 ${decimalText(round(percent, 1))}%，请说明原因`
      : null
  }

  function faultAt(path: AnswerPath, submit: boolean, steps: Meter): Fault[] {
    const text = pathText(path)
    const state = stateOf(text)
    const shown = shownPath(path)
    if (!state.visible || !shown) return []
    const { question, label } = shown
    const scope = path.row === undefined ? form : scopeOf(path.key, path.row)
    const answer = answerAt(answers, path)
    const fault = (message: string | null): Fault[] => (message === null ? [] : [{ path: text, message }])
    const empty = answer === undefined || answer === null || answer === '' || (Array.isArray(answer) && answer.length === 0)
    if (isAsked(question) && !empty) {
      const own = question.type === 'repeat' ? rowsFault(question, label, answer, submit) : answerFault(question, label, answer, submit)
      if (own) return fault(own)
      const other = otherFault(path, question, label, submit)
      if (other) return fault(other)
    }
    if (!submit) return []
    const open = missing(path, question, state, label)
    if (open) return fault(open)
    if (empty && question.type === 'repeat' && Number(question.min ?? 0) > 0) return fault(`${label}至少 ${question.min} 行`)
    for (const check of question.checks ?? []) {
      // A rule about what was not typed is silent: that it is missing is said by the question that wants it.
      if (isEmpty(state.value) && question.type !== 'note') continue
      if (!holds(check.holds, scope, steps, true)) return fault(labelled(check.message, path.row))
    }
    return fault(unexplained(path, label))
  }

  function otherFault(path: AnswerPath, question: Question, label: string, submit: boolean): string | null {
    const option = question.options?.find((one) => one.other)
    const chosen = [answerAt(answers, path)].flat()
    if (!submit || !option || !chosen.includes(option.value)) return null
    const words = answerAt(answers, path.column ? { ...path, column: otherKey(path.column) } : { key: otherKey(path.key) })
    return typeof words === 'string' && words.trim() !== '' ? null : `请填写${label}中“${option.label}”的内容`
  }

  function rowsFault({ min, max }: Question, label: string, answer: Answer, submit: boolean): string | null {
    const count = rowsOf(answer).length
    if (!Array.isArray(answer) || count !== answer.length) return `${label}须为表格`
    if (max !== undefined && count > Number(max)) return `${label}最多 ${max} 行`
    return submit && min !== undefined && count < Number(min) ? `${label}至少 ${min} 行` : null
  }

  return {
    doc,
    answers: () => answers,
    set(path, value) {
      const next = withAnswer(answers, path, value)
      if (next === answers) return []
      answers = next
      const owner = path.column ?? path.key
      const first = new Map<string, Set<string> | null>()
      const question = doc.questions[owner]
      if (path.column !== undefined && path.row !== undefined) first.set(owner, new Set([path.row]))
      else first.set(owner, null)
      if (question?.columns) for (const column of question.columns) first.set(column, null)
      // A row that is gone takes the states of its cells along.
      const gone = question?.columns && path.column === undefined ? dropped(path.key) : []
      return [...new Set([pathText(path), ...gone, ...follow(first, meter(ALL_STEPS))])]
    },
    value(path) {
      const read = pathOf(path)
      const question = read && doc.questions[read.column ?? read.key]
      const state = stateOf(path)
      if (!read || !question || !state.visible) return undefined
      return isAsked(question) ? answerAt(answers, read) : answerOf(state.value)
    },
    visible: (path) => stateOf(path).visible,
    required: (path) => stateOf(path).required,
    faults(submit) {
      const steps = meter(ALL_STEPS)
      return paths().flatMap((path) => faultAt(path, submit, steps))
    },
    faultsAt(path, submit) {
      const read = pathOf(path)
      return read ? faultAt(read, submit, meter(ALL_STEPS)) : []
    },
    deviates: (path) => deviation({ key: path }) !== null,
    submission,
    why(path, what) {
      const read = pathOf(path)
      const key = read?.column ?? read?.key ?? path
      const place = places.get(key)
      const question = doc.questions[key]
      const trees =
        what === 'required'
          ? [question?.requiredIf]
          : [
              question?.visibleIf,
              ...(place ? [doc.blocks[place.section]?.visibleIf, doc.blocks[place.page]?.visibleIf] : []),
              ...(question?.in ? [doc.questions[question.in]?.visibleIf] : []),
            ]
      const reads = trees.flatMap((tree) => (tree === undefined ? [] : readsOf(tree)))
      return [...new Map(reads.map((one) => [one.key, one])).values()].flatMap(({ kind, key: from }): Reason[] => {
        const source = doc.questions[from]
        if (!source) return []
        const said = kind === 'rows' ? `${rowIds(from).length} 行` : kind === 'column' ? answerTexts(from) : saidOf(kind, from, read?.row)
        return [
          {
            path: source.in && read?.row !== undefined && source.in === question?.in ? `${source.in}/${read.row}/${from}` : from,
            label: labelled(source.label, read?.row),
            answer: said || '未填写',
          },
        ]
      })
    },
    label(path) {
      const read = pathOf(path)
      return (read && shownPath(read)?.label) ?? ''
    },
  }

  function answerTexts(column: string): string {
    const repeat = doc.questions[column]?.in
    return repeat
      ? rowIds(repeat)
          .map((row) => saidOf('own', column, row))
          .filter(Boolean)
          .join('、')
      : ''
  }

  function dropped(repeat: string): string[] {
    const left = new Set(rowsOf(answers[repeat]).map((row) => row.id))
    const gone = [...states.keys()].filter((path) => path.startsWith(`${repeat}/`) && !left.has(path.split('/')[1] ?? ''))
    for (const path of gone) states.delete(path)
    return gone
  }

  function submission(): { answers: Answers; omitted: string[] } {
    const handedIn: Answers = {}
    const omitted: string[] = []
    const keep = (path: AnswerPath, into: Record<string, Answer | undefined>, key: string, from: Record<string, Answer | undefined>) => {
      const question = doc.questions[key]
      if (!question) return
      const state = stateOf(pathText(path))
      const answer = from[key]
      const given = isAsked(question) && answer !== undefined && answer !== null && answer !== ''
      if (!state.visible) {
        if (given) omitted.push(pathText(path))
        return
      }
      const stored = isAsked(question) ? (given ? answer : undefined) : answerOf(state.value)
      if (stored === undefined) return
      into[key] = stored
      const chosen = [stored].flat() as unknown[]
      const other = question.options?.find((one) => one.other && chosen.includes(one.value))
      for (const extra of [...(other ? [otherKey(key)] : []), ...(question.tolerance === undefined ? [] : [whyKey(key)])])
        if (from[extra]) into[extra] = from[extra]
    }
    for (const key of keys) {
      const question = doc.questions[key]
      if (!question || question.in) continue
      if (!question.columns) {
        keep({ key }, handedIn, key, answers)
        continue
      }
      const rows = rowsOf(answers[key])
      if (!stateOf(key).visible) {
        if (rows.length > 0) omitted.push(key)
        continue
      }
      if (rows.length === 0) continue
      handedIn[key] = rows.map((row) => {
        const cells: Record<string, Answer> = {}
        for (const column of question.columns ?? [])
          keep({ key, row: row.id, column }, cells as Record<string, Answer | undefined>, column, row.cells)
        return { id: row.id, cells }
      })
    }
    return { answers: handedIn, omitted }
  }
}

/** Answers in which the rows of tables stand that are there from the start; what is filled in begins with `withFixedRows(doc, {})`. */
export function withFixedRows(doc: FormDoc, answers: Answers): Answers {
  return Object.entries(doc.questions).reduce(
    (all, [key, { fixedRows = [] }]) =>
      fixedRows.reduce((now, { value: row, retired }) => (retired ? now : withAnswer(now, { key, row }, '\uffff')), all),
    answers,
  )
}

const QUOTED = /\{\{([a-z0-9]{1,24})\}\}/g
/** Keys of the questions whose answers a text quotes. */
export const quotesOf = (text: string): string[] => [...text.matchAll(QUOTED)].map(([, key = '']) => key)

/** By how many percent a number differs from the one before, without its sign. */
function differenceOf(now: Decimal, before: Decimal): Decimal | null {
  const difference = subtract(now, before)
  const part = difference && divide(difference, before)
  const percent = part && multiply(part, decimalFrom(100))
  return percent && percent.units < 0n ? subtract(decimalFrom(0), percent) : percent
}

/** Points of an answer: of the options that are chosen, or the rating itself. */
function pointsOf(question: Question, { value }: State): Value {
  if (isEmpty(value)) return null
  if (!question.options) return numberOf(value)
  const points = new Map(question.options.map((one) => [one.value, decimalOf(one.points ?? '0')]))
  const chosen = isList(value) ? value : [value]
  return total(chosen.flatMap((one) => (typeof one === 'string' ? (points.get(one) ?? []) : [])))
}

/** Which blocks and questions read each question, whether a value follows from it or only that something is required; `own` in the same row alone. */
function readersOf(doc: FormDoc, keys: readonly string[]): Map<string, { id: string; own: boolean }[]> {
  const readers = new Map<string, Map<string, boolean>>()
  const note = (id: string, ...trees: (Expression | undefined)[]) => {
    for (const tree of trees) {
      if (tree === undefined) continue
      const reads = readsOf(tree)
      const own = reads.every(({ kind }) => kind !== 'rows' && kind !== 'column')
      for (const { kind, key } of reads) {
        if (kind === 'prev') continue
        const of = readers.get(key) ?? new Map<string, boolean>()
        readers.set(key, of.set(id, (of.get(id) ?? true) && own))
      }
    }
  }
  for (const [id, block] of Object.entries(doc.blocks)) note(id, block.visibleIf)
  for (const key of keys) {
    const question = doc.questions[key]
    if (question) note(key, question.visibleIf, question.requiredIf, question.calc)
  }
  return new Map([...readers].map(([key, of]) => [key, [...of].map(([id, own]) => ({ id, own }))]))
}
