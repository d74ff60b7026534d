import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { PART_BYTES } from '@assoc/contract/platform/file-parts'
import { startTestServer } from '../../../test/harness'
import { loadConfig } from '../config'
import { S3Client, type S3Place } from '../s3/client'
import { keepFile, FolderStore, type FileStore } from './store'
import { S3Files } from './s3-files'

/** What is used of the peer, which brings no types. */
interface Peer {
  configureBuckets(): Promise<void>
  callback(): http.RequestListener
}
const S3rver = jest.requireActual<new (options: object) => Peer>('@20minutes/s3rver')

let folder: string
let endpoint: string
/** What reached the store: method, path and headers. */
const asked: { method: string; path: string; headers: http.IncomingHttpHeaders }[] = []
let faults: number[] = []
/** Whether parts of files lie with the peer. */
const parts = () => readdirSync(join(folder, 'buckets', 'files')).filter((name) => name.includes('upload')).flatMap((name) => readdirSync(join(folder, 'buckets', 'files', name)))
const servers: http.Server[] = []
const listen = (listener: http.RequestListener) =>
  new Promise<string>((resolve) => {
    const server = http.createServer(listener)
    servers.push(server)
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 's3-files-'))
  const peer = new S3rver({ directory: join(folder, 'buckets'), silent: true, configureBuckets: [{ name: 'files', configs: [] }] })
  await peer.configureBuckets()
  const pass = peer.callback()
  endpoint = await listen((req, res) => {
    asked.push({ method: req.method ?? '', path: new URL(req.url ?? '', 'http://peer').pathname, headers: req.headers })
    const fault = faults.shift()
    const { searchParams } = new URL(req.url ?? '', 'http://peer')
    // The peer does not know how parts are thrown away.
    if (req.method === 'DELETE' && searchParams.has('uploadId')) {
      rmSync(join(folder, 'buckets', 'files', '._S3rver_uploads', searchParams.get('uploadId') ?? ''), { recursive: true, force: true })
      return res.writeHead(204).end()
    }
    if (!fault) return pass(req, res)
    req.resume().on('end', () => res.writeHead(fault).end())
  })
})
afterAll(() => {
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  asked.splice(0)
  faults = []
})

const place = (more: Partial<S3Place> = {}): S3Place => ({ endpoint, region: 'us-east-1', bucket: 'files', prefix: 'console/', accessKey: 'S3RVER', secretKey: 'S3RVER', ...more })
let n = 0
function begin(more: Partial<S3Place> = {}, stalledMs?: number) {
  const local = join(folder, `local${(n += 1)}`)
  const before = new FolderStore(local)
  return { local, before, files: new S3Files(place(more), before, stalledMs) }
}
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('what is received is sent with its length and hash, read back the same, and stands nowhere else; what is removed is gone', async () => {
  const { files, local } = begin()
  const bytes = randomBytes(3 * 1024 * 1024 + 7)
  const received = await files.receive(Readable.from([bytes.subarray(0, 1000), bytes.subarray(1000)]))
  const { key, ...facts } = await files.keep(received)
  expect(facts).toEqual({ sha256: sha256(bytes), size: bytes.length })
  expect(asked).toMatchObject([{ method: 'PUT', path: `/files/console/${key.slice(0, 2)}/${key}`, headers: { 'content-length': String(bytes.length), 'x-amz-content-sha256': sha256(bytes) } }])
  expect(asked[0]?.headers['transfer-encoding']).toBeUndefined()
  expect([existsSync(received.path), readdirSync(join(local, 'incoming'))]).toEqual([false, []])
  expect((await buffer(files.read(key))).equals(bytes)).toBe(true)
  await files.remove(key)
  await expect(buffer(files.read(key))).rejects.toThrow('ENOENT')
  await files.remove(key)
})

