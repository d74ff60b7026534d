/** Where a developer's machine lends a remote from, by the remote's name. Part of this browser alone. */
export const LENT_KEY = 'lentRemotes'

/** Path, query and hash of an address, as history takes them: what begins with two slashes would name another host. */
export const pathOf = (url: URL): string => `${url.pathname}${url.search}${url.hash}`.replace(/^\/{2,}/, '/')

/**
 * The address without the manager suffix that the sign-on was given in `reback`, or null when there
 * is none to take off. Our own server takes it off itself; a foreign sign-on sends people back to the
 * address as it got it, suffix behind the query and all.
 */
export function withoutSuffix(href: string, suffix: string): string | null {
  if (!suffix || !href.endsWith(suffix)) return null
  return pathOf(new URL(href.slice(0, -suffix.length)))
}
