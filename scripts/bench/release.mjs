import { execFile, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { build } from '../build.mjs'
import { findChromium } from '../lib/chromium.mjs'
import { removePostgres } from '../lib/postgres.mjs'
import { at } from '../lib/root.mjs'
import { copyRepository } from './lib/copy.mjs'
import { PASSWORD } from './lib/installation.mjs'
import { verdict } from './lib/verdict.mjs'

const TABS = 200
const AT_ONCE = 10
const RELEASES = 10
const TURNS = 3
const LIST = '/memberManage/companyList'
const IMPORT = '/memberManage/stockListParse'
const PAGE = 'remotes/member/src/views/CompanyList/page.tsx'
const run = promisify(execFile)

/**
 * A release as a person meets it, in Chromium: from the command to the change in a fresh tab, from the return of a take-back to
 * the old text in a fresh tab, and whether tabs that are opened while releases follow each other ever miss a file. Writes
 * docs/benchmarks/release-<date>.md.
 */
export async function measureRelease({ log }) {
  await build({ log })
  const checkout = copyCheckout()
  const server = await startConsole()
  const { chromium } = await import('playwright-core')
  const browser = await chromium.launch({ executablePath: findChromium({ log }), args: ['--no-sandbox', '--disable-background-networking'] })
  const load = os.loadavg()[0]
  try {
    const storageState = await signIn(browser, server.url)
    const command = { checkout, dataDir: server.dataDir }
    const context = await browser.newContext({ storageState })
    await visible(context, server.url, '新增公司')
    const turns = []
    for (let i = 1; i <= TURNS; i++) turns.push(await oneTurn({ context, url: server.url, command, text: `第${i}版`, log }))
    await context.close()
    const tabs = await manyTabs({ browser, storageState, url: server.url, command, log })
    const result = { turns, tabs, load: [load, os.loadavg()[0]] }
    log(`report: ${writeReport(result)}`)
    return result
  } finally {
    await browser.close()
    await server.stop()
    fs.rmSync(checkout, { recursive: true, force: true })
  }
}

/** Releases a changed text and takes it back; answers what each took, in milliseconds. */
async function oneTurn({ context, url, command, text, log }) {
  const old = context.shown ?? '新增公司'
  write(command.checkout, text)
  const begin = performance.now()
  await release(command)
  const released = performance.now() - begin
  await visible(context, url, text)
  const seen = performance.now() - begin
  const bare = await timed(() => visible(context, url, text))
  let said
  const back = await timed(async () => (said = await release(command, '--to', 'previous')))
  // From here on it counts: pages are asked for and a tab is opened in the moment in which the command has returned.
  const version = /^member (\S+) is live/m.exec(said)?.[1]
  const served = timed(() => servedWith(url, version))
  const takenBack = await timed(() => visible(context, url, old))
  log(`release seen after ${(seen / 1000).toFixed(1)} s (command ${(released / 1000).toFixed(1)} s), take-back served ${(await served).toFixed(0)} ms after its return, seen in a tab after ${takenBack.toFixed(0)} ms (a tab alone ${bare.toFixed(0)} ms)`)
  // What is live now is older than what was put there last: the next take-back shall lead back to this text, too.
  context.shown = text
  await release(command)
  return { released, seen, bare, back, served: await served, takenBack }
}

/** Opens tabs, ten at a time in ten profiles that begin empty, while one release follows the other. Every request of every tab is watched. */
async function manyTabs({ browser, storageState, url, command, log }) {
  const failed = []
  const versions = new Set()
  let requests = 0
  let opened = 0
  let releases = Promise.resolve()
  const begin = performance.now()
  const one = async (context) => {
    const page = await context.newPage()
    let closing = false
    page.on('request', () => requests++)
    page.on('requestfailed', (request) => closing || failed.push(`${request.url()} ${request.failure()?.errorText}`))
    page.on('response', (response) => response.status() >= 400 && failed.push(`${response.status()} ${response.url()}`))
    page.on('pageerror', (error) => failed.push(error.message))
    try {
      await page.goto(url + LIST, { timeout: 120_000 })
      await page.getByText(/^共 [\d,]+ 条$/).waitFor({ timeout: 120_000 })
      versions.add(await page.evaluate(() => /\/remotes\/member\/([^/]+)\//.exec(performance.getEntriesByType('resource').find((e) => e.name.includes('/remotes/member/'))?.name ?? '')?.[1]))
      // The next view comes from the same version, whatever has been released since.
      await page.locator(`a[href="${IMPORT}"]`).first().click({ timeout: 120_000 })
      await page.locator('.ant-card-head-title').filter({ hasText: '证券列表解析' }).waitFor({ timeout: 120_000 })
      await page.waitForLoadState('networkidle', { timeout: 120_000 })
    } catch (error) {
      failed.push(`a tab did not come so far: ${error.message.split('\n')[0]}`)
    }
    closing = true
    await page.close()
  }
  const next = async () => {
    const context = await browser.newContext({ storageState })
    while (opened < TABS) {
      opened++
      const number = opened
      if (number % (TABS / RELEASES) === 1) {
        releases = releases.then(async () => {
          write(command.checkout, `第${number}个标签页`)
          await release(command)
          log(`release ${(number - 1) / (TABS / RELEASES) + 1} of ${RELEASES} while tab ${opened} was opened, ${failed.length} failed`)
        })
      }
      await one(context)
    }
    await context.close()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
  await releases
  return { tabs: opened, releases: RELEASES, requests, failed, versions: versions.size, seconds: (performance.now() - begin) / 1000 }
}

async function timed(work) {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

/** Opens a fresh tab and waits until the list's button says this. */
async function visible(context, url, text) {
  const page = await context.newPage()
  await page.goto(url + LIST, { waitUntil: 'commit' })
  await page.getByRole('button', { name: new RegExp(`${text}$`) }).waitFor({ timeout: 60_000 })
  await page.close()
}

/** Asks for the console's page until it names this version. */
async function servedWith(url, version) {
  while (!(await (await fetch(url)).text()).includes(`/remotes/member/${version}/`)) await new Promise((resolve) => setTimeout(resolve, 5))
}

async function release({ checkout, dataDir }, ...args) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir }
  return (await run(process.execPath, ['scripts/release.mjs', 'member', ...args], { cwd: checkout, env })).stdout
}

function write(checkout, text) {
  const source = fs.readFileSync(at(PAGE), 'utf8')
  fs.writeFileSync(path.join(checkout, PAGE), source.replace(/(\n\s+)新增公司(\n)/, `$1${text}$2`))
}

/** A checkout that is built as far as this one: what a release builds is the remote alone. */
function copyCheckout() {
  const checkout = copyRepository('console-release-')
  for (const folder of ['host/dist', 'server/dist', ...fs.readdirSync(at('remotes')).map((name) => `remotes/${name}/dist`), '.cache/build']) {
    fs.cpSync(at(folder), path.join(checkout, folder), { recursive: true, preserveTimestamps: true, filter: (source) => path.basename(source) !== 'lock' })
  }
  return checkout
}

async function signIn(browser, url) {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${url}/login`)
  await page.getByLabel('账号').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登 录' }).click()
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
  const state = await page.context().storageState()
  await page.context().close()
  return state
}

/** The console as people start it, on data of its own. */
async function startConsole() {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'console-bench-'))
  fs.chmodSync(dataDir, 0o711)
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', DATA_DIR: dataDir, SLIDER_CHECK: 'off', ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'warn', NODE_ENV: 'production' }
  const child = spawn(process.execPath, [at('scripts/start.mjs')], { cwd: at(), env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  let said = ''
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (piece) => {
      const ready = /^ready (\S+)/m.exec((said += piece))
      if (ready) resolve(ready[1])
    })
    void exited.then((code) => reject(new Error(`the console ended (${code}): ${said}`)))
  })
  return {
    url,
    dataDir,
    async stop() {
      child.kill('SIGTERM')
      await exited
      await removePostgres({ dataDir })
      fs.rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function writeReport({ turns, tabs, load }) {
  const date = new Date().toISOString().slice(0, 10)
  const file = `docs/benchmarks/release-${date}.md`
  const sorted = (key) => turns.map((turn) => turn[key]).sort((a, b) => a - b)
  const middle = (key) => sorted(key)[Math.floor(turns.length / 2)]
  const worst = (key) => sorted(key).at(-1)
  const s = (ms) => `${(ms / 1000).toFixed(1)} s`
  const ms = (value) => `${value.toFixed(0)} ms`
  const cpus = os.cpus()
  const text = `# Releases, measured on ${date}

By \`pnpm bench -- --only release\`, on ${cpus.length} cores (${cpus[0].model.replace(/\s+/g, ' ').replace(/ @.*| CPU| Processor|\(R\)|\(TM\)/g, '').trim()}), everything on loopback of that one machine: server, database,
bundler and Chromium share its cores, and other work ran beside them (load ${load[0].toFixed(1)} before, ${load[1].toFixed(1)} after).
Releases go to a folder. Each changes one text of one view, so the remote is really built anew.

## One release, one take-back

${turns.length} turns in one browser, each seen in a tab opened for it; the tab is opened in the moment in which the command has returned.

| what | target | middle | worst | |
|---|---|---|---|---|
| from the command's begin to the change in a fresh tab, build included | seconds | ${s(middle('seen'))} | ${s(worst('seen'))} | |
| the command alone (build, checks, signature, switch) | | ${s(middle('released'))} | ${s(worst('released'))} | |
| from the return of a take-back until the console serves pages with the old version | < 1000 ms | ${ms(middle('served'))} | ${ms(worst('served'))} | ${verdict('< 1000 ms', ms(worst('served')))} |
| from the return of a take-back until a tab that is opened then shows the old text | | ${ms(middle('takenBack'))} | ${ms(worst('takenBack'))} | |
| such a tab when nothing was switched | | ${ms(middle('bare'))} | ${ms(worst('bare'))} | |
| the take-back command itself | | ${ms(middle('back'))} | ${ms(worst('back'))} | |

## Tabs while releases follow each other

${tabs.tabs} tabs, ${AT_ONCE} at a time in as many profiles that began empty, over ${tabs.releases} releases in a row; each opens a list, then another view of the same
remote, whatever was released meanwhile. ${tabs.seconds.toFixed(0)} s in all; the tabs ran ${tabs.versions} different versions.

| what | target | counted | |
|---|---|---|---|
| requests | | ${tabs.requests.toLocaleString('en')} | |
| failed requests, answers of 400 and above, thrown errors, tabs that did not come to their second view | 0 | ${tabs.failed.length} | ${verdict('0', String(tabs.failed.length))} |
${tabs.failed.length > 0 ? `\nThe first of them: ${tabs.failed.slice(0, 5).map((line) => `\`${line}\``).join(', ')}\n` : ''}`
  fs.mkdirSync(at('docs/benchmarks'), { recursive: true })
  fs.writeFileSync(at(file), text)
  return file
}
