const injected = new Set<string>()

/** Puts a piece of CSS into the page once. For what inline styles cannot say: media, container and print rules. */
export function injectStyle(id: string, css: string): void {
  if (injected.has(id) || typeof document === 'undefined') return
  injected.add(id)
  const style = document.createElement('style')
  style.dataset['id'] = id
  style.textContent = css
  document.head.append(style)
}
