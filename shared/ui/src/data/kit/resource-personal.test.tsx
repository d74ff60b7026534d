import '@testing-library/jest-dom'
import { CODE, date, int, optionalText, personal, resource, signedIn, text } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { selectDraft, selectPreferences } from '@assoc/contract/platform/workspace'
import { selectSavedViews } from '@assoc/contract/platform/saved-view'
import { mobile, orEmpty } from '@assoc/contract/rules/identifiers'
import { ApiError } from '@assoc/http'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import dayjs from 'dayjs'
import { z } from 'zod'
import { renderUi } from '../../testing'
import { resourcePage } from './resource-page'

const contact = resource({
  name: 'contact',
  label: '联系人',
  base: '/test/contact',
  id: 'contactId',
  fields: { realName: text('姓名', 20), mobile: personal(orEmpty(mobile()), 'mobile'), sortNo: int('排序', 0, 99), tag: optionalText('标签', 10) },
  filters: { codes: z.array(z.string()).optional(), dayFrom: date('日期').optional(), dayTo: date('日期').optional() },
  sortable: ['realName'],
  access: { read: signedIn, insert: signedIn, update: signedIn, export: signedIn },
})
const Page = resourcePage({
  name: 'test/ContactList',
  title: '联系人',
  resource: contact,
  search: [
    { kind: 'list', name: 'codes', label: '代码' },
    { kind: 'dates', name: 'dayFrom', to: 'dayTo', label: '日期' },
  ],
  columns: [{ field: 'realName' }, { field: 'mobile' }, { field: 'sortNo', editable: true }],
})
const row = { contactId: '7', realName: '甄虚构', mobile: '199****0001', sortNo: 5, tag: null, version: 3, abilities: ['update'] }

let server: ReturnType<typeof fakeServer>
let standard: object = {}
beforeEach(() => {
  standard = {}
  server = fakeServer()
  server.on(selectPreferences, () => standard as never)
  server.on(selectDraft, () => null)
  server.on(selectSavedViews, () => ({ items: [] }))
  server.on(contact.list, () => ({ items: [row], total: 1 }) as never)
})
afterEach(() => server.restore())
const sent = (path: string | undefined) => server.sent.filter((s) => s.path === path).map((s) => s.input)
const open = async (permits: string[] = [], path = '/') => {
  signedInAs(permits)
  renderUi(<Page />, { path })
  await screen.findByText('甄虚构')
}
const dialog = () => waitFor(() => [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1) ?? Promise.reject(new Error('no dialog')))

test('a form holds personal data masked, and what is left untouched is not sent', async () => {
  await open()
  server.on(contact.update as never, () => ({ version: 4 }) as never)
  fireEvent.click(screen.getByText('修改', { selector: 'tbody button' }))
  const form = await dialog()
  expect(await within(form).findByDisplayValue('199****0001')).toHaveAttribute('readonly')
  // Without the permit there is no way to the plain text.
  expect(within(form).queryByText('查看')).not.toBeInTheDocument()
  fireEvent.change(within(form).getByDisplayValue('甄虚构'), { target: { value: '甄虚拟' } })
  fireEvent.click(within(form).getByText('保存'))
  await waitFor(() => expect(sent(contact.update?.path)).toEqual([{ contactId: '7', version: 3, realName: '甄虚拟', sortNo: 5, tag: null }]))
})

test('personal data is shown to who may see it, and can be typed anew', async () => {
  await open(['pi:plain:view'])
  server.on(contact.plain as never, () => ({ values: { mobile: '19900000001' } }) as never)
  server.on(contact.update as never, () => ({ version: 4 }) as never)
  fireEvent.click(screen.getByText('修改', { selector: 'tbody button' }))
  const form = await dialog()
  fireEvent.click(await within(form).findByText('查看'))
  const plain = await within(form).findByDisplayValue('19900000001')
  expect(sent(contact.plain?.path)).toEqual([{ contactId: '7', fields: ['mobile'] }])
  fireEvent.change(plain, { target: { value: '19900000002' } })
  fireEvent.click(within(form).getByText('保存'))
  await waitFor(() => expect(sent(contact.update?.path)).toMatchObject([{ mobile: '19900000002' }]))
})

