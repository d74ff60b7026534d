import type { Locator, Page } from 'playwright-core'
import type { Console } from './harness'
import { until } from './steps'

/** How long a journey waits for what the server does beside other work. */
export const SLOW = 60_000
export const PDF = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })

/** 分 as lists and questions show them, in 元. */
export const inYuan = (fen: number) => (fen / 100).toLocaleString('zh-CN', { minimumFractionDigits: 2 })
export const dialog = (page: Page, title: RegExp | string) => page.getByRole('dialog', { name: title })
export const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** Opens a list by its address and waits for its rows; `title` is the heading. */
export async function openList(page: Page, app: Console, path: string, title: string): Promise<void> {
  await page.goto(app.url + path)
  await page.getByRole('heading', { name: title, exact: true }).waitFor({ timeout: SLOW })
  await page.getByText(/^共 [\d,]+ 条$|^还没有数据$/).waitFor({ timeout: SLOW })
}

/** Presses an entry of the open list of a select until the list is closed: one that is just drawn anew takes no press. */
async function take(page: Page, entry: Locator): Promise<void> {
  const list = page.locator('.ant-select-dropdown:visible')
  await entry.waitFor({ timeout: SLOW })
  await until(async () => {
    await entry.click({ timeout: 2_000 }).catch(() => undefined)
    return list.waitFor({ state: 'hidden', timeout: 2_000 }).then(() => true, () => false)
  }, 'an entry is chosen')
}

/** Types into a picker of a form and takes the hit that reads so. */
export async function pick(page: Page, form: RegExp | string, label: string, word: string, hit: string): Promise<void> {
  await dialog(page, form).getByLabel(label, { exact: true }).fill(word)
  await take(page, page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: hit }).first())
}

/** Chooses in a select of a form by what stands there to choose from. */
export async function chooseIn(page: Page, form: RegExp | string, label: string, option: string): Promise<void> {
  const box = dialog(page, form).getByLabel(label, { exact: true })
  await box.click()
  const entry = page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true })
  // Of a long list only what is in sight is drawn: the others are found by typing.
  if (!(await entry.waitFor({ timeout: 2_000 }).then(() => true, () => false))) await box.fill(option)
  await take(page, entry)
}

/** Presses an entry of an open list of several until it is chosen, or until it is not any more. */
export async function mark(entry: Locator, wanted: boolean): Promise<void> {
  await entry.waitFor({ timeout: SLOW })
  const stands = async () => ((await entry.getAttribute('class')) ?? '').includes('option-selected') === wanted
  await until(async () => {
    if (await stands()) return true
    await entry.click({ timeout: 2_000 }).catch(() => undefined)
    return until(stands, '', 2_000).then(() => true, () => false)
  }, `an entry is ${wanted ? 'chosen' : 'left out'}`)
}

/** A step of a row, confirmed in its question; the question's title names the step and, where it is money, the amount. */
export async function stepOf(page: Page, row: string, label: string, what: RegExp): Promise<void> {
  await rowOf(page, row).getByRole('button', { name: label, exact: true }).click()
  const question = dialog(page, what)
  await question.getByRole('button', { name: new RegExp(`^${[...label].join('\\s?')}$`) }).click()
  await question.waitFor({ state: 'hidden', timeout: SLOW }).catch(async (error: unknown) => {
    // What the server said stands in the question that is still open; a button that turns still waits for its answer.
    const waits = await question.locator('.ant-btn-loading').count()
    throw new Error(`${waits > 0 ? 'no answer yet' : 'not done'}: ${await question.innerText()}`, { cause: error })
  })
}
