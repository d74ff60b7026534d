/**
 * Does `work` when an element has been laid out and before that is painted. Done at once, what reads a place or scrolls makes the browser
 * lay the page out there and then, and once more for what follows.
 */
export function onceLaidOut(element: Element | null, work: () => void): () => void {
  if (!element) return () => undefined
  if (typeof ResizeObserver !== 'function') {
    work()
    return () => undefined
  }
  const observer = new ResizeObserver(() => {
    observer.disconnect()
    work()
  })
  observer.observe(element)
  return () => observer.disconnect()
}
