import type { Page } from 'playwright-core'
import { ADMIN_PASSWORD, startConsole, type Console } from './harness'
import { letSignIn, until } from './steps'

let app: Console
beforeAll(async () => {
  app = await startConsole({ env: { SLIDER_CHECK: 'on' } })
  await letSignIn(app, 'zhenjingban', 'wenmishu', 'huilianxi')
})
afterAll(() => app?.stop())

const handle = (page: Page) => page.getByRole('slider')
const passed = (page: Page) => page.getByText('验证通过')

/** Where the piece belongs: only the server knows. */
async function answer(): Promise<number> {
  const [row] = await app.sql<{ answer: number }>('select answer from slider_challenge order by create_time desc limit 1')
  return row?.answer ?? Number.NaN
}

async function ready(page: Page): Promise<number> {
  await page.getByRole('button', { name: '换一张' }).waitFor()
  return answer()
}

async function slideByKeyboard(page: Page, target: number): Promise<void> {
  await handle(page).focus()
  for (let at = 0; target - at >= 10; at += 10) await page.keyboard.press('Shift+ArrowRight', { delay: 10 })
  for (let left = target % 10; left >= 2; left -= 2) await page.keyboard.press('ArrowRight', { delay: 10 })
  await page.keyboard.press('Enter')
}

async function slideByMouse(page: Page, target: number): Promise<void> {
  const track = await page.locator('.l-track').evaluate((e) => e.clientWidth)
  const max = Number(await handle(page).getAttribute('aria-valuemax'))
  const box = await handle(page).boundingBox()
  if (!box) throw new Error('the handle is not on the page')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  const way = (target * (track - 52)) / max
  for (let step = 1; step <= 12; step++) {
    await page.mouse.move(x + (way * step) / 12, y + (step % 3))
    await page.waitForTimeout(20)
  }
  await page.mouse.up()
}

const submit = (page: Page) => page.getByRole('button', { name: '登 录' }).click()

async function fill(page: Page, loginName: string, password: string): Promise<void> {
  await page.getByLabel('账号').fill(loginName)
  await page.getByLabel('密码', { exact: true }).fill(password)
}

test('a person signs in with the slider by mouse and lands on the page that they wanted', async () => {
  const { context, page, problems } = await app.newPerson()
  await page.goto(`${app.url}/memberManage/companyList?board=szMain#rows`)
  await page.waitForURL((url) => url.pathname === '/login')
  expect(new URL(page.url()).search).toBe(`?reback=${encodeURIComponent(`${app.url}/memberManage/companyList?board=szMain#rows/manager`)}`)
  const target = await ready(page)
  await fill(page, 'admin', ADMIN_PASSWORD)
  await submit(page)
  expect(await page.getByText('请先完成滑块验证').isVisible()).toBe(true)
  await until(() => handle(page).evaluate((e) => e === document.activeElement), 'the slider has the focus')
  await slideByMouse(page, target)
  await passed(page).waitFor()
  await submit(page)
  await page.waitForURL(`${app.url}/memberManage/companyList?board=szMain#rows`)
  await page.getByText(/^共 [\d,]+ 条$/).waitFor()
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}') as { userId?: string; token?: string })
  expect(Object.keys(stored).sort()).toEqual(['token', 'userId'])
  const cookies = await context.cookies()
  expect(cookies.find((c) => c.value.length > 20)).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  expect(problems).toEqual([])
  await context.close()
})

