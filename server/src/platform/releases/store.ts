import { createHash } from 'node:crypto'
import { closeSync, existsSync, fstatSync, fsyncSync, mkdirSync, openSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest, SignedRegistry } from '@assoc/contract/platform/release'
import { UserFacingError } from '../errors'

/** A version that a store holds, as it lies there: who reads it checks its signature first, see trusted.ts. */
export interface StoredVersion {
  /** Name of its folder. */
  version: string
  manifest: Manifest
  /** What was released under the signature of who released it; undefined where there is none. */
  signed: SignedRegistry | undefined
  /** When it was put there. */
  time: Date
}

/** The registry with what tells it from every other state of it. */
export interface StoredRegistry {
  signed: SignedRegistry
  etag: string
}

/** Where releases lie: folders of hashed files that are never changed, and the one registry that is switched. */
export interface ReleaseStore {
  /** Address of a release's folder as browsers fetch it, with a slash at the end. */
  baseOf(name: string, version: string): string
  registry(): Promise<StoredRegistry | undefined>
  /** Puts a registry in the place of the one that was read; false when somebody else was faster. */
  switchTo(signed: SignedRegistry, before: StoredRegistry | undefined): Promise<boolean>
  versions(name: string): Promise<StoredVersion[]>
  /** Puts a release there, whole or not at all. One that is there already is left as it is; answers false then. */
  put(manifest: Manifest, files: ReadonlyMap<string, Buffer>, signed?: SignedRegistry): Promise<boolean>
  /** Puts the signature beside a release that is there. */
  seal(name: string, version: string, signed: SignedRegistry): Promise<void>
  /** One file of a release, unpacked. */
  fileOf(name: string, version: string, file: string): Promise<Buffer | undefined>
  remove(name: string, version: string): Promise<void>
  /** A small text beside the registry, such as what the server says of itself. */
  readNote(name: string): Promise<string | undefined>
  writeNote(name: string, text: string): Promise<void>
}

export const REGISTRY = 'registry.json'
export const MANIFEST = 'release.json'
/** The release as it was signed, beside its files. */
export const SEAL = 'release.signed.json'
const FILE = /^[A-Za-z0-9._~-]+$/
const NAME = /^[a-z][a-z0-9-]{0,40}$/
export const VERSION = /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/

/** Throws for a name or version that could leave its folder. */
export function checkPlace(name: string, version: string): void {
  if (!NAME.test(name) || !VERSION.test(version) || version.includes('..')) throw new UserFacingError(`${name} ${version} is no name of a release.`)
}

/** Throws for the name of a file that could leave its release. */
export function checkFile(file: string): void {
  if (!FILE.test(file) || /^\.+$/.test(file)) throw new UserFacingError(`${file} is no name of a released file.`)
}

export const etagOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The signed registry in a text; throws one sentence when it is none. Whether its signature is good is checked by who uses it. */
export function signedOf(text: string, where: string): SignedRegistry {
  try {
    const signed = JSON.parse(text) as SignedRegistry | null
    if (typeof signed?.payload === 'string' && typeof signed.signature === 'string' && typeof signed.keyId === 'string') {
      JSON.parse(signed.payload)
      return signed
    }
  } catch {
    // said below
  }
  throw new UserFacingError(`${where} is no registry of releases: put the last good one back, or release again after taking it away.`)
}

/** Whether a file or folder was last changed more than `ms` milliseconds ago. One that is not there is not. */
function isOlder(path: string, ms: number): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat !== undefined && Date.now() - stat.mtimeMs > ms
}

/** Whether the file that is held open is the one that stands under this path. */
const isSame = (held: number, path: string): boolean => fstatSync(held).ino === statSync(path, { throwIfNoEntry: false })?.ino

/** Releases in a folder that the server serves itself, under /remotes/<name>/<version>/. */
export class FolderStore implements ReleaseStore {
  readonly root: string
  private kept: { stamp: string; registry: StoredRegistry } | undefined

  constructor(root: string) {
    this.root = root
  }

  baseOf(name: string, version: string): string {
    return `/remotes/${name}/${version}/`
  }

  async registry(): Promise<StoredRegistry | undefined> {
    const file = join(this.root, REGISTRY)
    const stat = statSync(file, { bigint: true, throwIfNoEntry: false })
    if (!stat) return undefined
    // A rename gives the file another inode, so two switches within one tick of the clock are told apart, too.
    const stamp = `${stat.ino}/${stat.mtimeNs}/${stat.size}`
    if (this.kept?.stamp !== stamp) {
      const text = readFileSync(file, 'utf8')
      this.kept = { stamp, registry: { signed: signedOf(text, file), etag: etagOf(text) } }
    }
    return this.kept.registry
  }

