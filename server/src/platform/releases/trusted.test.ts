import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Manifest } from '@assoc/contract/platform/release'
import { makeKey, publicKeys, readKey, type ReleaseKey } from './key'
import { changeRegistry, forEverybody, parsed, publish, publishBuilt, sealLive, takeBack } from './publish'
import { FolderStore } from './store'
import { TrustedStore, signRelease } from './trusted'

let folder: string
let store: FolderStore
let key: ReleaseKey
let foreign: ReleaseKey
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trusted-test-'))
  for (const name of ['own', 'foreign']) makeKey(join(folder, `${name}.pem`))
  ;[key, foreign] = [readKey(join(folder, 'own.pem')), readKey(join(folder, 'foreign.pem'))]
  store = new FolderStore(join(folder, 'store'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const made = (version: string, code = `var v = '${version}'`) => {
  const bytes = Buffer.from(code)
  const manifest: Manifest = { name: 'member', version, entry: 'e.js', globalName: 'assoc_member', hostApi: '^1.0.0', integrity: { 'e.js': `sha384-${createHash('sha384').update(bytes).digest('base64')}` }, calls: ['/a'], views: [] }
  return { manifest, files: new Map([['e.js', bytes], ['views.json', Buffer.from('[]')]]) }
}
/** A release as it lay in a store before releases were signed. */
async function unsigned(version: string, live: boolean): Promise<void> {
  const { manifest, files } = made(version)
  await store.put(manifest, files)
  if (live) await changeRegistry(store, key, (remotes) => forEverybody(store, remotes, manifest))
}
const trusted = () => new TrustedStore(store, publicKeys([join(folder, 'own.pem')]))
const names = async () => (await trusted().versions('member')).map((v) => v.version).sort()

test('a release is signed with the hashes of all its files, and read by that signature alone', async () => {
  await publish(store, key, made('1.0.0'))
  const [found] = await trusted().versions('member')
  expect(found?.manifest).toMatchObject({ kind: 'release', version: '1.0.0', calls: ['/a'], files: { 'e.js': made('1.0.0').manifest.integrity['e.js'], 'views.json': expect.stringMatching(/^sha384-/) as string } })
  // The plain text beside it may say what it likes.
  writeFileSync(join(store.root, 'remotes/member/1.0.0/release.json'), JSON.stringify({ ...made('1.0.0').manifest, calls: ['/evil'] }))
  expect((await trusted().versions('member'))[0]?.manifest.calls).toEqual(['/a'])
  expect(await trusted().isWhole(found as NonNullable<typeof found>)).toBe(true)
  writeFileSync(join(store.root, 'remotes/member/1.0.0/views.json'), '[1]')
  expect(await trusted().isWhole(found as NonNullable<typeof found>)).toBe(false)
  await expect(takeBack(store, key, 'member', '1.0.0')).rejects.toThrow('Files of member 1.0.0 are missing or changed')
})

test('a signature of another key, of another version, or of a registry counts for none', async () => {
  const { manifest, files } = made('1.0.0')
  await publish(store, key, made('2.0.0'))
  const registry = (await store.registry())?.signed
  if (!registry) throw new Error('no registry')
  await store.put(manifest, files)
  for (const signed of [signRelease(foreign, manifest, files), signRelease(key, made('2.0.0').manifest, files), registry]) {
    await store.seal('member', '1.0.0', signed)
    expect([await names(), await trusted().refused('member')]).toEqual([['2.0.0'], ['1.0.0']])
    await expect(takeBack(store, key, 'member', '1.0.0')).rejects.toThrow('does not bear a signature of ours')
  }
  await store.seal('member', '1.0.0', signRelease(key, manifest, files))
  expect(await names()).toEqual(['1.0.0', '2.0.0'])
})

test('from before releases were signed: what is live and what was built here is signed at a start, the rest is refused', async () => {
  await unsigned('0.9.0', false)
  await unsigned('1.0.0', true)
  await unsigned('1.1.0', false)
  const dist = join(folder, 'checkout/remotes/member/dist')
  mkdirSync(dist, { recursive: true })
  writeFileSync(join(dist, 'e.js'), "var v = '1.1.0'")
  writeFileSync(join(dist, 'release.json'), JSON.stringify(made('1.1.0').manifest))
  expect(await publishBuilt(store, key, join(folder, 'checkout'))).toEqual([])
  expect([await names(), await trusted().refused('member')]).toEqual([['1.0.0', '1.1.0'], ['0.9.0']])
  expect(parsed(await store.registry()).remotes.map((r) => r.version)).toEqual(['1.0.0'])
  await takeBack(store, key, 'member', '1.1.0')
  await expect(takeBack(store, key, 'member', '0.9.0')).rejects.toThrow('member 0.9.0 does not bear a signature of ours: release it again.')
})

test('what was changed before is not signed for being live, nor anything that only a forged registry names', async () => {
  await unsigned('1.0.0', true)
  writeFileSync(join(store.root, 'remotes/member/1.0.0/e.js'), 'evil()')
  await sealLive(store, key)
  expect(await names()).toEqual([])
  await unsigned('1.1.0', false)
  const forged = foreign.sign({ serial: 9, issuedTime: '', remotes: [{ ...made('1.1.0').manifest, base: '/', rule: { kind: 'all' } }] })
  writeFileSync(join(store.root, 'registry.json'), JSON.stringify(forged))
  await expect(sealLive(store, key)).rejects.toThrow('does not bear the signature of our key')
  await expect(publish(store, key, made('2.0.0'))).rejects.toThrow('does not bear a signature of ours')
  expect((JSON.parse(readFileSync(join(store.root, 'registry.json'), 'utf8')) as { keyId: string }).keyId).toBe(foreign.id)
})

test('the name of a version that is there with other scripts is refused; with the same ones it is signed', async () => {
  await unsigned('1.0.0', false)
  await expect(publish(store, key, made('1.0.0', 'other()'))).rejects.toThrow('is in the store already, with other files')
  expect(await store.registry()).toBeUndefined()
  await publish(store, key, made('1.0.0'))
  expect(await names()).toEqual(['1.0.0'])
})