test('a store that fails for a moment is asked again, with the whole file; one that goes on failing keeps nothing, and the upload stays to be thrown away', async () => {
  const { files } = begin()
  const received = await files.receive(Readable.from([Buffer.from('一份章程')]))
  faults = [503]
  const { key } = await files.keep(received)
  expect((await buffer(files.read(key))).toString()).toBe('一份章程')
  const again = await files.receive(Readable.from([Buffer.from('另一份')]))
  faults = [503, 503, 503]
  await expect(files.keep(again)).rejects.toThrow('answered 503')
  expect(existsSync(again.path)).toBe(true)
})

test('a wrong key is refused with what to look at; a name from outside never becomes a path', async () => {
  await expect(begin({ secretKey: 'another' }).files.put(Buffer.from('x'))).rejects.toThrow('see S3_ACCESS_KEY, S3_SECRET_KEY')
  expect(() => begin().files.read('../../etc/passwd')).toThrow('not a key of the file store')
})

test('files of the time before the store are read from the folder, and removed there', async () => {
  const { files, before, local } = begin()
  const { key } = await before.put(Buffer.from('从前的文件'))
  expect((await buffer(files.read(key))).toString()).toBe('从前的文件')
  await files.remove(key)
  expect(readdirSync(join(local, key.slice(0, 2)))).toEqual([])
})

test('bytes pass in pieces: the first of a file is read while the store still holds the last; one that stands still ends with an error', async () => {
  let finish: (() => void) | undefined
  const slow = await listen((_req, res) => {
    res.writeHead(200, { 'content-length': '8' }).write('head')
    finish = () => void res.end('tail')
  })
  const reading = begin({ endpoint: slow }, 200).files.read('a'.repeat(40))[Symbol.asyncIterator]()
  expect(String((await reading.next()).value)).toBe('head')
  finish?.()
  expect(String((await reading.next()).value)).toBe('tail')
  expect((await reading.next()).done).toBe(true)

  const still = begin({ endpoint: slow }, 50).files.read('b'.repeat(40))[Symbol.asyncIterator]()
  expect(String((await still.next()).value)).toBe('head')
  await expect(still.next()).rejects.toThrow('stopped in the middle')
})

test('bytes pass in pieces: the first of an upload is at the store before the last is read', async () => {
  let arrived: (() => void) | undefined
  const first = new Promise<void>((resolve) => (arrived = resolve))
  const got: Buffer[] = []
  const slow = await listen((req, res) => {
    req.on('data', (piece: Buffer) => (got.push(piece), arrived?.())).on('end', () => res.writeHead(200).end())
  })
  async function* source() {
    yield Buffer.from('head')
    await first
    yield Buffer.from('tail')
  }
  const answer = await new S3Client(place({ endpoint: slow }), 'files').ask('PUT', 'x', { body: { open: () => Readable.from(source(), { objectMode: false }), size: 8, sha256: sha256(Buffer.from('headtail')) } })
  expect([answer.status, Buffer.concat(got).toString()]).toEqual([200, 'headtail'])
})

test.each<[string, () => FileStore]>([
  ['the folder', () => begin().before],
  ['the store', () => begin().files],
])('%s takes a file in parts, of which one is sent again, gives out ranges of it, and is told of its end twice', async (_where, made) => {
  const files = made()
  const bytes = randomBytes(PART_BYTES + 1000)
  const file = await files.beginParts()
  await files.putPart(file, { no: 1, at: 0, bytes: randomBytes(PART_BYTES) })
  const marks = [await files.putPart(file, { no: 1, at: 0, bytes: bytes.subarray(0, PART_BYTES) }), await files.putPart(file, { no: 2, at: PART_BYTES, bytes: bytes.subarray(PART_BYTES) })]
  await files.endParts(file, { marks, size: bytes.length })
  await files.endParts(file, { marks, size: bytes.length })
  expect(sha256(await buffer(files.read(file.key)))).toBe(sha256(bytes))
  expect((await buffer(files.read(file.key, { from: PART_BYTES - 3, to: PART_BYTES + 4 }))).equals(bytes.subarray(PART_BYTES - 3, PART_BYTES + 5))).toBe(true)
  await files.remove(file.key)

  const left = await files.beginParts()
  await files.putPart(left, { no: 1, at: 0, bytes: Buffer.from('a part') })
  await expect(files.endParts(left, { marks: [], size: 2 * PART_BYTES })).rejects.toThrow()
  await files.dropParts(left)
  await expect(files.putPart(left, { no: 1, at: 0, bytes: Buffer.from('a part') }).then(() => files.endParts(left, { marks: ['x'], size: 6 }))).rejects.toThrow()
})

