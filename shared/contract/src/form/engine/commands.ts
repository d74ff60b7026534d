import {
  isChosen,
  MONEY_UNITS,
  placesOf,
  QUESTION_TYPES,
  type Block,
  type FormDoc,
  type Option,
  type Question,
  type QuestionType,
} from './document'
import { decimalOf } from './decimal'
import {
  codesOf,
  detached,
  freshKey,
  freshKeys,
  insertedAfter,
  nextOptionValue,
  uniqueCode,
  withBlocks,
  withoutEmpty,
  withQuestions,
  type KeyMaker,
  type OptionList,
} from './edits'
import { readsOf, withKeys, type Expression } from './expression'
import { diff, type Patch } from './patch'
import { hasProperty, PROPERTIES, quoted, quotesOf, type Property } from './properties'
import { withCell } from './table-commands'
import type { Draft, DraftSection } from './text-questions'

// What the designer does to a form, each as the changes that it makes. Nothing here knows of a screen: the keyboard, a menu, a palette and
// a mouse call the same commands, and a test calls them without any.

/**
 * Where questions go: into a section, a table question (as its columns), or a cell of a table form. `after` names what stands before them:
 * null for the front, nothing for the end.
 */
export type Place = { section: string; after?: string | null } | { table: string; after?: string | null } | { row: string; column: string }

/** The keys of questions that changes add. */
export const addedKeys = (patches: readonly Patch[]): string[] =>
  patches.flatMap(({ at, from }) => (at.length === 2 && at[0] === 'questions' && from === undefined ? [at[1] as string] : []))

/** Place of a question that stands in a section or table question; nothing for others. */
export function placeOf(doc: FormDoc, key: string): Place | undefined {
  const table = doc.questions[key]?.in
  if (table !== undefined) return { table, after: key }
  const section = placesOf(doc).get(key)?.section
  return section === undefined ? undefined : { section, after: key }
}

function placed(doc: FormDoc, keys: readonly string[], place: Place | undefined, make: KeyMaker): FormDoc {
  if (!place) return doc
  if ('row' in place) return keys.reduce((next, key) => withCell(next, place.row, place.column, { key }, make), doc)
  if ('section' in place) {
    const block = doc.blocks[place.section]
    const free = keys.flatMap((key) =>
      doc.questions[key]?.in === undefined
        ? []
        : [[key, withoutEmpty({ ...doc.questions[key], in: undefined } as unknown as Question)] as const],
    )
    return block
      ? withBlocks(withQuestions(doc, free), [[place.section, { ...block, items: insertedAfter(block.items, keys, place.after) }]])
      : doc
  }
  const owner = doc.questions[place.table]
  if (!owner) return doc
  const columns = keys.map((key) => [key, { ...(doc.questions[key] as Question), in: place.table }] as const)
  return withQuestions(doc, [...columns, [place.table, { ...owner, columns: insertedAfter(owner.columns ?? [], keys, place.after) }]])
}

const choices = (...labels: string[]): Option[] => labels.map((label, i) => ({ value: String(i + 1), label }))

/** What a new question of a type has from the start. */
function started(type: QuestionType): Partial<Question> {
  if (type === 'matrix') return { options: choices('选项 1', '选项 2'), items: choices('第 1 行', '第 2 行') }
  if (isChosen({ type })) return { options: choices('选项 1', '选项 2') }
  if (type === 'rating') return { max: '5' }
  if (type === 'lookup') return { lookup: 'companyName' }
  return {}
}

/** The document with new questions that stand nowhere yet; a table gets a column. */
function created(doc: FormDoc, drafts: readonly Draft[], make: KeyMaker): { doc: FormDoc; keys: string[] } {
  const codes = codesOf(doc)
  const fresh = freshKeys(doc, make)
  const all = new Map<string, Question>()
  const add = (draft: Draft): string => {
    const key = fresh()
    const code = uniqueCode(codes, `q${Object.keys(doc.questions).length + all.size + 1}`)
    codes.add(code)
    all.set(key, { ...draft, code } as Question)
    return key
  }
  const keys = drafts.map((draft) => {
    const key = add(draft)
    if (draft.type === 'repeat')
      all.set(key, { ...(all.get(key) as Question), columns: [add({ type: 'text', label: '第 1 列', in: key })] })
    return key
  })
  return { doc: withQuestions(doc, all), keys }
}

/** Adds a question of a type. */
export function addQuestion(doc: FormDoc, type: QuestionType, place: Place | undefined, make: KeyMaker): Patch[] {
  const made = created(doc, [{ type, label: QUESTION_TYPES[type], ...started(type) }], make)
  return diff(doc, placed(made.doc, made.keys, place, make))
}