test('a cell is changed in place: a refusal stands at it, Escape goes back, Enter saves that one field', async () => {
  await open()
  const cell = () => screen.getAllByRole('button').find((button) => button.getAttribute('aria-description') === '修改排序') as HTMLElement
  fireEvent.keyDown(cell(), { key: 'Enter' })
  const input = () => screen.getByLabelText('排序')
  fireEvent.change(input(), { target: { value: '100' } })
  fireEvent.keyDown(input(), { key: 'Enter' })
  expect(await screen.findByText('排序不能大于 99')).toBeInTheDocument()
  expect(sent(contact.update?.path)).toEqual([])
  fireEvent.keyDown(input(), { key: 'Escape' })
  expect(cell()).toHaveAccessibleName('5')
  expect(cell()).toHaveFocus()
  server.on(contact.update as never, () => ({ version: 4 }) as never)
  fireEvent.doubleClick(cell())
  fireEvent.change(input(), { target: { value: '6' } })
  fireEvent.keyDown(input(), { key: 'Enter' })
  await waitFor(() => expect(sent(contact.update?.path)).toEqual([{ contactId: '7', version: 3, realName: '甄虚构', sortNo: 6, tag: null }]))
  await waitFor(() => expect(cell()).toHaveTextContent('6'))
  // The next change goes with the version that this one made.
  fireEvent.doubleClick(cell())
  fireEvent.change(input(), { target: { value: '7' } })
  server.on(contact.update as never, () => {
    throw new ApiError(CODE.conflict, '该记录已被他人修改', { current: row })
  })
  fireEvent.keyDown(input(), { key: 'Enter' })
  expect(await screen.findByText('该记录已被他人修改')).toBeInTheDocument()
  expect(sent(contact.update?.path).at(-1)).toMatchObject({ version: 4, sortNo: 7 })
})

test('a large export of people’s data asks why, and goes on with the answer', async () => {
  await open()
  server.on(contact.exportRows as never, () => {
    throw new ApiError(CODE.input, '共 1200 行个人信息，请填写导出原因', { fields: [{ path: 'reason', message: '共 1200 行个人信息，请填写导出原因' }] })
  })
  fireEvent.click(screen.getByText('导出'))
  fireEvent.click(await screen.findByText('导出全部列'))
  const question = await dialog()
  expect(within(question).getByText('共 1200 行个人信息，请填写导出原因')).toBeInTheDocument()
  fireEvent.change(within(question).getByRole('textbox'), { target: { value: '年度核对' } })
  fireEvent.click(within(question).getByText('导出'))
  await waitFor(() => expect(sent(contact.exportRows?.path).at(-1)).toEqual({ reason: '年度核对' }))
})

test('several values go as a list, 本月 as the days of the month in which it is asked', async () => {
  await open([], '/?codes=600000,000001&dayFrom=~month&dayTo=month~')
  const month = dayjs(today()).startOf('month')
  expect(sent(contact.list.path)).toEqual([
    { page: 1, pageSize: 20, codes: ['600000', '000001'], dayFrom: month.format('YYYY-MM-DD'), dayTo: month.endOf('month').format('YYYY-MM-DD') },
  ])
  expect(await screen.findByText('本月')).toBeInTheDocument()
})

test('a list opens with the person’s default view, unless the address says what to show', async () => {
  standard = { 'view/test/ContactList': { viewId: '1', search: '?codes=688001' } }
  window.history.replaceState(null, '', '/')
  await open()
  await waitFor(() => expect(sent(contact.list.path).at(-1)).toMatchObject({ codes: ['688001'] }))
})
