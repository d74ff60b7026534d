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

/** What the properties are about when several questions are chosen. */
export const MANY = '*'
/** What the properties are about, or will be as soon as they are drawn. */
export const shownOf = ({ chosen, active }: DesignerStore): string => (chosen.length > 1 ? MANY : (chosen[0] ?? active ?? ''))

/** Times that are waited for the properties of what was chosen by this very key, and how long each, ms. */
const TRIES = 60
const TRY_MS = 16
function whenShown(store: DesignerStore, run: () => void, tries = TRIES): void {
  setTimeout(
    () => {
      const shown = root(store)?.querySelector<HTMLElement>('[data-region=properties] [data-of]')?.dataset['of']
      if (shown === undefined || shown === shownOf(store) || tries === 0) run()
      else whenShown(store, run, tries - 1)
    },
    tries === TRIES ? 0 : TRY_MS,
  )
}

export function toProperties(store: DesignerStore): void {
  whenShown(store, () => focusOn(store, 'properties'))
}

/** Goes to a list or condition among the properties; where there is none yet, it begins with its first entry. */
export function toGroup(store: DesignerStore, name: '选项' | '显示条件'): void {
  whenShown(store, () => {
    const group = () => root(store)?.querySelector<HTMLElement>(`[data-region=properties] [aria-label=${name}]`)
    const field = () => group()?.querySelector<HTMLElement>('input, textarea')
    if (!field()) group()?.querySelector<HTMLElement>(':scope > button')?.click()
    setTimeout(() => field()?.focus(), 0)
  })
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
