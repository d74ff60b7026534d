import {
  addDrafts,
  addedKeys,
  addPage,
  addQuestion,
  addSection,
  duplicateQuestions,
  moveBlockBy,
  moveQuestionsBy,
  pasteQuestions,
  placeOf,
  referencesTo,
  removeBlock,
  removeQuestions,
  retypeQuestion,
  type Place,
} from '@assoc/contract/form/engine/commands'
import {
  isAsked,
  LIMITS,
  mayBeColumn,
  placesOf,
  QUESTION_TYPES,
  readDocument,
  type Block,
  type Check,
  type FormDoc,
  type Question,
  type QuestionType,
} from '@assoc/contract/form/engine/document'
import { freshKey, withBlocks, withoutEmpty, withQuestions } from '@assoc/contract/form/engine/edits'
import { emptyHistory, recorded, redone, settled, undone, type History } from '@assoc/contract/form/engine/history'
import { applyPatches, diff, type Conflict, type Patch } from '@assoc/contract/form/engine/patch'
import { problemsOf, type Problem } from '@assoc/contract/form/engine/problems'
import { PROPERTIES, type Property } from '@assoc/contract/form/engine/properties'
import { questionsFromText } from '@assoc/contract/form/engine/text-questions'
import { toasts } from '@assoc/session'
import { makeAutoObservable, observableRef } from 'mobx'
import { copiedQuestions, readCopied } from './clipboard'
import { changedParts, withPatches } from './document-parts'
import { blockTitle, canvasOf, outlineOf, type CanvasLine, type OutlineNode } from './rows'
import { TableStore } from './table/store'

/** Pause after a change until problems are looked for anew, ms: a form of thousands of questions is not gone through with every key. */
const PROBLEM_PAUSE = 250

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
/** A random key: 50 bits behind a letter, as every key begins with one. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  return `q${[...bytes].map((byte) => LETTERS[byte % 26]).join('')}`
}

interface Pressed {
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

/** A form while it is designed: the document, what is chosen in it, and what was done to it. */
export class DesignerStore {
  doc: FormDoc
  /** What was published last: what it has is retired and not deleted. */
  published: FormDoc | null = null
  mayEdit: boolean
  selected: ReadonlySet<string> = new Set()
  active: string | null = null
  folded: ReadonlySet<string> = new Set()
  renaming: { id: string; where: 'outline' | 'canvas' } | null = null
  palette: 'all' | 'add' | null = null
  problems: Problem[] = []
  problemAt = -1
  /** What assistive technology says next. */
  said = ''
  /** What is about to be deleted, and what refers to it. */
  deleting: { ids: string[]; referrers: string[] } | null = null
  conflicts: Conflict[] | null = null
  readonly id: string
  history: History = emptyHistory
  readonly table: TableStore
  readonly mode: 'flow' | 'table'
  /** Saves at once; set by whoever saves. */
  saveNow: () => void = () => undefined
  private anchor: string | null = null
  /** What had the focus before the palette. */
  private cameFrom: HTMLElement | null = null
  private pause: ReturnType<typeof setTimeout> | undefined

  constructor(doc: FormDoc, options: { id: string; mode?: 'flow' | 'table'; mayEdit?: boolean }) {
    this.doc = doc
    this.id = options.id
    this.mode = options.mode ?? 'flow'
    this.mayEdit = options.mayEdit ?? true
    makeAutoObservable<this, 'anchor' | 'cameFrom' | 'pause'>(
      this,
      {
        doc: observableRef,
        published: observableRef,
        selected: observableRef,
        folded: observableRef,
        renaming: observableRef,
        problems: observableRef,
        deleting: observableRef,
        conflicts: observableRef,
        id: false,
        mode: false,
        history: observableRef,
        table: false,
        saveNow: observableRef,
        newKey: false,
        newValue: false,
        anchor: false,
        cameFrom: false,
        pause: false,
      },
      { autoBind: true },
    )
    this.table = new TableStore(this)
    this.findProblems()
  }

  // ---- what is shown

