import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CODE } from '@assoc/contract'
import { reportClientError } from '@assoc/contract/platform/workspace'
import type { Manifest, Registry, Rule } from '@assoc/contract/platform/release'
import { noteReleases, selectOwnGroups } from '@assoc/contract/rbac/own'
import { endCanary, selectReleases, startCanary, switchRelease } from '@assoc/contract/rbac/release'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { addJob } from '../../../platform/jobs/queue'
import { isSigned, makeKey, publicKeys } from '../../../platform/releases/key'
import { parsed, publish } from '../../../platform/releases/publish'
import { signRelease } from '../../../platform/releases/trusted'

let server: TestServer
let reader: TestServer
const folder = mkdtempSync(join(tmpdir(), 'release-test-'))
const keyFile = join(folder, 'key.pem')
const env = { RELEASE_DIR: join(folder, 'releases'), RELEASE_KEY_FILE: keyFile }

beforeAll(async () => {
  makeKey(keyFile)
  server = await startTestServer({ env })
  // Another server of the same store that accepts what is signed and signs nothing.
  reader = await startTestServer({ env: { RELEASE_DIR: env.RELEASE_DIR, RELEASE_PUBLIC_KEYS: keyFile } })
})
afterAll(async () => {
  await server.stop()
  await reader.stop()
  rmSync(folder, { recursive: true, force: true })
})

const SCRIPT = Buffer.from('var assoc_fake')

/** Puts a small release into the store, `age` minutes old, and gives it to those of the rule. */
async function release(name: string, version: string, { age = 0, rule, hostApi = '^1.0.0' }: { age?: number; rule?: Rule; hostApi?: string } = {}): Promise<void> {
  const { store, key } = server.platform.releases
  if (!key) throw new Error('the server signs')
  const integrity = { 'remoteEntry.js': `sha384-${createHash('sha384').update(SCRIPT).digest('base64')}` }
  const manifest: Manifest = { name, version, entry: 'remoteEntry.js', globalName: `assoc_${name}`, hostApi, integrity, calls: [], views: [{ menuLink: `${name}/A`, title: '甲', access: 'signedIn' }] }
  if (hostApi === '^1.0.0') await publish(store, key, { manifest, files: new Map([['remoteEntry.js', SCRIPT]]) }, rule)
  else await store.put(manifest, new Map([['remoteEntry.js', SCRIPT]]), signRelease(key, manifest, new Map([['remoteEntry.js', SCRIPT]])))
  const time = new Date(Date.now() - age * 60_000)
  utimesSync(join(env.RELEASE_DIR, 'remotes', name, version, 'release.json'), time, time)
}

const now = async (): Promise<Registry> => parsed(await server.platform.releases.store.registry())
const serial = async () => (await now()).serial
/** What people get of a module, after the signature was checked with the public key. */
async function given(name: string): Promise<[version: string, rule: Rule][]> {
  const stored = await server.platform.releases.store.registry()
  if (!stored || !isSigned(stored.signed, publicKeys([keyFile]))) throw new Error('the registry is not signed')
  expect(isSigned({ ...stored.signed, payload: stored.signed.payload.replace(name, 'other') }, publicKeys([keyFile]))).toBe(false)
  return parsed(stored).remotes.filter((r) => r.name === name).map((r) => [r.version, r.rule])
}
const rowsOf = async (name: string) => (await server.ok(selectReleases, {})).items.filter((r) => r.name === name)
const switches = (remote: string) => server.platform.db.selectFrom('release_switch').selectAll().where('remote', '=', remote).orderBy('switch_id').execute()
const audits = async (moduleName: string) =>
  (await server.platform.db.selectFrom('audit_log').select(['record_id', 'verb', 'reason', 'before', 'after', 'xmin' as never]).where('record_type', '=', 'release').orderBy('audit_id').execute()).filter((a) => (a.after as { moduleName?: string }).moduleName === moduleName)

