import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Manifest, Registry } from '@assoc/contract/platform/release'
import { makeKey, readKey, type ReleaseKey } from './key'
import { parsed, prune, publish, takeBack } from './publish'
import { S3Store, s3FromEnv, type S3Options } from './s3-store'

/** What is used of the peer, which brings no types. */
interface Peer {
  configureBuckets(): Promise<void>
  callback(): http.RequestListener
  store: { getObject(bucket: string, key: string): Promise<{ content: NodeJS.ReadableStream & { destroy(): void }; metadata: Record<string, string> } | null> }
}
const S3rver = jest.requireActual<new (options: object) => Peer>('@20minutes/s3rver')

/** The peer: it stores, lists and checks SigV4 signatures, but takes conditional writes for plain ones. */
let peer: Peer
let folder: string
let key: ReleaseKey
const servers: http.Server[] = []
/** Methods and paths that reached the store, and a switch that takes it away. */
const asked: string[] = []
let away = false

/** Checks If-Match and If-None-Match of writes in front of the peer. One request of a key at a time: the peer shows half-written objects, which S3 never does. */
const validating = (pass: http.RequestListener): http.RequestListener => {
  const queues = new Map<string, Promise<void>>()
  return (req, res) => {
    const path = new URL(req.url ?? '', 'http://peer').pathname
    asked.push(`${req.method} ${path}`)
    if (away) return void req.socket.destroy()
    const work = (queues.get(path) ?? Promise.resolve()).then(async () => {
      const [, bucket = '', ...rest] = path.split('/')
      const object = req.method === 'PUT' ? await peer.store.getObject(bucket, rest.join('/')) : null
      object?.content.destroy()
      const { 'if-match': match, 'if-none-match': none } = req.headers
      if (req.method === 'PUT' && ((none === '*' && object) || (match && match !== object?.metadata['etag']))) {
        req.resume()
        return void res.writeHead(match && !object ? 404 : 412).end()
      }
      const done = new Promise((resolve) => res.once('close', resolve))
      pass(req, res)
      await done
    })
    queues.set(path, work)
  }
}

const listen = (listener: http.RequestListener) =>
  new Promise<string>((resolve) => {
    const server = http.createServer(listener)
    servers.push(server)
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as { port: number }).port}`))
  })

let endpoint: string
let plainEndpoint: string
let count = 0
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 's3-store-'))
  peer = new S3rver({ directory: join(folder, 'buckets'), silent: true, configureBuckets: [{ name: 'console', configs: [] }] })
  await peer.configureBuckets()
  const pass = peer.callback()
  endpoint = await listen(validating(pass))
  plainEndpoint = await listen(pass)
  makeKey(join(folder, 'key.pem'))
  key = readKey(join(folder, 'key.pem'))
})
afterAll(() => {
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
  rmSync(folder, { recursive: true, force: true })
})
afterEach(() => {
  away = false
})

/** A place of its own in the bucket for each test. */
const place = (more: Partial<S3Options> = {}): S3Options => ({ endpoint, region: 'us-east-1', bucket: 'console', prefix: `t${++count}/`, accessKey: 'S3RVER', secretKey: 'S3RVER', publicUrl: 'https://files.example/console', ...more })
const sri = (bytes: Buffer) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`
const code = Buffer.from('globalThis.assoc_member = 1;'.repeat(80))
const release = (version: string, name = 'member') => {
  const manifest: Manifest = { name, version, entry: 'remoteEntry.1.js', globalName: `assoc_${name}`, hostApi: '^1.0.0', integrity: { 'remoteEntry.1.js': sri(code) }, calls: [], views: [] }
  return { manifest, files: new Map([['remoteEntry.1.js', code], ['remoteEntry.1.js.br', brotliCompressSync(code)], ['remoteEntry.1.js.gz', gzipSync(code)], ['views.json', Buffer.from('[]')]]) }
}
const live = (registry: Registry | undefined) => registry?.remotes.map((r) => `${r.name} ${r.version}`).sort()
/** What a browser would get of a key. */
const fetched = async (options: S3Options, path: string) => {
  const object = await peer.store.getObject('console', options.prefix + path)
  if (!object) return undefined
  const pieces: Buffer[] = []
  for await (const piece of object.content) pieces.push(piece as Buffer)
  return { headers: object.metadata, bytes: Buffer.concat(pieces) }
}
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('a release is put there whole, listed, switched, taken back and pruned; another process sees each within half a second', async () => {
  const options = place()
  const [here, there] = [new S3Store(options), new S3Store(options)]
  expect(await here.registry()).toBeUndefined()
  expect(await here.versions('member')).toEqual([])
  await publish(here, key, release('1'))
  await publish(here, key, release('2'))
  await publish(here, key, release('1', 'mall'))
  const signed = await there.registry()
  expect(live(parsed(signed))).toEqual(['mall 1', 'member 2'])
  expect(parsed(signed).remotes.find((r) => r.name === 'member')?.base).toBe('https://files.example/console/remotes/member/2/')
  expect(parsed(signed).serial).toBe(3)
  const versions = await there.versions('member')
  expect(versions.map((v) => v.manifest.version).sort()).toEqual(['1', '2'])
  expect(Date.now() - (versions[0]?.time.getTime() ?? 0)).toBeLessThan(60_000)
  await takeBack(here, key, 'member', '1')
  await wait(550)
  expect(live(parsed(await there.registry()))).toEqual(['mall 1', 'member 1'])
  // Time does not let the old one go while it is kept by number, and the live one never goes.
  expect(await prune(here, 'member', { versions: 2, days: 0 })).toEqual([])
  await wait(20)
  expect(await prune(here, 'member', { versions: 0, days: 0 }, Date.now() + 5_000)).toEqual(['2'])
  expect((await here.versions('member')).map((v) => v.manifest.version)).toEqual(['1'])
  expect(await fetched(options, 'remotes/member/2/remoteEntry.1.js')).toBeUndefined()
  expect(await fetched(options, 'remotes/member/1/remoteEntry.1.js')).toBeDefined()
  await expect(takeBack(here, key, 'member', '2')).rejects.toThrow('member 2 is not in the store.')
})