  get nodes(): OutlineNode[] {
    return outlineOf(this.doc, this.folded)
  }
  get lines(): CanvasLine[] {
    return canvasOf(this.doc)
  }
  /** Questions that are chosen, in their order. Columns of a table that is chosen itself go along with it. */
  get chosen(): string[] {
    const { questions } = this.doc
    return this.nodes.flatMap(({ id }) => {
      const one = this.selected.has(id) ? questions[id] : undefined
      return one && !(one.in !== undefined && this.selected.has(one.in)) ? [id] : []
    })
  }
  get worst(): ReadonlyMap<string, 'error' | 'warning'> {
    const found = new Map<string, 'error' | 'warning'>()
    for (const { at, severity } of this.problems) if (found.get(at) !== 'error') found.set(at, severity)
    return found
  }
  get canUndo(): boolean {
    return this.history.undo.length > 0
  }
  get canRedo(): boolean {
    return this.history.redo.length > 0
  }
  nameOf(id: string): string {
    return this.doc.questions[id]?.label ?? this.doc.blocks[id]?.title ?? ''
  }
  sectionOf(key: string): string | undefined {
    return placesOf(this.doc).get(key)?.section
  }
  /** Keys are random, so that a label may change and what refers to the question does not. */
  newKey = (): string => freshKey(this.doc, randomKey)
  newValue = (): string => randomKey()
  newCheck(key: string): Check {
    return { id: this.newKey(), holds: ['filled', [this.doc.questions[key]?.in === undefined ? 'q' : 'own', key]], message: '请检查此项' }
  }
  setPublished(doc: FormDoc | null): void {
    this.published = doc
  }
  say(text: string): void {
    // The same sentence twice would not be read again.
    this.said = text === this.said ? `${text}\u200b` : text
  }
  refuse(sentence: string): void {
    toasts.error(sentence)
    this.say(sentence)
  }

  // ---- choosing

  choose(id: string | null): void {
    this.active = id
    this.anchor = id
    this.selected = new Set(id === null ? [] : [id])
    this.settle()
  }

  press(id: string, { shiftKey, ctrlKey, metaKey }: Pressed): void {
    if (shiftKey) this.extend(id)
    else if (ctrlKey || metaKey) {
      const next = new Set(this.selected)
      if (!next.delete(id)) next.add(id)
      this.selected = next
      this.active = id
      this.anchor = id
    } else this.choose(id)
    if (this.mode === 'table') this.table.find(id)
  }

  /** From where the choice began to here. */
  private extend(id: string): void {
    const ids = this.nodes.map((node) => node.id)
    const [from, to] = [ids.indexOf(this.anchor ?? id), ids.indexOf(id)]
    if (from < 0 || to < 0) return
    this.active = id
    this.selected = new Set(ids.slice(Math.min(from, to), Math.max(from, to) + 1))
  }

  step(by: number, extend: boolean): void {
    const ids = this.nodes.map((node) => node.id)
    if (ids.length === 0) return
    const at = this.active === null ? -1 : ids.indexOf(this.active)
    // With nothing chosen the first key chooses the first or the last.
    const to = at < 0 ? (by === Infinity ? by : 0) : at + by
    const id = ids[Math.max(0, Math.min(ids.length - 1, to))]
    if (id === undefined) return
    if (extend) this.extend(id)
    else this.choose(id)
    if (this.mode === 'table') this.table.find(id)
  }

  selectAll(): void {
    this.selected = new Set(this.nodes.flatMap(({ id, kind }) => (kind === 'question' ? [id] : [])))
    this.say(`已选择 ${this.selected.size} 道题`)
  }

  fold(id: string): void {
    const next = new Set(this.folded)
    if (!next.delete(id)) next.add(id)
    this.folded = next
  }

  /** Right opens what is folded, left folds it or goes to what it stands in, as trees do. */
  turn(open: boolean): void {
    const at = this.nodes.findIndex((node) => node.id === this.active)
    const node = this.nodes[at]
    if (!node) return
    if (open) {
      if (node.folds && this.folded.has(node.id)) this.fold(node.id)
      return
    }
    if (node.folds && !this.folded.has(node.id)) return this.fold(node.id)
    const parent = this.nodes.slice(0, at).findLast(({ depth }) => depth < node.depth)
    if (parent) this.choose(parent.id)
  }

