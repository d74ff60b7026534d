import type { Page } from 'playwright-core'
import { allViews } from '../scripts/lib/looks.mjs'
import { startConsole, type Console } from './harness'
import { chosenViews, fieldsOf, openInTab, viewsOfMenu } from './menu'
import { byPalette, until } from './steps'

let app: Console
beforeAll(async () => {
  app = await startConsole()
})
afterAll(() => app?.stop())

const TYPED = '写到一半'
/** Walked whatever is chosen: one list of the kit and one that a view draws itself. */
const ALWAYS = ['rbac/PostList', 'member/CompanyList']
const VIEWS = new Set([...ALWAYS, ...chosenViews()])
/** Fewer would mean that the walk has not found the forms any more. */
const AT_LEAST = VIEWS.size >= allViews().length ? 20 : ALWAYS.length

const shown = (page: Page) => page.locator('.console-main section[aria-label]:visible')
/**
 * Types into the form of a list, chooses a row, leaves for another list and comes back; answers what was lost, or null where the list
 * makes nothing by a form with a text field.
 */
async function typeLeaveReturn(page: Page, name: string): Promise<string[] | null> {
  const make = shown(page).getByRole('button', { name: /^(plus )?新增/ })
  if ((await make.count()) === 0) return null
  const box = shown(page).locator('tbody input[type=checkbox]').first()
  const chosen = (await box.count()) > 0
  if (chosen) await box.check()
  await make.first().click()
  const field = fieldsOf(page).first()
  if (!(await field.waitFor({ timeout: 8_000 }).then(() => true, () => false))) return null
  await field.fill(TYPED)
  const typed = await field.inputValue()
  const tab = page.getByRole('tablist', { name: '已打开的页面' }).locator('[role=tab][aria-selected=true]')
  const key = (await tab.getAttribute('data-key')) ?? ''
  const other = name === '角色管理' ? { title: '用户管理', path: '/systemManage/user' } : { title: '角色管理', path: '/systemManage/role' }
  await byPalette(page, other.title, other.title)
  await until(() => new URL(page.url()).pathname === other.path, `${name} is left`)
  await fieldsOf(page).first().waitFor({ state: 'hidden' })
  await page.locator(`[role=tab][data-key="${key}"]`).click()
  const lost: string[] = []
  if (!(await field.waitFor({ timeout: 8_000 }).then(() => true, () => false))) lost.push(`${name}: the form is gone`)
  else if ((await field.inputValue()) !== typed) lost.push(`${name}: "${typed}" is now "${await field.inputValue()}"`)
  if ((await tab.locator('[title=有未保存的内容]').count()) === 0) lost.push(`${name}: the tab is not marked`)
  if (chosen && !(await box.isChecked())) lost.push(`${name}: the selection is gone`)
  return lost
}

test('on the lists with a form that are chosen: what is typed, the mark of the tab and the selection are there after another tab was in front', async () => {
  const { context, page, problems } = await app.signedIn()
  await page.goto(app.url)
  const entries = (await viewsOfMenu(app, page)).filter(({ view }) => VIEWS.has(view))
  const lost: string[] = []
  const seen: string[] = []
  for (const { path, name } of entries) {
    await openInTab(page, path)
    const result = await typeLeaveReturn(page, name)
    if (result === null) continue
    seen.push(name)
    lost.push(...result)
    // The draft must not stand in the way of what comes.
    await app.sql('delete from draft')
  }
  expect(lost).toEqual([])
  // Named, so that whoever adds or loses a form sees it.
  expect([seen.length >= AT_LEAST, seen]).toEqual([true, seen])
  expect(problems).toEqual([])
  await context.close()
})
