import { randomInt } from 'node:crypto'
import { creditCodeCheckDigit } from '@assoc/contract/rules/identifiers'
import type { Locator, Page } from 'playwright-core'
import type { Console } from './harness'

export const COMPANIES = '/memberManage/companyList'

/** Opens the list of companies and waits for its rows. */
export async function openCompanies(page: Page, app: Console, search = ''): Promise<void> {
  await page.goto(app.url + COMPANIES + search)
  await page.getByText(/^共 [\d,]+ 条$|^还没有数据$/).waitFor()
}

/** The open drawer with this title. */
export const drawer = (page: Page, title: string | RegExp) => page.getByRole('dialog', { name: title })

/** Opens the form of one company, found by its code, straight from its row. */
export async function editCompany(page: Page, app: Console, stockCode: string): Promise<void> {
  await openCompanies(page, app, `?keyword=${stockCode}`)
  await page.getByRole('row').filter({ hasText: stockCode }).getByRole('button', { name: '修改' }).click()
  await drawer(page, /^修改公司/).waitFor()
}

/** Chooses an entry of a select in a form by its label. */
export async function choose(page: Page, form: Locator, label: string, option: string): Promise<void> {
  const field = form.getByLabel(label, { exact: true })
  await field.click()
  await field.fill(option)
  await page.locator('.ant-select-item-option').filter({ hasText: option }).first().click()
}

/** A valid unified social credit code that nobody has. */
export function creditCode(): string {
  const body = `91330100MA${String(randomInt(10_000_000)).padStart(7, '0')}`
  return body + creditCodeCheckDigit(body)
}

/** Opens the form of a new company and fills in what must be there; answers the company's full name. */
export async function fillNewCompany(page: Page, shortName: string): Promise<string> {
  const companyName = `${shortName}股份有限公司`
  await page.getByRole('button', { name: '新增公司' }).click()
  const form = drawer(page, '新增公司')
  await form.waitFor()
  await choose(page, form, '公司类型', '拟上市公司')
  await form.getByLabel('公司全称').fill(companyName)
  await form.getByLabel('公司简称').fill(shortName)
  await form.getByLabel('统一社会信用代码').fill(creditCode())
  await choose(page, form, '辖区证监局', '浙江证监局')
  return companyName
}