test('of a store in a bucket, too, only what is signed is read: a forged registry is not carried on, a forged or unsigned release not given out', async () => {
  const options = place()
  const store = () => new S3Store(options)
  await publish(store(), key, release('1'))
  await publish(store(), key, release('2'))
  const put = async (path: string, body: string) => {
    const { AwsV4Signer } = await import('aws4fetch')
    const signed = await new AwsV4Signer({ method: 'PUT', url: `${endpoint}/console/${options.prefix}${path}`, body, service: 's3', region: options.region, accessKeyId: options.accessKey, secretAccessKey: options.secretKey }).sign()
    expect((await fetch(signed.url, { method: 'PUT', headers: signed.headers, body })).status).toBe(200)
  }
  const seal = 'remotes/member/1/release.signed.json'
  const sealText = String((await fetched(options, seal))?.bytes)
  await put(seal, sealText.replace('remoteEntry.1.js', 'remoteEntry.9.js'))
  await expect(takeBack(store(), key, 'member', '1')).rejects.toThrow('member 1 does not bear a signature of ours: release it again.')
  await put(seal, sealText)
  await put('remotes/member/1/remoteEntry.1.js', 'evil()')
  await expect(takeBack(store(), key, 'member', '1')).rejects.toThrow('Files of member 1 are missing or changed')
  const good = String((await fetched(options, 'registry.json'))?.bytes)
  await put('registry.json', good.replace('https://files.example/', 'https://evil.example/'))
  await expect(takeBack(store(), key, 'member', '2')).rejects.toThrow('does not bear')
  await expect(publish(store(), key, release('3'))).rejects.toThrow('does not bear')
  await put('registry.json', good)
  await takeBack(store(), key, 'member', '2')
})

