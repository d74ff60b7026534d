import { execFile } from 'node:child_process'
import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Manifest, Registry, SignedRegistry } from '@assoc/contract/platform/release'
import type { Page } from 'playwright-core'
import { COMPANIES } from './companies'
import { startConsole, type Console, type Person } from './harness'
import { until, visit } from './steps'

const ROOT = process.cwd()
const place = realpathSync(mkdtempSync(join(tmpdir(), 'console-release-')))
const checkout = join(place, 'checkout')
const releases = join(place, 'releases')
const keyFile = join(place, 'key.pem')
const logFile = join(place, 'server.log')
const PAGE = 'remotes/member/src/views/CompanyList/page.tsx'

/** A second checkout beside the one that runs: the team of one area works and releases there. */
function copyCheckout(): void {
  for (const name of ['host', 'remotes', 'shared', 'server', 'scripts', '.cache/build', 'package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'tsconfig.base.json']) {
    cpSync(join(ROOT, name), join(checkout, name), { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, filter: (source) => !source.endsWith(join('.cache', 'build', 'lock')) })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
}

const run = promisify(execFile)
/** The command as the team types it; answers what it said. Throws when it ended with another code than 0. */
async function release(...args: string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], RELEASE_DIR: releases, RELEASE_KEY_FILE: keyFile }
  const { stdout } = await run(process.execPath, ['scripts/release.mjs', 'member', ...args], { cwd: checkout, env })
  return stdout
}

/** Changes what the view calls itself; the next release builds it. */
function write(text: string): void {
  const file = join(checkout, PAGE)
  writeFileSync(file, readFileSync(join(ROOT, PAGE), 'utf8').replace("title: '公司管理'", `title: '${text}'`))
}

const signed = (): SignedRegistry => JSON.parse(readFileSync(join(releases, 'registry.json'), 'utf8')) as SignedRegistry
const live = () => {
  const found = (JSON.parse(signed().payload) as Registry).remotes.find((r) => r.name === 'member' && r.rule.kind === 'all')
  if (!found) throw new Error('member is not live')
  const folder = join(releases, 'remotes/member', found.version)
  // Of all its scripts, where the registry says that of the entry.
  const { integrity } = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')) as Manifest
  return { ...found, integrity, folder }
}
const heading = (page: Page, text: string) => page.getByRole('heading', { name: text, exact: true })

/** Opens the list in a fresh tab and waits for its title. */
async function sees(person: Person, text: string): Promise<Page> {
  const page = await person.context.newPage()
  await page.goto(app.url + COMPANIES)
  await heading(page, text).waitFor({ timeout: 15_000 })
  return page
}

