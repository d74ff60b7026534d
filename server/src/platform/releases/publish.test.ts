import { createHash } from 'node:crypto'
import { fork } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Manifest, RemoteRelease, Rule } from '@assoc/contract/platform/release'
import { build } from 'esbuild'
import { isSigned, makeKey, publicKeys, readKey } from './key'
import { asCanary, changeRegistry, parsed, prune, publish, publishBuilt, readBuild, sealLive, takeBack } from './publish'
import { FolderStore } from './store'

let folder: string
let store: FolderStore
let keyFile: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'publish-test-'))
  keyFile = join(folder, 'key.pem')
  makeKey(keyFile)
  store = new FolderStore(join(folder, 'store'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const SCRIPT = Buffer.from('var assoc_member')
const integrityOf = (bytes: Buffer) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`
const manifestOf = (version: string, given: Partial<Manifest> = {}): Manifest => ({
  name: 'member', version, entry: 'entry.js', globalName: 'assoc_member', hostApi: '^1.0.0', integrity: { 'entry.js': integrityOf(SCRIPT) }, calls: [], views: [], ...given,
})
const files = () => new Map([['entry.js', SCRIPT]])
const put = (version: string, rule?: Rule) => publish(store, readKey(keyFile), { manifest: manifestOf(version), files: files() }, rule)
const versions = async () => (await store.versions('member')).map((v) => v.manifest.version)
const live = async () => parsed(await store.registry()).remotes.map((r) => [r.version, r.rule.kind])
const aged = (version: string, days: number) => {
  const time = new Date(Date.now() - days * 86_400_000)
  utimesSync(join(store.root, 'remotes/member', version, 'release.json'), time, time)
}
/** Lays a build down as the bundler does. */
function built(version: string): string {
  const dist = join(folder, 'checkout/remotes/member/dist')
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(dist, { recursive: true })
  writeFileSync(join(dist, 'entry.js'), SCRIPT)
  writeFileSync(join(dist, 'release.json'), JSON.stringify(manifestOf(version)))
  return dist
}

test('a version is there whole or not at all: what was cut off counts for nothing and does not stand in the way', async () => {
  const cut = new Map<string, Buffer>([...files(), ['lost.js', undefined as never]])
  await expect(store.put(manifestOf('1.0.0'), cut)).rejects.toThrow()
  expect(await versions()).toEqual([])
  expect(readdirSync(join(store.root, 'remotes/member'))).toEqual([expect.stringMatching(/^\.1\.0\.0\./)])
  expect(await store.registry()).toBeUndefined()
  await expect(takeBack(store, readKey(keyFile), 'member', '1.0.0')).rejects.toThrow('is not in the store')
  await put('1.0.0')
  expect(await versions()).toEqual(['1.0.0'])
  expect(readdirSync(join(store.root, 'remotes/member'))).toEqual(['1.0.0'])
  // What is there is never changed.
  await store.put(manifestOf('1.0.0'), new Map([['entry.js', Buffer.from('another')]]))
  expect(readFileSync(join(store.root, 'remotes/member/1.0.0/entry.js'))).toEqual(SCRIPT)
})

test('names that could leave their folder are refused, for putting as for removing', async () => {
  for (const [name, version] of [['../member', '1.0.0'], ['member', '../1.0.0'], ['member', '1.0.0/..'], ['member', 'a..b'], ['member', '.hidden'], ['member', ''], ['Member', '1.0.0'], ['member', 'x'.repeat(81)], ['mem/ber', '1']]) {
    await expect(store.put(manifestOf(version as string, { name: name as string }), files())).rejects.toThrow('is no name of a release')
    await expect(store.remove(name as string, version as string)).rejects.toThrow('is no name of a release')
  }
  expect(existsSync(store.root)).toBe(false)
  expect(readdirSync(folder)).toEqual(['key.pem'])
})

test('of a release whose entry vouches for its other scripts the registry says that of the entry alone, and is no witness for them', async () => {
  const script = Buffer.from('another')
  const integrity = { 'entry.js': integrityOf(SCRIPT), 'A.js': integrityOf(script) }
  const build = (version: string, given: Partial<Manifest>) => ({ manifest: manifestOf(version, { integrity, ...given }), files: new Map([...files(), ['A.js', script]]) })
  const key = readKey(keyFile)
  const found = async () => parsed(await store.registry()).remotes.map((r) => r.integrity)
  await publish(store, key, build('1.0.0', {}))
  expect(await found()).toEqual([integrity])
  await publish(store, key, build('2.0.0', { entryVouches: true }))
  expect(await found()).toEqual([{ 'entry.js': integrity['entry.js'] }])
  // Taken back and given again it is the same, by what was signed.
  await takeBack(store, key, 'member', '1.0.0')
  await takeBack(store, key, 'member', '2.0.0')
  expect(await found()).toEqual([{ 'entry.js': integrity['entry.js'] }])
  // Its signature is lost: the registry does not know all of it, so it is not signed anew.
  rmSync(join(store.root, 'remotes/member/2.0.0/release.signed.json'))
  await sealLive(store, key)
  await expect(takeBack(store, key, 'member', '2.0.0')).rejects.toThrow('does not bear a signature of ours')
})

test('a build whose file was tampered with or is missing is not read, nor one that wants another console published', async () => {
  const dist = built('1.0.0')
  expect([...readBuild(dist).files.keys()]).toEqual(['entry.js'])
  writeFileSync(join(dist, 'entry.js'), 'var assoc_member;evil()')
  expect(() => readBuild(dist)).toThrow('entry.js of member is missing or changed since it was built')
  rmSync(join(dist, 'entry.js'))
  expect(() => readBuild(dist)).toThrow('is missing or changed')
  expect(() => readBuild(join(folder, 'nothing'))).toThrow('holds no build')
  await expect(publish(store, readKey(keyFile), { manifest: manifestOf('2.0.0', { hostApi: '^2.0.0' }), files: files() })).rejects.toThrow('wants hostApi ^2.0.0')
  expect(await versions()).toEqual([])
})

test('the registry is signed, its serial rises, and only the key that signed it opens it', async () => {
  const other = join(folder, 'other.pem')
  makeKey(other)
  for (const [i, version] of ['1.0.0', '1.1.0'].entries()) expect((await put(version)).serial).toBe(i + 1)
  const signed = (await store.registry())?.signed
  if (!signed) throw new Error('no registry')
  expect([isSigned(signed, publicKeys([keyFile])), isSigned(signed, publicKeys([other]))]).toEqual([true, false])
  expect(isSigned({ ...signed, payload: signed.payload.replace('1.1.0', '1.0.0') }, publicKeys([keyFile]))).toBe(false)
  expect(isSigned({ ...signed, keyId: Object.keys(publicKeys([other]))[0] ?? '' }, publicKeys([other]))).toBe(false)
})

test('old versions go, those that are live and the newest stay', async () => {
  for (const [i, version] of ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0'].entries()) {
    await put(version)
    aged(version, 100 - i)
  }
  await takeBack(store, readKey(keyFile), 'member', '1.0.0')
  await changeRegistry(store, readKey(keyFile), (remotes) => asCanary(store, remotes, manifestOf('1.1.0'), { kind: 'group', group: '甲' }))
  expect(await prune(store, 'member', { versions: 2, days: 365 })).toEqual([])
  expect(await prune(store, 'member', { versions: 2, days: 30 })).toEqual(['1.2.0'])
  expect(await versions()).toEqual(['1.4.0', '1.3.0', '1.1.0', '1.0.0'])
  expect(await prune(store, 'member', { versions: 0, days: 30 })).toEqual(['1.4.0', '1.3.0'])
  expect(await live()).toEqual([['1.0.0', 'all'], ['1.1.0', 'group']])
})

test('a start publishes what it has built and never released; after a take-back it rolls nothing forward', async () => {
  const checkout = join(folder, 'checkout')
  const start = () => publishBuilt(store, readKey(keyFile), checkout)
  expect(await start()).toEqual([])
  built('1.0.0')
  expect(await start()).toEqual(['member 1.0.0'])
  built('1.1.0')
  expect(await start()).toEqual(['member 1.1.0'])
  await takeBack(store, readKey(keyFile), 'member', '1.0.0')
  expect(await start()).toEqual([])
  expect(await live()).toEqual([['1.0.0', 'all']])
  expect(await start()).toEqual([])
  // A version that is new is published, whatever was taken back before.
  built('1.2.0')
  expect(await start()).toEqual(['member 1.2.0'])
  expect(await live()).toEqual([['1.2.0', 'all']])
})

test('a lock whose holder is gone is taken after a minute, one that is held is respected', async () => {
  await put('1.0.0')
  const lock = join(store.root, 'registry.lock')
  const before = await store.registry()
  if (!before) throw new Error('no registry')
  const next = () => store.switchTo(readKey(keyFile).sign({ ...parsed(before), serial: 2 }), before)
  writeFileSync(lock, '')
  expect([await next(), existsSync(lock), parsed(await store.registry()).serial]).toEqual([false, true, 1])
  const old = new Date(Date.now() - 61_000)
  utimesSync(lock, old, old)
  expect([await next(), existsSync(lock)]).toEqual([false, false])
  expect([await next(), existsSync(lock), parsed(await store.registry()).serial]).toEqual([true, false, 2])
  // Whoever comes with what has been replaced is told so.
  expect(await next()).toBe(false)
})

test('who finds their lock in other hands does not switch, and leaves it to them', async () => {
  await put('1.0.0')
  const lock = join(store.root, 'registry.lock')
  const before = await store.registry()
  if (!before) throw new Error('no registry')
  const slow = new FolderStore(store.root)
  // Another process took the lock for one that had been left lying, and has its own now.
  slow.registry = async () => {
    rmSync(lock)
    writeFileSync(lock, 'theirs')
    return before
  }
  expect(await slow.switchTo(readKey(keyFile).sign({ ...parsed(before), serial: 2 }), before)).toBe(false)
  expect(parsed(await store.registry()).serial).toBe(1)
  expect(readFileSync(lock, 'utf8')).toBe('theirs')
})

test('who released it stands in the store and not in the registry, which everybody may read', async () => {
  await publish(store, readKey(keyFile), { manifest: manifestOf('1.0.0', { releasedBy: '甄发布' }), files: files() })
  expect((await store.versions('member'))[0]?.manifest.releasedBy).toBe('甄发布')
  expect((await store.registry())?.signed.payload).not.toContain('甄发布')
})

test('what a cut-off put has left goes with a later one, when it is old', async () => {
  const left = (name: string, hours: number) => {
    const path = join(store.root, 'remotes/member', name)
    mkdirSync(path, { recursive: true })
    const time = new Date(Date.now() - hours * 3_600_000)
    utimesSync(path, time, time)
  }
  left('.0.9.0.17', 2)
  left('.0.9.1.18', 0.5)
  await put('1.0.0')
  expect(readdirSync(join(store.root, 'remotes/member')).sort()).toEqual(['.0.9.1.18', '1.0.0'])
})

/** A process that adds fifty releases of its own to the registry, one at a time; it compares and writes without the lock when it is careless. */
const CHILD = `
  import { renameSync, writeFileSync } from 'node:fs'
  import { changeRegistry } from './publish'
  import { readKey } from './key'
  import { FolderStore } from './store'
  const [root, keyFile, name, careless] = process.argv.slice(2)
  const store = new FolderStore(root)
  if (careless === 'yes') {
    store.switchTo = async (signed, before) => {
      if ((await store.registry())?.etag !== before?.etag) return false
      // Long enough that both are in it at once, however the two are scheduled.
      await new Promise((resolve) => setTimeout(resolve, 5))
      writeFileSync(root + '/' + process.pid, JSON.stringify(signed))
      renameSync(root + '/' + process.pid, root + '/registry.json')
      return true
    }
  }
  process.send('ready')
  process.once('message', async () => {
    const key = readKey(keyFile)
    for (let i = 0; i < 50; ) {
      try {
        await changeRegistry(store, key, (remotes) => [...remotes, { name, version: String(i), rule: { kind: 'all' } }])
        i += 1
      } catch (error) {
        if (error.name !== 'UserFacingError') throw error
      }
    }
    process.disconnect()
  })
`

async function twoProcesses(careless: boolean): Promise<{ serial: number; changes: number }> {
  const script = join(folder, 'child.mjs')
  await build({ stdin: { contents: CHILD, resolveDir: join(process.cwd(), 'server/src/platform/releases'), loader: 'js' }, bundle: true, platform: 'node', format: 'esm', outfile: script, logLevel: 'error' })
  const root = join(folder, careless ? 'careless' : 'careful')
  mkdirSync(root)
  const children = ['one', 'two'].map((name) => fork(script, [root, keyFile, name, careless ? 'yes' : 'no'], { execArgv: [] }))
  const ends = children.map((child) => new Promise<number | null>((resolve) => child.once('exit', resolve)))
  await Promise.all(children.map((child) => new Promise<void>((resolve) => child.once('message', () => resolve()))))
  for (const child of children) child.send('go')
  expect(await Promise.all(ends)).toEqual([0, 0])
  const { serial, remotes } = parsed(await new FolderStore(root).registry())
  return { serial, changes: new Set(remotes.map((r: RemoteRelease) => `${r.name} ${r.version}`)).size }
}

test('two processes that change the registry fifty times each at once lose none of a hundred changes', async () => {
  expect(await twoProcesses(false)).toEqual({ serial: 100, changes: 100 })
  // Control: without the lock both may find nothing changed, and one overwrites what the other has just written.
  expect((await twoProcesses(true)).changes).toBeLessThan(100)
})
