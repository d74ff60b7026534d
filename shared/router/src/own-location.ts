import { createElement, useMemo, type ReactNode } from 'react'
import { NavigationType, UNSAFE_LocationContext as LocationContext, type Location } from 'react-router-dom'

/**
 * Shows what is inside another address than the browser's: hooks and routes below see `location`, and are drawn anew only when that
 * changes. `Routes` with a location of its own would still follow the browser's. Navigating from inside goes to the browser.
 */
export function OwnLocation({ location, children }: { location: Location; children: ReactNode }) {
  const value = useMemo(() => ({ location, navigationType: NavigationType.Pop }), [location])
  return createElement(LocationContext.Provider, { value }, children)
}