/** Adds questions that were read from a text: those without a heading at the place, each heading as a section after it. */
export function addDrafts(
  doc: FormDoc,
  sections: readonly DraftSection[],
  place: { section: string; after?: string | null },
  make: KeyMaker,
): Patch[] {
  let next = doc
  let last = place.section
  const page = Object.entries(doc.blocks).find(([, { items }]) => items.includes(last))?.[0]
  for (const { title, questions } of sections) {
    const made = created(next, questions, make)
    next = made.doc
    if (title === '' || page === undefined) next = placed(next, made.keys, last === place.section ? place : { section: last }, make)
    else {
      const id = freshKey(next, make)
      const holder = next.blocks[page] as Block
      next = withBlocks(next, [
        [id, { kind: 'section', title, items: made.keys }],
        [page, { ...holder, items: insertedAfter(holder.items, [id], last) }],
      ])
      last = id
    }
  }
  return diff(doc, next)
}

/** Keys with the columns of their tables. */
const withColumns = (doc: FormDoc, keys: readonly string[]): string[] => [
  ...new Set(keys.flatMap((key) => [key, ...(doc.questions[key]?.columns ?? [])])),
]

function removed(doc: FormDoc, keys: readonly string[]): FormDoc {
  const all = new Set(withColumns(doc, keys))
  let next = detached(doc, all)
  const rows = next.table?.rows
  if (next.table && rows?.some(({ band }) => band !== undefined && all.has(band))) {
    next = {
      ...next,
      table: { ...next.table, rows: rows.map(({ band, ...row }) => (band === undefined || all.has(band) ? row : { ...row, band })) },
    }
  }
  return withQuestions(
    next,
    [...all].map((key) => [key, undefined]),
  )
}

/** Removes questions with their columns. What refers to them stays, is told by `referencesTo` before and by `problemsOf` afterwards. */
export const removeQuestions = (doc: FormDoc, keys: readonly string[]): Patch[] => diff(doc, removed(doc, keys))

export interface Reference {
  /** Key of the question or id of the block that refers to it. */
  at: string
  message: string
}

/** What refers to a question, or to a column of it: conditions, formulas, rules, labels and repeated rows. */
export function referencesTo(doc: FormDoc, key: string): Reference[] {
  const gone = new Set(withColumns(doc, [key]))
  const found: Reference[] = []
  const look = (at: string, message: string, tree: Expression | undefined): void => {
    if (tree !== undefined && readsOf(tree).some((one) => gone.has(one.key))) found.push({ at, message })
  }
  for (const [at, one] of Object.entries(doc.questions)) {
    if (gone.has(at)) continue
    for (const name of ['visibleIf', 'requiredIf', 'calc'] as const) look(at, `${quoted(one.label)}的${PROPERTIES[name]}`, one[name])
    one.checks?.forEach(({ holds }, i) => look(at, `${quoted(one.label)}的第 ${i + 1} 条校验规则`, holds))
    if (quotesOf(one.label).some((quote) => gone.has(quote))) found.push({ at, message: `${quoted(one.label)}的题目` })
  }
  for (const [at, { kind, title, visibleIf }] of Object.entries(doc.blocks))
    look(at, `${kind === 'page' ? '页' : '分节'}${title.trim() ? quoted(title) : ''}的显示条件`, visibleIf)
  doc.table?.rows.forEach(({ id, band }, i) => {
    if (band !== undefined && gone.has(band)) found.push({ at: id, message: `第 ${i + 1} 行的重复` })
  })
  return found
}

/**
 * The document with copies of questions that stand nowhere yet. References among the copies are kept, with their new keys; others are
 * kept within a form and dropped between two.
 */
