import { PUBLIC_PATHS } from './fixed-routes'

export interface GuardState {
  hasToken: boolean
  menuFilled: boolean
  menuRequested: boolean
}

export type GuardDecision = 'signOn' | 'proceed' | 'requestMenu'

/** Whether a path needs no session: one of the public ones, or below `/signin`. */
export const isPublicPath = (pathname: string): boolean =>
  PUBLIC_PATHS.some((path) => pathname === path || (path === '/signin' && pathname.startsWith('/signin/')))

/**
 * The navigation guard (specification, section 4): without a token a path that is not public is
 * blocked; with the menu filled or on its way navigation proceeds; otherwise the menu is requested
 * first and the navigation is repeated.
 */
export function guard(pathname: string, state: GuardState): GuardDecision {
  if (!state.hasToken) return isPublicPath(pathname) ? 'proceed' : 'signOn'
  if (state.menuFilled || state.menuRequested) return 'proceed'
  return 'requestMenu'
}
