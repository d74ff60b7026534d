import {
  isAsked,
  LIMITS,
  placesOf,
  readDocument,
  type Block,
  type Check,
  type FormDoc,
  type Question,
} from '@assoc/contract/form/engine/document'
import { freshKey, withBlocks, withoutEmpty, withQuestions } from '@assoc/contract/form/engine/edits'
import { emptyHistory, recorded, redone, settled, undone, type History } from '@assoc/contract/form/engine/history'
import { applyPatches, diff, type Conflict, type Patch } from '@assoc/contract/form/engine/patch'
import { problemsOf, type Problem } from '@assoc/contract/form/engine/problems'
import { PROPERTIES, type Property } from '@assoc/contract/form/engine/properties'
import { toasts } from '@assoc/session'
import { makeAutoObservable, observableRef } from 'mobx'
import { addAnother } from './commands'
import { changedParts, topsOf, withPatches } from './document-parts'
import { focusOn, isWithin } from './regions'
import { canvasOf, outlineOf, type CanvasLine, type OutlineNode } from './rows'
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
  /** An Excel sheet is being gone through. */
  importing = false
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
    focusOn(this, 'outline')
    // It may have been in focus before, and be scrolled away since.
    for (const part of ['o', 'c']) document.getElementById(`${this.id}-${part}-${problem.at}`)?.scrollIntoView?.({ block: 'nearest' })
  }

  nextProblem(by: 1 | -1): void {
    const { length } = this.problems
    if (length > 0) this.showProblem((this.problemAt + by + (this.problemAt < 0 && by < 0 ? 1 : 0) + length) % length)
  }

  // ---- the palette

  openPalette(which: 'all' | 'add'): void {
    this.cameFrom = document.activeElement instanceof HTMLElement ? document.activeElement : null
    this.palette = which
  }
  startImport(): void {
    this.importing = true
  }
  endImport(): void {
    this.importing = false
    focusOn(this, 'canvas')
  }
  closePalette(): void {
    this.palette = null
    const { cameFrom } = this
    this.cameFrom = null
    if (cameFrom?.isConnected && isWithin(this, cameFrom)) cameFrom.focus()
    else focusOn(this, 'outline')
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
  carryOut(title: string, patches: readonly Patch[], chosen?: (next: FormDoc) => readonly string[]): boolean {
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
    if (another) addAnother(this, was.where)
    else focusOn(this, was.where)
  }





  ask(deleting: { ids: string[]; referrers: string[] }): void {
    this.deleting = deleting
  }
  closeDeleting(): void {
    this.deleting = null
  }



  /** Asked questions of the form, for what is shown of its size. */
  get count(): number {
    return Object.values(this.doc.questions).filter((one) => isAsked(one) && !one.retired && one.type !== 'repeat').length
  }
}
