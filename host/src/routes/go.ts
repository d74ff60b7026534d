import { viewOfPath } from '@assoc/contract'
import { FIXED_ROUTES } from './fixed-routes'
import type { HomeRoute } from './route-table'

/** Names the part of the console whose page is meant, where a view has several fixed ones: the first segment of its path. */
const PART = 'ofPart'

/** Pages of the part that is meant before all others. */
const inOrder = <P extends { path: string }>(pages: P[], part: string | null): P[] => (part === null ? pages : [...pages.filter(({ path }) => path.split('/')[1] === part), ...pages])

/** The path of a page with its parameters (`/userTypeManage/:typeId`) taken out of the query; null where one is missing that must be there. */
function filled(path: string, query: URLSearchParams): string | null {
  if (path.includes('*')) return null
  const parts = path.split('/').flatMap((part) => {
    if (!part.startsWith(':')) return [part]
    const name = part.slice(1).replace('?', '')
    const value = query.get(name)
    query.delete(name)
    if (!value && part.endsWith('?')) return []
    return [value && encodeURIComponent(value)]
  })
  return parts.includes(null) || parts.slice(1).includes('') ? null : parts.join('/')
}

/**
 * Where `/go/member/DuesBill?record=12` leads: to the place that the view has in the menu of this person, or to the fixed page that
 * shows it; menus can be edited, so nobody else knows. An empty text when it stands nowhere for them, null for an address that names no view.
 */
export function destinationOf({ pathname, search, hash }: { pathname: string; search: string; hash: string }, home: HomeRoute): string | null {
  const view = viewOfPath(pathname)
  if (view === null) return null
  const asked = new URLSearchParams(search)
  const part = asked.get(PART)
  asked.delete(PART)
  const rest = part === null ? search : asked.size > 0 ? `?${String(asked)}` : ''
  for (const { menuLink, path } of inOrder([...home.children, ...FIXED_ROUTES], part)) {
    if (menuLink !== view) continue
    if (!/[:*?]/.test(path)) return path + rest + hash
    const query = new URLSearchParams(rest)
    const place = filled(path, query)
    if (place) return place + (query.size > 0 ? `?${String(query)}` : '') + hash
  }
  return ''
}
