import type { Page } from 'playwright-core'
import { startConsole, type Console } from './harness'
import { letSignIn, letterOf, signInByHand, until } from './steps'

let app: Console
beforeAll(async () => {
  app = await startConsole()
  await letSignIn(app, 'jiamingshi')
})
afterAll(() => app?.stop())

const LOGIN = 'jiamingshi'
const OWN = 'Ganlan-Shu-Xia-9'
const dialog = (page: Page, name: RegExp | string) => page.getByRole('dialog', { name })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const statusOf = async (login: string) => (await app.sql<{ s: string }>('select account_status as s from sys_user where login_name = $1', [login]))[0]?.s

async function openUsers(page: Page, keyword: string) {
  await page.goto(`${app.url}/systemManage/user?keyword=${keyword}`)
  await rowOf(page, keyword).first().waitFor()
}

/** An action of a row, wherever the row has room for it. */
async function action(page: Page, row: string, name: string) {
  const button = rowOf(page, row).getByRole('button', { name: new RegExp(`^${[...name].join('\\s?')}$`) })
  if (await button.count()) return button.click()
  await rowOf(page, row).getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name }).click()
}

test('an administrator disables, restores and unlocks a person; who is disabled is out at once', async () => {
  const { context, page, problems } = await app.signedIn()
  const person = await app.signedIn(LOGIN)
  await person.page.goto(`${app.url}/home`)
  await openUsers(page, LOGIN)
  await action(page, LOGIN, '停用')
  const asks = dialog(page, /^停用：/)
  await asks.getByRole('button', { name: /停\s?用/ }).click()
  await asks.getByText('请填写原因').waitFor()
  await asks.getByRole('textbox').fill('长期外派')
  await asks.getByRole('button', { name: /停\s?用/ }).click()
  await until(async () => (await statusOf(LOGIN)) === 'disabled', 'the account is disabled')
  expect(await app.sql(`select 1 from session where end_time is null and user_id = (select user_id from sys_user where login_name = $1)`, [LOGIN])).toEqual([])
  await action(page, LOGIN, '恢复')
  await dialog(page, /^恢复：/).getByRole('button', { name: /恢\s?复/ }).click()
  await until(async () => (await statusOf(LOGIN)) === 'normal', 'the account is restored')
  await app.sql(`update sys_user set account_status = 'locked', version = version + 1 where login_name = $1`, [LOGIN])
  await openUsers(page, LOGIN)
  await action(page, LOGIN, '解锁')
  await dialog(page, /^解锁：/).getByRole('button', { name: /解\s?锁/ }).click()
  await until(async () => (await statusOf(LOGIN)) === 'normal', 'the account is unlocked')
  expect(problems).toEqual([])
  for (const one of [context, person.context]) await one.close()
})

test('a reset prints a letter that no screen shows; its person signs in with it once and sets a password of their own', async () => {
  const { context, page, problems } = await app.signedIn()
  await openUsers(page, LOGIN)
  await action(page, LOGIN, '重置密码')
  const asks = dialog(page, /^重置密码：/)
  await asks.getByText('密码只印在密码函上', { exact: false }).waitFor()
  // Without a provider of mail or text messages the letter is the way.
  for (const way of [/短信通知本人/, /邮件通知本人/]) expect(await asks.getByRole('radio', { name: way }).isDisabled()).toBe(true)
  const password = await letterOf(page, () => asks.getByRole('button', { name: '重置密码' }).click())
  await asks.waitFor({ state: 'hidden' })
  expect(password).toHaveLength(16)
  expect(await page.content()).not.toContain(password)

  const person = await app.newPerson()
  await person.page.goto(`${app.url}/login`)
  await signInByHand(person.page, LOGIN, password)
  await person.page.getByRole('heading', { name: '设置新密码' }).waitFor()
  await person.page.getByLabel('新密码', { exact: true }).fill(OWN)
  await person.page.getByLabel('再次输入').fill(OWN)
  await person.page.getByRole('button', { name: '保存并进入' }).click()
  await person.page.getByRole('navigation', { name: '主菜单' }).waitFor()

  // The letter is of no use any more.
  const finder = await app.newPerson()
  await finder.page.goto(`${app.url}/login`)
  await signInByHand(finder.page, LOGIN, password)
  await finder.page.getByText('账号或密码不正确').first().waitFor()
  expect([...problems, ...person.problems]).toEqual([])
  for (const one of [context, person.context, finder.context]) await one.close()
})

test('a new account has no password until its letter is printed, and a letter that was left lying lets nobody in', async () => {
  const { context, page, problems } = await app.signedIn()
  await page.goto(`${app.url}/systemManage/user`)
  await page.getByRole('button', { name: '新增用户' }).click()
  const form = dialog(page, '新增用户')
  await form.getByLabel('登录账号').fill('xinlairen')
  await form.getByLabel('姓名').fill('甄新来')
  await form.getByRole('button', { name: /保\s?存/ }).click()
  const password = await letterOf(page, () => dialog(page, '打印密码函：甄新来').getByRole('button', { name: '打印密码函' }).click())
  await app.sql(`update sys_user set password_until = now() - interval '1 minute' where login_name = 'xinlairen'`)
  const finder = await app.newPerson()
  await finder.page.goto(`${app.url}/login`)
  await signInByHand(finder.page, 'xinlairen', password)
  await finder.page.getByText('首次密码超过 72 小时未使用，已经失效', { exact: false }).first().waitFor()
  expect(problems).toEqual([])
  for (const one of [context, finder.context]) await one.close()
})
