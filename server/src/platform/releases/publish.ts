import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { HOST_API } from '@assoc/contract'
import { fitsHostApi, type Manifest, type Registry, type RemoteRelease, type Rule } from '@assoc/contract/platform/release'
import { UserFacingError } from '../errors'
import { isSigned, type ReleaseKey } from './key'
import type { ReleaseStore, StoredRegistry } from './store'
import { TrustedStore, requireVersion, sealKnown, signRelease, trustedBy } from './trusted'

const EMPTY: Registry = { serial: 0, issuedTime: '', remotes: [] }
const TRIES = 20

export const parsed = (stored: StoredRegistry | undefined): Registry => (stored ? (JSON.parse(stored.signed.payload) as Registry) : EMPTY)

/** Changes the registry: reads it, lets `change` make the next list of releases, signs and switches; begins again when somebody else was faster. */
export async function changeRegistry(store: ReleaseStore, key: ReleaseKey, change: (remotes: RemoteRelease[]) => RemoteRelease[]): Promise<Registry> {
  for (let tries = 0; tries < TRIES; tries++) {
    const before = await store.registry()
    // What somebody else wrote there is not carried on under our signature.
    if (before && !isSigned(before.signed, key.accepts)) throw new UserFacingError('The registry of releases does not bear a signature of ours: put its last good copy back, or name the other key by RELEASE_PUBLIC_KEYS.')
    const { serial, remotes } = parsed(before)
    const next: Registry = { serial: serial + 1, issuedTime: new Date().toISOString(), remotes: change(remotes) }
    if (await store.switchTo(key.sign(next), before)) return next
    await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 80))
  }
  throw new UserFacingError('The registry is being changed by others all the time: try again in a moment.')
}

/** Reads a built remote with all its files; throws one sentence when a file is missing or another than its integrity says. */
export function readBuild(dist: string): { manifest: Manifest; files: Map<string, Buffer> } {
  const file = join(dist, 'release.json')
  if (!existsSync(file)) throw new UserFacingError(`${dist} holds no build: build the remote first.`)
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  const files = new Map(
    readdirSync(dist)
      .filter((name) => name !== 'release.json' && /^[A-Za-z0-9._~-]+$/.test(name))
      .map((name) => [name, readFileSync(join(dist, name))]),
  )
  for (const [name, integrity] of Object.entries(manifest.integrity)) {
    const bytes = files.get(name)
    if (!bytes || integrity !== `sha384-${createHash('sha384').update(bytes).digest('base64')}`) throw new UserFacingError(`${name} of ${manifest.name} is missing or changed since it was built: build it again.`)
  }
  return { manifest, files }
}

/** Refuses to release under the name of a version that is there with other scripts; signs one that is there without a signature. */
async function requireSame(store: ReleaseStore, key: ReleaseKey, manifest: Manifest): Promise<void> {
  const { name, version, integrity } = manifest
  await sealKnown(store, key, name, (one) => (one === version ? manifest : undefined))
  const found = (await trustedBy(store, key).versions(name)).find((v) => v.version === version)
  if (!found || !isDeepStrictEqual(found.manifest.integrity, integrity)) throw new UserFacingError(`${name} ${version} is in the store already, with other files: build it again under another version.`)
}

// Named one by one: what a registry says of a release is what browsers need to know, and nothing that came along.
const liveOf = (store: ReleaseStore, { name, version, entry, globalName, hostApi, integrity, entryVouches, calls, views }: Manifest, rule: Rule): RemoteRelease => ({
  name,
  version,
  entry,
  globalName,
  hostApi,
  // Every page bears the registry, so of a release whose entry vouches for the rest it says no more than that of the entry.
  ...(entryVouches ? { integrity: Object.fromEntries(Object.entries(integrity).filter(([file]) => file === entry)), entryVouches } : { integrity }),
  calls,
  views,
  base: store.baseOf(name, version),
  rule,
})

/** The live releases once one is given to everybody: it takes the place of all others of its remote. */
export const forEverybody = (store: ReleaseStore, remotes: readonly RemoteRelease[], manifest: Manifest): RemoteRelease[] => [
  ...remotes.filter((r) => r.name !== manifest.name),
  liveOf(store, manifest, { kind: 'all' }),
]

/** The live releases with a canary beside them; one for the same people goes. Throws when the remote has none for everybody else. */
export function asCanary(store: ReleaseStore, remotes: readonly RemoteRelease[], manifest: Manifest, rule: Exclude<Rule, { kind: 'all' }>): RemoteRelease[] {
  if (!remotes.some((r) => r.name === manifest.name && r.rule.kind === 'all')) throw new UserFacingError(`${manifest.name} has no release for everybody yet: release it without --canary first.`)
  if (remotes.some((r) => r.name === manifest.name && r.version === manifest.version && r.rule.kind === 'all')) throw new UserFacingError(`${manifest.name} ${manifest.version} is live for everybody already.`)
  const same = (other: Rule) => other.kind === rule.kind && (other.kind !== 'group' || rule.kind !== 'group' || other.group === rule.group)
  return [...remotes.filter((r) => r.name !== manifest.name || (!same(r.rule) && r.version !== manifest.version)), liveOf(store, manifest, rule)]
}

