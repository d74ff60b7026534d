import { CODE } from '@assoc/contract'
import { companyResource, selectCompanyTimeline } from '@assoc/contract/member/company'
import { selectIndustries } from '@assoc/contract/member/industry-code'
import { selectPreferences } from '@assoc/contract/platform/workspace'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { renderUi } from '@assoc/ui/testing'
import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import CompanyList from './page'

// Roles are computed from styles, which jsdom does slowly; on a busy machine a table takes seconds.
configure({ defaultHidden: true })

const row = {
  companyId: '9',
  stockCode: '605998',
  shortName: '子虚电子',
  companyName: '北京子虚电子股份有限公司',
  companyType: 'listed',
  board: 'shMain',
  jurisdiction: '北京',
  csrcIndustry: 'C39',
  csrcIndustryName: '计算机、通信和其他电子设备制造业',
  swIndustry: '270000',
  swIndustryName: '电子',
  listDate: '2020-05-06',
  totalShares: '80000.5',
  exchange: 'sse',
  stockCodeB: null,
  oldStockCode: null,
  formerNames: null,
  creditCode: '91000000FCT0000145',
  legalRep: null,
  regAddress: null,
  officeAddress: null,
  companyPhone: null,
  companyEmail: null,
  controllerType: null,
  deptId: null,
  deptName: null,
  remark: null,
  createTime: '2026-01-01T00:00:00.000Z',
  listStatus: 'normal',
  updateTime: '2026-01-01T00:00:00.000Z',
  version: 3,
  abilities: ['update', 'suspend', 'delist'],
}
let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.on(selectPreferences, () => ({}))
  server.on(companyResource.list, () => ({ items: [row], total: 1 }))
  server.on(companyResource.read, () => row)
  server.on(selectCompanyTimeline, () => [])
  server.on(selectIndustries, ({ scheme }) => (scheme === 'capco' ? [{ industryCode: 'C', industryName: '制造业' }] : [{ industryCode: '270000', industryName: '电子' }]))
})
afterEach(() => server.restore())

const sent = (path: string) => server.sent.filter((s) => s.path === path).map((s) => s.input)

test('shows what the address asks for, and only the buttons that the person’s permits open', async () => {
  signedInAs(['member:company:read', 'member:company:export'])
  renderUi(<CompanyList />, { path: '/memberManage/companyList?listStatus=normal&sort=stockCode.asc' })
  expect(await screen.findByText('80,000.5')).toBeInTheDocument()
  expect(sent(companyResource.list.path)[0]).toEqual({
    listStatus: 'normal',
    page: 1,
    pageSize: 20,
    sort: { field: 'stockCode', order: 'asc' },
  })
  expect(screen.getByRole('button', { name: /导出/ })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /新增公司/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /导入证券列表/ })).toBeNull()
})

test('`record` in the address opens that company also where it is not on the page of the list; an id that is none is left alone', async () => {
  signedInAs(['member:company:read'])
  server.on(companyResource.list, () => ({ items: [], total: 0 }))
  const { unmount } = renderUi(<CompanyList />, { path: '/memberManage/companyList?record=9' })
  const dialog = await screen.findByRole('dialog', { name: '子虚电子' })
  expect(await within(dialog).findByText('91000000FCT0000145')).toBeInTheDocument()
  expect(within(dialog).getByRole('link', { name: '公司全貌' })).toBeInTheDocument()
  expect(sent(companyResource.read.path)).toEqual([{ companyId: '9' }])
  unmount()
  server.on(companyResource.list, () => ({ items: [row], total: 1 }))
  renderUi(<CompanyList />, { path: '/memberManage/companyList?record=<b>' })
  await screen.findAllByText('80,000.5')
  expect(sent(companyResource.read.path)).toHaveLength(1)
})

test('a company that is gone is said in its drawer', async () => {
  signedInAs(['member:company:read'])
  server.on(companyResource.list, () => ({ items: [], total: 0 }))
  server.on(companyResource.read, { returnCode: CODE.notFound, returnMessage: '记录不存在，或不在您的数据范围内', data: null })
  renderUi(<CompanyList />, { path: '/memberManage/companyList?record=9' })
  expect(await screen.findByText('公司可能已删除，或不在您的数据范围内。')).toBeInTheDocument()
})

test('a company that others refer to is not deleted: why is said, and whoever may merge it is led there', async () => {
  signedInAs(['member:company:read', 'member:company:delete', 'member:company:reshape'])
  server.on(companyResource.list, () => ({ items: [{ ...row, abilities: ['delete'] }], total: 1 }))
  server.on(companyResource.read, () => row)
  server.on(companyResource.remove, { returnCode: CODE.inUse, returnMessage: '该公司还有 1 个会员', data: null })
  renderUi(<CompanyList />)
  fireEvent.click(await screen.findByRole('button', { name: /^更多(?!操作)/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name: '删除' }))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '删除' }))
  const refused = (await screen.findByText('不能删除：子虚电子')).closest('[role=dialog]') as HTMLElement
  expect(within(refused).getByText('该公司还有 1 个会员')).toBeInTheDocument()
  fireEvent.click(within(refused).getByRole('button', { name: '合并到其他公司' }))
  expect(await screen.findByText('合并「子虚电子」到其他公司')).toBeInTheDocument()
})

