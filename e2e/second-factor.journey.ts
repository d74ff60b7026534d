import { createServer } from 'node:net'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { clientSecretOf, startProvider, type RunningProvider } from '../scripts/jest/start-provider.mjs'
import { ADMIN_PASSWORD, startConsole, type Console } from './harness'
import { letSignIn, signInByHand } from './steps'

let app: Console
let provider: RunningProvider
const LABEL = '用协会账号登录'

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

beforeAll(async () => {
  const port = await freePort()
  app = await startConsole({ env: { OIDC_ISSUER: `http://127.0.0.1:${port}`, OIDC_CLIENT_ID: 'console', OIDC_CLIENT_SECRET: clientSecretOf('console'), OIDC_LABEL: LABEL } })
  // After the console, whose address it must know: the console asks for it with the first sign-in.
  provider = await startProvider({ port, redirectUris: [`${app.url}/sso/oidc/callback`], postLogoutRedirectUris: [`${app.url}/login`] })
  await letSignIn(app, 'wenmishu', 'huilianxi')
})
afterAll(async () => {
  await provider?.stop()
  await app?.stop()
})

/** The code of the step `later` than now: each is good once, and for a minute at least. */
const codeOf = (secret: string, later = 0) => new TOTP({ secret: Secret.fromBase32(secret.replaceAll(/\s/g, '')) }).generate({ timestamp: Date.now() + later * 30_000 })
const home = (page: Page) => page.waitForURL(`${app.url}/`)

async function signOut(page: Page, loginName: string): Promise<void> {
  const [person] = await app.sql<{ real_name: string }>('select real_name from sys_user where login_name = $1', [loginName])
  await page.getByRole('button', { name: person?.real_name ?? '' }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
}

test('a person sets a second factor up, signs in with its code, and with a recovery code when the phone is away', async () => {
  const { context, page, problems } = await app.newPerson()
  await page.goto(`${app.url}/login`)
  await signInByHand(page, 'wenmishu')
  await home(page)
  await page.goto(`${app.url}/personalCenter?part=factor`)
  await page.getByRole('button', { name: '启用二次验证' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('当前密码').fill('Wrong-Horse-27')
  await dialog.getByRole('button', { name: '下一步' }).click()
  await dialog.getByText('当前密码不正确').waitFor()
  await dialog.getByLabel('当前密码').fill(ADMIN_PASSWORD)
  await dialog.getByRole('button', { name: '下一步' }).click()
  await dialog.getByAltText('绑定验证器的二维码').waitFor()
  const secret = (await dialog.getByTestId('factor-secret').innerText()).trim()
  const used = codeOf(secret)
  await dialog.getByLabel('2. 输入它显示的 6 位动态码').fill(used)
  await dialog.getByRole('button', { name: '验证并启用' }).click()
  await page.getByRole('list', { name: '恢复码' }).waitFor()
  const codes = await page.getByRole('list', { name: '恢复码' }).getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: '我已保存，关闭' }).click()
  await page.getByText('还剩 10 个未使用').waitFor()

  // Another browser: the password alone opens nothing.
  const away = await app.newPerson({ width: 390, height: 844 })
  await away.page.goto(`${app.url}/login?reback=${encodeURIComponent(`${app.url}/personalCenter?part=factor`)}`)
  await signInByHand(away.page, 'wenmishu')
  await away.page.getByRole('heading', { name: '二次验证' }).waitFor()
  expect(await away.page.evaluate(() => localStorage.getItem('userInfo'))).toBeNull()
  await away.page.getByLabel('动态码').fill('12')
  await away.page.keyboard.press('Enter')
  await away.page.getByText('动态码为 6 位数字').waitFor()
  // The code that has just set it up is used already, also when its half minute has passed meanwhile.
  await away.page.getByLabel('动态码').fill(used)
  await away.page.keyboard.press('Enter')
  await away.page.getByText('动态码不正确或已使用过').waitFor()
  await away.page.getByLabel('动态码').fill(codeOf(secret, 1))
  await away.page.keyboard.press('Enter')
  await away.page.waitForURL(`${app.url}/personalCenter?part=factor`)
  await away.page.getByText('还剩 10 个未使用').waitFor()
  await away.context.close()

  // A third one, with a recovery code, trusted from then on.
  const third = await app.newPerson()
  await third.page.goto(`${app.url}/login`)
  await signInByHand(third.page, 'wenmishu')
  await third.page.getByRole('button', { name: '使用恢复码' }).click()
  await third.page.getByLabel('恢复码').fill((codes[0] ?? '').toLowerCase())
  await third.page.getByLabel('信任此设备').check()
  await third.page.getByRole('button', { name: '验证并登录' }).click()
  await home(third.page)
  await third.page.goto(`${app.url}/personalCenter?part=factor`)
  await third.page.getByText('还剩 9 个未使用').waitFor()
  await third.page.getByText('本机').waitFor()
  await signOut(third.page, 'wenmishu')
  await third.page.waitForURL(`${app.url}/login`)
  await signInByHand(third.page, 'wenmishu')
  await home(third.page)
  expect(problems).toEqual([])
  await third.context.close()
  await context.close()
})

test('a person signs in and out by the provider; somebody without an account is told what to do', async () => {
  const { context, page } = await app.newPerson()
  const atProvider = async (name: string) => {
    await page.getByRole('link', { name: LABEL }).click()
    await page.locator('input[name=login]').fill(name)
    await page.locator('input[name=password]').fill('typed')
    await page.locator('button[type=submit]').click()
    await page.waitForURL((url) => url.pathname.startsWith('/interaction/'))
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  await page.goto(`${app.url}/login?reback=${encodeURIComponent(`${app.url}/personalCenter`)}`)
  await atProvider('huilianxi')
  await page.waitForURL(`${app.url}/personalCenter`)
  await page.getByRole('heading', { name: '个人中心' }).waitFor()
  await signOut(page, 'huilianxi')
  // The provider asks whether its own session ends as well, and leads back.
  await page.waitForURL((url) => url.origin === provider.issuer)
  await page.locator('button[name=logout]').click()
  await page.waitForURL(`${app.url}/login`)
  await atProvider('nobody-here')
  await page.getByRole('heading', { name: '没有对应的账号' }).waitFor()
  await page.getByRole('button', { name: '返回登录页' }).click()
  await page.getByLabel('账号').waitFor()
  await context.close()
})
