import { viewOfPath } from '@assoc/contract'
import { FIXED_ROUTES } from './fixed-routes'
import type { HomeRoute } from './route-table'

const WITH_PARAMETERS = /[:*]/

/**
 * Where `/go/member/DuesBill?record=12` leads: to the place that the view has in the menu of this person, or to the fixed page that
 * shows it; menus can be edited, so nobody else knows. An empty text when it stands nowhere for them, null for an address that names no view.
 */
export function destinationOf({ pathname, search, hash }: { pathname: string; search: string; hash: string }, home: HomeRoute): string | null {
  const view = viewOfPath(pathname)
  if (view === null) return null
  const place = [...home.children, ...FIXED_ROUTES].find(({ menuLink, path }) => menuLink === view && !WITH_PARAMETERS.test(path))
  return place ? place.path + search + hash : ''
}
