import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { mayBeColumn, placesOf, type QuestionType } from '@assoc/contract/form/engine/document'
import { addAt, moveTo } from './commands'
import type { DesignerStore } from './store'

// Dragging with the pointer: questions, pages and sections, kinds of questions out of the bank. Where something would go is marked on the
// element itself, so that nothing is drawn again while the pointer moves; the drop is one command, as by keyboard.

/** What is dragged: things of the form, or a kind of question that is not there yet. */
export type Dragged = { designer: string; ids: string[] } | { designer: string; type: QuestionType }
/** Where it is let go: beside something, at one of its edges; of a section also at its end. */
export interface Target {
  id: string
  end?: true
}

type Cleanup = () => void

const draggedOf = (data: Record<string, unknown>, store: DesignerStore): Dragged | null => (data['designer'] === store.id && ('ids' in data || 'type' in data) ? (data as unknown as Dragged) : null)

/** What goes along when something is dragged: all that is chosen, where it is part of that. */
function idsFrom(store: DesignerStore, id: string): string[] {
  const chosen = store.chosen
  return store.doc.questions[id] && store.selected.has(id) && chosen.includes(id) ? chosen : [id]
}

/** Whether things may stand where the target is. */
export function mayDrop(store: DesignerStore, dragged: Dragged, { id }: Target): boolean {
  const { questions, blocks } = store.doc
  const target = questions[id]
  if ('type' in dragged) return target?.in === undefined || mayBeColumn(dragged)
  const [first = ''] = dragged.ids
  if (blocks[first]?.kind === 'page') return blocks[id]?.kind === 'page'
  if (blocks[first]?.kind === 'section') return blocks[id] !== undefined
  if (dragged.ids.includes(id)) return dragged.ids.length > 1
  const owner = target?.in
  if (owner === undefined) return target !== undefined ? placesOf(store.doc).has(id) : blocks[id] !== undefined
  return dragged.ids.every((key) => key !== owner && questions[key] !== undefined && mayBeColumn(questions[key]))
}

const mark = (element: HTMLElement, edge: string | null): void => {
  if (edge === null) delete element.dataset['drop']
  else if (element.dataset['drop'] !== edge) element.dataset['drop'] = edge
}

function target(store: DesignerStore, element: HTMLElement, at: Target): Cleanup {
  return dropTargetForElements({
    element,
    canDrop: ({ source }) => {
      const dragged = draggedOf(source.data, store)
      return dragged !== null && mayDrop(store, dragged, at)
    },
    getData: ({ input }) => (at.end ? { ...at } : attachClosestEdge({ ...at }, { input, element, allowedEdges: ['top', 'bottom'] })),
    onDrag: ({ self }) => mark(element, at.end ? 'top' : extractClosestEdge(self.data)),
    onDragLeave: () => mark(element, null),
    onDrop: () => mark(element, null),
  })
}

/** Lets something of the form be dragged, and others be let go beside it. */
export const attachDrag = (store: DesignerStore, id: string, element: HTMLElement): Cleanup =>
  combine(
    draggable({
      element,
      canDrag: () => store.mayEdit && (store.mode === 'flow' || store.doc.questions[id] !== undefined),
      getInitialData: () => ({ designer: store.id, ids: idsFrom(store, id) }) satisfies Dragged,
    }),
    store.mode === 'flow' ? target(store, element, { id }) : () => undefined,
  )

/** The end of a section, which is where a question goes that is let go there. */
export const attachEnd = (store: DesignerStore, section: string, element: HTMLElement): Cleanup => target(store, element, { id: section, end: true })

/** A kind of question that can be dragged to its place. */
export const attachType = (store: DesignerStore, type: QuestionType, element: HTMLElement): Cleanup =>
  draggable({ element, canDrag: () => store.mayEdit, getInitialData: () => ({ designer: store.id, type }) satisfies Dragged })

/** A list that scrolls while something is dragged near its edge. */
export const attachScroll = (store: DesignerStore, element: HTMLElement): Cleanup =>
  autoScrollForElements({ element, canScroll: ({ source }) => source.data['designer'] === store.id })

/** Carries out what is let go in a designer. */
export const watchDrops = (store: DesignerStore): Cleanup =>
  monitorForElements({
    canMonitor: ({ source }) => draggedOf(source.data, store) !== null,
    onDrop: ({ source, location }) => {
      const dragged = draggedOf(source.data, store)
      const [found] = location.current.dropTargets
      if (!dragged || !found || typeof found.data['id'] !== 'string') return
      const before = extractClosestEdge(found.data) === 'top'
      const at = { id: found.data['id'], before, end: found.data['end'] === true }
      if ('type' in dragged) addAt(store, dragged.type, at)
      else moveTo(store, dragged.ids, at)
    },
  })