test('the list has every version with state, people, sessions with their share, and failures of seven days', async () => {
  await release('member', '1.0.0', { age: 20 })
  await release('member', '1.1.0', { age: 10, rule: { kind: 'percent', percent: 30 } })
  const [anna, bert, cleo] = [await server.person(), await server.person(), await server.person()]
  for (const as of [anna, bert]) await server.ok(noteReleases, { loaded: [{ name: 'member', version: '1.0.0' }] }, { as })
  // Of one session the version loaded last counts.
  await server.ok(noteReleases, { loaded: [{ name: 'member', version: '1.0.0' }, { name: 'member', version: '1.1.0' }] }, { as: cleo })
  const failed = { kind: 'remote' as const, menuLink: 'member/CompanyList', version: '1.1.0' }
  await server.ok(reportClientError, { ...failed, message: 'first' }, { as: anna })
  await server.ok(reportClientError, { ...failed, kind: 'chunk', message: 'Loading chunk 7 failed' }, { as: bert })
  // Neither a script's error nor one of the console's own pages counts against a version.
  await server.ok(reportClientError, { ...failed, kind: 'script', message: 'no' }, { as: bert })
  await server.ok(reportClientError, { kind: 'chunk', menuLink: 'home', version: '1.1.0', message: 'no' }, { as: bert })
  const { db } = server.platform
  await db.insertInto('release_failure').values({ remote: 'member', version: '1.0.0', day: '2020-01-01', last_time: '2020-01-01T00:00:00Z', last_message: 'long ago' }).execute()
  const rows = await rowsOf('member')
  expect(rows).toEqual([
    expect.objectContaining({ moduleName: '会员管理', version: '1.1.0', state: 'canary', audience: '30% 人员', releasedBy: null, hostApi: '^1.0.0', fits: true, viewCount: 1, sessions: 1, share: 33, failures: 2, lastFailure: 'Loading chunk 7 failed' }),
    expect.objectContaining({ version: '1.0.0', state: 'live', audience: '全员', sessions: 2, share: 67, failures: 0, lastFailure: null }),
  ])
  expect(Date.parse(rows[0]?.releaseTime ?? '')).toBeGreaterThan(Date.parse(rows[1]?.releaseTime ?? ''))
  expect(await server.ok(selectReleases, {})).toMatchObject({ serial: await serial(), signs: true })
  // Who is signed out uses nothing; and when the session is deleted, its rows go with it.
  await db.updateTable('session').set({ end_time: new Date(Date.now() - 3 * 86_400_000).toISOString() as never }).where('user_id', '=', bert.userId).execute()
  expect((await rowsOf('member')).map((r) => [r.sessions, r.share])).toEqual([[1, 50], [1, 50]])
  const kept = () => db.selectFrom('session_release').select('session_id').execute()
  expect(await kept()).toHaveLength(3)
  await addJob(db, 'house:keeping', {})
  for (let tries = 0; tries < 100 && (await kept()).length > 2; tries++) await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await kept()).toHaveLength(2)
})

test('switching, a canary by share and by group, and its end: each signs a registry with the next serial and notes who and why', async () => {
  await release('meeting', '1.0.0', { age: 30 })
  await release('meeting', '1.2.0', { age: 10 })
  const begin = await serial()
  const { db } = server.platform
  await db.insertInto('usergroup').values({ group_name: '试用组', remark: null }).execute()
  expect(await server.ok(switchRelease, { name: 'meeting', version: '1.0.0', serial: begin, reason: '列表打不开' })).toEqual({ serial: begin + 1 })
  expect(await given('meeting')).toEqual([['1.0.0', { kind: 'all' }]])
  expect(await server.ok(startCanary, { name: 'meeting', version: '1.2.0', serial: begin + 1, percent: 10, reason: '先试一成' })).toEqual({ serial: begin + 2 })
  expect(await given('meeting')).toEqual([['1.0.0', { kind: 'all' }], ['1.2.0', { kind: 'percent', percent: 10 }]])
  expect(await server.ok(startCanary, { name: 'meeting', version: '1.2.0', serial: begin + 2, group: '试用组', reason: '改为试用组' })).toEqual({ serial: begin + 3 })
  expect(await given('meeting')).toEqual([['1.0.0', { kind: 'all' }], ['1.2.0', { kind: 'group', group: '试用组' }]])
  expect((await rowsOf('meeting')).map((r) => [r.version, r.state, r.audience, r.releasedBy])).toEqual([
    ['1.2.0', 'canary', '用户组「试用组」', '系统管理员'],
    ['1.0.0', 'live', '全员', '系统管理员'],
  ])
  expect(await server.ok(endCanary, { name: 'meeting', serial: begin + 3, reason: '试用结束' })).toEqual({ serial: begin + 4 })
  expect(await given('meeting')).toEqual([['1.0.0', { kind: 'all' }]])
  expect(await serial()).toBe(begin + 4)
  expect((await switches('meeting')).map((s) => [s.serial, s.version, s.action, s.audience, s.reason, s.user_name])).toEqual([
    [begin + 1, '1.0.0', 'switch', '全员', '列表打不开', '系统管理员'],
    [begin + 2, '1.2.0', 'canary', '10% 人员', '先试一成', '系统管理员'],
    [begin + 3, '1.2.0', 'canary', '用户组「试用组」', '改为试用组', '系统管理员'],
    [begin + 4, '1.0.0', 'endCanary', '全员', '试用结束', '系统管理员'],
  ])
  expect(await audits('会议管理')).toMatchObject([
    { verb: 'switch', reason: '列表打不开', before: { audience: '1.2.0 全员' }, after: { audience: '1.0.0 全员' } },
    { verb: 'canary', reason: '先试一成', after: { audience: '1.0.0 全员；1.2.0 10% 人员' } },
    { verb: 'canary', reason: '改为试用组', before: { audience: '1.0.0 全员；1.2.0 10% 人员' }, after: { audience: '1.0.0 全员；1.2.0 用户组「试用组」' } },
    { verb: 'endCanary', reason: '试用结束', after: { audience: '1.0.0 全员' } },
  ])
  // Nothing to end, and nothing to switch.
  expect((await server.call(endCanary, { name: 'meeting', serial: begin + 4, reason: '再来' })).returnCode).toBe(CODE.badTransition)
  expect((await server.call(switchRelease, { name: 'meeting', version: '1.0.0', serial: begin + 4, reason: '再来' })).returnCode).toBe(CODE.badTransition)
  expect(await serial()).toBe(begin + 4)
})

