import { HOST_API } from '@assoc/contract'
import { fitsHostApi, type RemoteRelease, type ViewInfo } from '@assoc/contract/platform/release'

export type { Registry, RemoteRelease, SignedRegistry, ViewInfo } from '@assoc/contract/platform/release'
export { fitsHostApi, releasesFor } from '@assoc/contract/platform/release'

export type Lookup =
  | { kind: 'found'; remote: RemoteRelease; view: ViewInfo }
  /** No published remote has the view. */
  | { kind: 'unpublished'; menuLink: string }
  | { kind: 'incompatible'; remote: RemoteRelease; hostApi: string }

/** Finds the release and view behind a menuLink, before anything is loaded. `remotes` are the releases chosen for the person. */
export function lookUp(remotes: readonly RemoteRelease[], menuLink: string): Lookup {
  const [name] = menuLink.split('/')
  const remote = remotes.find((r) => r.name === name)
  const view = remote?.views.find((v) => v.menuLink === menuLink)
  if (!remote || !view) return { kind: 'unpublished', menuLink }
  if (!fitsHostApi(remote.hostApi)) return { kind: 'incompatible', remote, hostApi: HOST_API }
  return { kind: 'found', remote, view }
}
