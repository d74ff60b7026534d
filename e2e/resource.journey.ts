import { dict } from '@assoc/contract/rbac/dict'
import type { Page } from 'playwright-core'
import { startConsole, type Console } from './harness'
import { countCalls, until } from './steps'
import { workbook } from './workbook'

// The page that a resource gives, seen on the dictionaries: what holds here holds for every such page.

let app: Console
beforeAll(async () => {
  app = await startConsole()
})
afterAll(() => app?.stop())

const openDicts = async (page: Page, search = '') => {
  await page.goto(`${app.url}/systemManage/dict${search}`)
  await page.getByRole('heading', { name: '字典管理' }).waitFor()
  await page.getByText(/^共 \d+ 条$/).waitFor()
}
const drawer = (page: Page, title: RegExp | string) => page.getByRole('dialog', { name: title })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('import of 50 rows with three bad ones, then an action on all of them that the filter holds', async () => {
  const { context, page, problems } = await app.signedIn()
  await openDicts(page)
  await page.getByRole('button', { name: '导入' }).click()
  const wizard = drawer(page, '导入字典')
  const rows = Array.from({ length: 50 }, (_, i) => [`code${i}`, `批量名称${i}`, ''])
  rows[4] = ['9bad', '坏编码', '']
  rows[9] = ['code3', '同编码', '']
  rows[19] = ['degree', '撞库', '']
  await wizard.locator('input[type=file]').setInputFiles({ name: '字典.xlsx', mimeType: 'application/octet-stream', buffer: workbook([['字典编码', '字典名称', '备注'], ...rows]) })
  await wizard.getByText('共 50 行，可写入 47 行，有问题 3 行').waitFor()
  expect(await app.sql(`select 1 from dict where dict_code like 'code%'`)).toHaveLength(0)
  const [file] = await Promise.all([page.waitForEvent('download'), wizard.getByRole('button', { name: /下载有问题的行/ }).click()])
  expect(file.suggestedFilename()).toMatch(/^字典导入错误_\d{14}\.xlsx$/)
  await wizard.getByRole('button', { name: '写入 47 条' }).click()
  await wizard.getByText('已写入 47 条，3 条没有写入').waitFor()
  expect(await app.sql(`select 1 from dict where dict_code like 'code%'`)).toHaveLength(47)
  await wizard.getByRole('button', { name: '完成' }).click()

  await openDicts(page, '?keyword=批量')
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await page.getByRole('button', { name: '选择全部 47 条符合条件的记录' }).click()
  await page.getByRole('status').getByRole('button', { name: '停用' }).click()
  const batch = drawer(page, '批量停用')
  const calls = countCalls(page, dict.batch.path)
  await batch.getByRole('button', { name: '停用 47 条' }).click()
  await batch.getByText('成功 47 条，失败 0 条').waitFor()
  expect(calls.count).toBe(1)
  await batch.getByRole('button', { name: '关闭' }).last().click()
  await until(async () => (await app.sql(`select 1 from dict where dict_code like 'code%' and dict_status = 'disabled'`)).length === 47, 'all are disabled')
  expect(problems).toEqual([])
  await context.close()
})

test('two editors change different fields: each keeps theirs, and what both changed is chosen', async () => {
  const [first, second] = [await app.signedIn(), await app.signedIn()]
  for (const { page } of [first, second]) {
    await openDicts(page, '?keyword=degree')
    await rowOf(page, '学历').getByRole('button', { name: '修改' }).click()
    await drawer(page, /^修改字典/).getByLabel('备注').waitFor()
  }
  const form = (page: Page) => drawer(page, /^修改字典/)
  await form(first.page).getByLabel('字典名称').fill('最高学历')
  await form(first.page).getByRole('button', { name: '保存' }).click()
  await first.page.getByText('字典已保存').waitFor()
  await form(second.page).getByLabel('备注').fill('我的备注')
  await form(second.page).getByRole('button', { name: '保存' }).click()
  const conflict = drawer(second.page, '该记录已被他人修改')
  expect(await conflict.getByRole('radio', { name: '最高学历' }).isChecked()).toBe(true)
  expect(await conflict.getByRole('radio', { name: '我的备注' }).isChecked()).toBe(true)
  await conflict.getByRole('button', { name: '按所选内容保存' }).click()
  await second.page.getByText('字典已保存').waitFor()
  expect(await app.sql(`select dict_name, remark from dict where dict_code = 'degree'`)).toEqual([{ dict_name: '最高学历', remark: '我的备注' }])
  await first.context.close()
  await second.context.close()
})

