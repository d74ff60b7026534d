import { HOST_API } from '@assoc/contract'

/** One view that a release exposes. */
export interface ViewInfo {
  menuLink: string
  title: string
  /** Permit code that the view needs, `signedIn`, or `public`. */
  access: string
}

/** One released remote, as its release wrote it into remotes.json. */
export interface RemoteRelease {
  name: string
  version: string
  /** Address of the entry file; relative ones are of the page's own origin. */
  entry: string
  /** Global under which the entry leaves its container. */
  globalName: string
  /** Range of HOST_API that the release fits, as a caret range: `^1.0.0`. */
  hostApi: string
  /** Subresource integrity by file address; the entry's stands under its own address. */
  integrity: Record<string, string>
  views: ViewInfo[]
}

export interface Registry {
  remotes: RemoteRelease[]
}

export type Lookup =
  | { kind: 'found'; remote: RemoteRelease; view: ViewInfo }
  /** No published remote has the view. */
  | { kind: 'unpublished'; menuLink: string }
  | { kind: 'incompatible'; remote: RemoteRelease; hostApi: string }

/**
 * Whether a caret range holds a version: same major, not below (for 0.x also the same minor).
 * Anything but a caret range is refused, so that a typing error does not let a release through.
 */
export function fitsHostApi(range: string, version: string = HOST_API): boolean {
  const wanted = /^\^(\d+)\.(\d+)\.(\d+)$/.exec(range)
  const given = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)
  if (!wanted || !given) return false
  const [wMajor, wMinor, wPatch] = wanted.slice(1).map(Number) as [number, number, number]
  const [gMajor, gMinor, gPatch] = given.slice(1).map(Number) as [number, number, number]
  if (wMajor !== gMajor) return false
  if (wMajor === 0 && wMinor !== gMinor) return false
  return gMinor > wMinor || (gMinor === wMinor && gPatch >= wPatch)
}

/** Finds the release and view behind a menuLink, before anything is loaded. */
export function lookUp(registry: Registry, menuLink: string): Lookup {
  const [name] = menuLink.split('/')
  const remote = registry.remotes.find((r) => r.name === name)
  const view = remote?.views.find((v) => v.menuLink === menuLink)
  if (!remote || !view) return { kind: 'unpublished', menuLink }
  if (!fitsHostApi(remote.hostApi)) return { kind: 'incompatible', remote, hostApi: HOST_API }
  return { kind: 'found', remote, view }
}
