import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Manifest } from '@assoc/contract/platform/release'
import { makeKey, publicKeys, readKey } from './key'
import { parsed, publish, takeBack } from './publish'
import { SERVER_NOTE, publishOwn, type Releases } from './releases'
import { FolderStore } from './store'

let root: string
let releases: Releases
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'releases-'))
  const key = join(root, 'key.pem')
  makeKey(key)
  releases = { store: new FolderStore(join(root, 'releases')), keys: publicKeys([key]), key: readKey(key), stamp: '' }
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const made = (version: string, code: string) => {
  const bytes = Buffer.from(code)
  const manifest: Manifest = { name: 'member', version, entry: 'e.js', globalName: 'assoc_member', hostApi: '^1.0.0', integrity: { 'e.js': `sha384-${createHash('sha384').update(bytes).digest('base64')}` }, calls: [], views: [] }
  return { manifest, files: new Map([['e.js', bytes]]) }
}
/** What a build leaves in the checkout. */
function build(version: string, code: string, time = new Date()): void {
  const dist = join(root, 'remotes/member/dist')
  mkdirSync(dist, { recursive: true })
  writeFileSync(join(dist, 'e.js'), code)
  writeFileSync(join(dist, 'release.json'), JSON.stringify(made(version, code).manifest))
  utimesSync(join(dist, 'release.json'), time, time)
}
const live = async () => parsed(await releases.store.registry()).remotes.map((r) => r.version)
const inAnHour = () => new Date(Date.now() + 3_600_000)

test('a start publishes what was built and never released, once', async () => {
  build('1-aa', 'a')
  expect(await publishOwn(releases, root)).toEqual(['member 1-aa'])
  expect(await publishOwn(releases, root)).toEqual([])
  build('1-bb', 'b', inAnHour())
  expect(await publishOwn(releases, root)).toEqual(['member 1-bb'])
})

test('a start leaves what people have switched, also when the same content was released under the name of a commit', async () => {
  build('1-bb', 'b', inAnHour())
  const key = releases.key as NonNullable<Releases['key']>
  await publish(releases.store, key, made('1-c0ffee-aa', 'a'))
  await publish(releases.store, key, made('1-c0ffee-bb', 'b'))
  await takeBack(releases.store, key, 'member', '1-c0ffee-aa')
  expect(await publishOwn(releases, root)).toEqual([])
  expect(await live()).toEqual(['1-c0ffee-aa'])
})

test('a build that is older than the newest release is not rolled out, though its own release has been removed', async () => {
  build('1-aa', 'a', new Date(Date.now() - 3_600_000))
  await publish(releases.store, releases.key as NonNullable<Releases['key']>, made('1-bb', 'b'))
  expect(await publishOwn(releases, root)).toEqual([])
  expect(await live()).toEqual(['1-bb'])
})

test('a server says beside the registry what it knows; one that may not write there starts all the same', async () => {
  writeFileSync(join(root, 'package.json'), '{"version":"3.2.1"}')
  await publishOwn(releases, root)
  const note = JSON.parse((await releases.store.readNote(SERVER_NOTE)) ?? '') as Record<string, unknown>
  expect(note).toMatchObject({ version: '3.2.1', hostApi: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string, keys: Object.keys(releases.keys) })
  expect(note['calls']).toContain('/member/company/selectCompanyByPage')
  expect(note['permits']).toContain('member:company:read')
  releases.store.writeNote = () => Promise.reject(new Error('read only'))
  expect(await publishOwn(releases, root)).toEqual([])
})