  async switchTo(signed: SignedRegistry, before: StoredRegistry | undefined): Promise<boolean> {
    mkdirSync(this.root, { recursive: true })
    const lock = join(this.root, 'registry.lock')
    let held: number
    try {
      held = openSync(lock, 'wx')
    } catch {
      // Whoever held it longer than a minute is gone.
      if (isOlder(lock, 60_000)) rmSync(lock, { force: true })
      return false
    }
    try {
      if ((await this.registry())?.etag !== before?.etag) return false
      const temporary = join(this.root, `${REGISTRY}.${process.pid}`)
      const file = openSync(temporary, 'w')
      writeSync(file, JSON.stringify(signed))
      fsyncSync(file)
      closeSync(file)
      // Somebody may have removed our lock for an older one that they had just looked at: then it is not ours to switch.
      if (!isSame(held, lock)) return false
      renameSync(temporary, join(this.root, REGISTRY))
      return true
    } finally {
      if (isSame(held, lock)) rmSync(lock, { force: true })
      closeSync(held)
    }
  }

  async versions(name: string): Promise<StoredVersion[]> {
    const folder = join(this.root, 'remotes', name)
    if (!existsSync(folder)) return []
    return readdirSync(folder)
      .filter((version) => VERSION.test(version) && existsSync(join(folder, version, MANIFEST)))
      .map((version) => {
        const file = join(folder, version, MANIFEST)
        const seal = join(folder, version, SEAL)
        return {
          version,
          manifest: JSON.parse(readFileSync(file, 'utf8')) as Manifest,
          signed: existsSync(seal) ? (JSON.parse(readFileSync(seal, 'utf8')) as SignedRegistry) : undefined,
          time: statSync(file).mtime,
        }
      })
      .sort((a, b) => b.time.getTime() - a.time.getTime())
  }

  async put(manifest: Manifest, files: ReadonlyMap<string, Buffer>, signed?: SignedRegistry): Promise<boolean> {
    checkPlace(manifest.name, manifest.version)
    const folder = join(this.root, 'remotes', manifest.name)
    const target = join(folder, manifest.version)
    if (existsSync(target)) return false
    // What a process that was cut off has left; one that is at work is younger.
    for (const left of existsSync(folder) ? readdirSync(folder) : []) if (left.startsWith('.') && isOlder(join(folder, left), 3_600_000)) rmSync(join(folder, left), { recursive: true, force: true })
    const temporary = join(folder, `.${manifest.version}.${process.pid}`)
    rmSync(temporary, { recursive: true, force: true })
    mkdirSync(temporary, { recursive: true })
    for (const [file, bytes] of files) writeFileSync(join(temporary, file), bytes)
    writeFileSync(join(temporary, MANIFEST), JSON.stringify(manifest))
    if (signed) writeFileSync(join(temporary, SEAL), JSON.stringify(signed))
    try {
      renameSync(temporary, target)
      return true
    } catch (error) {
      rmSync(temporary, { recursive: true, force: true })
      // Another process was faster with the same files.
      if (!existsSync(target)) throw error
      return false
    }
  }

  async seal(name: string, version: string, signed: SignedRegistry): Promise<void> {
    checkPlace(name, version)
    const file = join(this.root, 'remotes', name, version, SEAL)
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(signed))
    renameSync(`${file}.${process.pid}`, file)
  }

  async fileOf(name: string, version: string, file: string): Promise<Buffer | undefined> {
    checkPlace(name, version)
    checkFile(file)
    const path = join(this.root, 'remotes', name, version, file)
    return existsSync(path) ? readFileSync(path) : undefined
  }

  async remove(name: string, version: string): Promise<void> {
    checkPlace(name, version)
    rmSync(join(this.root, 'remotes', name, version), { recursive: true, force: true })
  }

  async readNote(name: string): Promise<string | undefined> {
    const file = join(this.root, name)
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined
  }

  async writeNote(name: string, text: string): Promise<void> {
    mkdirSync(this.root, { recursive: true })
    const temporary = join(this.root, `${name}.${process.pid}`)
    writeFileSync(temporary, text)
    renameSync(temporary, join(this.root, name))
  }
}
