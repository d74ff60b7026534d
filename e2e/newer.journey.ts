import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { companyResource } from '@assoc/contract/member/company'
import type { Page } from 'playwright-core'
import { COMPANIES } from './companies'
import { startConsole, type Console } from './harness'

// A newer console comes out while people work: each open page offers one reload, and nobody is thrown out of a form.

const ROOT = process.cwd()
const web = realpathSync(mkdtempSync(join(tmpdir(), 'console-newer-')))
const pageFile = join(web, 'host/dist/index.html')

/** Puts another build of the console in the place of the one that is served. */
const deploy = (build: string) => writeFileSync(pageFile, readFileSync(join(ROOT, 'host/dist/index.html'), 'utf8').replace('</head>', `<meta name="build" content="${build}"></head>`))

let app: Console
beforeAll(async () => {
  cpSync(join(ROOT, 'host/dist'), join(web, 'host/dist'), { recursive: true })
  cpSync(join(ROOT, 'host/config.json'), join(web, 'host/config.json'))
  symlinkSync(join(ROOT, 'remotes'), join(web, 'remotes'))
  deploy('first')
  app = await startConsole({ staticDir: web })
})
afterAll(async () => {
  await app?.stop()
  rmSync(web, { recursive: true, force: true })
})

const offer = (page: Page) => page.getByRole('status').filter({ hasText: '控制台有新版本' })
const runs = (page: Page) => page.locator('meta[name=build]').getAttribute('content')
/** What a person does anyway: the answers of their calls tell the page of the newer console. */
async function works(page: Page): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().endsWith(companyResource.list.path))
  await page.locator('button[type=submit]').filter({ hasText: /查\s?询/ }).click()
  await answered
}

test('an open page offers one reload for each newer console, and keeps what is typed until then', async () => {
  const { context, page, problems } = await app.signedIn()
  await page.goto(app.url + COMPANIES)
  await page.getByRole('button', { name: '新增公司' }).waitFor()
  await works(page)
  expect(await offer(page).count()).toBe(0)

  deploy('second')
  // The server looks once a second.
  await page.waitForTimeout(1_500)
  await works(page)
  await offer(page).waitFor()
  await page.getByRole('button', { name: '新增公司' }).click()
  const form = page.getByRole('dialog', { name: '新增公司' })
  await form.getByLabel('公司全称').fill('子虚新材股份有限公司')
  await offer(page).getByRole('button', { name: /^稍\s?后$/ }).click()
  await offer(page).waitFor({ state: 'detached' })
  expect(await form.getByLabel('公司全称').inputValue()).toBe('子虚新材股份有限公司')
  await form.getByRole('button', { name: /^取\s?消$/ }).click()
  await page.getByRole('button', { name: /^放\s?弃$/ }).click()
  await form.waitFor({ state: 'hidden' })
  // Put off: not offered again for this one.
  await works(page)
  expect(await offer(page).count()).toBe(0)
  expect(await runs(page)).toBe('first')

  deploy('third')
  await page.waitForTimeout(1_500)
  await works(page)
  await offer(page).getByRole('button', { name: /^刷\s?新$/ }).click()
  await page.locator('meta[name=build][content=third]').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: '新增公司' }).waitFor()
  await works(page)
  expect(await offer(page).count()).toBe(0)
  expect(problems).toEqual([])
  await context.close()
})

test('a console that is taken back to the build of the page takes its offer with it', async () => {
  deploy('first')
  const { context, page, problems } = await app.signedIn()
  await page.goto(app.url + COMPANIES)
  await page.getByRole('button', { name: '新增公司' }).waitFor()
  deploy('fourth')
  await page.waitForTimeout(1_500)
  await works(page)
  await offer(page).waitFor()
  deploy('first')
  await page.waitForTimeout(1_500)
  await works(page)
  await offer(page).waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  await context.close()
})