test('a step of the listing status asks for its reason and sends the version that was read', async () => {
  signedInAs(['member:company:read', 'member:company:update'])
  server.on(companyResource.change, () => ({ listStatus: 'suspended', version: 4 }))
  renderUi(<CompanyList />)
  fireEvent.click(await screen.findByRole('button', { name: /^更多(?!操作)/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name: '停牌' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(/由「正常上市」变为「停牌」/)).toBeInTheDocument()
  fireEvent.click(within(dialog).getByRole('button', { name: '停牌' }))
  expect(await within(dialog).findByText('请填写原因')).toBeInTheDocument()
  expect(sent(companyResource.change.path)).toEqual([])
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '重大事项' } })
  fireEvent.click(within(dialog).getByRole('button', { name: '停牌' }))
  await waitFor(() => expect(sent(companyResource.change.path)).toEqual([{ companyId: '9', version: 3, verb: 'suspend', reason: '重大事项' }]))
  await waitFor(() => expect(sent(companyResource.list.path)).toHaveLength(2))
})

test('all that match, over pages: the filter goes with the action, what failed is told by name and tried again', async () => {
  signedInAs(['member:company:read', 'member:company:update'])
  server.on(companyResource.list, () => ({ items: [row], total: 120 }))
  const answers = [
    { done: 49, failed: [{ id: '9', name: '子虚电子', message: '当前状态不允许此操作' }], next: '50' },
    { done: 70, failed: [], next: null },
    { done: 1, failed: [], next: null },
  ]
  server.on(companyResource.batch, () => answers.shift())
  renderUi(<CompanyList />, { path: '/memberManage/companyList?listStatus=normal' })
  fireEvent.click(await screen.findByRole('checkbox', { name: '选择子虚电子' }))
  expect(screen.queryByRole('button', { name: '导出选中' })).toBeNull()
  expect(screen.queryByRole('button', { name: '删除' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /选择全部 120 条/ }))
  fireEvent.click(screen.getByRole('button', { name: '停牌' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: '停牌 120 条' }))
  expect(await within(dialog).findByText('请填写原因')).toBeInTheDocument()
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '例行停牌' } })
  fireEvent.click(within(dialog).getByRole('button', { name: '停牌 120 条' }))
  expect(await within(dialog).findByText('子虚电子：当前状态不允许此操作')).toBeInTheDocument()
  fireEvent.click(await within(dialog).findByRole('button', { name: '重试失败的 1 条' }))
  await waitFor(() => expect(within(dialog).getByText(/成功 120 条，失败 0 条/)).toBeInTheDocument())
  const action = { verb: 'suspend', reason: '例行停牌' }
  expect(sent(companyResource.batch.path)).toEqual([{ ...action, filter: { listStatus: 'normal' } }, { ...action, filter: { listStatus: 'normal' }, after: '50' }, { ...action, ids: ['9'] }])
  const read = sent(companyResource.list.path).length
  fireEvent.click(within(dialog).getByText(/^关\s?闭$/))
  await waitFor(() => expect(sent(companyResource.list.path).length).toBe(read + 1))
})

test('codes of the address go as a list, and stand in the search form', async () => {
  signedInAs(['member:company:read'])
  renderUi(<CompanyList />, { path: '/memberManage/companyList?stockCodes=605998%2C300001' })
  await screen.findByText('80,000.5')
  expect(sent(companyResource.list.path)[0]).toEqual({ stockCodes: ['605998', '300001'], page: 1, pageSize: 20, sort: { field: 'updateTime', order: 'desc' } })
  expect(screen.getByRole('combobox', { name: '证券代码' })).toBeInTheDocument()
})

test('industries stand by their names, and the filter goes with a code that finds all below it', async () => {
  signedInAs(['member:company:read'])
  renderUi(<CompanyList />, { path: '/memberManage/companyList?csrcIndustry=C&swIndustry=270000' })
  expect(await screen.findByText('C39 计算机、通信和其他电子设备制造业')).toBeInTheDocument()
  expect((await screen.findAllByText('270000 电子')).length).toBeGreaterThan(1)
  expect(await screen.findByText('C 制造业')).toBeInTheDocument()
  expect(sent(companyResource.list.path)[0]).toMatchObject({ csrcIndustry: 'C', swIndustry: '270000' })
})
