import { useEffect, useRef, useState, type RefObject } from 'react'

/** Whether a part of a page has come into view, once and for all: what it shows is asked for then. */
export function useSeen(): [ref: RefObject<HTMLElement | null>, seen: boolean] {
  const ref = useRef<HTMLElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const part = ref.current
    if (!part || seen) return
    if (typeof IntersectionObserver === 'undefined') return setSeen(true)
    const watch = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true), { rootMargin: '120px' })
    watch.observe(part)
    return () => watch.disconnect()
  }, [seen])
  return [ref, seen]
}