function copied(
  doc: FormDoc,
  source: FormDoc,
  wanted: readonly string[],
  make: KeyMaker,
): { doc: FormDoc; keys: string[]; dropped: string[] } {
  const tops = wanted.filter((key) => source.questions[key] && !wanted.includes(source.questions[key].in ?? ''))
  const names = new Map<string, string>()
  const codes = codesOf(doc)
  const fresh = freshKeys(doc, make)
  for (const key of withColumns(source, tops)) if (source.questions[key]) names.set(key, fresh())
  const inside = (key: string): boolean => names.has(key) || doc === source
  const rename = (key: string): string => names.get(key) ?? key
  const dropped: string[] = []
  const tree = (one: Question, what: string, old: Expression | undefined): Expression | undefined => {
    if (old === undefined) return undefined
    if (readsOf(old).every(({ key }) => inside(key))) return withKeys(old, rename)
    dropped.push(`${quoted(one.label)}的${what}引用了没有一起复制的题目，已去掉`)
    return undefined
  }
  const copies = [...names].map(([key, name]): [string, Question] => {
    const one = source.questions[key] as Question
    let label = one.label
    for (const quote of quotesOf(label)) {
      if (!inside(quote)) dropped.push(`${quoted(one.label)}的题目引用了没有一起复制的题目，已换成空格线`)
      label = label.replaceAll(`{{${quote}}}`, inside(quote) ? `{{${rename(quote)}}}` : '____')
    }
    const code = uniqueCode(codes, one.code)
    codes.add(code.toLowerCase())
    const checks = one.checks?.flatMap((check) => {
      const holds = tree(one, '校验规则', check.holds)
      return holds === undefined ? [] : [{ ...check, holds }]
    })
    return [
      name,
      withoutEmpty({
        ...one,
        code,
        label,
        visibleIf: tree(one, PROPERTIES.visibleIf, one.visibleIf),
        requiredIf: tree(one, PROPERTIES.requiredIf, one.requiredIf),
        calc: tree(one, PROPERTIES.calc, one.calc),
        checks: checks?.length ? checks : undefined,
        columns: one.columns?.flatMap((column) => names.get(column) ?? []),
        in: names.get(one.in ?? ''),
        retired: undefined,
      }) as unknown as Question,
    ]
  })
  return { doc: withQuestions(doc, copies), keys: tops.map(rename), dropped }
}

/** Pastes questions of a form, this one or another, and says which references were dropped. */
export function pasteQuestions(
  doc: FormDoc,
  source: FormDoc,
  keys: readonly string[],
  place: Place | undefined,
  make: KeyMaker,
): { patches: Patch[]; dropped: string[] } {
  const made = copied(doc, source, keys, make)
  return { patches: diff(doc, placed(made.doc, made.keys, place, make)), dropped: made.dropped }
}

/** Puts copies of questions after the last of them. */
export const duplicateQuestions = (doc: FormDoc, keys: readonly string[], make: KeyMaker): Patch[] =>
  pasteQuestions(doc, doc, keys, placeOf(doc, keys.at(-1) ?? ''), make).patches

/** Moves questions to a place. */
export function moveQuestions(doc: FormDoc, wanted: readonly string[], place: Place, make: KeyMaker): Patch[] {
  // A table is no column of itself.
  const keys = wanted.filter((key) => doc.questions[key] && !('table' in place && place.table === key))
  const moving = new Set(keys)
  let target = place
  if (!('row' in place) && typeof place.after === 'string' && moving.has(place.after)) {
    // They go to where one of them stands: after the nearest before it that stays.
    const list = ('section' in place ? doc.blocks[place.section]?.items : doc.questions[place.table]?.columns) ?? []
    target = { ...place, after: list.slice(0, list.indexOf(place.after)).findLast((one) => !moving.has(one)) ?? null }
  }
  return diff(doc, placed(detached(doc, moving), keys, target, make))
}

/** Moves questions of one list up or down by one; from the edge of a section into the next one. */
export function moveQuestionsBy(doc: FormDoc, keys: readonly string[], step: -1 | 1): Patch[] {
  const [first = ''] = keys
  const place = placeOf(doc, first)
  if (!place || 'row' in place) return []
  const list = ('section' in place ? doc.blocks[place.section]?.items : doc.questions[place.table]?.columns) ?? []
  const moving = list.filter((one) => keys.includes(one))
  const edge = list.indexOf((step < 0 ? moving[0] : moving.at(-1)) ?? '')
  const never: KeyMaker = () => ''
  const neighbour = list[edge + step]
  if (neighbour !== undefined)
    return moveQuestions(doc, moving, { ...place, after: step > 0 ? neighbour : (list[edge - 2] ?? null) }, never)
  if (!('section' in place)) return []
  const sections = doc.pages.flatMap((page) => doc.blocks[page]?.items ?? [])
  const section = sections[sections.indexOf(place.section) + step]
  return section === undefined ? [] : moveQuestions(doc, moving, step > 0 ? { section, after: null } : { section }, never)
}

/** Properties that a command changes; what is undefined is taken away. */
export type QuestionChange = { [P in Property]?: Question[P] | undefined }

const CODE = /^[A-Za-z_][A-Za-z0-9_]{0,31}$/