let app: Console
let before: { version: ReturnType<typeof live>; registry: Buffer; person: Person; page: Page }
beforeAll(async () => {
  copyCheckout()
  writeFileSync(keyFile, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  app = await startConsole({ env: { RELEASE_DIR: releases, RELEASE_KEY_FILE: keyFile, LOG_FILE: logFile, LOG_LEVEL: 'warn' } })
})
afterAll(async () => {
  await app?.stop()
  rmSync(place, { recursive: true, force: true })
})

test('a released change is seen in a fresh tab, a take-back too; an open page outlives five releases', async () => {
  const person = await app.signedIn()
  const early = await sees(person, '公司管理')
  const failed: string[] = []
  early.on('requestfailed', (request) => failed.push(request.url()))
  early.on('response', (response) => response.status() >= 400 && failed.push(`${response.status()} ${response.url()}`))
  const first = live()

  write('登记公司')
  const said = await release()
  expect(said).toMatch(new RegExp(`member ${live().version} is live for everybody; before: ${first.version} for everybody \\(\\d+\\.\\d s\\)`))
  expect(live().version).not.toBe(first.version)
  // Really another build.
  const changed = Object.keys(live().integrity).filter((file) => !(file in first.integrity))
  expect(changed.map((file) => file.split('.')[0])).toEqual(expect.arrayContaining(['CompanyList', 'remoteEntry']))
  await (await sees(person, '登记公司')).close()

  expect(await release('--to', 'previous')).toContain(`member ${first.version} is live for everybody`)
  await (await sees(person, '公司管理')).close()

  for (const text of ['第二次', '第三次', '第四次', '第五次']) {
    // What later journeys begin with: a page and a registry of one release before the last.
    if (text === '第五次') {
      const other = await app.signedIn()
      before = { version: live(), registry: readFileSync(join(releases, 'registry.json')), person: other, page: await sees(other, '第四次') }
    }
    write(text)
    await release('--keep', '1')
  }
  await (await sees(person, '第五次')).close()
  // The page of before has its own version's files: the view that it opens only now comes from there.
  await visit(early, '会员管理', '证券列表解析')
  await early.locator('.ant-card-head-title').filter({ hasText: '证券列表解析' }).waitFor()
  expect(await early.evaluate((version) => performance.getEntriesByType('resource').some((e) => e.name.includes(`/${version}/StockListParse`)), first.version)).toBe(true)
  expect(failed).toEqual([])
  expect(readdirSync(join(releases, 'remotes/member')).length).toBe(6)
  expect(await release('--list')).toMatch(/live for everybody\n(.*kept\n){5}/)
  await person.context.close()
})

test('what is too old and not live goes only when it is told to, and pages that still want it say so', async () => {
  const { person, page, version } = before
  expect(await release('--keep', '1', '--days', '0')).toContain(`removed ${version.version}`)
  expect(existsSync(version.folder)).toBe(false)
  expect(existsSync(live().folder)).toBe(true)
  // The control of the test above: without the folder an open page does miss its chunk.
  await visit(page, '会员管理', '证券列表解析')
  await page.getByText('内容没有加载成功').waitFor()
  await person.context.close()
})

/** Puts other text in the place of a released file, pressed forms and all; answers how to undo it. */
function change(file: string, edit: (text: string) => string): () => void {
  const before = ['', '.br', '.gz'].filter((end) => existsSync(file + end)).map((end) => [end, readFileSync(file + end)] as const)
  const bytes = Buffer.from(edit(readFileSync(file, 'utf8')))
  const press: Record<string, (b: Buffer) => Buffer> = { '': (b) => b, '.br': brotliCompressSync, '.gz': gzipSync }
  for (const [end] of before) writeFileSync(file + end, press[end]?.(bytes) ?? bytes)
  return () => before.forEach(([end, old]) => writeFileSync(file + end, old))
}
const integrityOf = (file: string) => `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`
const EVIL = (text: string) => `globalThis.__changed=1;${text}`
const ran = (page: Page) => page.evaluate(() => '__changed' in globalThis)
const card = (page: Page, title: string) => page.getByTestId('state-screen').filter({ hasText: title })
const logged = (...words: string[]) => until(() => readFileSync(logFile, 'utf8').split('\n').some((line) => words.every((word) => line.includes(word))), `the log has ${words.join(', ')}`)

async function othersWork(page: Page): Promise<void> {
  await visit(page, '系统管理', '用户管理')
  await page.getByRole('heading', { name: '用户管理' }).waitFor()
}

test.each(['remoteEntry', 'CompanyList'])('a changed %s is not run, the others work, and the log has it', async (name) => {
  const { folder, integrity, version } = live()
  const file = Object.keys(integrity).find((one) => one.startsWith(`${name}.`)) as string
  const undo = change(join(folder, file), EVIL)
  const { context, page } = await app.signedIn()
  await page.goto(app.url + COMPANIES)
  await card(page, '内容没有加载成功').waitFor()
  // It was fetched, and only the decision kept it from running.
  const bytes = await page.request.get(`${app.url}/remotes/member/${version}/${file}`)
  expect(await bytes.text()).toMatch(/^globalThis\.__changed=1;/)
  expect(await ran(page)).toBe(false)
  await logged('client error', 'member/CompanyList', version)
  await othersWork(page)
  expect(await ran(page)).toBe(false)
  // The control: where nobody checks it, the very same file does run.
  const bare = await context.newPage()
  await bare.addScriptTag({ url: `${app.url}/remotes/member/${version}/${file}` })
  expect(await ran(bare)).toBe(true)
  undo()
  await context.close()
  const again = await app.signedIn()
  await (await sees(again, '第五次')).close()
  await again.context.close()
})

test('a changed registry runs nothing and is never signed again; the console itself goes on', async () => {
  const { folder, entry, integrity } = live()
  const undoEntry = change(join(folder, entry), EVIL)
  // The best that somebody without the key can do: the integrity of the changed file stands in the registry.
  const own = integrityOf(join(folder, entry))
  const undo = change(join(releases, 'registry.json'), (text) => text.replace(integrity[entry] as string, own))
  const { context, page } = await app.signedIn()
  await page.goto(app.url + COMPANIES)
  await card(page, '功能模块未通过校验').waitFor()
  expect(await card(page, '功能模块未通过校验').innerText()).toContain('签名不正确')
  expect(await ran(page)).toBe(false)
  await visit(page, '系统管理', '用户管理')
  await card(page, '功能模块未通过校验').filter({ visible: true }).waitFor()
  await page.goto(app.url)
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
  await logged('client error', 'registry: badSignature')
  await logged('bears no signature of ours')
  await expect(release('--to', 'previous')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('does not bear the signature of our key') as string })
  expect(await ran(page)).toBe(false)
  // Not even a registry that is no JSON takes the console away.
  writeFileSync(join(releases, 'registry.json'), JSON.stringify({ ...signed(), payload: 'nonsense' }))
  await page.waitForTimeout(1_200)
  writeFileSync(join(releases, 'registry.json'), '{"payload":')
  await page.goto(app.url + COMPANIES)
  await card(page, '功能模块未通过校验').waitFor()
  undo()
  undoEntry()
  await context.close()
})

