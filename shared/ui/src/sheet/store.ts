import { pathText, type Answer, type AnswerPath, type Answers } from '@assoc/contract/form/engine/answers'
import { isAsked, orderOf, placesOf, type FormDoc } from '@assoc/contract/form/engine/document'
import { quotesOf, type Fault, type Run } from '@assoc/contract/form/engine/run'
import { useSyncExternalStore } from 'react'

/** A form on screen: the run of its engine, its faults, and who draws which part of it anew. */
export interface Sheet {
  readonly run: Run
  /** Answers of the period before, shown beside the questions. */
  readonly previous: Answers
  /** What somebody types; whoever keeps the answers is told. */
  set: (path: AnswerPath, value: Answer | undefined) => void
  /** What has come from elsewhere, such as a colleague's answer; nobody is told. */
  take: (path: AnswerPath, value: Answer | undefined) => void
  /** Puts the faults of a check in the place of those that stand there. */
  show: (faults: readonly Fault[]) => void
  /** Looks at one answer when it is left, and puts or takes away its fault. */
  check: (path: string) => void
  faultAt: (path: string) => string | undefined
  /** Number of a question among those that are shown: what is hidden leaves no gap. */
  numberOf: (key: string) => number | undefined
  faults: () => readonly Fault[]
  /** What the last check of all has found, mended or not; nothing before, for a field that is only left shows its own fault alone. */
  listed: () => readonly Fault[]
  subscribe: (path: string, changed: () => void) => () => void
  version: (path: string) => number
  /** The page that is shown, and turning to one. */
  page: () => string
  turn: (page: string) => void
  /** Turns to the page of an answer and puts the cursor there. */
  jump: (path: string) => void
}

/** Name under which those subscribe who draw something about the whole form. */
export const WHOLE = ''

/** The element that a question, or a cell of a table, stands in. */
export const elementId = (path: string): string => `form-${path.replaceAll('/', '-')}`

export interface SheetOptions {
  previous?: Answers
  onChange?: (path: AnswerPath, value: Answer | undefined) => void
}

/** A form to be drawn. Only what follows from a change is drawn again, so that a form of hundreds of questions is typed in without waiting. */
export function createSheet(run: Run, { previous = {}, onChange }: SheetOptions = {}): Sheet {
  const versions = new Map<string, number>()
  const listeners = new Map<string, Set<() => void>>()
  const quoting = quotingOf(run.doc)
  const places = placesOf(run.doc)
  let faults = new Map<string, Fault>()
  let checked = false
  let listed: readonly Fault[] = []
  const asked = orderOf(run.doc).filter((key) => {
    const question = run.doc.questions[key]
    return question !== undefined && question.in === undefined && isAsked(question)
  })
  const numbered = () => new Map(asked.filter((key) => run.visible(key)).map((key, i) => [key, i + 1]))
  let numbers = numbered()
  let page = run.doc.pages.find((one) => run.visible(one)) ?? ''

  const tell = (paths: Iterable<string>) => {
    const all = new Set<string>([WHOLE])
    for (const path of paths) {
      all.add(path)
      for (const other of quoting.get(path.split('/').at(-1) ?? '') ?? []) all.add(other)
    }
    for (const path of all) versions.set(path, (versions.get(path) ?? 0) + 1)
    for (const path of all) for (const changed of listeners.get(path) ?? []) changed()
  }
  const put = (path: AnswerPath, value: Answer | undefined) => {
    const changed = run.set(path, value)
    // A cell is drawn by its row, a row by its table.
    const owners = changed.flatMap((one) => (one.includes('/') ? [one.split('/')[0] as string] : []))
    const text = pathText(path)
    if (faults.has(text)) {
      faults = new Map(faults)
      faults.delete(text)
    }
    const other = path.row === undefined && path.key.includes('.') ? [path.key.split('.')[0] as string] : []
    const before = numbers
    numbers = numbered()
    const renumbered = asked.filter((key) => before.get(key) !== numbers.get(key))
    tell([...changed, ...owners, ...other, ...renumbered])
  }

  return {
    run,
    previous,
    set(path, value) {
      put(path, value)
      onChange?.(path, value)
    },
    take: put,
    show(next) {
      const old = faults
      checked = true
      listed = next
      faults = new Map(next.map((one) => [one.path, one]))
      tell(new Set([...old.keys(), ...faults.keys()].flatMap((path) => [path, path.split('/')[0] as string])))
    },
    check(path) {
      const [found] = run.faultsAt(path, checked)
      const old = faults.get(path)
      if (found?.message === old?.message) return
      faults = new Map(faults)
      if (found) faults.set(path, found)
      else faults.delete(path)
      tell([path, path.split('/')[0] as string])
    },
    numberOf: (key) => numbers.get(key),
    faultAt: (path) => faults.get(path)?.message,
    faults: () => [...faults.values()],
    listed: () => listed,
    subscribe(path, changed) {
      const all = listeners.get(path) ?? new Set()
      listeners.set(path, all.add(changed))
      return () => all.delete(changed)
    },
    version: (path) => versions.get(path) ?? 0,
    page: () => page,
    turn(to) {
      page = to
      tell([])
    },
    jump(path) {
      const place = places.get(path.split('/')[0] as string)
      if (!place || place.page === page) return focusOn(path)
      page = place.page
      tell([])
      // The page has to be drawn before anything of it can have the focus.
      requestAnimationFrame(() => focusOn(path))
    },
  }
}

/** Puts the cursor into an answer; into its question where the cell is not there. */
function focusOn(path: string): void {
  const element = document.getElementById(elementId(path)) ?? document.getElementById(elementId(path.split('/')[0] as string))
  element?.scrollIntoView({ block: 'center' })
  element?.querySelector<HTMLElement>('input:not([type=hidden]),textarea,select,button,[tabindex]')?.focus()
}

/** Questions whose labels quote the answer to another. */
function quotingOf(doc: FormDoc): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [key, { label }] of Object.entries(doc.questions)) {
    for (const quoted of quotesOf(label)) found.set(quoted, [...(found.get(quoted) ?? []), key])
  }
  return found
}

/** Draws the caller again when something at the path has changed. */
export const useVersion = (sheet: Sheet, path: string): number =>
  useSyncExternalStore(
    (changed) => sheet.subscribe(path, changed),
    () => sheet.version(path),
  )

export interface Progress {
  page: string
  title: string
  answered: number
  total: number
  faults: number
}

/** How far a form is filled in: of each page that is shown, questions answered and asked, cells of tables not counted. */
export function progressOf(sheet: Sheet): Progress[] {
  const { run } = sheet
  const places = placesOf(run.doc)
  const faulty = sheet.faults().map(({ path }) => path.split('/')[0] as string)
  const asked = orderOf(run.doc).filter((key) => {
    const question = run.doc.questions[key]
    return question && !question.in && isAsked(question) && run.visible(key)
  })
  const of = (page: string, title: string, keys: readonly string[]): Progress => ({
    page,
    title,
    answered: keys.filter((key) => isFilled(run.value(key))).length,
    total: keys.length,
    faults: faulty.filter((key) => keys.includes(key)).length,
  })
  if (run.doc.table) return [of('', '', asked)]
  return run.doc.pages
    .filter((page) => run.visible(page))
    .map((page, i) =>
      of(
        page,
        run.doc.blocks[page]?.title || `第 ${i + 1} 页`,
        asked.filter((key) => places.get(key)?.page === page),
      ),
    )
}

const isFilled = (value: Answer | undefined): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
