/**
 * Fetches the console's files while the person types, so that the console starts from the browser's
 * cache. The links bear the same `crossorigin` as the console's script tags: without it the browser
 * would fetch each file a second time.
 */
export function fetchLater(): void {
  const files = readList()
  if (files.length === 0) return
  const start = () => {
    for (const href of files) {
      const link = document.createElement('link')
      link.rel = 'prefetch'
      link.as = 'script'
      link.crossOrigin = 'anonymous'
      link.href = href
      document.head.append(link)
    }
  }
  if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(start, { timeout: 1500 })
  else setTimeout(start, 300)
}

function readList(): string[] {
  try {
    const list: unknown = JSON.parse(document.getElementById('later')?.textContent ?? '[]')
    return Array.isArray(list) ? list.filter((file): file is string => typeof file === 'string') : []
  } catch {
    return []
  }
}