test('an old registry is refused by a browser that has seen a newer one', async () => {
  const person = await app.signedIn()
  await (await sees(person, '第五次')).close()
  const newer = readFileSync(join(releases, 'registry.json'))
  writeFileSync(join(releases, 'registry.json'), before.registry)
  const page = await person.context.newPage()
  await page.goto(app.url + COMPANIES)
  await card(page, '功能模块未通过校验').waitFor()
  expect(await card(page, '功能模块未通过校验').innerText()).toContain('比本机见过的旧')
  await logged('client error', 'registry: replayed')
  // The end of a session clears local storage; the old registry passes no more than before.
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await card(page, '功能模块未通过校验').waitFor()
  writeFileSync(join(releases, 'registry.json'), newer)
  await (await sees(person, '第五次')).close()
  await person.context.close()
})

test('a release that bears no good signature is given to nobody', async () => {
  const { folder } = live()
  const forged = join(folder, '../0.0.1-forged')
  cpSync(folder, forged, { recursive: true })
  const seal = join(forged, 'release.signed.json')
  const copied = readFileSync(seal, 'utf8')
  const registry = readFileSync(join(releases, 'registry.json'), 'utf8')
  // The signature of another version, one over something else, none.
  for (const text of [copied, copied.replaceAll(basename(folder), basename(forged)), undefined]) {
    if (text === undefined) rmSync(seal)
    else writeFileSync(seal, text)
    await expect(release('--to', basename(forged))).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(`Without a signature of ours, so that they must be released again: ${basename(forged)}`) as string })
    expect(await release('--list')).toContain(`${basename(forged)} does not bear a signature of ours and is refused`)
  }
  expect(readFileSync(join(releases, 'registry.json'), 'utf8')).toBe(registry)
  rmSync(forged, { recursive: true })
})

test('a chunk that its entry does not know is not even fetched', async () => {
  const before = readFileSync(join(releases, 'registry.json'))
  const registry = JSON.parse(signed().payload) as Registry
  const { folder, entry, integrity } = live()
  const chunk = Object.keys(integrity).find((file) => file.startsWith('CompanyList.')) as string
  const undoChunk = change(join(folder, chunk), EVIL)
  // As if whoever has the key had released it so: the registry vouches for this entry.
  const undoEntry = change(join(folder, entry), (text) => text.replace(`:${(integrity[chunk] as string).slice('sha384-'.length)}`, ''))
  expect(integrityOf(join(folder, entry))).not.toBe(integrity[entry])
  const payload = JSON.stringify({ ...registry, serial: registry.serial + 1, remotes: registry.remotes.map((r) => (r.name === 'member' ? { ...r, integrity: { [entry]: integrityOf(join(folder, entry)) } } : r)) })
  const signature = sign(null, Buffer.from(payload), createPrivateKey(readFileSync(keyFile))).toString('base64')
  writeFileSync(join(releases, 'registry.json'), JSON.stringify({ ...signed(), payload, signature }))
  const { context, page } = await app.signedIn()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(app.url + COMPANIES)
  await card(page, '内容没有加载成功').waitFor()
  expect(asked.filter((url) => url.includes(chunk))).toEqual([])
  expect(await ran(page)).toBe(false)
  await logged('client error', 'member/CompanyList', live().version)
  await othersWork(page)
  undoChunk()
  undoEntry()
  writeFileSync(join(releases, 'registry.json'), before)
  await context.close()
})
