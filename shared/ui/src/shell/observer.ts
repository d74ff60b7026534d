import { Reaction } from 'mobx'
import { memo, useState, useSyncExternalStore, type ComponentType, type FunctionComponent, type ReactNode } from 'react'

/** Milliseconds for which a component that is hidden, or gone, still notices what changes. */
export const KEEP_MS = 600_000

interface Watch {
  reaction: Reaction | null
  /** Null before the component stands, and while it is hidden. */
  changed: (() => void) | null
  version: symbol
  timer: ReturnType<typeof setTimeout> | undefined
  subscribe: (changed: () => void) => () => void
  read: () => symbol
}

function open(watch: Watch, name: string): void {
  watch.reaction = new Reaction(`observer ${name}`, () => {
    watch.version = Symbol()
    if (watch.changed) watch.changed()
    else close(watch)
  })
}

function close(watch: Watch): void {
  clearTimeout(watch.timer)
  watch.reaction?.dispose()
  watch.reaction = null
}

function make(name: string): Watch {
  const watch: Watch = {
    reaction: null,
    changed: null,
    version: Symbol(),
    timer: undefined,
    subscribe: (changed) => {
      clearTimeout(watch.timer)
      abandoned.unregister(watch)
      watch.changed = changed
      if (!watch.reaction) {
        open(watch, name)
        watch.version = Symbol()
      }
      return () => {
        watch.changed = null
        watch.timer = setTimeout(() => close(watch), KEEP_MS)
      }
    },
    read: () => watch.version,
  }
  return watch
}

/** Of what was drawn and never put into the page. */
const abandoned = new FinalizationRegistry<Watch>(close)

function useWatched(render: () => ReactNode, name: string): ReactNode {
  // The component alone holds this object, so that what was drawn and forgotten is noticed.
  const [own] = useState(() => ({ watch: make(name) }))
  const { watch } = own
  if (!watch.reaction) {
    open(watch, name)
    abandoned.register(own, watch, watch)
  }
  useSyncExternalStore(watch.subscribe, watch.read, watch.read)
  let drawn: ReactNode = null
  let thrown: { error: unknown } | null = null
  watch.reaction?.track(() => {
    try {
      drawn = render()
    } catch (error) {
      thrown = { error }
    }
  })
  if (thrown) throw (thrown as { error: unknown }).error
  return drawn
}

/**
 * Draws a component anew when something that it has read changes, as mobx-react-lite's does. That one forgets what a component has read
 * when its tab is hidden, so that every observer of a tab is drawn anew when the tab comes back; this one goes on watching for a while, and draws
 * anew only what has changed meanwhile. The console's build gives it to the host and to all remotes in the place of the other.
 */
export function observer<P extends object>(component: FunctionComponent<P>): ComponentType<P> {
  const name = component.displayName ?? component.name
  // A component is called as React would call it, within the reaction.
  const Observed = (props: P) => useWatched(() => component(props) as ReactNode, name)
  Object.defineProperty(Observed, 'name', { value: name, configurable: true })
  return memo(Observed) as unknown as ComponentType<P>
}