  /** Shows a question, block, cell or row, wherever it stands. */
  jump(id: string): void {
    const place = placesOf(this.doc).get(id)
    const above = new Set([place?.page, place?.section, this.doc.questions[id]?.in])
    if ([...above].some((one) => one !== undefined && this.folded.has(one)))
      this.folded = new Set([...this.folded].filter((one) => !above.has(one)))
    if (this.mode === 'table') this.table.find(id)
    this.choose(id === '' || (!this.doc.questions[id] && !this.doc.blocks[id]) ? null : id)
  }

  showProblem(index: number): void {
    const problem = this.problems[index]
    if (!problem) return
    this.problemAt = index
    const cell = this.doc.table?.cells[problem.at]
    this.jump(problem.at)
    if (cell?.key) this.choose(cell.key)
    this.say(`${problem.severity === 'error' ? '错误' : '提醒'}：${problem.message}`)
    this.focusOn('outline')
    // It may have been in focus before, and be scrolled away since.
    for (const part of ['o', 'c']) document.getElementById(`${this.id}-${part}-${problem.at}`)?.scrollIntoView?.({ block: 'nearest' })
  }

  nextProblem(by: 1 | -1): void {
    const { length } = this.problems
    if (length > 0) this.showProblem((this.problemAt + by + (this.problemAt < 0 && by < 0 ? 1 : 0) + length) % length)
  }

  // ---- where the focus is

  private root(): HTMLElement | null {
    return typeof document === 'undefined' ? null : document.getElementById(this.id)
  }
  focusOn(region: 'outline' | 'canvas' | 'properties' | 'problems'): void {
    const place = this.mode === 'table' && region === 'outline' ? 'canvas' : region
    const box = this.root()?.querySelector<HTMLElement>(`[data-region=${place}]`)
    // Of a question its label, wherever that stands; of everything else what comes first.
    const label = region === 'properties' ? box?.querySelector<HTMLElement>('[data-property=label]') : null
    const first = label ?? (region === 'properties' || region === 'problems' ? box?.querySelector<HTMLElement>('input, textarea, button') : box)
    first?.focus()
  }
  toProperties(): void {
    // The properties of what was chosen by this very key have to be there first.
    setTimeout(() => this.focusOn('properties'), 0)
  }
  /** Goes to a list or condition among the properties; where there is none yet, it begins with its first entry. */
  toGroup(name: '选项' | '显示条件'): void {
    setTimeout(() => {
      const group = () => this.root()?.querySelector<HTMLElement>(`[data-region=properties] [aria-label=${name}]`)
      const field = () => group()?.querySelector<HTMLElement>('input, textarea')
      if (!field()) group()?.querySelector<HTMLElement>(':scope > button')?.click()
      setTimeout(() => field()?.focus(), 0)
    }, 0)
  }
  nextRegion(): void {
    const order = ['outline', 'canvas', 'properties', 'problems'] as const
    const boxes = order.map((region) => this.root()?.querySelector(`[data-region=${region}]`) ?? null)
    const now = boxes.findIndex((box) => box?.contains(document.activeElement))
    for (let by = 1; by <= order.length; by += 1) {
      const next = (now + by) % order.length
      if (boxes[next] && !(this.mode === 'table' && order[next] === 'outline' && now === 1)) {
        const target = boxes[next] as HTMLElement
        if (order[next] === 'properties' || order[next] === 'problems') this.focusOn(order[next])
        else target.focus()
        return
      }
    }
  }
  openPalette(which: 'all' | 'add'): void {
    this.cameFrom = document.activeElement instanceof HTMLElement ? document.activeElement : null
    this.palette = which
  }
  closePalette(): void {
    this.palette = null
    const { cameFrom } = this
    this.cameFrom = null
    if (cameFrom?.isConnected && this.root()?.contains(cameFrom)) cameFrom.focus()
    else this.focusOn('outline')
  }

  // ---- changing