test('what cannot be is refused, with the field where there is one, and changes nothing', async () => {
  await release('guarded', '1.0.0', { age: 30 })
  await release('guarded', '1.1.0', { age: 20 })
  await release('guarded', '9.0.0', { hostApi: '^9.0.0' })
  const [at, before] = [await serial(), await given('guarded')]
  const to = { name: 'guarded', version: '1.0.0', serial: at, reason: '试' }
  const canary = (given: object) => server.call(startCanary, { ...to, ...given })
  const field = (path: string, message: string) => ({ returnCode: CODE.input, data: { fields: [{ path, message }] } })
  expect(await server.call(switchRelease, { ...to, serial: at - 1 })).toMatchObject({ returnCode: CODE.conflict, data: { current: { serial: at } } })
  // What they have not seen comes first, also where the action would be none any more.
  expect((await server.call(switchRelease, { ...to, version: '1.1.0', serial: at - 1 })).returnCode).toBe(CODE.conflict)
  expect((await server.call(endCanary, { name: 'guarded', serial: at - 1, reason: '试' })).returnCode).toBe(CODE.conflict)
  expect(await canary({ serial: at + 1, percent: 5 })).toMatchObject({ returnCode: CODE.conflict })
  expect((await server.call(switchRelease, { ...to, version: '7.7.7' })).returnCode).toBe(CODE.notFound)
  expect((await server.call(switchRelease, { ...to, name: 'nobody' })).returnCode).toBe(CODE.notFound)
  expect(await server.call(switchRelease, { ...to, version: '9.0.0' })).toMatchObject({ returnCode: CODE.inUse, returnMessage: expect.stringContaining('^9.0.0') })
  expect(await canary({ version: '9.0.0', percent: 5 })).toMatchObject({ returnCode: CODE.inUse })
  expect((await server.call(switchRelease, { ...to, version: '../1.0.0' })).returnCode).toBe(CODE.input)
  expect(await server.call(switchRelease, { ...to, reason: ' ' })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'reason' }] } })
  for (const both of [{}, { percent: null, group: null }, { percent: 5, group: '试用组' }]) expect(await canary(both)).toMatchObject(field('percent', '请填写比例或选择用户组，二者选一'))
  for (const percent of [100, -1]) expect(await canary({ percent })).toMatchObject(field('percent', '比例须在 1 到 99 之间'))
  expect(await canary({ percent: 2.5 })).toMatchObject(field('percent', '比例须为整数'))
  expect(await canary({ group: '没有的组' })).toMatchObject(field('group', '没有这个用户组'))
  expect(await canary({ version: '1.1.0', percent: 5 })).toMatchObject(field('version', '该版本已是全员版本，无需灰度'))
  const onlooker = await server.person({ permits: ['rbac:release:read'] })
  expect((await server.call(switchRelease, to, { as: onlooker })).returnCode).toBe(CODE.forbidden)
  expect((await server.call(startCanary, { ...to, percent: 5 }, { as: onlooker })).returnCode).toBe(CODE.forbidden)
  expect((await server.call(endCanary, { name: 'guarded', serial: at, reason: '试' }, { as: onlooker })).returnCode).toBe(CODE.forbidden)
  await server.ok(selectReleases, {}, { as: onlooker })
  expect((await server.call(selectReleases, {}, { as: await server.person() })).returnCode).toBe(CODE.forbidden)
  expect([await serial(), await given('guarded'), await switches('guarded'), await audits('guarded')]).toEqual([at, before, [], []])
})