/** Changes properties of many questions at once; those that a question's type does not have are left alone there. */
export function changeQuestions(doc: FormDoc, keys: readonly string[], change: QuestionChange): Patch[] {
  const names = Object.keys(change) as Property[]
  const next = keys.flatMap((key) => {
    const one = doc.questions[key]
    if (!one) return []
    const own = names.filter((name) => name !== 'code' && hasProperty(one.type, name))
    return [[key, withoutEmpty({ ...one, ...Object.fromEntries(own.map((name) => [name, change[name]])) }) as Question] as const]
  })
  return diff(doc, withQuestions(doc, next))
}

/** Gives a question another code, with a number behind it where another question has it. What is no code is answered as it is, to be refused. */
export function renameCode(doc: FormDoc, key: string, code: string): Patch[] {
  const one = doc.questions[key]
  return one ? diff(doc, withQuestions(doc, [[key, { ...one, code: CODE.test(code) ? uniqueCode(codesOf(doc, key), code) : code }]])) : []
}

/** What the bounds of a type count; they mean nothing to a type that counts something else. */
const COUNTED: Partial<Record<QuestionType, string>> = {
  text: 'letters',
  textarea: 'letters',
  number: 'number',
  money: 'number',
  date: 'day',
  range: 'day',
  file: 'files',
  image: 'files',
  checkbox: 'choices',
  rating: 'points',
  repeat: 'rows',
}

/** Makes another type of a question, and says which of its properties are lost. */
export function retypeQuestion(doc: FormDoc, key: string, type: QuestionType, make: KeyMaker): { patches: Patch[]; lost: string[] } {
  const one = doc.questions[key]
  if (!one || one.type === type) return { patches: [], lost: [] }
  const isKept = (name: string): boolean => {
    if (!hasProperty(type, name)) return false
    if (name === 'min' || name === 'max') return COUNTED[type] === COUNTED[one.type]
    return (
      name !== 'unit' || (type === 'money') === (one.type === 'money') || (type === 'money' && Object.hasOwn(MONEY_UNITS, one.unit ?? ''))
    )
  }
  const gone = (Object.keys(one) as Property[]).filter((name) => !isKept(name))
  const kept = Object.fromEntries(Object.entries(one).filter(([name]) => isKept(name))) as unknown as Question
  const lost = gone.map((name) => {
    const value = one[name]
    return Array.isArray(value) && name !== 'requiredIf' && name !== 'calc' ? `${PROPERTIES[name]}（${value.length} 个）` : PROPERTIES[name]
  })
  const bare =
    type === 'repeat'
      ? created(doc, [{ type: 'text', label: '第 1 列', in: key }], make)
      : { doc: removedColumns(doc, one), keys: undefined }
  const next = { ...started(type), ...kept, type, ...(bare.keys ? { columns: bare.keys } : {}) }
  return { patches: diff(doc, withQuestions(bare.doc, [[key, next]])), lost }
}

const removedColumns = (doc: FormDoc, { columns }: Question): FormDoc => (columns?.length ? removed(doc, columns) : doc)

/** Adds a page with an empty section, after another page. */
export function addPage(doc: FormDoc, after: string | null | undefined, make: KeyMaker): Patch[] {
  const page = freshKey(doc, make)
  const next = withBlocks({ ...doc, pages: insertedAfter(doc.pages, [page], after) }, [[page, { kind: 'page', title: '', items: [] }]])
  const section = freshKey(next, make)
  return diff(
    doc,
    withBlocks(next, [
      [page, { kind: 'page', title: '', items: [section] }],
      [section, { kind: 'section', title: '', items: [] }],
    ]),
  )
}

/** Adds an empty section to a page. */
export function addSection(doc: FormDoc, page: string, after: string | null | undefined, make: KeyMaker): Patch[] {
  const holder = doc.blocks[page]
  if (!holder) return []
  const section = freshKey(doc, make)
  return diff(
    doc,
    withBlocks(doc, [
      [page, { ...holder, items: insertedAfter(holder.items, [section], after) }],
      [section, { kind: 'section', title: '', items: [] }],
    ]),
  )
}

/** Removes a page or section with all that stands in it. */
export function removeBlock(doc: FormDoc, id: string): Patch[] {
  const one = doc.blocks[id]
  if (!one) return []
  const sections = one.kind === 'page' ? one.items : [id]
  const next = withBlocks(
    removed(
      doc,
      sections.flatMap((section) => doc.blocks[section]?.items ?? []),
    ),
    [id, ...sections].map((block) => [block, undefined]),
  )
  return diff(doc, withoutBlock({ ...next, pages: next.pages.filter((page) => page !== id) }, id))
}

