import type { ViewName } from '../views'

/** Before the name of a view in an address that holds whatever the menus say. */
export const GO = '/go/'

/** An address that `viewLink` has made. */
export type ConsoleLink = `${typeof GO}${ViewName}` | `${typeof GO}${ViewName}?${string}`

/** What a view is opened with: `record` is the row that it opens, the rest its filters. */
export type ViewQuery = Readonly<Record<string, string | number | null | undefined>>

/**
 * The address of a view, for to-dos, notices, mails and links between areas: `/go/member/DuesBill?record=12`. The host leads it to the
 * page's place in the person's own menu. What is undefined, null or empty is left out; a list of values stands with commas.
 */
export function viewLink(view: ViewName, query: ViewQuery = {}): ConsoleLink {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined || value === null || value === '' ? [] : [[name, String(value)] as [string, string]]))
  return given.length > 0 ? `${GO}${view}?${String(new URLSearchParams(given))}` : `${GO}${view}`
}

/** The view that a path of `viewLink` names; null for any other path. */
export const viewOfPath = (pathname: string): string | null => /^\/go\/([A-Za-z]+\/[A-Za-z0-9]+)$/.exec(pathname)?.[1] ?? null
