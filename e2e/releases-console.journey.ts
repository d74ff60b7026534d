import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shareOf, type Manifest } from '@assoc/contract/platform/release'
import type { Locator, Page } from 'playwright-core'
import { COMPANIES } from './companies'
import { startConsole, type Console } from './harness'
import { letSignIn, until } from './steps'
import { signVersion } from './releases'

const NEXT = '9.9.9-next'
const SCREEN = '/systemManage/release'

let app: Console
let first: string
const folder = mkdtempSync(join(tmpdir(), 'release-journey-'))
beforeAll(async () => {
  app = await startConsole({ env: { SESSIONS_PER_USER: '20' } })
  const { version } = JSON.parse(readFileSync(join(process.cwd(), 'remotes/member/dist/release.json'), 'utf8')) as Manifest
  first = version
})
afterAll(async () => {
  await app?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Puts the built member remote into the console's store under another version, with the very same files, whole or not at all. */
function putNext(): void {
  const copy = join(folder, NEXT)
  const store = join(app.dataDir, 'releases/remotes/member')
  cpSync(join(process.cwd(), 'remotes/member/dist'), copy, { recursive: true })
  const file = join(copy, 'release.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  writeFileSync(file, JSON.stringify({ ...manifest, version: NEXT }))
  signVersion(app.dataDir, copy)
  // A version is newer than another when it was put there later.
  const later = new Date(Date.now() + 1_000)
  utimesSync(file, later, later)
  cpSync(copy, join(store, `.${NEXT}`), { recursive: true, preserveTimestamps: true })
  renameSync(join(store, `.${NEXT}`), join(store, NEXT))
}

/** Version of the member remote that a fresh browser of this person runs, by the address of its entry; waits until that was noted, where it is wanted. */
async function versionFor(loginName: string, noted = false): Promise<string> {
  const { context, page, problems } = await app.signedIn(loginName)
  const entry = page.waitForRequest((request) => /\/remotes\/member\/[^/]+\/remoteEntry/.test(request.url()))
  // Listened for from the beginning: on a busy machine it is noted before the heading is seen.
  const told = noted ? page.waitForResponse((response) => response.url().endsWith('/noteReleases') && response.ok()) : undefined
  await page.goto(app.url + COMPANIES)
  const version = /\/remotes\/member\/([^/]+)\//.exec((await entry).url())?.[1] ?? ''
  await page.getByRole('heading', { name: '公司管理' }).waitFor()
  await told
  expect(problems).toEqual([])
  await context.close()
  return version
}

const panel = (page: Page) => page.getByRole('region', { name: '会员管理' })
const row = (page: Page, version: string): Locator => panel(page).getByRole('row').filter({ has: page.getByRole('cell', { name: version, exact: true }) })
const press = (page: Page, version: string, name: string) => row(page, version).getByRole('button', { name, exact: true }).click()

/** Gives the reason in the open dialog and confirms; waits until the list says what has become. */
async function confirm(page: Page, name: string, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('原因').fill(reason)
  await dialog.getByRole('button', { name }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** Two people with the administrator's roles: one in the first half of the people for the member remote, one in the second. */
async function oneOfEachHalf(): Promise<[string, string]> {
  const people = await app.sql<{ login_name: string; user_id: string }>(
    `insert into sys_user (login_name, real_name, type_id) select 'half' || n, '甄半' || n, 'staff' from generate_series(1, 12) n returning login_name, user_id::text`,
  )
  await app.sql(`insert into user_role (user_id, role_id) select p.user_id, r.role_id from sys_user p, user_role r join sys_user a on a.user_id = r.user_id and a.login_name = 'admin' where p.login_name like 'half%'`)
  const inHalf = (first: boolean) => people.find((p) => shareOf('member', p.user_id) < 50 === first)?.login_name ?? ''
  const chosen: [string, string] = [inHalf(true), inHalf(false)]
  await letSignIn(app, ...chosen)
  return chosen
}

test('a second version goes to a half, to a group, to all, and is taken back, from the screen; every fresh browser gets what it should', async () => {
  const [inside, outside] = await oneOfEachHalf()
  putNext()
  const { context, page, problems } = await app.signedIn()
  await page.goto(app.url + SCREEN)
  await row(page, NEXT).getByText('已下线').waitFor()
  expect(await versionFor(inside)).toBe(first)

  // To half of the people; a share that is none is refused at its field.
  await press(page, NEXT, '灰度')
  await page.getByRole('dialog').getByLabel('比例（%）').fill('100')
  await page.getByRole('dialog').getByRole('button', { name: '开始灰度' }).click()
  await page.getByText('比例须在 1 到 99 之间').waitFor()
  await page.getByRole('dialog').getByLabel('比例（%）').fill('50')
  await confirm(page, '开始灰度', '先给一半')
  await row(page, NEXT).getByText('50% 人员').waitFor()
  expect([await versionFor(inside), await versionFor(outside)]).toEqual([NEXT, first])

  await panel(page).getByRole('button', { name: '结束灰度' }).click()
  await confirm(page, '结束灰度', '改为按组')
  await row(page, NEXT).getByText('已下线').waitFor()
  expect(await versionFor(inside)).toBe(first)

  // To a group: whoever is in it gets it, in whichever half they are.
  await app.sql(`with made as (insert into usergroup (group_name) values ('发布试用组') returning usergroup_id)
    insert into usergroup_member (usergroup_id, user_id) select made.usergroup_id, u.user_id from made, sys_user u where u.login_name = $1`, [outside])
  await page.getByRole('button', { name: '刷新', exact: true }).click()
  await press(page, NEXT, '灰度')
  await page.getByRole('dialog').getByText('按用户组').click()
  await page.getByRole('dialog').getByRole('combobox').click()
  await page.getByTitle('发布试用组').click()
  await confirm(page, '开始灰度', '给试用组')
  await row(page, NEXT).getByText('用户组「发布试用组」').waitFor()
  expect([await versionFor(inside), await versionFor(outside)]).toEqual([first, NEXT])

  // To everybody; what their session has loaded is counted.
  await press(page, NEXT, '设为全员')
  await confirm(page, '设为全员', '试用无误')
  await row(page, first).getByRole('button', { name: '回退到此版本' }).waitFor()
  expect(await versionFor(inside, true)).toBe(NEXT)
  await page.getByRole('button', { name: '刷新', exact: true }).click()
  await row(page, NEXT).getByText(/^\d（\d+%）$/).waitFor()

  // Somebody has switched elsewhere while the dialog stands open: it says so and the list is read again.
  await press(page, first, '回退到此版本')
  const other = await app.signedIn()
  await other.page.goto(app.url + SCREEN)
  await press(other.page, first, '回退到此版本')
  await confirm(other.page, '回退', '列表打不开')
  await row(other.page, NEXT).getByText('已下线').waitFor()
  await other.context.close()
  await confirm(page, '回退', '也想回退')
  await page.getByText('发布清单刚被他人更改，已重新读取，请核对后再操作').waitFor()
  await row(page, NEXT).getByText('已下线').waitFor()
  expect(await versionFor(outside)).toBe(first)

  expect(await app.sql('select action, version, reason from release_switch order by switch_id')).toEqual([
    { action: 'canary', version: NEXT, reason: '先给一半' },
    { action: 'endCanary', version: first, reason: '改为按组' },
    { action: 'canary', version: NEXT, reason: '给试用组' },
    { action: 'switch', version: NEXT, reason: '试用无误' },
    { action: 'switch', version: first, reason: '列表打不开' },
  ])
  await until(async () => (await app.sql<{ n: number }>(`select count(*)::int as n from audit_log where record_type = 'release'`))[0]?.n === 5, 'five audit rows')
  expect(problems).toEqual([])
  await context.close()
})