test('a server without a private key shows what there is and refuses to switch in words', async () => {
  await release('keyless', '1.0.0', { age: 30 })
  await release('keyless', '1.1.0', { age: 20 })
  const { serial: at, signs } = await reader.ok(selectReleases, {})
  expect([at, signs]).toEqual([await serial(), false])
  const answers = [
    await reader.call(switchRelease, { name: 'keyless', version: '1.0.0', serial: at, reason: '试' }),
    await reader.call(startCanary, { name: 'keyless', version: '1.0.0', serial: at, percent: 5, reason: '试' }),
  ]
  for (const answer of answers) expect(answer).toMatchObject({ returnCode: CODE.inUse, returnMessage: '本服务器没有发布密钥，请在发布端用命令行切换' })
  expect(await given('keyless')).toEqual([['1.1.0', { kind: 'all' }]])
})

test('the note, the audit row and the switch stand or fall together', async () => {
  await release('atomic', '1.0.0', { age: 30 })
  await release('atomic', '1.1.0', { age: 20 })
  const at = await serial()
  const { store } = server.platform.releases
  const broken = jest.spyOn(store, 'switchTo').mockRejectedValue(new Error('the disk is full'))
  expect((await server.call(switchRelease, { name: 'atomic', version: '1.0.0', serial: at, reason: '试' })).returnCode).toBe(CODE.fault)
  broken.mockRestore()
  expect([await serial(), await switches('atomic'), await audits('atomic')]).toEqual([at, [], []])
  // The lock of somebody who writes at this moment is waited for.
  const real = store.switchTo.bind(store)
  const held = jest.spyOn(store, 'switchTo').mockResolvedValueOnce(false).mockResolvedValueOnce(false).mockImplementation(real)
  await server.ok(switchRelease, { name: 'atomic', version: '1.0.0', serial: at, reason: '试' })
  expect(held).toHaveBeenCalledTimes(3)
  held.mockRestore()
  // Both rows were written by one and the same transaction.
  const rows = await server.platform.db.selectFrom('release_switch').select(['switch_id', 'xmin' as never]).where('remote', '=', 'atomic').execute()
  expect((await audits('atomic')).map((a) => ({ switch_id: a.record_id, xmin: (a as { xmin?: string }).xmin }))).toEqual(rows)
  expect(rows).toHaveLength(1)
})

