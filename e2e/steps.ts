import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { pdfText } from '../scripts/jest/pdf-text.mjs'
import { ADMIN_PASSWORD, type Console } from './harness'

/** Gives people of the demo association the administrator's password; without one they cannot sign in. */
export async function letSignIn(console: Console, ...loginNames: string[]): Promise<void> {
  await console.sql(
    `update sys_user set password_hash = (select password_hash from sys_user where login_name = 'admin'), must_change_password = false, account_status = 'normal'
     where login_name = any($1)`,
    [loginNames],
  )
}

/** Types name and password on the login page and sends them; the slider is off. */
export async function signInByHand(page: Page, loginName: string, password = ADMIN_PASSWORD): Promise<void> {
  await page.getByLabel('账号').fill(loginName)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登 录' }).click()
}

/** Prints a letter with a first password; answers the password as a person reads it on the document. */
export async function letterOf(page: Page, print: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), print()])
  return /^[A-Za-z0-9]{16}$/m.exec(pdfText(readFileSync(await file.path())))?.[0] ?? ''
}

/** Opens an entry of the main menu, whose group is opened first where it is closed. */
export async function visit(page: Page, group: string, entry: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: '主菜单' })
  // An icon's own name may stand before the text.
  const item = (name: string) => menu.getByRole('menuitem', { name: new RegExp(`${name}$`) }).first()
  await item(group).waitFor()
  // The menu opens groups by itself when a page is there: a click in that moment would close what it has just opened.
  await until(async () => {
    if (await item(entry).isVisible()) return true
    if ((await item(group).getAttribute('aria-expanded')) !== 'true') await item(group).click()
    return item(entry).waitFor({ timeout: 1000 }).then(() => true, () => false)
  }, `the entry ${entry} is shown`)
  const chosen = async () => (await item(entry).getAttribute('aria-current')) === 'page'
  await item(entry).click()
  // The menu opens the group of a page that has just come, and moves under a pointer that is down then: it is pressed once more, as a person would.
  await until(chosen, `the entry ${entry} is chosen`, 5_000).catch(() => item(entry).click())
  // Told at once where the page stays as it was, instead of by whoever waits for the next one.
  await until(chosen, `the entry ${entry} is chosen`).catch((cause: unknown) => {
    throw new Error(`${entry} was pressed, the address is ${page.url()}`, { cause })
  })
}

/** Goes to a page by the palette: an open drawer covers menu and tabs, the keyboard reaches them all the same. */
export async function byPalette(page: Page, words: string, title: string): Promise<void> {
  await page.keyboard.press('Control+k')
  const input = page.getByRole('combobox', { name: /菜单名称/ }).or(page.getByPlaceholder('菜单名称、拼音或首字母，公司、会员、人员、账单、缴费、票据'))
  await input.first().waitFor()
  await page.keyboard.type(words)
  await page.getByRole('option', { selected: true }).filter({ hasText: title }).waitFor()
  await page.keyboard.press('Enter')
}

/** The tab strip's tabs, as they are read. */
export const tabNames = (page: Page) => page.getByRole('tablist', { name: '已打开的页面' }).getByRole('tab').allInnerTexts()

/** Ends a person's live sessions in the database, as another server process would, and tells this one. */
export async function killSessions(console: Console, loginName: string): Promise<void> {
  await console.sql(
    `update session set end_time = now(), end_reason = 'kicked' where end_time is null and user_id = (select user_id from sys_user where login_name = $1)`,
    [loginName],
  )
  await console.sql(`select pg_notify('assoc_access', 'all')`)
}

/** Counts the presses of the mouse on a page, from the next time that it is opened. */
export async function countClicks(page: Page): Promise<{ count: number }> {
  const counted = { count: 0 }
  await page.exposeFunction('clicked', () => void (counted.count += 1))
  await page.addInitScript(() => addEventListener('pointerdown', () => (globalThis as unknown as { clicked(): void }).clicked(), true))
  return counted
}

/** Counts the calls whose path ends so, from now on. */
export function countCalls(page: Page, path: string): { count: number } {
  const counted = { count: 0 }
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith(path)) counted.count += 1
  })
  return counted
}

/** Waits until a check holds; for what no locator can wait for. */
export async function until(check: () => boolean | Promise<boolean>, what: string, ms = 60_000): Promise<void> {
  const end = Date.now() + ms
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`not within ${ms} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
