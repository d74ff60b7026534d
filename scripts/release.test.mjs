import { spawnSync } from 'node:child_process'
import { findProblems, openableViews } from './lib/release/checks.mjs'
import { readWish } from './lib/release/options.mjs'
import { findVersion, releaser, versionOf } from './lib/release/version.mjs'
import { at } from './lib/root.mjs'

const REMOTES = ['meeting', 'member', 'rbac']
const wish = (...args) => readWish(args, REMOTES)

test('what is wanted is read from the arguments', () => {
  expect(wish('member')).toEqual({ name: 'member', action: 'release', to: undefined, rule: { kind: 'all' }, keep: { versions: 5, days: 30 }, dryRun: false })
  expect(wish('--', 'member', '--canary', '10%').rule).toEqual({ kind: 'percent', percent: 10 })
  expect(wish('member', '--canary', 'group:试点 用户').rule).toEqual({ kind: 'group', group: '试点 用户' })
  expect(wish('member', '--to', 'previous', '--dry-run')).toMatchObject({ action: 'switch', to: 'previous', dryRun: true })
  expect(wish('member', '--to', '0.1', '--canary', '5')).toMatchObject({ action: 'switch', rule: { kind: 'percent', percent: 5 } })
  expect(wish('member', '--end-canary').action).toBe('endCanary')
  expect(wish('member', '--keep', '3', '--days', '0').keep).toEqual({ versions: 3, days: 0 })
  // One that has left the checkout may still be live.
  expect(wish('mall', '--list').action).toBe('list')
})

test('what cannot be meant is refused in one sentence, by the command as well', () => {
  const refused = [
    [[], /^Name the remote to release: there are meeting, member, rbac/],
    [['nowhere'], /^There is no remote "nowhere"/],
    [['../member', '--list'], /^There is no remote "..\/member"/],
    [['member', 'rbac'], /one remote at a time/],
    [['member', '--to', ''], /^--to takes a version/],
    [['member', '--canary', '0%'], /^--canary 0% is neither/],
    [['member', '--canary', '100%'], /^--canary 100% is neither/],
    [['member', '--canary', 'group:'], /is neither/],
    [['member', '--keep', '0'], /^--keep 0 must be a whole number, 1 at least/],
    [['member', '--days', 'x'], /^--days x must be/],
    [['member', '--end-canary', '--to', '1'], /^--end-canary stands alone/],
    [['member', '--list', '--canary', '10%'], /^--list only shows/],
    [['member', '--nothing'], /^Unknown option '--nothing'/],
  ]
  for (const [args, sentence] of refused) expect(() => wish(...args)).toThrow(sentence)
  const { status, stderr } = spawnSync(process.execPath, [at('scripts/release.mjs'), 'nowhere'], { encoding: 'utf8' })
  expect([status, stderr.trim().split('\n').length]).toEqual([1, 1])
  expect(stderr).toMatch(/^There is no remote "nowhere" to release: there are .*member/)
})

test('a version names package, commit, a changed work tree and content', () => {
  const git = (commit, changes) => (what) => (what === 'rev-parse' ? commit : changes)
  expect(versionOf('0.1.0-5fea2627b4', git('1a2b3c4d', ''))).toBe('0.1.0-1a2b3c4d-5fea2627b4')
  expect(versionOf('0.1.0-5fea2627b4', git('1a2b3c4d', ' M a'))).toBe('0.1.0-1a2b3c4d-dirty-5fea2627b4')
  expect(versionOf('0.1.0-rc.1-5fea2627b4', () => null)).toBe('0.1.0-rc.1-5fea2627b4')
})

test('who releases is said by the pipeline, else by git, else by the account', () => {
  const git = (name) => () => name
  expect(releaser({ RELEASED_BY: '甄发布' }, git('贾提交'), () => 'app')).toBe('甄发布')
  expect(releaser({}, git('贾提交'), () => 'app')).toBe('贾提交')
  expect(releaser({}, git(null), () => 'app')).toBe('app')
  expect(releaser({}, git('长'.repeat(100)), () => 'app')).toHaveLength(64)
  // An account without an entry in the system's list, as in a container.
  expect(releaser({}, git(null), () => { throw new Error('no such user') })).toBe('')
})

test('a stored version is found by its name, the beginning of it, or as the one before', () => {
  const versions = ['3-cc', '2-bb', '2-aa', '1-aa'].map((version) => ({ manifest: { version } }))
  const find = (wanted, live) => findVersion(versions, wanted, live, (text) => new Error(text)).manifest.version
  expect(find('2-aa')).toBe('2-aa')
  expect(find('3')).toBe('3-cc')
  expect(find('previous', '2-bb')).toBe('2-aa')
  expect(() => find('2')).toThrow('"2" is the beginning of 2-bb, 2-aa')
  expect(() => find('4')).toThrow('No version begins with "4": there are 3-cc, 2-bb')
  expect(() => find('previous', '1-aa')).toThrow('Nothing older than 1-aa is kept')
  expect(() => find('previous', undefined)).toThrow('Nothing is live for everybody')
  expect(() => findVersion([], '1', undefined, (text) => new Error(text))).toThrow('there is none')
})

test('everything that speaks against a release is said at once', () => {
  const view = (name, access = 'signedIn') => ({ menuLink: `member/${name}`, title: '某页', access })
  const manifest = { name: 'member', version: '1', hostApi: '^1.2.0', calls: ['/a/known', '/a/new'], views: [view('List'), view('Open', 'public'), view('Lost'), view('Secret', 'member:secret:read'), view('Plain', 'member:plain:read')] }
  const knows = { hostApi: '1.1.0', calls: ['/a/known'], permits: ['member:plain:read'] }
  const links = new Set(['member/List', 'member/Open', 'member/Secret', 'member/Plain'])
  const limit = { bytes: 30_000, requests: 3 }
  const line = (name, subject, within) => ({ name, what: 'first view', subject, bytes: 31_000, requests: 3, limit, within })
  const budget = [line('login', 'login.html', false), line('remote', 'member/List', false), line('remote', 'rbac/List', false), line('console', 'with memberships/List', false), line('view', 'member/Open', true)]
  const fitsHostApi = (range, version) => !(range === '^1.2.0' && version === '1.1.0')
  expect(findProblems(manifest, { knows, fitsHostApi, links, budget })).toEqual([
    expect.stringMatching(/^member\/Secret asks for the permit member:secret:read, which the server does not know/),
    expect.stringMatching(/^member\/Lost stands in no menu and on no fixed page/),
    expect.stringMatching(/^member wants hostApi \^1.2.0, the console offers 1.1.0/),
    expect.stringMatching(/^member calls \/a\/new, which the server does not have/),
    expect.stringMatching(/^Over the size budget: first view, member\/List: 31.0 of 30 KB, 3 of 3 requests/),
  ])
  const good = { ...manifest, hostApi: '^1.0.0', calls: ['/a/known'], views: manifest.views.filter((v) => !/Lost|Secret/.test(v.menuLink)) }
  expect(findProblems(good, { knows, fitsHostApi, links, budget: [] })).toEqual([])
})

test('seeds of menus and the fixed pages say which views can be opened', () => {
  const links = openableViews()
  for (const link of ['member/CompanyList', 'rbac/ParamList', 'rbac/SecurityPolicy', 'meeting/ScheduleMeeting']) expect(links).toContain(link)
  for (const link of ['rbac/PersonalCenter', 'mall/MallHome', 'oa/TaskLog']) expect(links).toContain(link)
  // What only tests lay into a menu does not count.
  expect(links).not.toContain('oa/Something')
})