  /** Takes a new document; the sentence that refuses it, or null. */
  edit(next: FormDoc, title: string, { typing, chosen }: { typing?: string | undefined; chosen?: readonly string[] } = {}): string | null {
    const before = this.doc
    if (next === before) return null
    if (!this.mayEdit) return '您不能修改此表单'
    if (Object.keys(next.questions).length > LIMITS.questions) return `题目不能超过 ${LIMITS.questions} 道`
    if (Object.keys(next.blocks).length > LIMITS.blocks) return `页和分节不能超过 ${LIMITS.blocks} 个`
    // Only what differs is looked at: what stays has been looked at before.
    const read = readDocument(changedParts(before, next))
    if ('problem' in read) return read.problem
    this.doc = next
    if (chosen) {
      this.selected = new Set(chosen)
      this.active = chosen.at(-1) ?? this.active
      this.anchor = chosen[0] ?? this.anchor
    }
    this.history = recorded(this.history, { patches: diff(before, next), title, ...(typing === undefined ? {} : { merge: typing }) })
    this.lookAgain()
    return null
  }

  /** Carries out what a command made; whether it was taken. */
  private carryOut(title: string, patches: readonly Patch[], chosen?: (next: FormDoc) => readonly string[]): boolean {
    if (patches.length === 0) return false
    const next = withPatches(this.doc, patches)
    const refused = this.edit(next, title, chosen ? { chosen: chosen(next) } : {})
    if (refused === null) return true
    this.refuse(refused)
    return false
  }

  /** A document that comes from elsewhere: saved by somebody else, or merged. It is no step of this person. */
  replace(doc: FormDoc): void {
    if (doc === this.doc) return
    this.doc = doc
    this.forgetGone()
    this.lookAgain()
  }
  private forgetGone(): void {
    const known = (id: string): boolean => Boolean(this.doc.questions[id] ?? this.doc.blocks[id])
    this.selected = new Set([...this.selected].filter(known))
    if (this.active !== null && !known(this.active)) this.active = null
  }

  private lookAgain(): void {
    clearTimeout(this.pause)
    this.pause = setTimeout(this.findProblems, PROBLEM_PAUSE)
  }
  findProblems(): void {
    this.problems = problemsOf(this.doc)
    this.problemAt = Math.min(this.problemAt, this.problems.length - 1)
  }
  /** The view is gone for good. */
  end(): void {
    clearTimeout(this.pause)
  }

  /** What is typed from now on is a step of its own. */
  settle(): void {
    if (this.history.undo.at(-1)?.merge !== undefined) this.history = settled(this.history)
  }
  undo(): void {
    this.travel(true)
  }
  redo(): void {
    this.travel(false)
  }
  private travel(back: boolean): void {
    const step = back ? undone(this.history) : redone(this.history)
    if (!step || !this.mayEdit) return
    const applied = applyPatches(this.doc, step.patches)
    if (!('doc' in applied)) return this.refuse(`此后他人修改了同一处，不能${back ? '撤销' : '重做'}“${step.title}”`)
    const { doc } = applied
    this.doc = doc
    this.history = step.history
    // What it was about is what is looked at next.
    const touched = [
      ...new Set(step.patches.flatMap(({ at }) => (at[0] === 'questions' && at[1] !== undefined && doc.questions[at[1]] ? [at[1]] : []))),
    ]
    const tops = topsOf(doc, touched)
    if (tops.length > 0) {
      this.selected = new Set(tops)
      this.active = tops.at(-1) ?? null
      this.anchor = tops[0] ?? null
    } else this.forgetGone()
    this.lookAgain()
    this.say(`${back ? '已撤销' : '已重做'}：${step.title}`)
  }

  setForm(name: 'title' | 'intro' | 'table', value: unknown, typing: boolean | string = false): string | null {
    return this.edit(
      withoutEmpty({ ...this.doc, [name]: value }) as FormDoc,
      name === 'table' ? '修改表格' : name === 'title' ? '修改表单名称' : '修改表单说明',
      {
        typing: typing === false ? undefined : `form ${name} ${typing}`,
      },
    )
  }
  setBlock(id: string, name: keyof Block, value: unknown, typing = false): string | null {
    const block = this.doc.blocks[id]
    if (!block) return null
    return this.edit(
      withBlocks(this.doc, [[id, withoutEmpty({ ...block, [name]: value }) as Block]]),
      block.kind === 'page' ? '修改页' : '修改分节',
      { typing: typing ? `${id} ${name}` : undefined },
    )
  }
  /** Sets a property of questions; for several of them as one step. */
  set(keys: readonly string[], name: Property, value: unknown, typing?: string): string | null {
    const changed = keys.flatMap((key) => {
      const one = this.doc.questions[key]
      return one ? [[key, withoutEmpty({ ...one, [name]: value }) as Question] as const] : []
    })
    return this.edit(withQuestions(this.doc, changed), `修改${PROPERTIES[name]}`, {
      typing: typing === undefined ? undefined : `${keys.join(' ')} ${typing}`,
    })
  }

