import type { Manifest, SignedRegistry } from '@assoc/contract/platform/release'
import type { Environment } from '../environment'
import { UserFacingError } from '../errors'
import { addressFromEnv, placeFromEnv, S3Client, TIMEOUT_MS, type Asking, type S3Place } from '../s3/client'
import { MANIFEST, REGISTRY, SEAL, VERSION, checkFile, checkPlace, type ReleaseStore, type StoredRegistry, type StoredVersion } from './store'

/** Where an S3-compatible store is, who we are there, and where browsers fetch from it. */
export interface S3Options extends S3Place {
  /** Address under which browsers find the prefix, without a slash at the end. */
  publicUrl: string
}

/** Milliseconds for which a registry that was read is taken without asking again: a take-back is seen after this. */
const FRESH_MS = 500
/** While an older registry is known, nobody waits longer than this for a newer one. */
const READ_TIMEOUT_MS = 2_000

const TYPES: Record<string, string> = { js: 'text/javascript; charset=utf-8', mjs: 'text/javascript; charset=utf-8', json: 'application/json; charset=utf-8', css: 'text/css; charset=utf-8', svg: 'image/svg+xml', png: 'image/png', woff2: 'font/woff2' }
const typeOf = (file: string) => TYPES[/\.([a-z0-9]+)$/.exec(file)?.[1] ?? ''] ?? 'application/octet-stream'

/** Reads RELEASE_S3 and what belongs to it; null when releases lie in a folder. Throws one sentence for what is missing. */
export function s3FromEnv(env: Environment): S3Options | null {
  const place = placeFromEnv(env, 'RELEASE_S3')
  return place && { ...place, publicUrl: addressFromEnv(env.RELEASE_PUBLIC_URL, 'RELEASE_PUBLIC_URL', 'RELEASE_S3 needs RELEASE_PUBLIC_URL: the address from which browsers fetch releases.') }
}

/** Texts of an element that follow the given openings of others, in their order; of XML as stores write it, without attributes. */
function textsOf(xml: string, after: string, element: string): string[] {
  const pieces = after ? xml.split(`<${after}>`).slice(1) : [xml]
  return pieces.flatMap((piece) => {
    const [, rest] = piece.split(`<${element}>`, 2)
    const end = rest?.indexOf('<') ?? -1
    return end < 0 ? [] : [unescaped(rest?.slice(0, end) ?? '')]
  })
}

/** Releases in an S3-compatible store, fetched by browsers from its public address. */
export class S3Store implements ReleaseStore {
  private readonly options: S3Options
  private readonly client: S3Client
  private readonly manifests = new Map<string, StoredVersion>()
  private kept: { registry: StoredRegistry | undefined; time: number } | undefined
  private reading: Promise<StoredRegistry | undefined> | undefined
  private validated: Promise<void> | undefined

  constructor(options: S3Options) {
    this.options = options
    this.client = new S3Client(options, 'releases')
  }

  baseOf(name: string, version: string): string {
    return `${this.options.publicUrl}/remotes/${name}/${version}/`
  }

  async registry(): Promise<StoredRegistry | undefined> {
    if (this.kept && Date.now() - this.kept.time < FRESH_MS) return this.kept.registry
    this.reading ??= this.readRegistry().finally(() => (this.reading = undefined))
    return this.reading
  }

  private async readRegistry(): Promise<StoredRegistry | undefined> {
    const known = this.kept?.registry
    // Counted from the asking: an answer that came slowly is older than it looks.
    const time = Date.now()
    let answer: Response
    try {
      answer = await this.ask('GET', REGISTRY, { headers: known ? { 'if-none-match': known.etag } : {}, timeout: known ? READ_TIMEOUT_MS : TIMEOUT_MS })
    } catch (error) {
      // Who has a registry goes on with it while the store is away; it is signed, and switching asks the store anyway.
      if (!known) throw error
      this.kept = { registry: known, time }
      return known
    }
    let registry: StoredRegistry | undefined
    if (answer.status === 304) registry = known
    else if (answer.status !== 404) registry = { signed: (await this.good(answer, REGISTRY).json()) as SignedRegistry, etag: answer.headers.get('etag') ?? '' }
    this.kept = { registry, time }
    return registry
  }

