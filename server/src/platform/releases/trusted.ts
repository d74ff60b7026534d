import { createHash } from 'node:crypto'
import type { Manifest, ReleaseKeys, SealedRelease, SignedRegistry } from '@assoc/contract/platform/release'
import { UserFacingError } from '../errors'
import { isSigned, type ReleaseKey } from './key'
import type { ReleaseStore, StoredRegistry, StoredVersion } from './store'

/** A version whose own text bears a signature of ours; `manifest` is what was signed, not what lies beside it. */
export interface TrustedVersion extends StoredVersion {
  manifest: SealedRelease
}

const hashOf = (bytes: Buffer): string => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

/** A build with the hashes of its files, signed. Only what belongs to a release is taken over from the build. */
export function signRelease(key: ReleaseKey, manifest: Manifest, files: ReadonlyMap<string, Buffer>): SignedRegistry {
  const { name, version, entry, globalName, hostApi, integrity, entryVouches, calls, views, releasedBy } = manifest
  const hashes = Object.fromEntries([...files].map(([file, bytes]) => [file, hashOf(bytes)]))
  return key.sign({ kind: 'release', name, version, entry, globalName, hostApi, integrity, ...(entryVouches ? { entryVouches } : {}), calls, views, ...(releasedBy ? { releasedBy } : {}), files: hashes })
}

/** What a signature of ours says of a version; undefined when it has none, or one for another version. */
function validated(name: string, stored: StoredVersion, keys: ReleaseKeys): TrustedVersion | undefined {
  if (!stored.signed || !isSigned(stored.signed, keys)) return undefined
  const manifest = JSON.parse(stored.signed.payload) as Partial<SealedRelease>
  if (manifest.kind !== 'release' || manifest.name !== name || manifest.version !== stored.version) return undefined
  return { ...stored, manifest: manifest as SealedRelease }
}

/**
 * A store of which only what bears one of these keys' signatures is read: registry and releases alike. Whoever had the disk
 * or the bucket may have written the rest, and what is read here is signed again with the next switch.
 */
export class TrustedStore implements ReleaseStore {
  /** The store as it is, for who removes from it. */
  readonly inner: ReleaseStore
  private readonly keys: ReleaseKeys

  constructor(inner: ReleaseStore, keys: ReleaseKeys) {
    this.inner = inner
    this.keys = keys
  }

  /** Throws a UserFacingError for a registry that bears no signature of ours. */
  async registry(): Promise<StoredRegistry | undefined> {
    const stored = await this.inner.registry()
    if (stored && !isSigned(stored.signed, this.keys)) {
      throw new UserFacingError('The registry of releases does not bear the signature of our key: it was changed by somebody else, or signed with another key. Put its last good copy back, or name the other key by RELEASE_PUBLIC_KEYS.')
    }
    return stored
  }

  async versions(name: string): Promise<TrustedVersion[]> {
    return (await this.inner.versions(name)).flatMap((v) => validated(name, v, this.keys) ?? [])
  }

  /** Names of the versions that lie there without a signature of ours. */
  async refused(name: string): Promise<string[]> {
    return (await this.inner.versions(name)).filter((v) => !validated(name, v, this.keys)).map((v) => v.version)
  }

  /** Whether all files of a version are those that were released. Packed forms may be missing, where the store packs by itself. */
  async isWhole({ manifest: { name, version, files } }: TrustedVersion): Promise<boolean> {
    for (const [file, hash] of Object.entries(files)) {
      const bytes = await this.inner.fileOf(name, version, file)
      if (bytes ? hashOf(bytes) !== hash : !/\.(br|gz)$/.test(file)) return false
    }
    return true
  }

  baseOf(name: string, version: string): string {
    return this.inner.baseOf(name, version)
  }
  switchTo(signed: SignedRegistry, before: StoredRegistry | undefined): Promise<boolean> {
    return this.inner.switchTo(signed, before)
  }
  put(manifest: Manifest, files: ReadonlyMap<string, Buffer>, signed?: SignedRegistry): Promise<boolean> {
    return this.inner.put(manifest, files, signed)
  }
  seal(name: string, version: string, signed: SignedRegistry): Promise<void> {
    return this.inner.seal(name, version, signed)
  }
  fileOf(name: string, version: string, file: string): Promise<Buffer | undefined> {
    return this.inner.fileOf(name, version, file)
  }
  remove(name: string, version: string): Promise<void> {
    return this.inner.remove(name, version)
  }
  readNote(name: string): Promise<string | undefined> {
    return this.inner.readNote(name)
  }
  writeNote(name: string, text: string): Promise<void> {
    return this.inner.writeNote(name, text)
  }
}

/** The store as the key may read it; one that is checked already stays as it is. */
export const trustedBy = (store: ReleaseStore, key: ReleaseKey): TrustedStore => (store instanceof TrustedStore ? store : new TrustedStore(store, key.accepts))

/** Finds a version that may be given to people; throws one sentence for one that is not there, not signed, or not whole. */
export async function requireVersion(store: TrustedStore, name: string, version: string): Promise<TrustedVersion> {
  const found = (await store.versions(name)).find((v) => v.version === version)
  if (!found) {
    const there = (await store.refused(name)).includes(version)
    throw new UserFacingError(there ? `${name} ${version} does not bear a signature of ours: release it again.` : `${name} ${version} is not in the store.`)
  }
  if (!(await store.isWhole(found))) throw new UserFacingError(`Files of ${name} ${version} are missing or changed since it was released: release it again.`)
  return found
}

/**
 * Signs releases from before releases were signed, where what they are is known for sure: the signed registry names them, or
 * this very checkout has built them; and their scripts are exactly those. All others stay refused. Answers what was signed.
 */
export async function sealKnown(store: ReleaseStore, key: ReleaseKey, name: string, known: (version: string) => Manifest | undefined): Promise<string[]> {
  const done: string[] = []
  for (const version of await trustedBy(store, key).refused(name)) {
    const manifest = known(version)
    if (!manifest) continue
    const scripts = new Map<string, Buffer>()
    for (const file of Object.keys(manifest.integrity)) {
      const bytes = await store.fileOf(name, version, file)
      if (bytes && hashOf(bytes) === manifest.integrity[file]) scripts.set(file, bytes)
    }
    if (scripts.size !== Object.keys(manifest.integrity).length) continue
    await store.seal(name, version, signRelease(key, { ...manifest, version }, scripts))
    done.push(version)
  }
  return done
}
