import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, type HTMLAttributes, type ReactNode, type RefCallback } from 'react'

interface Props extends HTMLAttributes<HTMLDivElement> {
  count: number
  /** Height of a row before it was measured, px. */
  estimate: number
  /** Row that has to be seen. */
  at: number
  keyOf: (index: number) => string
  row: (index: number) => ReactNode
  /** Class of what holds the rows. */
  inner?: string
  outerRef?: RefCallback<HTMLDivElement>
}

/** Said here and not by a class alone: what scrolls by itself while things are dragged is looked at when it is attached. */
const SCROLLS = { overflowX: 'auto', overflowY: 'auto' } as const

/** Rows that a browser draws at once without anybody noticing. */
const SHORT = 80

/** A scrolled list; a long one draws only what is seen. */
export function LongList({ count, ...props }: Props) {
  return count > SHORT ? <Virtual count={count} {...props} /> : <Plain count={count} {...props} />
}

function Plain({ count, estimate: _, at, keyOf, row, inner, outerRef, ...rest }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (at >= 0) box.current?.children[at]?.scrollIntoView?.({ block: 'nearest' })
  }, [at])
  return (
    <div {...rest} style={SCROLLS} ref={outerRef}>
      <div className={inner} ref={box} role="presentation">
        {Array.from({ length: count }, (_row, index) => (
          <div key={keyOf(index)} role="presentation">
            {row(index)}
          </div>
        ))}
      </div>
    </div>
  )
}

function Virtual({ count, estimate, at, keyOf, row, inner, outerRef, ...rest }: Props) {
  const outer = useRef<HTMLDivElement | null>(null)
  // No component is memoized by a compiler here.
  // oxlint-disable-next-line react/incompatible-library
  const list = useVirtualizer({
    count,
    getScrollElement: () => outer.current,
    estimateSize: () => estimate,
    overscan: 8,
    getItemKey: keyOf,
  })
  const place = useCallback<RefCallback<HTMLDivElement>>(
    (node) => {
      outer.current = node
      return outerRef?.(node)
    },
    [outerRef],
  )
  useEffect(() => {
    if (at >= 0) list.scrollToIndex(at, { align: 'auto' })
  }, [at, list])
  return (
    <div
      {...rest}
      style={SCROLLS}
      ref={place}
    >
      <div className={inner} role="presentation" style={{ height: list.getTotalSize(), position: 'relative' }}>
        {list.getVirtualItems().map((item) => (
          <div
            key={item.key}
            ref={list.measureElement}
            data-index={item.index}
            role="presentation"
            style={{ position: 'absolute', top: 0, left: 0, right: 0, transform: `translateY(${item.start}px)` }}
          >
            {row(item.index)}
          </div>
        ))}
      </div>
    </div>
  )
}
