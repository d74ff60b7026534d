import { useRef, type ComponentProps, type PointerEvent } from 'react'
import { injectStyle } from '../../shell/styles'

const MIN = 60
const MAX = 600

const css = `.kit-resize{position:absolute;inset-block:0;inset-inline-end:0;width:8px;cursor:col-resize;z-index:2;touch-action:none}
.kit-resize:hover::after,.kit-resize:focus-visible::after{content:"";position:absolute;inset-block:4px;inset-inline-end:0;width:2px;background:currentColor;opacity:.5}
@media print{.kit-resize{display:none}}`

export interface ResizableHeaderProps extends ComponentProps<'th'> {
  columnWidth?: number
  columnTitle?: string
  onResizeTo?: (width: number) => void
}

/** Head cell of a column whose edge can be dragged, or moved by the arrow keys. Widths are in px, 60 to 600. */
export function ResizableHeader({ columnWidth, columnTitle, onResizeTo, children, ...th }: ResizableHeaderProps) {
  injectStyle('kit-resize', css)
  const cell = useRef<HTMLTableCellElement>(null)
  const start = useRef<{ x: number; width: number } | null>(null)
  if (!onResizeTo) return <th {...th}>{children}</th>
  const set = (width: number) => onResizeTo(Math.round(Math.max(MIN, Math.min(MAX, width))))
  const width = () => cell.current?.getBoundingClientRect().width ?? columnWidth ?? MIN
  const down = (e: PointerEvent<HTMLSpanElement>) => {
    e.preventDefault()
    e.stopPropagation()
    start.current = { x: e.clientX, width: width() }
    e.currentTarget.setPointerCapture(e.pointerId)
  }
  return (
    <th {...th} ref={cell}>
      {children}
      <span
        className="kit-resize"
        role="separator"
        aria-orientation="vertical"
        aria-label={`调整${columnTitle ?? '列'}的宽度`}
        aria-valuenow={columnWidth ?? MIN}
        aria-valuemin={MIN}
        aria-valuemax={MAX}
        tabIndex={-1}
        onClick={(e) => e.stopPropagation()}
        onPointerDown={down}
        onPointerMove={(e) => start.current && set(start.current.width + e.clientX - start.current.x)}
        onPointerUp={() => (start.current = null)}
        onKeyDown={(e) => {
          const by = { ArrowLeft: -16, ArrowRight: 16 }[e.key]
          if (by === undefined) return
          e.preventDefault()
          e.stopPropagation()
          set(width() + by)
        }}
      />
    </th>
  )
}