/** The live releases without the canaries of a remote. */
export const withoutCanaries = (remotes: readonly RemoteRelease[], name: string): RemoteRelease[] => remotes.filter((r) => r.name !== name || r.rule.kind === 'all')

/** Publishes a build: its files first, then the switch. Answers the new registry. */
export async function publish(store: ReleaseStore, key: ReleaseKey, build: { manifest: Manifest; files: Map<string, Buffer> }, rule: Rule = { kind: 'all' }): Promise<Registry> {
  const { manifest, files } = build
  if (!fitsHostApi(manifest.hostApi)) throw new UserFacingError(`${manifest.name} ${manifest.version} wants hostApi ${manifest.hostApi}, this console offers ${HOST_API}: build it against this console.`)
  if (!(await store.put(manifest, files, signRelease(key, manifest, files)))) await requireSame(store, key, manifest)
  return changeRegistry(store, key, (remotes) => (rule.kind === 'all' ? forEverybody(store, remotes, manifest) : asCanary(store, remotes, manifest, rule)))
}

/** Gives a version that is already in the store to everybody. Throws when it is not there, not signed or not whole. */
export async function takeBack(store: ReleaseStore, key: ReleaseKey, name: string, version: string): Promise<Registry> {
  const found = await requireVersion(trustedBy(store, key), name, version)
  return changeRegistry(store, key, (remotes) => forEverybody(store, remotes, found.manifest))
}

/** Removes old versions: those not live, beyond the newest `versions` and older than `days`. Answers what went. */
export async function prune(store: ReleaseStore, name: string, keep: { versions: number; days: number }, now = Date.now()): Promise<string[]> {
  const live = new Set(parsed(await store.registry()).remotes.flatMap((r) => (r.name === name ? [r.version] : [])))
  // By the names of their folders: whether they are signed matters no more to who removes them.
  const all = store instanceof TrustedStore ? store.inner : store
  const old = (await all.versions(name)).slice(keep.versions).filter((v) => !live.has(v.version) && now - v.time.getTime() > keep.days * 86_400_000)
  for (const { version } of old) await store.remove(name, version)
  return old.map((v) => v.version)
}

/** Whether a version is a build's own, or the one that the release command has made of it: a commit between package version and content. */
function isBuildOf(version: string, built: string): boolean {
  const end = built.lastIndexOf('-')
  return version === built || (end > 0 && version.startsWith(`${built.slice(0, end)}-`) && version.endsWith(built.slice(end)))
}

/** Signs what is live from before releases were signed: the registry, which is signed, says what it is. */
export async function sealLive(store: ReleaseStore, key: ReleaseKey): Promise<void> {
  const { remotes } = parsed(await trustedBy(store, key).registry())
  // Of a release whose entry vouches for the rest the registry does not say what all of it is; there is none from before.
  const whole = remotes.filter((r) => !r.entryVouches)
  for (const name of new Set(whole.map((r) => r.name))) await sealKnown(store, key, name, (version) => whole.find((r) => r.name === name && r.version === version))
}

/**
 * Publishes what lies built beside the server and has never been in the store, so that a checkout runs what it built.
 * A build that was released before, under whatever version, is left as people set it, and so is one that is older than the
 * newest release: a restart takes back nothing and rolls nothing forward.
 */
export async function publishBuilt(store: ReleaseStore, key: ReleaseKey, root: string): Promise<string[]> {
  const folder = join(root, 'remotes')
  const published: string[] = []
  await sealLive(store, key)
  for (const name of existsSync(folder) ? readdirSync(folder).sort() : []) {
    const dist = join(folder, name, 'dist')
    if (!existsSync(join(dist, 'release.json'))) continue
    const build = readBuild(dist)
    const built = statSync(join(dist, 'release.json')).mtimeMs
    await sealKnown(store, key, name, (version) => (isBuildOf(version, build.manifest.version) ? build.manifest : undefined))
    const known = (await trustedBy(store, key).versions(name)).some(({ manifest, time }) => isBuildOf(manifest.version, build.manifest.version) || time.getTime() > built)
    const isLive = parsed(await trustedBy(store, key).registry()).remotes.some((r) => r.name === name)
    if (known && isLive) continue
    await publish(store, key, build)
    published.push(`${name} ${build.manifest.version}`)
  }
  return published
}