test('files lie under their plain name in one pressed form, for ever; the manifest comes last', async () => {
  const [https, inner] = [place(), place({ publicUrl: 'http://files.inner.example' })]
  asked.length = 0
  await new S3Store(https).put(release('1').manifest, release('1').files)
  await new S3Store(inner).put(release('1').manifest, release('1').files)
  const path = 'remotes/member/1/remoteEntry.1.js'
  const immutable = 'public, max-age=31536000, immutable'
  expect((await fetched(https, path))?.headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', 'content-encoding': 'br', 'cache-control': immutable })
  expect((await fetched(https, path))?.bytes).toEqual(brotliCompressSync(code))
  expect((await fetched(inner, path))?.headers).toMatchObject({ 'content-encoding': 'gzip' })
  expect((await fetched(https, 'remotes/member/1/views.json'))?.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': immutable })
  expect(await fetched(https, `${path}.br`)).toBeUndefined()
  expect(asked.filter((line) => line.startsWith(`PUT /console/${https.prefix}`)).at(-1)).toContain('/release.json')
  // Once there, it is left as it is.
  asked.length = 0
  await new S3Store(https).put({ ...release('1').manifest, entry: 'other.js' }, new Map())
  expect(asked.filter((line) => line.startsWith('PUT'))).toEqual([])
})

test('of releases that run against each other none is lost', async () => {
  const options = place()
  const names = ['article', 'expert', 'mall', 'meeting', 'member', 'rbac']
  const stores = names.map(() => new S3Store(options))
  await Promise.all(names.map((name, i) => publish(stores[i] as S3Store, key, release('1', name))))
  await wait(550)
  const registry = parsed(await new S3Store(options).registry())
  expect(live(registry)).toEqual(names.map((name) => `${name} 1`))
  expect(registry.serial).toBe(names.length)
})

test('who read before somebody else switched loses cleanly; with plain writes the other release would be lost', async () => {
  const options = place()
  await publish(new S3Store(options), key, release('1', 'rbac'))
  const attempt = async (write: (store: S3Store, signed: ReturnType<ReleaseKey['sign']>, before: Awaited<ReturnType<S3Store['registry']>>) => Promise<boolean>) => {
    const [mine, theirs] = [new S3Store(options), new S3Store(options)]
    const before = await mine.registry()
    await publish(theirs, key, release(`x${count}`, 'mall'))
    const { serial, remotes } = parsed(before)
    const done = await write(mine, key.sign({ serial: serial + 1, issuedTime: '', remotes: [...remotes, { ...release('1').manifest, base: '', rule: { kind: 'all' } }] }), before)
    await wait(550)
    return [done, live(parsed(await theirs.registry()))]
  }
  expect(await attempt((store, signed, before) => store.switchTo(signed, before))).toEqual([false, [`mall x${count}`, 'rbac 1']])
  // The control: the same race against the peer without its check. What the other had released is gone.
  const unvalidated = place({ prefix: options.prefix, endpoint: plainEndpoint })
  await takeBack(new S3Store(options), key, 'rbac', '1')
  const plain = new S3Store(unvalidated)
  Object.assign(plain, { validated: Promise.resolve() })
  const lost = await attempt(async (_store, signed, before) => plain.switchTo(signed, before && { ...before }))
  expect(lost[0]).toBe(true)
  expect(lost[1]).not.toContain(`mall x${count}`)
})

test('a first registry is not overwritten by another first one', async () => {
  const options = place()
  const [a, b] = [new S3Store(options), new S3Store(options)]
  const before = await b.registry()
  await publish(a, key, release('1'))
  expect(await b.switchTo(key.sign({ serial: 1, issuedTime: '', remotes: [] }), before)).toBe(false)
  expect(live(parsed(await b.registry()))).toEqual(['member 1'])
})

test('a store that does not check conditional writes is refused before the first switch', async () => {
  const options = place({ endpoint: plainEndpoint })
  await expect(publish(new S3Store(options), key, release('1'))).rejects.toThrow('does not check conditional writes')
  expect(await fetched(options, 'registry.json')).toBeUndefined()
})

test('the registry is asked for at most twice a second, and outlives the store', async () => {
  const options = place()
  await publish(new S3Store(options), key, release('1'))
  const store = new S3Store(options)
  asked.length = 0
  const read = await Promise.all(Array.from({ length: 50 }, () => store.registry()))
  expect(new Set(read.map((r) => r?.etag)).size).toBe(1)
  for (let i = 0; i < 20; i++) await store.registry()
  expect(asked).toHaveLength(1)
  away = true
  await wait(550)
  expect(live(parsed(await store.registry()))).toEqual(['member 1'])
  await expect(new S3Store(options).registry()).rejects.toThrow('does not answer')
  await expect(publish(store, key, release('2'))).rejects.toThrow('does not answer')
})

test('wrong keys, a missing bucket and names that leave their folder are said in one sentence', async () => {
  await expect(new S3Store(place({ secretKey: 'wrong' })).versions('member')).rejects.toThrow(/refuses us .* see S3_ACCESS_KEY/)
  await expect(new S3Store(place({ bucket: 'nowhere' })).versions('member')).rejects.toThrow('has no bucket nowhere')
  await expect(new S3Store(place()).put({ ...release('1').manifest, version: '../2' }, new Map())).rejects.toThrow('is no name of a release')
  const notes = new S3Store(place())
  expect(await notes.readNote('server.json')).toBeUndefined()
  await notes.writeNote('server.json', '{"a":1}')
  expect(await notes.readNote('server.json')).toBe('{"a":1}')
})

test('the place is read from the environment, secrets from files, and what is missing is named', () => {
  writeFileSync(join(folder, 'secret'), 'from-file\n')
  const env = { RELEASE_S3: 's3://console/a/b/', S3_ENDPOINT: 'https://s3.example/', S3_ACCESS_KEY: 'me', S3_SECRET_KEY_FILE: join(folder, 'secret'), RELEASE_PUBLIC_URL: 'https://files.example/a/b/' }
  expect(s3FromEnv(env)).toEqual({ endpoint: 'https://s3.example', region: 'us-east-1', bucket: 'console', prefix: 'a/b/', accessKey: 'me', secretKey: 'from-file', publicUrl: 'https://files.example/a/b' })
  expect(s3FromEnv({ ...env, RELEASE_S3: 's3://console' })?.prefix).toBe('')
  expect(s3FromEnv({})).toBeNull()
  expect(() => s3FromEnv({ ...env, RELEASE_S3: 'console' })).toThrow('write s3://bucket/prefix')
  expect(() => s3FromEnv({ ...env, S3_ACCESS_KEY: '' })).toThrow('needs S3_ACCESS_KEY or S3_ACCESS_KEY_FILE')
  expect(() => s3FromEnv({ ...env, S3_SECRET_KEY_FILE: '/nowhere' })).toThrow('S3_SECRET_KEY_FILE=/nowhere cannot be read')
  expect(() => s3FromEnv({ ...env, RELEASE_PUBLIC_URL: undefined })).toThrow('needs RELEASE_PUBLIC_URL')
  // It goes into the page's content policy: nothing that could end a directive.
  expect(() => s3FromEnv({ ...env, RELEASE_PUBLIC_URL: "https://a.example; script-src 'unsafe-inline'" })).toThrow('is no address')
})