test('a wrong place is refused with a new picture, and the keyboard alone signs in', async () => {
  const { context, page, problems } = await app.newPerson()
  await page.goto(`${app.url}/login`)
  const first = await ready(page)
  await page.keyboard.type('wenmishu')
  await page.keyboard.press('Tab')
  await page.keyboard.type(ADMIN_PASSWORD)
  for (let i = 0; i < 4 && !(await handle(page).evaluate((e) => e === document.activeElement)); i++) await page.keyboard.press('Tab')
  await slideByKeyboard(page, first - 40)
  await page.getByText('没有对准缺口，请再试一次').waitFor()
  const second = await ready(page)
  await slideByKeyboard(page, second)
  await passed(page).waitFor()
  await page.getByLabel('密码', { exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`${app.url}/`)
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
  const [used] = await app.sql<{ used: boolean }>('select used from slider_challenge order by create_time desc limit 1')
  expect(used?.used).toBe(true)
  expect(problems).toEqual([])
  await context.close()
})

test('an address of a strange origin in reback is not followed', async () => {
  for (const strange of ['https://evil.example/', `${app.url}.evil.example/`, '//evil.example', `https://evil.example\\@${new URL(app.url).host}/`, 'javascript:alert(1)']) {
    const { context, page } = await app.newPerson()
    await page.goto(`${app.url}/sso/return?reback=${encodeURIComponent(strange)}`)
    expect(new URL(page.url()).origin).toBe(app.url)
    await context.close()
  }
})

test('a reset password must be replaced before anything else; the rules are ticked off while typing', async () => {
  await app.sql(`update sys_user set must_change_password = true where login_name = 'huilianxi'`)
  const { context, page } = await app.newPerson()
  await page.goto(`${app.url}/login?reback=${encodeURIComponent(`${app.url}/personalCenter/manager`)}`)
  const target = await ready(page)
  await fill(page, 'huilianxi', ADMIN_PASSWORD)
  await slideByKeyboard(page, target)
  await passed(page).waitFor()
  await submit(page)
  await page.getByRole('heading', { name: '设置新密码' }).waitFor()
  // Neither this tab after a reload nor another one takes them for signed in.
  expect(await page.evaluate(() => localStorage.getItem('userInfo'))).toBeNull()
  const rule = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  const input = page.getByLabel('新密码', { exact: true })
  await input.fill('abcd')
  expect(await rule('至少 10 个字符').innerText()).toContain('未满足')
  expect(await rule('不是重复或连续的字符').innerText()).toContain('未满足')
  await input.fill('xx-huilianxi-xx')
  expect(await rule('至少 10 个字符').innerText()).toContain('已满足')
  expect(await rule('不含登录账号').innerText()).toContain('未满足')
  await page.getByLabel('再次输入').fill('xx-huilianxi-xx')
  await page.getByRole('button', { name: '保存并进入' }).click()
  expect(await page.getByRole('heading', { name: '设置新密码' }).isVisible()).toBe(true)
  await input.fill('Ganlan-Shu-Xia-9')
  await page.getByLabel('再次输入').fill('Ganlan-Shu-Xia-8')
  await page.getByRole('button', { name: '保存并进入' }).click()
  await page.locator('[aria-invalid=true]').waitFor()
  await page.getByLabel('再次输入').fill('Ganlan-Shu-Xia-9')
  await page.getByRole('button', { name: '保存并进入' }).click()
  await page.waitForURL(`${app.url}/personalCenter`)
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
  expect(await app.sql(`select must_change_password from sys_user where login_name = 'huilianxi'`)).toEqual([{ must_change_password: false }])
  await context.close()
})

test('six wrong passwords shut the door for that account; the wait counts down, another account gets in', async () => {
  const { context, page } = await app.newPerson()
  await page.goto(`${app.url}/login`)
  await ready(page)
  await page.getByLabel('账号').fill('zhenjingban')
  for (let attempt = 1; attempt <= 6; attempt++) {
    const target = await ready(page)
    await page.getByLabel('密码', { exact: true }).fill(`Wrong-Guess-${attempt}`)
    await slideByKeyboard(page, target)
    await passed(page).waitFor()
    await submit(page)
    if (attempt <= 5) await page.getByText('账号或密码不正确').waitFor()
  }
  const waiting = page.getByRole('button', { name: /^请等待 \d+ 秒$/ })
  await waiting.waitFor()
  expect(await waiting.isDisabled()).toBe(true)
  const first = Number(/\d+/.exec(await waiting.innerText())?.[0])
  expect(first).toBeGreaterThan(1_700)
  await until(async () => Number(/\d+/.exec(await waiting.innerText())?.[0]) < first, 'the wait counts down')
  const failed = await app.sql<{ n: number }>(`select count(*)::int as n from audit_log where record_type = 'login' and verb = 'failed' and reason = 'zhenjingban'`)
  expect(failed).toEqual([{ n: 5 }])
  await page.reload()
  const target = await ready(page)
  await fill(page, 'wenmishu', ADMIN_PASSWORD)
  await slideByKeyboard(page, target)
  await passed(page).waitFor()
  await submit(page)
  await page.waitForURL(`${app.url}/`)
  await context.close()
})

const sendButton = (page: Page) => page.getByRole('button', { name: '获取验证码' })

/** Passes the slider and has a code sent; answers the code. */
async function codeBySlider(page: Page, target: string): Promise<string> {
  const place = await ready(page)
  await sendButton(page).click()
  await page.getByText('请先完成滑块验证').waitFor()
  await until(() => handle(page).evaluate((e) => e === document.activeElement), 'the slider has the focus')
  await slideByKeyboard(page, place)
  await passed(page).waitFor()
  await sendButton(page).click()
  await page.getByRole('button', { name: /^\d+ 秒后重发$/ }).waitFor()
  // The slider has done its work; another code would ask for it again.
  expect(await handle(page).count() + (await passed(page).count())).toBe(0)
  return app.codeOf(target)
}

test('a code for signing in comes only behind the slider, and lets the person in', async () => {
  const { context, page, problems } = await app.newPerson()
  await app.sql(`update sys_user set mobile = '19900600001' where login_name = 'wenmishu'`)
  await page.goto(`${app.url}/login`)
  await page.getByRole('button', { name: '验证码登录' }).click()
  await page.getByLabel('手机号码或邮箱').fill('19900600001')
  await page.getByLabel('验证码', { exact: true }).fill('123456')
  await submit(page)
  await page.getByText('请先获取验证码').waitFor()
  await page.getByLabel('验证码', { exact: true }).fill(await codeBySlider(page, '19900600001'))
  await submit(page)
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('a forgotten password: slider, code, a password with the own name is told at its field and costs no code', async () => {
  const { context, page } = await app.newPerson()
  await app.sql(`update sys_user set mobile = '19900600002' where login_name = 'zhenjingban'`)
  await page.goto(`${app.url}/login`)
  await page.getByRole('button', { name: '忘记密码' }).click()
  await page.getByLabel('手机号码或邮箱').fill('19900600002')
  await page.getByLabel('验证码', { exact: true }).fill(await codeBySlider(page, '19900600002'))
  const type = async (password: string) => {
    await page.getByLabel('新密码', { exact: true }).fill(password)
    await page.getByLabel('再次输入').fill(password)
    await page.getByRole('button', { name: '修改密码' }).click()
  }
  await type('zhenjingban-Tor-8')
  await page.getByText('密码不符合要求：不含登录账号或手机号码').waitFor()
  await type('Ganlan-Shu-Xia-7')
  await page.getByText('密码已修改，请用新密码登录。').waitFor()
  // The count of wrong tries that had shut the door is forgotten with it.
  const target = await ready(page)
  await fill(page, 'zhenjingban', 'Ganlan-Shu-Xia-7')
  await slideByKeyboard(page, target)
  await passed(page).waitFor()
  await submit(page)
  await page.waitForURL(`${app.url}/`)
  await context.close()
})

test('who registers gets the code behind the slider', async () => {
  const { context, page } = await app.newPerson()
  await page.goto(`${app.url}/register`)
  for (const [label, value] of [['登录账号', 'xinlaide'], ['姓名', '甄新来'], ['所在公司', '子虚电子股份有限公司'], ['手机号码', '19900600003']] as const) await page.getByLabel(label).fill(value)
  await page.getByLabel('短信验证码').fill(await codeBySlider(page, '19900600003'))
  await page.getByLabel('密码', { exact: true }).fill('Ganlan-Shu-Xia-6')
  await page.getByLabel('再次输入').fill('Ganlan-Shu-Xia-6')
  await page.getByRole('button', { name: '注 册' }).click()
  await page.getByRole('heading', { name: '注册已提交' }).waitFor()
  await context.close()
})