  toggleRequired(): void {
    const keys = this.chosen.filter((key) => this.doc.questions[key] && isAsked(this.doc.questions[key]))
    if (keys.length === 0) return
    const on = keys.some((key) => !this.doc.questions[key]?.required)
    const refused = this.set(keys, 'required', on ? true : undefined)
    if (refused === null) this.say(on ? '已改为必填' : '已改为选填')
  }

  changeType(type: QuestionType): void {
    const keys = this.chosen
    const lost = new Set<string>()
    const next = keys.reduce((doc, key) => {
      // Answers under a published key keep the type that they were given for.
      if (this.published?.questions[key] || (doc.questions[key]?.in !== undefined && !mayBeColumn({ type }))) return doc
      const made = retypeQuestion(doc, key, type, this.newKey)
      for (const one of made.lost) lost.add(one)
      return withPatches(doc, made.patches)
    }, this.doc)
    if (next === this.doc) return this.refuse('所选题目不能改为此题型')
    const refused = this.edit(next, '修改题型')
    if (refused !== null) return this.refuse(refused)
    this.say(`已改为${QUESTION_TYPES[type]}${lost.size > 0 ? `，不再有：${[...lost].join('、')}` : ''}`)
    if (lost.size > 0) toasts.success(`已改为${QUESTION_TYPES[type]}，不再有：${[...lost].join('、')}。可按 Ctrl+Z 撤销。`)
  }

  /** Where the next question goes: behind what has the focus. */
  private nextPlace(type?: QuestionType): Place | undefined {
    const { doc, active } = this
    if (this.mode === 'table') {
      const { cursor, layout } = this.table
      const [row, column] = [layout.rows[cursor.row], layout.columns[cursor.column]]
      return row && column && this.table.here?.cell.key === undefined ? { row: row.id, column: column.id } : undefined
    }
    if (active !== null && doc.questions[active]) {
      const owner = doc.questions[active].in
      // What may be no column stands behind the whole table.
      if (owner !== undefined && type !== undefined && !mayBeColumn({ type })) return placeOf(doc, owner)
      const place = placeOf(doc, active)
      if (place) return place
    }
    const block = active === null ? undefined : doc.blocks[active]
    if (active !== null && block?.kind === 'section') return { section: active, after: null }
    const page = block?.kind === 'page' ? active : (doc.pages.at(-1) ?? null)
    const section = page === null ? undefined : block ? doc.blocks[page]?.items[0] : doc.blocks[page]?.items.at(-1)
    return section === undefined ? undefined : block ? { section, after: null } : { section }
  }

  add(type: QuestionType, where: 'outline' | 'canvas' = 'outline'): void {
    let place = this.nextPlace(type)
    if (!place && this.mode === 'flow') {
      // A form without pages gets its first.
      if (!this.carryOut('添加页', addPage(this.doc, undefined, this.newKey))) return
      place = this.nextPlace(type)
    }
    const patches = addQuestion(this.doc, type, place, this.newKey)
    const key = addedKeys(patches).find((one) => (withPatches(this.doc, patches).questions[one]?.type ?? type) === type)
    if (!this.carryOut('添加题目', patches, () => (key === undefined ? [] : [key]))) return
    this.say(`已添加${QUESTION_TYPES[type]}，请输入题目`)
    if (key !== undefined && this.mode === 'flow') this.rename(key, where)
    else this.toProperties()
  }

  addAnother(where: 'outline' | 'canvas' = 'outline'): void {
    const one = this.active === null ? undefined : this.doc.questions[this.active]
    this.add(one?.type ?? 'text', where)
  }

  addColumn(table: string): void {
    const last = this.doc.questions[table]?.columns?.at(-1)
    const patches = addQuestion(this.doc, 'text', { table, ...(last === undefined ? {} : { after: last }) }, this.newKey)
    const [key] = addedKeys(patches)
    if (!key || !this.carryOut('添加列', patches, () => [key])) return
    if (this.folded.has(table)) this.fold(table)
    if (this.mode === 'flow') this.rename(key, 'outline')
  }