  async switchTo(signed: SignedRegistry, before: StoredRegistry | undefined): Promise<boolean> {
    await (this.validated ??= this.checkConditions())
    const answer = await this.write(REGISTRY, Buffer.from(JSON.stringify(signed)), { 'cache-control': 'no-store', ...(before ? { 'if-match': before.etag } : { 'if-none-match': '*' }) })
    this.kept = undefined
    if (isLost(answer, before !== undefined)) return false
    this.good(answer, REGISTRY)
    return true
  }

  /** A store that takes conditional writes for plain ones would let two releases overwrite each other in silence. */
  private async checkConditions(): Promise<void> {
    const probe = '.conditional'
    const put = (condition: Record<string, string>) => this.write(probe, Buffer.from('probe'), { 'cache-control': 'no-store', ...condition })
    const first = await put({ 'if-none-match': '*' })
    if (!isLost(first, false)) this.good(first, probe)
    const validates = isLost(await put({ 'if-none-match': '*' }), false) && isLost(await put({ 'if-match': '"0123456789abcdef0123456789abcdef"' }), true)
    if (!validates) throw new UserFacingError(`${this.options.endpoint} does not check conditional writes (If-Match, If-None-Match), so that one release could overwrite another: take a store that does, or a folder.`)
  }

  async versions(name: string): Promise<StoredVersion[]> {
    const { prefixes } = await this.list(`remotes/${name}/`, true)
    const names = prefixes.map((p) => p.split('/').at(-2) ?? '').filter((version) => VERSION.test(version))
    const found = await Promise.all(names.map((version) => this.versionOf(name, version)))
    return found.flatMap((v) => (v ? [v] : [])).sort((a, b) => b.time.getTime() - a.time.getTime())
  }

  private async versionOf(name: string, version: string): Promise<StoredVersion | undefined> {
    const key = `remotes/${name}/${version}/${MANIFEST}`
    const known = this.manifests.get(key)
    if (known) return known
    const answer = await this.ask('GET', key)
    if (answer.status === 404) return undefined
    const manifest = (await this.good(answer, key).json()) as Manifest
    const sealed = await this.ask('GET', `remotes/${name}/${version}/${SEAL}`)
    const signed = sealed.status === 404 ? undefined : ((await this.good(sealed, SEAL).json()) as SignedRegistry)
    const stored = { version, manifest, signed, time: new Date(answer.headers.get('last-modified') ?? 0) }
    // One without a signature may get it yet.
    if (signed) this.manifests.set(key, stored)
    return stored
  }

  async seal(name: string, version: string, signed: SignedRegistry): Promise<void> {
    checkPlace(name, version)
    this.manifests.delete(`remotes/${name}/${version}/${MANIFEST}`)
    this.good(await this.write(`remotes/${name}/${version}/${SEAL}`, Buffer.from(JSON.stringify(signed)), { 'cache-control': 'no-cache' }), SEAL)
  }

  async fileOf(name: string, version: string, file: string): Promise<Buffer | undefined> {
    checkPlace(name, version)
    checkFile(file)
    const answer = await this.ask('GET', `remotes/${name}/${version}/${file}`)
    return answer.status === 404 ? undefined : Buffer.from(await this.good(answer, file).arrayBuffer())
  }

