import type { Page } from 'playwright-core'
import { allViews } from '../scripts/lib/looks.mjs'
import type { Console } from './harness'
import { until } from './steps'

// Walks over the main menu, in one console from its first page to its last.

export interface Entry {
  path: string
  name: string
}

/** Pages of the main menu, as the administrator sees it. */
export async function pagesOfMenu(page: Page): Promise<Entry[]> {
  const menu = page.getByRole('navigation', { name: '主菜单' })
  await menu.getByRole('menuitem', { name: /系统管理$/ }).waitFor()
  const closed = menu.locator('[aria-expanded=false]')
  while ((await closed.count()) > 0) await closed.first().click()
  return menu.locator('a[href]').evaluateAll((links) => links.map((link) => ({ path: link.getAttribute('href') ?? '', name: link.textContent?.trim() ?? '' })))
}

/** Pages of the main menu with the view that each shows, as `remote/Name`. */
export async function viewsOfMenu(app: Console, page: Page): Promise<(Entry & { view: string })[]> {
  const views = await app.sql<{ path: string; view: string }>('select menu_path as path, menu_link as view from menu')
  return (await pagesOfMenu(page)).map((entry) => ({ ...entry, view: views.find(({ path }) => path === entry.path)?.view ?? '' }))
}

/**
 * Views that walks over the menu look at in this run: scripts/lib/looks.mjs chooses them, `pnpm test:deep looks` takes all. Without a
 * choice it is all of them.
 */
export const chosenViews = (): string[] => (process.env['LOOKS'] ? process.env['LOOKS'].split(',') : allViews())

/** Text fields of an open form that a person can type into. */
export const fieldsOf = (page: Page) => page.getByRole('dialog').filter({ visible: true }).locator('input[type=text]:not([readonly]):not([role=combobox]):not([disabled]), textarea:not([readonly]):not([disabled])').filter({ visible: true })

/**
 * Opens a page of the menu in the console as it stands and closes the tabs of those before, with what was typed there: loading the
 * console anew for each page would cost most of the time of a walk.
 */
export async function openInTab(page: Page, path: string): Promise<void> {
  const strip = page.getByRole('tablist', { name: '已打开的页面' })
  // A drawer may cover menu and tabs; whoever uses the keyboard reaches them all the same.
  await page.getByRole('navigation', { name: '主菜单' }).locator(`a[href="${path}"]`).first().dispatchEvent('click')
  await until(() => new URL(page.url()).pathname === path, `${path} is open`)
  await fieldsOf(page).first().waitFor({ state: 'hidden' })
  await page.locator('main [aria-busy=true]:visible, main .ant-skeleton:visible').first().waitFor({ state: 'hidden' })
  const others = strip.locator('[role=tab][aria-selected=false]:has(.tabs-close)')
  while ((await others.count()) > 0) {
    const before = await others.count()
    await others.first().dispatchEvent('auxclick', { button: 1 })
    const drop = page.getByRole('dialog', { name: '关闭前请确认' }).getByRole('button', { name: '放弃并关闭' })
    await until(async () => {
      if (await drop.isVisible()) await drop.click()
      return (await others.count()) < before
    }, 'a tab is closed')
  }
}