const withoutBlock = (doc: FormDoc, id: string): FormDoc =>
  withBlocks(
    doc,
    Object.entries(doc.blocks).flatMap(([holder, one]) =>
      one.items.includes(id) ? [[holder, { ...one, items: one.items.filter((item) => item !== id) }] as const] : [],
    ),
  )

/** Moves a page after another page, or a section to a place of a page. */
export function moveBlock(doc: FormDoc, id: string, place: { page?: string; after?: string | null }): Patch[] {
  const one = doc.blocks[id]
  if (!one || place.after === id) return []
  if (one.kind === 'page')
    return diff(doc, {
      ...doc,
      pages: insertedAfter(
        doc.pages.filter((page) => page !== id),
        [id],
        place.after,
      ),
    })
  const next = withoutBlock(doc, id)
  const holder = next.blocks[place.page ?? '']
  return holder?.kind === 'page'
    ? diff(doc, withBlocks(next, [[place.page as string, { ...holder, items: insertedAfter(holder.items, [id], place.after) }]]))
    : []
}

/** Moves a page or section up or down by one; a section from the edge of a page to the next page. */
export function moveBlockBy(doc: FormDoc, id: string, step: -1 | 1): Patch[] {
  const page = doc.pages.find((one) => doc.blocks[one]?.items.includes(id))
  const list = page === undefined ? doc.pages : (doc.blocks[page]?.items ?? [])
  const at = list.indexOf(id)
  if (list[at + step] !== undefined)
    return moveBlock(doc, id, {
      ...(page === undefined ? {} : { page }),
      after: step > 0 ? (list[at + 1] as string) : (list[at - 2] ?? null),
    })
  const other = page === undefined ? undefined : doc.pages[doc.pages.indexOf(page) + step]
  return other === undefined ? [] : moveBlock(doc, id, step > 0 ? { page: other, after: null } : { page: other })
}

/** Changes the title, columns or condition of a page or section; what is undefined is taken away. */
export function changeBlock(
  doc: FormDoc,
  id: string,
  change: { [P in 'title' | 'columns' | 'visibleIf']?: Block[P] | undefined },
): Patch[] {
  const one = doc.blocks[id]
  return one ? diff(doc, withBlocks(doc, [[id, withoutEmpty({ ...one, ...change }) as Block]])) : []
}

const withList = (doc: FormDoc, key: string, list: OptionList, to: (old: readonly Option[]) => Option[]): Patch[] => {
  const one = doc.questions[key]
  return one ? diff(doc, withQuestions(doc, [[key, { ...one, [list]: to(one[list] ?? []) }]])) : []
}

/** Options of lines as they are pasted: signs of a list before them are left out, points stand behind a tab. */
export const optionLines = (text: string): Omit<Option, 'value'>[] =>
  text.split(/\r?\n/).flatMap((line) => {
    const [written = '', points = ''] = line.split('\t')
    const label = written
      .trim()
      .replace(/^(?:[A-Za-z0-9]{1,2}[.、．)）]|[□☐○◯●·•-]|[①-⑳])\s{0,3}/, '')
      .trim()
      .slice(0, 200)
    return label ? [{ label, ...(points && decimalOf(points.trim()) ? { points: points.trim() } : {}) }] : []
  })

/** Adds options to a list, at its end. Their values are numbers that no option has had in this form. */
export function addOptions(doc: FormDoc, key: string, added: readonly Omit<Option, 'value'>[], list: OptionList = 'options'): Patch[] {
  return withList(doc, key, list, (old) =>
    added.reduce<Option[]>((all, one) => [...all, { ...one, value: nextOptionValue(all) }], [...old]),
  )
}

/** Moves an option up or down by one. */
export const moveOption = (doc: FormDoc, key: string, value: string, step: -1 | 1, list: OptionList = 'options'): Patch[] =>
  withList(doc, key, list, (old) => {
    const at = old.findIndex((one) => one.value === value)
    const one = old[at]
    return one && old[at + step] ? old.toSpliced(at, 1).toSpliced(at + step, 0, one) : [...old]
  })

/** Changes an option; its value stays. */
export const changeOption = (
  doc: FormDoc,
  key: string,
  value: string,
  change: { [P in 'label' | 'points' | 'other' | 'retired']?: Option[P] | undefined },
  list: OptionList = 'options',
): Patch[] =>
  withList(doc, key, list, (old) => old.map((one) => (one.value === value ? (withoutEmpty({ ...one, ...change }) as Option) : one)))

/** Removes an option that was never published; one that was is retired by `changeOption`. */
export const removeOption = (doc: FormDoc, key: string, value: string, list: OptionList = 'options'): Patch[] =>
  withList(doc, key, list, (old) => old.filter((one) => one.value !== value))
