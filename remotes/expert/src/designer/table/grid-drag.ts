import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { getElementFromPointWithoutHoneypot } from '@atlaskit/pragmatic-drag-and-drop/get-element-from-point-without-honey-pot'
import type { QuestionType } from '@assoc/contract/form/engine/document'
import type { Axis } from '@assoc/contract/form/engine/table-commands'
import type { DesignerStore } from '../store'

// Dragging in a table form: rows and columns by their heads, questions and kinds of questions into cells. The grid is one place to let
// go on, which asks what is under the pointer: a listener for each of 20,000 cells would be slow to attach.

type Dropped = { line: Axis; to: number; mark: HTMLElement; edge: string } | { cell: { row: number; column: number }; mark: HTMLElement; edge: string }

/** What is under the pointer, for what is dragged. */
function under(data: Record<string, unknown>, x: number, y: number): Dropped | null {
  // After a drag a patch of the library's own lies below the pointer; what is looked for is beneath it.
  const found = getElementFromPointWithoutHoneypot({ x, y })?.closest<HTMLElement>('td[aria-rowindex], th[data-line]')
  if (!found) return null
  const [row, column] = [Number(found.getAttribute('aria-rowindex') ?? 0) - 1, Number(found.getAttribute('aria-colindex') ?? 0) - 1]
  const axis = data['line'] as Axis | undefined
  if (axis === undefined) return found.tagName === 'TD' ? { cell: { row, column }, mark: found, edge: 'in' } : null
  const own = found.dataset['axis']
  if (own !== undefined && own !== axis) return null
  const at = own === undefined ? (axis === 'row' ? row : column) : Number(found.dataset['line'])
  const { top, left, width, height } = found.getBoundingClientRect()
  const behind = axis === 'row' ? y > top + height / 2 : x > left + width / 2
  return { line: axis, to: at + (behind ? 1 : 0), mark: found, edge: axis === 'row' ? (behind ? 'bottom' : 'top') : behind ? 'right' : 'left' }
}

/** Lets rows, columns and questions be let go in the grid. */
export function attachGrid(store: DesignerStore, grid: HTMLElement): () => void {
  let marked: HTMLElement | null = null
  const mark = (found: Dropped | null) => {
    if (marked && marked !== found?.mark) delete marked.dataset['drop']
    marked = found?.mark ?? null
    if (marked && found) marked.dataset['drop'] = found.edge
  }
  return combine(
    dropTargetForElements({
      element: grid,
      canDrop: ({ source }) => source.data['designer'] === store.id && store.mayEdit,
      onDrag: ({ source, location }) => mark(under(source.data, location.current.input.clientX, location.current.input.clientY)),
      onDragLeave: () => mark(null),
      onDrop: ({ source, location }) => {
        mark(null)
        const { data } = source
        const found = under(data, location.current.input.clientX, location.current.input.clientY)
        if (!found) return
        if ('line' in found) return store.table.moveLinesTo(found.line, found.to)
        const [key] = (data['ids'] as string[] | undefined) ?? []
        if (key !== undefined) store.table.drop(found.cell, { key })
        else if (typeof data['type'] === 'string') store.table.drop(found.cell, { type: data['type'] as QuestionType })
      },
    }),
    autoScrollForElements({ element: grid.parentElement ?? grid, canScroll: ({ source }) => source.data['designer'] === store.id }),
  )
}

/** The head of a row or column, by which it is dragged; one that is not chosen is chosen first. */
export const attachLine = (store: DesignerStore, axis: Axis, at: number, head: HTMLElement): (() => void) =>
  draggable({
    element: head,
    canDrag: () => store.mayEdit,
    getInitialData: () => ({ designer: store.id, line: axis }),
    onDragStart: () => {
      const { table } = store
      const { top, bottom, left, right } = table.area
      const [first, last] = axis === 'row' ? [top, bottom] : [left, right]
      if (table.heads !== axis || at < first || at > last) table.chooseLines(axis, at, false)
    },
  })
