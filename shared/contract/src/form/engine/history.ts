import { inverse, type Patch } from './patch'

// What the designer can take back. Steps are changes, not documents: taking one back is applying its inverse, so what somebody else has
// changed meanwhile stays.

/** One step: its changes and what it is called where it is taken back. */
export interface Step {
  patches: readonly Patch[]
  /** 修改题目、移动题目 … */
  title: string
  /** Steps of the same tag are one: typing in one field while it has the focus. */
  merge?: string
}

export interface History {
  readonly undo: readonly Step[]
  readonly redo: readonly Step[]
}

/** Most steps that are kept. */
export const STEPS = 200

export const emptyHistory: History = { undo: [], redo: [] }

/** Changes one after another as one: of changes of the same place, from the first and to the last. */
function joined(before: readonly Patch[], after: readonly Patch[]): Patch[] {
  const all = new Map<string, Patch>()
  for (const one of [...before, ...after]) {
    const name = JSON.stringify(one.at)
    const first = all.get(name)
    const { from: _from, to: _to, ...rest } = one
    all.set(name, first ? { ...rest, ...('from' in first ? { from: first.from } : {}), ...('to' in one ? { to: one.to } : {}) } : one)
  }
  return [...all.values()]
}

/** Whether both change the same places; only then are they one step in whatever order they are taken back. */
const isSamePlace = (a: readonly Patch[], b: readonly Patch[]): boolean => {
  const places = new Set(a.map(({ at }) => JSON.stringify(at)))
  return b.every(({ at }) => places.has(JSON.stringify(at)))
}

/** The history with a step more. What was taken back before can then not be done again. */
export function recorded(history: History, step: Step): History {
  const { undo } = history
  if (step.patches.length === 0) return history
  const last = undo.at(-1)
  if (last && step.merge !== undefined && last.merge === step.merge && isSamePlace(last.patches, step.patches)) {
    return { undo: [...undo.slice(0, -1), { ...last, patches: joined(last.patches, step.patches) }], redo: [] }
  }
  return { undo: [...undo, step].slice(-STEPS), redo: [] }
}

/** The history in which no further step is joined to the last: the focus has left its field. */
export function settled({ undo, redo }: History): History {
  const last = undo.at(-1)
  if (last?.merge === undefined) return { undo, redo }
  const { merge: _merge, ...step } = last
  return { undo: [...undo.slice(0, -1), step], redo }
}

/** Takes the last step back: the changes that do so, and the history after it; null where there is nothing. */
export function undone({ undo, redo }: History): { patches: Patch[]; title: string; history: History } | null {
  const last = undo.at(-1)
  return last
    ? { patches: inverse(last.patches), title: last.title, history: { undo: undo.slice(0, -1), redo: [...redo, unmerged(last)] } }
    : null
}

/** Does the step again that was taken back last; null where there is none. */
export function redone({ undo, redo }: History): { patches: Patch[]; title: string; history: History } | null {
  const last = redo.at(-1)
  return last ? { patches: [...last.patches], title: last.title, history: { undo: [...undo, last], redo: redo.slice(0, -1) } } : null
}

const unmerged = ({ merge: _merge, ...step }: Step): Step => step