test('columns are dragged wider and stay so after a reload; a view is saved, opened and forgotten; keys do their part', async () => {
  const { context, page, problems } = await app.signedIn()
  await openDicts(page)
  const head = page.getByRole('columnheader', { name: '字典编码' })
  const handle = page.getByRole('separator', { name: '调整字典编码的宽度' })
  const [before, at] = [await head.boundingBox(), await handle.boundingBox()]
  if (!before || !at) throw new Error('no head')
  await page.mouse.move(at.x + 4, at.y + 10)
  await page.mouse.down()
  await page.mouse.move(at.x + 104, at.y + 10, { steps: 5 })
  await page.mouse.up()
  await until(async () => ((await head.boundingBox())?.width ?? 0) > before.width + 60, 'the column is wider')
  await until(async () => (await app.sql(`select 1 from preference where key = 'list/rbac/DictList'`)).length === 1, 'the width is kept')
  await openDicts(page, '?keyword=学历')
  await until(async () => ((await head.boundingBox())?.width ?? 0) > before.width + 60, 'the width is there after a reload')

  await page.getByRole('button', { name: '列表视图' }).click()
  await page.getByRole('textbox', { name: '视图名称' }).fill('学历类')
  await page.getByRole('textbox', { name: '视图名称' }).press('Enter')
  await page.getByRole('button', { name: '学历类', exact: true }).waitFor()
  await until(async () => (await app.sql(`select 1 from saved_view where list = 'rbac/DictList' and share_with = 'none'`)).length === 1, 'the view is kept')
  await openDicts(page)
  await page.getByRole('button', { name: '列表视图' }).click()
  await page.getByRole('button', { name: '学历类', exact: true }).click()
  await page.waitForURL(/keyword=/)
  await page.getByText('共 1 条').waitFor()
  await page.getByRole('button', { name: '列表视图' }).click()
  await page.getByRole('button', { name: '视图学历类的操作' }).click()
  await page.getByRole('menuitem', { name: '共享给所有人' }).click()
  await page.getByText('所有人可见').waitFor()
  await page.getByRole('button', { name: '视图学历类的操作' }).click()
  await page.getByRole('menuitem', { name: '设为默认' }).click()
  await page.getByText('默认', { exact: true }).waitFor()
  await until(async () => (await app.sql(`select 1 from preference where key = 'view/rbac/DictList'`)).length === 1, 'the default view is kept')
  await openDicts(page)
  await page.waitForURL(/keyword=/)
  await page.getByText('共 1 条').waitFor()
  await page.getByRole('button', { name: '列表视图' }).click()
  await page.getByRole('button', { name: '视图学历类的操作' }).click()
  await page.getByRole('menuitem', { name: '取消默认' }).click()
  await until(async () => (await app.sql(`select 1 from preference where key = 'view/rbac/DictList'`)).length === 0, 'the default view is forgotten')
  await page.getByRole('button', { name: '视图学历类的操作' }).click()
  await page.getByRole('menuitem', { name: '删除', exact: true }).click()
  await until(async () => (await app.sql(`select 1 from saved_view`)).length === 0, 'the view is forgotten')
  await openDicts(page)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: '下一条' }).waitFor()
  await page.keyboard.press('Escape')
  // The address is the drawer's state: a key before it has changed belongs to the drawer.
  await page.waitForURL((url) => !url.searchParams.has('record'))
  await page.keyboard.press('n')
  await drawer(page, '新增字典').waitFor()
  expect(problems).toEqual([])
  await context.close()
})