test('a registry that somebody else has written is neither shown nor carried on under our signature; an unsigned or forged release is given to nobody', async () => {
  await release('forged', '1.0.0', { age: 30 })
  await release('forged', '1.1.0', { age: 20 })
  const at = await serial()
  const file = join(env.RELEASE_DIR, 'registry.json')
  const good = readFileSync(file, 'utf8')
  const switching = (version: string) => server.call(switchRelease, { name: 'forged', version, serial: at, reason: '试' })
  const signed = JSON.parse(good) as { payload: string }
  writeFileSync(file, JSON.stringify({ ...signed, payload: signed.payload.replace('/remotes/member/', 'https://evil.example/') }))
  for (const answer of [await server.call(selectReleases, {}), await switching('1.0.0'), await server.call(endCanary, { name: 'forged', serial: at, reason: '试' })]) {
    expect(answer).toMatchObject({ returnCode: CODE.inUse, returnMessage: expect.stringContaining('发布清单没有可信的签名') as string })
  }
  expect(readFileSync(file, 'utf8')).toContain('evil.example')
  expect(await switches('forged')).toEqual([])
  writeFileSync(file, good)

  const own = join(env.RELEASE_DIR, 'remotes/forged/1.0.0/release.signed.json')
  const seal = readFileSync(own, 'utf8')
  const evil = `sha384-${createHash('sha384').update('evil').digest('base64')}`
  const { payload, ...rest } = JSON.parse(seal) as { payload: string }
  const untouched = async () => expect([await serial(), await switches('forged')]).toEqual([at, []])
  // Changed after it was signed; signed for another version; not signed at all.
  for (const text of [
    JSON.stringify({ ...rest, payload: payload.replace(/sha384-[^"]+/, evil) }),
    readFileSync(join(env.RELEASE_DIR, 'remotes/forged/1.1.0/release.signed.json'), 'utf8'),
    undefined,
  ]) {
    if (text === undefined) rmSync(own)
    else writeFileSync(own, text)
    expect(await switching('1.0.0')).toMatchObject({ returnCode: CODE.inUse, returnMessage: expect.stringContaining('没有可信的发布签名') as string })
    expect((await server.call(startCanary, { name: 'forged', version: '1.0.0', serial: at, percent: 5, reason: '试' })).returnCode).toBe(CODE.inUse)
    const list = await server.ok(selectReleases, {})
    expect(list.items.filter((r) => r.name === 'forged').map((r) => r.version)).toEqual(['1.1.0'])
    expect(list.refused).toContainEqual({ name: 'forged', moduleName: 'forged', version: '1.0.0' })
    await untouched()
  }
  writeFileSync(own, seal)
  // What lies beside the signature is not read: neither the plain release.json nor, when it was changed, a script.
  writeFileSync(join(env.RELEASE_DIR, 'remotes/forged/1.0.0/release.json'), JSON.stringify({ ...(JSON.parse(payload) as object), integrity: { 'remoteEntry.js': evil } }))
  const script = join(env.RELEASE_DIR, 'remotes/forged/1.0.0/remoteEntry.js')
  writeFileSync(script, 'evil')
  expect(await switching('1.0.0')).toMatchObject({ returnCode: CODE.inUse, returnMessage: expect.stringContaining('与发布时不一致') as string })
  await untouched()
  writeFileSync(script, SCRIPT)
  expect((await switching('1.0.0')).returnCode).toBe(CODE.ok)
  expect(parsed(await server.platform.releases.store.registry()).remotes.find((r) => r.name === 'forged')?.integrity).not.toEqual({ 'remoteEntry.js': evil })
})

/** Two people who have looked at the same registry and switch at once; `careless` makes the store put what comes over what is there. */
async function race(name: string, careless: boolean): Promise<{ codes: string[]; risen: number; noted: number }> {
  for (const [i, version] of ['1.0.0', '1.1.0', '1.2.0'].entries()) await release(name, version, { age: 30 - i })
  const at = await serial()
  const { store } = server.platform.releases
  const real = store.switchTo.bind(store)
  let go: () => void = () => undefined
  const both = new Promise<void>((resolve) => (go = resolve))
  let here = 0
  let turn = Promise.resolve(true)
  const spy = jest.spyOn(store, 'switchTo').mockImplementation(async (signed, before) => {
    // Both have compared their serial and hold what they have signed.
    if (++here === 2) go()
    await both
    turn = turn.then(async () => real(signed, careless ? await store.registry() : before))
    return turn
  })
  const answers = await Promise.all(['1.0.0', '1.1.0'].map((version) => server.call(switchRelease, { name, version, serial: at, reason: '同时' })))
  spy.mockRestore()
  return { codes: answers.map((a) => a.returnCode).sort(), risen: (await serial()) - at, noted: (await switches(name)).length }
}

test('of two who switch at once exactly one wins, and only theirs is noted', async () => {
  expect(await race('raced', false)).toEqual({ codes: [CODE.ok, CODE.conflict].sort(), risen: 1, noted: 1 })
  // Control: a store that does not compare lets both pass, and one switch is lost.
  expect(await race('lost', true)).toEqual({ codes: [CODE.ok, CODE.ok], risen: 1, noted: 2 })
})

test('a person is told their own groups', async () => {
  const anna = await server.person()
  expect(await server.ok(selectOwnGroups, {}, { as: anna })).toEqual({ groups: [] })
  const { db } = server.platform
  const { usergroup_id } = await db.insertInto('usergroup').values({ group_name: '尝鲜组', remark: null }).returning('usergroup_id').executeTakeFirstOrThrow()
  await db.insertInto('usergroup_member').values({ usergroup_id, user_id: anna.userId }).execute()
  expect(await server.ok(selectOwnGroups, {}, { as: anna })).toEqual({ groups: ['尝鲜组'] })
})