test.each<[string, () => ReturnType<typeof begin>, (b: ReturnType<typeof begin>) => FileStore]>([
  ['the folder', () => begin(), ({ before }) => before],
  ['the store', () => begin(), ({ files }) => files],
])('%s keeps what comes as a stream; of one that breaks off nothing stays', async (_where, made, which) => {
  const place = made()
  const files = which(place)
  const bytes = randomBytes(PART_BYTES + 17)
  const kept = await files.put(Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]))
  expect(kept).toMatchObject({ size: bytes.length, sha256: sha256(bytes) })
  expect(sha256(await buffer(files.read(kept.key)))).toBe(sha256(bytes))
  const there = () => [parts(), existsSync(place.local) ? readdirSync(place.local, { recursive: true }) : []]
  const before = there()
  async function* broken() {
    yield randomBytes(PART_BYTES + 1)
    throw new Error('cut')
  }
  await expect(files.put(broken())).rejects.toThrow('cut')
  expect(there()).toEqual(before)
})

const KEYS = { S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b', RELEASE_PUBLIC_URL: 'https://files.example.com/releases' }
test.each<[string, Record<string, string>]>([
  ['is no place in a store', { FILES_URL: 'files', ...KEYS }],
  ['FILES_URL needs S3_ACCESS_KEY', { FILES_URL: 's3://files' }],
  ['FILES_URL lies within RELEASE_S3', { FILES_URL: 's3://console/releases/files', RELEASE_S3: 's3://console/releases', ...KEYS }],
  ['FILES_URL lies within RELEASE_S3', { FILES_URL: 's3://console', RELEASE_S3: 's3://console', ...KEYS }],
])('a configuration that cannot work, or would show files to everybody, is refused: %s', (sentence, env) => {
  expect(() => loadConfig({ databaseUrl: '', dataDir: '', env })).toThrow(sentence)
})
test('beside releases, in the same bucket, they may lie', () => {
  expect(loadConfig({ databaseUrl: '', dataDir: '', env: { FILES_URL: 's3://console/files', RELEASE_S3: 's3://console/releases', ...KEYS } })).toMatchObject({ filesS3: { bucket: 'console', prefix: 'files/' }, releaseS3: { prefix: 'releases/' } })
})

test('a console that is set so keeps its files there', async () => {
  const server = await startTestServer({ env: { SERVER_ROLE: 'api', FILES_URL: 's3://files/of-a-server', S3_ENDPOINT: endpoint, S3_ACCESS_KEY: 'S3RVER', S3_SECRET_KEY: 'S3RVER' } })
  const { db, files } = server.platform
  const fileId = await keepFile(db, files, { fileName: '章程.pdf', contentType: 'application/pdf', ownerType: 'test', bytes: Buffer.from('%PDF-1.7') })
  const { store_key: key } = await db.selectFrom('file_object').select('store_key').where('file_id', '=', fileId).executeTakeFirstOrThrow()
  expect(asked.map(({ method, path }) => [method, path])).toEqual([['PUT', `/files/of-a-server/${key.slice(0, 2)}/${key}`]])
  expect((await buffer(files.read(key))).toString()).toBe('%PDF-1.7')
  expect(await db.selectFrom('connector_status').select(['kind', 'bad_time']).execute()).toEqual([{ kind: 'files', bad_time: null }])
  await server.stop()
})