  async put(manifest: Manifest, files: ReadonlyMap<string, Buffer>, signed?: SignedRegistry): Promise<boolean> {
    checkPlace(manifest.name, manifest.version)
    const folder = `remotes/${manifest.name}/${manifest.version}/`
    const known = await this.ask('HEAD', folder + MANIFEST)
    if (known.status !== 404) {
      this.good(known, folder + MANIFEST)
      return false
    }
    const plain = [...files].filter(([file]) => !/\.(br|gz)$/.test(file))
    for (let i = 0; i < plain.length; i += 8) {
      await Promise.all(plain.slice(i, i + 8).map(async ([file, bytes]) => this.good(await this.write(folder + file, ...this.pressed(file, bytes, files)), file)))
    }
    if (signed) await this.seal(manifest.name, manifest.version, signed)
    // The manifest comes last: a release whose files are not all there does not count as one.
    this.good(await this.write(folder + MANIFEST, Buffer.from(JSON.stringify(manifest)), { 'cache-control': IMMUTABLE }), MANIFEST)
    return true
  }

  /**
   * A store does not choose by what a browser accepts, so one form lies under the plain name: brotli, which every browser since
   * 2017 takes over https (and from this very machine), else gzip, which all take. Integrity is checked on what was unpacked.
   */
  private pressed(file: string, bytes: Buffer, files: ReadonlyMap<string, Buffer>): [Buffer, Record<string, string>] {
    const secure = /^https:|^http:\/\/(127\.0\.0\.1|localhost)[:/]/.test(`${this.options.publicUrl}/`)
    const small = files.get(`${file}${secure ? '.br' : '.gz'}`)
    return [small ?? bytes, { 'cache-control': IMMUTABLE, ...(small ? { 'content-encoding': secure ? 'br' : 'gzip' } : {}) }]
  }

  async remove(name: string, version: string): Promise<void> {
    checkPlace(name, version)
    const folder = `remotes/${name}/${version}/`
    this.manifests.delete(folder + MANIFEST)
    const { keys } = await this.list(folder, false)
    for (const key of [folder + MANIFEST, ...keys.filter((k) => k !== folder + MANIFEST)]) this.good(await this.ask('DELETE', key), key)
  }

  async readNote(name: string): Promise<string | undefined> {
    const answer = await this.ask('GET', name)
    return answer.status === 404 ? undefined : this.good(answer, name).text()
  }

  async writeNote(name: string, text: string): Promise<void> {
    this.good(await this.write(name, Buffer.from(text), { 'cache-control': 'no-store' }), name)
  }

  /** Keys below a folder, or with `shallow` the folders in it; both without the store's prefix. */
  private async list(folder: string, shallow: boolean): Promise<{ keys: string[]; prefixes: string[] }> {
    const { prefix } = this.options
    const found = { keys: [] as string[], prefixes: [] as string[] }
    let next: string | undefined
    do {
      const query = { 'list-type': '2', prefix: prefix + folder, ...(shallow ? { delimiter: '/' } : {}), ...(next ? { 'continuation-token': next } : {}) }
      const text = await this.good(await this.ask('GET', '', { query }), folder).text()
      const own = (key: string) => key.slice(prefix.length)
      found.keys.push(...textsOf(text, 'Contents', 'Key').map(own))
      found.prefixes.push(...textsOf(text, 'CommonPrefixes', 'Prefix').map(own))
      next = textsOf(text, '', 'NextContinuationToken')[0]
    } while (next)
    return found
  }

  private write(key: string, body: Buffer, headers: Record<string, string>): Promise<Response> {
    return this.ask('PUT', key, { body, headers: { 'content-type': typeOf(key), ...headers } })
  }

  private ask(method: string, key: string, asking: Asking = {}): Promise<Response> {
    return this.client.ask(method, key, asking)
  }

  private good(answer: Response, what: string): Response {
    return this.client.good(answer, what)
  }
}

const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Whether a conditional write was refused because somebody else was faster. A missing object cannot match, which some stores call 404. */
const isLost = ({ status }: Response, matching: boolean): boolean => status === 412 || status === 409 || (matching && status === 404)

const unescaped = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&apos;', "'").replaceAll('&amp;', '&')
