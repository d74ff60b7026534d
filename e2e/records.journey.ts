import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { choose } from './companies'
import { startConsole, type Console } from './harness'
import { until } from './steps'

let app: Console
beforeAll(async () => {
  app = await startConsole()
})
afterAll(() => app?.stop())

// The smallest picture that is one.
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const drawer = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const save = (page: Page, name: string) => drawer(page, name).getByRole('button', { name: /^保\s?存$/ }).click()

test('a picture is uploaded with its form, refused where it is none, fetched from the detail; one is in use per scene', async () => {
  const { context, page, problems } = await app.signedIn()
  await page.goto(`${app.url}/memberManage/contactQrCode`)
  await page.getByRole('button', { name: '新增联系人二维码' }).first().click()
  const form = drawer(page, '新增联系人二维码')
  await form.getByLabel('二维码名称').fill('会费咨询')
  await choose(page, form, '使用场景', '会费')
  await save(page, '新增联系人二维码')
  await form.getByText('请上传二维码图片').first().waitFor()
  const input = form.locator('input[type=file]')
  await input.setInputFiles({ name: '假图.png', mimeType: 'image/png', buffer: Buffer.from('GIF89a') })
  await form.getByText('文件内容与扩展名不符').waitFor()
  expect(await form.getByLabel('二维码名称').inputValue()).toBe('会费咨询')
  await input.setInputFiles({ name: '会费二维码.png', mimeType: 'image/png', buffer: PNG })
  await form.getByRole('button', { name: '会费二维码.png', exact: true }).waitFor()
  await save(page, '新增联系人二维码')
  await form.waitFor({ state: 'hidden' })

  const row = page.getByRole('row', { name: /会费咨询/ })
  await row.getByRole('button', { name: /^启\s?用$/ }).click()
  await page.getByRole('dialog', { name: /启用/ }).getByRole('button', { name: /^启\s?用$/ }).click()
  await row.getByText('启用', { exact: true }).first().waitFor()
  await row.getByText('会费咨询', { exact: true }).click()
  const detail = page.getByRole('dialog').filter({ has: page.getByText('会费二维码.png') })
  // A picture is looked at first, and saved from there.
  await detail.getByRole('region', { name: '资料' }).getByRole('button', { name: '会费二维码.png' }).click()
  const viewer = page.getByRole('dialog', { name: '会费二维码.png' })
  await until(() => viewer.getByRole('img', { name: '会费二维码.png' }).evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0), 'the picture is shown')
  const [loaded] = await Promise.all([page.waitForEvent('download'), viewer.getByRole('button', { name: '下载' }).click()])
  expect(loaded.suggestedFilename()).toBe('会费二维码.png')
  expect(readFileSync(await loaded.path()).equals(PNG)).toBe(true)
  // What was refused on the way is told by its status in the console of the browser.
  expect(problems).toEqual([])
  await context.close()
})
