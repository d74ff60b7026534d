import { webcrypto } from 'node:crypto'
import { TextEncoder as NodeEncoder } from 'node:util'
import { releasesFor, shareOf, type Registry, type ReleaseKeys, type RemoteRelease, type Rule } from '@assoc/contract/platform/release'
import { integrityOf } from './loader'
import { verifyRegistry } from './verify'

const memory = () => {
  const kept = new Map<string, number>()
  return {
    kept,
    async note(keyId: string, serial: number) {
      const before = kept.get(keyId) ?? 0
      if (serial > before) kept.set(keyId, serial)
      return before
    },
  }
}
const base64 = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64')
let sign: (registry: unknown, keyId?: string) => Promise<{ payload: string; signature: string; keyId: string }>
let keys: ReleaseKeys

beforeAll(async () => {
  // What jsdom lacks.
  Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true })
  Object.defineProperty(globalThis, 'TextEncoder', { value: NodeEncoder, configurable: true })
  const pair = (await webcrypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
  keys = { own: base64(await webcrypto.subtle.exportKey('raw', pair.publicKey)) }
  sign = async (registry, keyId = 'own') => {
    const payload = typeof registry === 'string' ? registry : JSON.stringify(registry)
    return { payload, keyId, signature: base64(await webcrypto.subtle.sign('Ed25519', pair.privateKey, Buffer.from(payload))) }
  }
})

const release = (name: string, version: string, rule: Rule = { kind: 'all' }): RemoteRelease => ({
  name, version, rule, base: `/remotes/${name}/${version}/`, entry: 'e.js', globalName: `assoc_${name}`, hostApi: '^1.0.0', integrity: { 'e.js': `sha384-${version}` }, calls: [], views: [],
})
const registry = (serial: number, remotes: RemoteRelease[] = []): Registry => ({ serial, issuedTime: '2026-11-21T00:00:00Z', remotes })

test('a registry with the signature of a known key is taken; a changed one, a foreign one and none are not', async () => {
  const signed = await sign(registry(3))
  expect(await verifyRegistry(signed, keys, memory())).toEqual({ ok: true, registry: registry(3) })
  expect(await verifyRegistry({ ...signed, payload: signed.payload.replace('"serial":3', '"serial":4') }, keys, memory())).toEqual({ ok: false, refusal: 'badSignature' })
  expect(await verifyRegistry({ ...signed, signature: 'AAAA' }, keys, memory())).toEqual({ ok: false, refusal: 'badSignature' })
  expect(await verifyRegistry({ ...signed, signature: '%%' }, keys, memory())).toEqual({ ok: false, refusal: 'badSignature' })
  expect(await verifyRegistry({ ...signed, keyId: 'other' }, keys, memory())).toEqual({ ok: false, refusal: 'unknownKey' })
  expect(await verifyRegistry(undefined, keys, memory())).toEqual({ ok: false, refusal: 'missing' })
  expect(await verifyRegistry(await sign('not json'), keys, memory())).toEqual({ ok: false, refusal: 'unreadable' })
})

test('an older registry than the one seen last is refused; a take-back has a higher serial and passes', async () => {
  const storage = memory()
  await verifyRegistry(await sign(registry(5, [release('member', '2')])), keys, storage)
  expect(await verifyRegistry(await sign(registry(4, [release('member', '1')])), keys, storage)).toEqual({ ok: false, refusal: 'replayed' })
  expect(await verifyRegistry(await sign(registry(6, [release('member', '1')])), keys, storage)).toMatchObject({ ok: true })
  expect([...storage.kept]).toEqual([['own', 6]])
  // Another installation's key counts for itself.
  expect(await verifyRegistry(await sign(registry(1), 'second'), { ...keys, second: keys['own'] as string }, storage)).toMatchObject({ ok: true })
})

test('a browser without Ed25519 of its own checks the same with the library', async () => {
  const signed = await sign(registry(3))
  const { importKey } = webcrypto.subtle
  webcrypto.subtle.importKey = (() => Promise.reject(new Error('Unrecognized name'))) as never
  try {
    expect(await verifyRegistry(signed, keys, memory())).toMatchObject({ ok: true })
    expect(await verifyRegistry({ ...signed, payload: `${signed.payload} ` }, keys, memory())).toEqual({ ok: false, refusal: 'badSignature' })
  } finally {
    webcrypto.subtle.importKey = importKey
  }
})

test('a script is run only with the integrity that the registry gives it', () => {
  const integrity = integrityOf([release('member', '2'), { ...release('mall', '1'), base: 'https://cdn.example/mall/1/' }])
  expect(integrity('/remotes/member/2/e.js')).toBe('sha384-2')
  expect(integrity('/remotes/member/2/e.js?try=1')).toBe('sha384-2')
  expect(integrity('https://cdn.example/mall/1/e.js')).toBe('sha384-1')
  expect(() => integrity('/remotes/member/2/other.js')).toThrow('not in the signed registry')
  expect(() => integrity('https://evil.example/remotes/member/2/e.js')).toThrow('not in the signed registry')
})

test('a canary is for its group, then for its share of the people; everybody else gets the release for everybody', () => {
  const all = registry(1, [release('member', '1'), release('member', '2', { kind: 'percent', percent: 30 }), release('member', '3', { kind: 'group', group: '试点' }), release('mall', '1')])
  const of = (userId: string, groups: string[] = []) => releasesFor(all, { userId, groups }).map((r) => `${r.name} ${r.version}`)
  const inside = Array.from({ length: 50 }, (_, i) => String(i)).find((id) => shareOf('member', id) < 30) as string
  const outside = Array.from({ length: 50 }, (_, i) => String(i)).find((id) => shareOf('member', id) >= 30) as string
  expect(of(outside)).toEqual(['mall 1', 'member 1'])
  expect(of(inside)).toEqual(['mall 1', 'member 2'])
  expect(of(outside, ['试点'])).toEqual(['mall 1', 'member 3'])
  expect(of(inside, ['别的'])).toEqual(['mall 1', 'member 2'])
})

test('shares are even, and a person keeps theirs', () => {
  const count = Array.from({ length: 10_000 }, (_, i) => shareOf('member', String(1000 + i))).filter((s) => s < 10).length
  expect(count).toBeGreaterThan(850)
  expect(count).toBeLessThan(1150)
  expect(shareOf('member', '77')).toBe(shareOf('member', '77'))
})