  addBlock(kind: 'page' | 'section'): void {
    const { doc, active } = this
    const place = active === null ? undefined : placesOf(doc).get(doc.questions[active]?.in ?? active)
    const own = active === null ? undefined : doc.blocks[active]
    const page =
      own?.kind === 'page'
        ? active
        : (place?.page ?? doc.pages.find((one) => active !== null && doc.blocks[one]?.items.includes(active)) ?? doc.pages.at(-1))
    const section = own?.kind === 'section' ? active : (place?.section ?? undefined)
    const patches = kind === 'page' ? addPage(doc, page, this.newKey) : addSection(doc, page ?? '', section, this.newKey)
    const id = patches.find(({ at, to }) => at[0] === 'blocks' && at.length === 2 && (to as Block | undefined)?.kind === kind)?.at[1]
    if (id === undefined || !this.carryOut(kind === 'page' ? '添加页' : '添加分节', patches, () => [id])) return
    this.say(kind === 'page' ? '已添加页，请输入标题' : '已添加分节，请输入标题')
    this.rename(id, 'outline')
  }

  rename(id: string, where: 'outline' | 'canvas'): void {
    if (!this.mayEdit) return
    this.choose(id)
    this.renaming = { id, where }
  }
  renameActive(where: 'outline' | 'canvas' = 'outline'): void {
    if (this.active !== null) this.rename(this.active, where)
  }
  takeName(id: string, text: string): string | null {
    const name = text.trim()
    if (name === this.nameOf(id)) return null
    return this.doc.blocks[id] ? this.setBlock(id, 'title', name) : this.set([id], 'label', name)
  }
  endRenaming(another: boolean): void {
    const was = this.renaming
    this.renaming = null
    if (!was) return
    if (another) this.addAnother(was.where)
    else this.focusOn(was.where)
  }

  /** Blocks that are chosen when no question is. */
  private get blocks(): string[] {
    return this.nodes.flatMap(({ id }) => (this.selected.has(id) && this.doc.blocks[id] ? [id] : []))
  }

  move(by: 1 | -1): void {
    const keys = this.chosen
    const [block] = this.blocks
    if (keys.length === 0 && block === undefined) return
    const patches = keys.length > 0 ? moveQuestionsBy(this.doc, keys, by) : moveBlockBy(this.doc, block as string, by)
    if (!this.carryOut('移动', patches)) return this.say(by < 0 ? '已在最前面' : '已在最后面')
    this.say(this.whereIs(keys[0] ?? (block as string), keys.length))
  }

  /** Where something stands now, as it is said after a move. */
  private whereIs(id: string, count: number): string {
    const { doc } = this
    const place = placesOf(doc).get(id)
    const owner = doc.questions[id]?.in
    const list = place ? doc.blocks[place.section]?.items : owner !== undefined ? doc.questions[owner]?.columns : undefined
    const inside = place ? `“${blockTitle(doc, place.section)}”` : owner !== undefined ? `“${this.nameOf(owner)}”` : ''
    if (!list) {
      const page = doc.pages.indexOf(id)
      const holder = doc.pages.find((one) => doc.blocks[one]?.items.includes(id))
      if (page >= 0) return `“${blockTitle(doc, id)}”已移到第 ${page + 1} 页，共 ${doc.pages.length} 页`
      return holder === undefined
        ? '已移动'
        : `“${blockTitle(doc, id)}”已移到“${blockTitle(doc, holder)}”第 ${(doc.blocks[holder]?.items.indexOf(id) ?? 0) + 1} 节`
    }
    const what = count > 1 ? `${count} 道题` : `“${this.nameOf(id)}”`
    return `${what}已移到${inside}第 ${list.indexOf(id) + 1} 位，共 ${list.length} 位`
  }

  duplicate(): void {
    const keys = this.chosen
    if (keys.length === 0) return
    const patches = duplicateQuestions(this.doc, keys, this.newKey)
    if (this.carryOut('复制题目', patches, (next) => topsOf(next, addedKeys(patches)))) this.say(`已复制 ${keys.length} 道题`)
  }

