type Child = Node | string | null | false | undefined

/** An element with its attributes and children; texts are set as text. A function under `on…` listens. */
export function element<K extends keyof HTMLElementTagNameMap>(name: K, attributes: Record<string, unknown> = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false || value === null) continue
    if (typeof value === 'function') made.addEventListener(key.slice(2), value as EventListener)
    else made.setAttribute(key, value === true ? '' : String(value))
  }
  made.append(...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false))
  return made
}

/** Shows a page in the place of the one before, and reads its heading out. */
export function show(...children: Child[]): void {
  const root = document.getElementById('root')
  if (!root) return
  root.textContent = ''
  root.append(element('main', { class: 'v-page' }, ...children))
  root.querySelector<HTMLElement>('[data-focus]')?.focus()
}

export interface Field {
  row: HTMLElement
  input: HTMLInputElement
  refuse: (message: string) => void
}

/** A labelled field whose refusal stands below it. */
export function field(label: string, attributes: Record<string, unknown>, addon?: HTMLElement): Field {
  const id = String(attributes['name'])
  const error = element('p', { class: 'v-error', id: `${id}-error`, role: 'alert' })
  const input = element('input', { id, autocomplete: 'off', 'aria-describedby': `${id}-error`, ...attributes })
  const refuse = (message: string) => {
    error.textContent = message
    if (message) input.setAttribute('aria-invalid', 'true')
    else input.removeAttribute('aria-invalid')
  }
  input.addEventListener('input', () => refuse(''))
  return { input, refuse, row: element('div', { class: 'v-field' }, element('label', { for: id }, label), element('div', { class: 'v-box' }, input, addon), error) }
}

export const heading = (text: string) => element('h1', { tabindex: '-1', 'data-focus': true }, text)
export const note = (text: string) => element('p', { class: 'v-note' }, text)

/** A day and clock in Shanghai, wherever the phone thinks it is. */
export const timeText = (instant: string): string => new Date(Date.parse(instant) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
