import { useEffect, useRef, type FocusEvent } from 'react'

/** Milliseconds that a row keeps the focus before its record is asked for: whoever holds an arrow key passes rows by. */
const RESTS_MS = 150

/** While a record stands beside its list, it is that of the row which has the focus. */
export function useFollow(openId: string | null, open: (id: string) => void): (event: FocusEvent<HTMLElement>) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return ({ currentTarget, target }) => {
    clearTimeout(timer.current)
    const id = target.closest<HTMLElement>('tr[data-row]')?.dataset['row']
    if (!id || !openId || id === openId || target.closest('.kit-pane') || !currentTarget.querySelector('.kit-pane')) return
    timer.current = setTimeout(() => latest.current(id), RESTS_MS)
  }
}
