import type { DesignerStore } from './store'

// The regions of the designer, and which of them has the focus.

const root = ({ id }: DesignerStore): HTMLElement | null => (typeof document === 'undefined' ? null : document.getElementById(id))

export function focusOn(store: DesignerStore, region: 'outline' | 'canvas' | 'properties' | 'problems'): void {
  const place = store.mode === 'table' && region === 'outline' ? 'canvas' : region
  const box = root(store)?.querySelector<HTMLElement>(`[data-region=${place}]`)
  // Of a question its label, wherever that stands; of everything else what comes first.
  const label = region === 'properties' ? box?.querySelector<HTMLElement>('[data-property=label]') : null
  const first = label ?? (region === 'properties' || region === 'problems' ? box?.querySelector<HTMLElement>('input, textarea, button') : box)
  first?.focus()
}

export function toProperties(store: DesignerStore): void {
  // The properties of what was chosen by this very key have to be there first.
  setTimeout(() => focusOn(store, 'properties'), 0)
}

/** Goes to a list or condition among the properties; where there is none yet, it begins with its first entry. */
export function toGroup(store: DesignerStore, name: '选项' | '显示条件'): void {
  setTimeout(() => {
    const group = () => root(store)?.querySelector<HTMLElement>(`[data-region=properties] [aria-label=${name}]`)
    const field = () => group()?.querySelector<HTMLElement>('input, textarea')
    if (!field()) group()?.querySelector<HTMLElement>(':scope > button')?.click()
    setTimeout(() => field()?.focus(), 0)
  }, 0)
}

export function nextRegion(store: DesignerStore): void {
  const order = ['outline', 'canvas', 'properties', 'problems'] as const
  const boxes = order.map((region) => root(store)?.querySelector(`[data-region=${region}]`) ?? null)
  const now = boxes.findIndex((box) => box?.contains(document.activeElement))
  for (let by = 1; by <= order.length; by += 1) {
    const next = (now + by) % order.length
    if (boxes[next] && !(store.mode === 'table' && order[next] === 'outline' && now === 1)) {
      const target = boxes[next] as HTMLElement
      if (order[next] === 'properties' || order[next] === 'problems') focusOn(store, order[next])
      else target.focus()
      return
    }
  }
}

/** Whether something stands in the designer. */
export const isWithin = (store: DesignerStore, element: Node): boolean => root(store)?.contains(element) === true
