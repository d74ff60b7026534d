import { Suspense, lazy, useState, type ComponentType, type ReactNode } from 'react'
import type * as Forms from '../form/whole'

type Whole = typeof Forms

let there: Whole | null = null
let told = (): void => undefined
const shown = new Promise<void>((resolve) => (told = resolve))

const TRIES = 3
const AGAIN_MS = 1_000

/** Fetches what belongs to forms and dialogs, once. Tried again: React keeps a component that failed to come as failed. */
export async function loadForms(tries = TRIES): Promise<Whole> {
  try {
    if (!there) (there = await import(/* webpackChunkName: "ui-form" */ '../form/whole')).injectPrint()
    return there
  } catch (error) {
    if (tries <= 1) throw error
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    return loadForms(tries - 1)
  }
}

/** Takes it as given, where nothing is fetched: in tests. */
export const haveForms = (whole: Whole): void => void (there = whole)

/** Milliseconds after which what waits for a list's rows is fetched without them: on pages that have no list. */
const WITHOUT_ROWS_MS = 3_000

/** Resolves when the first list has its rows on the screen and the browser has nothing to do. What waits for it stays out of their way. */
export function afterRows(): Promise<void> {
  setTimeout(told, WITHOUT_ROWS_MS)
  return shown
}

/** A list says that its rows, or the reason why it has none, stand there. Forms and dialogs are fetched now, before anybody asks for one. */
export function noteRows(): void {
  if (there) return told()
  const begin = () => {
    told()
    void loadForms().catch(() => undefined)
  }
  if (typeof requestIdleCallback === 'function') requestIdleCallback(begin, { timeout: 1_000 })
  else setTimeout(begin, 200)
}

/**
 * A component of the form part that looks as if it were here; what stands there `meanwhile` takes its room. With `before` its code is
 * fetched when that has come. Which one is drawn is settled when it is first drawn: another one later would lose what it holds.
 */
export function late<P extends object>(pick: (whole: Whole) => unknown, meanwhile: ReactNode | ((props: P) => ReactNode) = null, before: () => Promise<void> = async () => undefined): ComponentType<P> {
  const Part = lazy(async () => {
    if (!there) await before()
    return { default: pick(await loadForms()) as ComponentType<P> }
  })
  return function Late(props: P) {
    const [Drawn] = useState<ComponentType<P>>(() => (there ? (pick(there) as ComponentType<P>) : Part))
    return (
      <Suspense fallback={typeof meanwhile === 'function' ? meanwhile(props) : meanwhile}>
        <Drawn {...props} />
      </Suspense>
    )
  }
}
