import { HOST_API } from '../core/codes'

/** One view that a release exposes. */
export interface ViewInfo {
  menuLink: string
  title: string
  /** Permit code that the view needs, `signedIn`, or `public`. */
  access: string
}

/** What a build says of itself: release.json beside its files. */
export interface Manifest {
  name: string
  version: string
  /** Name of the entry file. */
  entry: string
  /** Global under which the entry leaves its container. */
  globalName: string
  /** Range of HOST_API that the release fits, as a caret range: `^1.0.0`. */
  hostApi: string
  /** Subresource integrity of every script by file name. One that is missing here is not run. */
  integrity: Record<string, string>
  /** Its entry brings the integrity of the other scripts itself: the registry says that of the entry alone. */
  entryVouches?: true
  /** Paths of the calls that its code makes. */
  calls: string[]
  views: ViewInfo[]
  /** Who released it by command, for those who watch releases; not told to browsers. */
  releasedBy?: string
}

/** A build as it was released: what its signature is over. A release whose own text is not signed so is never given to anybody. */
export interface SealedRelease extends Manifest {
  kind: 'release'
  /** Hash of every file that was released, by name, in the form of an integrity. */
  files: Record<string, string>
}

/** Who gets a release: everybody, a share of the people, or a user group. */
export type Rule = { kind: 'all' } | { kind: 'percent'; percent: number } | { kind: 'group'; group: string }

/** A release that is live, as the registry lists it. */
export interface RemoteRelease extends Omit<Manifest, 'releasedBy'> {
  /** Address of its folder, with a slash at the end; a path of the page's own origin, or a whole address. */
  base: string
  rule: Rule
}

/** All live releases. Of one remote the rule `all` stands once, and beside it as many others as there are canaries. */
export interface Registry {
  /** Rises with every change, also with a take-back: a lower one than seen before is an old registry played again. */
  serial: number
  issuedTime: string
  remotes: RemoteRelease[]
}

/** The registry, or a release, as it travels: the very text that was signed. */
export interface SignedRegistry {
  payload: string
  /** Ed25519 over the bytes of the payload, base64. */
  signature: string
  keyId: string
}

/** Public keys that registries may be signed with, by id: raw 32 bytes, base64. */
export type ReleaseKeys = Record<string, string>

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

/** Share of 100 into which a person falls for a remote; the same for every version, so that who has a canary keeps getting the next. */
export function shareOf(remote: string, userId: string): number {
  let hash = 0x811c9dc5
  for (const char of `${remote}:${userId}`) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193)
  // The low bits of this hash of short texts are uneven; folding evens them out.
  return ((hash ^ (hash >>> 15)) >>> 0) % 100
}

export interface ReleaseFor {
  userId: string
  /** Names of their user groups. */
  groups: readonly string[]
}

const takes = ({ rule, name }: RemoteRelease, person: ReleaseFor): boolean => {
  if (rule.kind === 'all') return true
  return rule.kind === 'group' ? person.groups.includes(rule.group) : shareOf(name, person.userId) < rule.percent
}

/** Who is meant most exactly comes first. */
const ORDER: Record<Rule['kind'], number> = { group: 0, percent: 1, all: 2 }

/** The one release of each remote that a person gets. A remote that has none for them is left out. */
export function releasesFor(registry: Registry, person: ReleaseFor): RemoteRelease[] {
  const chosen = new Map<string, RemoteRelease>()
  for (const release of [...registry.remotes].sort((a, b) => ORDER[a.rule.kind] - ORDER[b.rule.kind])) {
    if (!chosen.has(release.name) && takes(release, person)) chosen.set(release.name, release)
  }
  return [...chosen.values()].sort((a, b) => a.name.localeCompare(b.name))
}

/** Whether somebody's groups must be known before their releases are. */
export const needsGroups = (registry: Registry): boolean => registry.remotes.some((r) => r.rule.kind === 'group')
