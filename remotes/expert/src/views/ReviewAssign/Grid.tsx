import { theme } from '@assoc/ui'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState, type CSSProperties, type DragEvent, type KeyboardEvent } from 'react'
import type { Cell, Expert, Item, MatrixModel } from './model'

const ROW = 34
const HEAD = 92
const NAME = 240
const COUNT = 64
const COLUMN = 44
/** Kind of data under which a column or a cell is dragged. */
const DRAGGED = 'application/x-review-expert'

export interface GridProps {
  model: MatrixModel
  experts: readonly Expert[]
  mayEdit: boolean
  /** Space, Enter or a press on a cell: assigns, takes back or replaces, as the cell is. */
  onAct: (cell: Cell) => void
  /** An expert was dropped on a work. */
  onDrop: (cell: Cell) => void
}

/** Works by experts. Arrows move, Space and Enter assign and take back, the head of a column is dragged onto a work. */
export function Grid({ model, experts, mayEdit, onAct, onDrop }: GridProps) {
  const { token } = theme.useToken()
  const { items } = model.data
  const frame = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState({ row: 0, column: 0 })
  const [over, setOver] = useState<string | null>(null)
  // No component is memoized by a compiler here.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({ count: items.length, getScrollElement: () => frame.current, estimateSize: () => ROW, overscan: 8, scrollPaddingStart: HEAD })
  const width = NAME + COUNT + experts.length * COLUMN
  const here = (row: number, column: number): Cell | null => {
    const [item, expert] = [items[row], experts[column]]
    return item && expert ? model.cell(item, expert) : null
  }
  const cursor = here(at.row, at.column)
  const go = (row: number, column: number) => {
    const next = { row: Math.max(0, Math.min(items.length - 1, row)), column: Math.max(0, Math.min(experts.length - 1, column)) }
    setAt(next)
    rows.scrollToIndex(next.row)
    const element = frame.current
    const left = next.column * COLUMN
    if (element && left < element.scrollLeft) element.scrollLeft = left
    else if (element && left + COLUMN + NAME + COUNT > element.scrollLeft + element.clientWidth) element.scrollLeft = left + COLUMN + NAME + COUNT - element.clientWidth
  }
  const moves: Record<string, () => void> = {
    ArrowUp: () => go(at.row - 1, at.column),
    ArrowDown: () => go(at.row + 1, at.column),
    ArrowLeft: () => go(at.row, at.column - 1),
    ArrowRight: () => go(at.row, at.column + 1),
    Home: () => go(at.row, 0),
    End: () => go(at.row, experts.length - 1),
    PageUp: () => go(at.row - 10, at.column),
    PageDown: () => go(at.row + 10, at.column),
    ' ': () => mayEdit && cursor && onAct(cursor),
    Enter: () => mayEdit && cursor && onAct(cursor),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const move = event.ctrlKey || event.metaKey || event.altKey ? undefined : moves[event.key]
    if (!move) return
    event.preventDefault()
    move()
  }
  const dropOn = (item: Item, event: DragEvent) => {
    event.preventDefault()
    setOver(null)
    const expert = experts.find(({ expertId }) => expertId === event.dataTransfer.getData(DRAGGED))
    if (expert) onDrop(model.cell(item, expert))
  }
  const tones: Record<Cell['tone'], CSSProperties> = {
    none: {},
    field: { color: token.colorTextQuaternary },
    planned: { background: token.colorPrimaryBg, color: token.colorPrimaryText },
    waiting: { background: token.colorWarningBg, color: token.colorWarningText },
    accepted: { background: token.colorSuccessBg, color: token.colorSuccessText },
    ended: { background: token.colorFillTertiary, color: token.colorTextSecondary },
    tie: { background: token.colorErrorBg, color: token.colorErrorText },
    possible: { background: token.colorWarningBg, color: token.colorWarningText, fontWeight: 600 },
  }
  const line = `1px solid ${token.colorBorderSecondary}`
  const sticky = (left: number): CSSProperties => ({ position: 'sticky', left, zIndex: 1, background: token.colorBgContainer })
  const box: CSSProperties = { flex: 'none', boxSizing: 'border-box', borderRight: line, borderBottom: line, overflow: 'hidden' }
  return (
    <div
      ref={frame}
      role="grid"
      aria-label="评审分配矩阵"
      aria-rowcount={items.length + 1}
      aria-colcount={experts.length + 2}
      aria-activedescendant={cursor ? `assign-${cursor.item.itemId}-${cursor.expert.expertId}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      style={{ position: 'relative', overflow: 'auto', height: 'max(320px, calc(100vh - 320px))', border: line, borderRadius: token.borderRadius }}
    >
      <div role="rowgroup" style={{ position: 'sticky', top: 0, zIndex: 3, width }}>
        <div role="row" style={{ display: 'flex', height: HEAD, background: token.colorBgContainer }}>
          <div role="columnheader" style={{ ...box, ...sticky(0), width: NAME, padding: '8px 10px', fontWeight: 600 }}>
            评审对象
          </div>
          <div role="columnheader" style={{ ...box, ...sticky(NAME), width: COUNT, padding: '8px 4px', textAlign: 'center', fontWeight: 600 }}>
            专家
          </div>
          {experts.map((expert) => (
            <ExpertHead key={expert.expertId} expert={expert} load={model.loadOf(expert)} limit={model.data.loadLimit} box={box} mayDrag={mayEdit && expert.open} />
          ))}
        </div>
      </div>
      <div role="rowgroup" style={{ position: 'relative', height: rows.getTotalSize(), width }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const item = items[index]
          if (!item) return null
          const count = model.countOf(item)
          const short = !item.isCalibration && count < model.data.expertsPerItem
          return (
            <div
              key={item.itemId}
              role="row"
              tabIndex={-1}
              aria-rowindex={index + 2}
              onDragOver={(event) => mayEdit && (event.preventDefault(), setOver(item.itemId))}
              onDragLeave={() => setOver(null)}
              onDrop={(event) => dropOn(item, event)}
              style={{ position: 'absolute', top: start, display: 'flex', height: ROW, width, outline: over === item.itemId ? `2px solid ${token.colorPrimary}` : 'none', outlineOffset: -2 }}
            >
              <div role="rowheader" title={item.title} style={{ ...box, ...sticky(0), width: NAME, padding: '0 10px', lineHeight: `${ROW}px`, whiteSpace: 'nowrap', textOverflow: 'ellipsis' }}>
                {item.itemNo}. {item.title}
              </div>
              <div role="gridcell" style={{ ...box, ...sticky(NAME), width: COUNT, textAlign: 'center', lineHeight: `${ROW}px`, color: short ? token.colorErrorText : token.colorText }}>
                {item.isCalibration ? '校准' : `${count}/${model.data.expertsPerItem}`}
              </div>
              {experts.map((expert, column) => {
                const cell = model.cell(item, expert)
                const on = index === at.row && column === at.column
                return (
                  <div
                    key={expert.expertId}
                    id={`assign-${item.itemId}-${expert.expertId}`}
                    role="gridcell"
                    tabIndex={-1}
                    aria-selected={on}
                    aria-label={`${item.itemNo} ${item.title}，${expert.name}：${cell.said}`}
                    title={`${expert.name}：${cell.said}`}
                    onClick={() => setAt({ row: index, column })}
                    onDoubleClick={() => mayEdit && onAct(cell)}
                    onKeyDown={undefined}
                    style={{ ...box, ...tones[cell.tone], width: COLUMN, textAlign: 'center', lineHeight: `${ROW}px`, cursor: 'default', boxShadow: on ? `inset 0 0 0 2px ${token.colorPrimary}` : 'none' }}
                  >
                    {cell.mark}
                  </div>
                )
              })}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function ExpertHead({ expert, load, limit, box, mayDrag }: { expert: Expert; load: number; limit: number; box: CSSProperties; mayDrag: boolean }) {
  const { token } = theme.useToken()
  return (
    <div
      role="columnheader"
      tabIndex={-1}
      draggable={mayDrag}
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED, expert.expertId)
        event.dataTransfer.effectAllowed = 'link'
      }}
      title={`${expert.name} · ${expert.unit}${expert.open ? '' : '（不能再分配）'}`}
      style={{ ...box, width: COLUMN, height: HEAD, padding: '6px 0 4px', display: 'flex', flexDirection: 'column', alignItems: 'center', justifyContent: 'space-between', cursor: mayDrag ? 'grab' : 'default', color: expert.open ? token.colorText : token.colorTextQuaternary }}
    >
      <span style={{ writingMode: 'vertical-rl', maxHeight: 62, overflow: 'hidden', lineHeight: '20px' }}>{expert.name}</span>
      <span style={{ fontSize: 12, color: load >= limit ? token.colorErrorText : token.colorTextSecondary }}>{load}</span>
    </div>
  )
}
