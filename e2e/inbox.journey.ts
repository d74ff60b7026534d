import { startConsole, type Console } from './harness'
import { until } from './steps'

let app: Console
beforeAll(async () => {
  app = await startConsole()
})
afterAll(() => app?.stop())

test('from the oldest on the home page to three decisions in a row by keys, and what was decided is told', async () => {
  const { page, problems, context } = await app.signedIn()
  await page.goto(app.url)
  const panel = page.getByRole('region', { name: '我的待办' })
  await panel.getByRole('table', { name: '等待最久的事项' }).waitFor()
  await panel.getByRole('link', { name: '全部待办' }).click()
  const things = page.getByRole('list', { name: '待办事项' }).getByRole('listitem')
  await things.first().waitFor()

  await page.getByLabel('事项类别').fill('会议报名')
  await page.getByTitle(/^待审核会议报名（\d+）$/).click()
  await page.waitForURL(/kind=meetingRegistration\.pending/)
  await things.filter({ hasText: '待审核会议报名' }).first().getByRole('button').click()
  const names: string[] = []
  for (let n = 0; n < 3; n += 1) {
    const name = await page.getByRole('heading', { level: 2 }).innerText()
    expect(names).not.toContain(name)
    names.push(name)
    await page.getByRole('button', { name: '驳回', exact: true }).waitFor()
    const dialog = page.getByRole('dialog', { name: `驳回：${name}` })
    // The browser may press the key in the moment between the record's drawing and its keys.
    await until(async () => (await page.keyboard.press('3'), dialog.isVisible()), 'the reason is asked for')
    await dialog.getByRole('textbox').fill('名额已满')
    await page.keyboard.press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 2, name, exact: true }).waitFor({ state: 'detached' })
  }
  await page.getByText('我已办的').click()
  const done = page.getByRole('row').filter({ hasText: '驳回' })
  await done.nth(2).waitFor()
  expect(await done.count()).toBe(3)
  for (const name of names) await done.filter({ hasText: name }).first().waitFor()
  expect(problems).toEqual([])
  await context.close()
})