  /** Deletes what is chosen; what is referred to is asked about first. */
  remove(cut: boolean): void {
    const keys = this.chosen
    const ids = keys.length > 0 ? keys : this.blocks
    if (ids.length === 0) return
    const inside = ids.flatMap((id) => this.questionsIn(id))
    const gone = new Set([...inside, ...inside.flatMap((key) => this.doc.questions[key]?.columns ?? [])])
    const referrers = [
      ...new Set(
        inside.flatMap((key) =>
          referencesTo(this.doc, key).flatMap(({ at, message }) => (gone.has(at) || ids.includes(at) ? [] : [message])),
        ),
      ),
    ]
    const published = inside.filter((key) => this.published?.questions[key])
    if (published.length > 0) referrers.push(`${published.length} 道题已发布过；如只是不再填报，请改用“停用”，以便与以前的答案对照`)
    if (referrers.length === 0 && (keys.length > 0 || inside.length === 0)) return this.removeNow(ids, cut)
    this.deleting = { ids, referrers }
  }
  private questionsIn(id: string): string[] {
    const block = this.doc.blocks[id]
    return block ? block.items.flatMap((item) => this.questionsIn(item)) : [id]
  }
  removeNow(ids: readonly string[], cut = false): void {
    this.deleting = null
    const order = this.nodes.map((node) => node.id)
    const keys = ids.filter((id) => this.doc.questions[id])
    const patches = keys.length > 0 ? removeQuestions(this.doc, keys) : removeBlock(this.doc, ids[0] ?? '')
    const going = new Set(ids)
    const at = order.indexOf(ids[0] ?? '')
    const next = order.slice(at).find((id) => !going.has(id)) ?? order.slice(0, at).findLast((id) => !going.has(id))
    if (
      !this.carryOut(cut ? '剪切' : '删除', patches, (doc) =>
        next !== undefined && (doc.questions[next] ?? doc.blocks[next]) ? [next] : [],
      )
    )
      return
    this.say(cut ? `已剪切 ${ids.length} 道题` : `已删除 ${ids.length} 项，可按 Ctrl+Z 撤销`)
  }
  closeDeleting(): void {
    this.deleting = null
  }

  copied(): ReturnType<typeof copiedQuestions> {
    const keys = this.chosen.length > 0 ? this.chosen : this.blocks.flatMap((id) => this.questionsIn(id))
    return copiedQuestions(this.doc, keys)
  }

  /** Questions of a form as they were copied, or a text that is read as questions. */
  paste(payload: string, text: string): void {
    const read = payload === '' ? null : readCopied(payload)
    if (read) {
      const first = read.source.questions[read.keys[0] ?? '']
      const made = pasteQuestions(this.doc, read.source, read.keys, this.nextPlace(first?.type), this.newKey)
      if (!this.carryOut('粘贴题目', made.patches, (next) => topsOf(next, addedKeys(made.patches)))) return
      this.say(`已粘贴 ${read.keys.length} 道题`)
      for (const sentence of made.dropped.slice(0, 3)) toasts.success(sentence)
      return
    }
    const { sections, unread } = questionsFromText(text)
    const place = this.nextPlace('note')
    const count = sections.reduce((sum, { questions }) => sum + questions.length, 0)
    if (count === 0 || !place || !('section' in place)) return this.refuse('剪贴板中没有可以粘贴的题目')
    const patches = addDrafts(this.doc, sections, place, this.newKey)
    if (!this.carryOut('粘贴文字', patches, (next) => topsOf(next, addedKeys(patches)))) return
    const told = `已从文字生成 ${count} 道题${unread.length > 0 ? `，${unread.length} 行没有识别` : ''}，可按 Ctrl+Z 撤销`
    this.say(told)
    toasts.success(told)
  }

  /** Asked questions of the form, for what is shown of its size. */
  get count(): number {
    return Object.values(this.doc.questions).filter((one) => isAsked(one) && !one.retired && one.type !== 'repeat').length
  }
}

/** Of questions that were added those that are no columns of others among them. */
const topsOf = (doc: FormDoc, keys: readonly string[]): string[] => {
  const added = new Set(keys)
  return keys.filter((key) => !added.has(doc.questions[key]?.in ?? ''))
}
