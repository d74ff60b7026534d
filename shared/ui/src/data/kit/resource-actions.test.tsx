import '@testing-library/jest-dom'
import { onlineSession } from '@assoc/contract/rbac/online-session'
import { selectPreferences } from '@assoc/contract/platform/workspace'
import { workStatus } from '@assoc/contract/platform/work'
import { notice } from '@assoc/contract/rbac/notice'
import { ownWork } from '@assoc/contract/rbac/work'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { renderUi } from '../../testing'
import { resourcePage } from './resource-page'

// Actions of a resource's own: a page whose rows nobody inserts or changes.
const Page = resourcePage({ name: 'rbac/OnlineSession', title: '在线会话', resource: onlineSession, columns: [{ field: 'realName' }], texts: { kick: '会话将立即结束。' }, detail: false })

const row = (sessionId: string, realName: string, abilities: string[]) => ({ sessionId, userId: '1', loginName: 'x', realName, loginIp: '', device: '', createTime: '', lastSeenTime: '', current: false, abilities })
let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.on(selectPreferences, () => ({}))
  server.on(onlineSession.list, () => ({ items: [row('1', '甄一', ['kick']), row('2', '甄二', [])], total: 2 }))
})
afterEach(() => server.restore())

const open = async (permits: string[]) => {
  signedInAs(permits)
  renderUi(<Page />)
  await screen.findByText('甄一')
}
const rowOf = (name: string) => screen.getByText(name).closest('tr') as HTMLElement
const dialog = () => waitFor(() => [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1) ?? Promise.reject(new Error('no dialog')))
const sent = () => server.sent.filter((s) => s.path === onlineSession.batch.path).map((s) => s.input)

test('an action is asked about and carried out on one row by the batch; its refusal stands in the question', async () => {
  await open(['rbac:session:read', 'rbac:session:kick'])
  let failed: object[] = [{ id: '1', name: '甄一', message: '会话已结束' }]
  server.on(onlineSession.batch, () => ({ done: 1 - failed.length, failed, next: null }) as never)
  fireEvent.click(within(rowOf('甄一')).getByText('强制下线'))
  expect(within(rowOf('甄二')).queryByText('强制下线')).not.toBeInTheDocument()
  const question = await dialog()
  expect(within(question).getByText('会话将立即结束。')).toBeInTheDocument()
  const press = () => fireEvent.click(within(question).getByText('强制下线', { selector: '.ant-btn span' }))
  press()
  expect(await within(question).findByText('会话已结束')).toBeInTheDocument()
  failed = []
  press()
  await screen.findByText('甄一：已强制下线')
  expect(sent()).toEqual([{ verb: 'kick', ids: ['1'] }, { verb: 'kick', ids: ['1'] }])
})

test('an action is offered for the selection as well', async () => {
  await open(['rbac:session:read', 'rbac:session:kick'])
  fireEvent.click(within(rowOf('甄一')).getByRole('checkbox'))
  expect(await screen.findByText('强制下线', { selector: '.ant-btn-sm span' })).toBeInTheDocument()
  expect(screen.getByText('操作')).toBeInTheDocument()
})

test('of the selection only rows that allow the step are asked for it, and the others are told before; where none does, the button is off', async () => {
  await open(['rbac:session:read', 'rbac:session:kick'])
  const button = () => screen.findByText('强制下线', { selector: '.ant-btn-sm span' }).then((text) => text.closest('button') as HTMLElement)
  fireEvent.click(within(rowOf('甄二')).getByRole('checkbox'))
  expect(await button()).toBeDisabled()
  fireEvent.click(within(rowOf('甄一')).getByRole('checkbox'))
  fireEvent.click(await button())
  const question = await dialog()
  expect(await within(question).findByText('另外选中的 1 条现在不能强制下线，不会处理')).toBeInTheDocument()
  server.on(onlineSession.batch, () => ({ done: 1, failed: [], next: null }) as never)
  fireEvent.click(within(question).getByText('强制下线 1 条'))
  await waitFor(() => expect(sent()).toEqual([{ verb: 'kick', ids: ['1'] }]))
})

test('without the permit there is no column of actions', async () => {
  await open(['rbac:session:read'])
  expect(screen.queryByText('操作')).not.toBeInTheDocument()
  expect(screen.queryByText('强制下线')).not.toBeInTheDocument()
})

test('a list whose rows go on by themselves is read anew while it shows one, and no longer', async () => {
  jest.useFakeTimers()
  try {
    const Jobs = resourcePage({ name: 'rbac/ExportJob', title: '导出任务', resource: ownWork, columns: [{ field: 'title' }, { field: 'workStatus', tag: workStatus }] })
    let status: 'running' | 'done' = 'running'
    server.on(ownWork.list, () => ({
      items: [{ workId: '1', title: '导出字典', workStatus: status, doneRows: 1, totalRows: 2, fileName: null, errorMessage: null, createTime: '', finishTime: null, expireTime: null, retryable: false, abilities: [] }],
      total: 1,
    }))
    const asked = () => server.sent.filter((s) => s.path === ownWork.list.path).length
    signedInAs([])
    renderUi(<Jobs />)
    await screen.findByText('处理中')
    const before = asked()
    await act(() => jest.advanceTimersByTimeAsync(4_100))
    expect(asked()).toBe(before + 2)
    status = 'done'
    await act(() => jest.advanceTimersByTimeAsync(2_000))
    expect(screen.getByText('已完成')).toBeInTheDocument()
    await act(() => jest.advanceTimersByTimeAsync(10_000))
    expect(asked()).toBe(before + 3)
  } finally {
    jest.useRealTimers()
  }
})

test('what can do no harm is done at once, for one row and for many, without a question', async () => {
  const Notices = resourcePage({ name: 'rbac/MyMessage', title: '我的消息', resource: notice, columns: [{ field: 'title' }], detail: false })
  server.on(notice.list, () => ({ items: ['甲', '乙'].map((title, i) => ({ notificationId: String(i), title, content: '', link: '', read: false, createTime: '', abilities: ['read'] })), total: 2 }))
  server.on(notice.batch, (input) => ({ done: (input as { ids: string[] }).ids.length, failed: [], next: null }))
  signedInAs([])
  renderUi(<Notices />)
  await screen.findByText('甲')
  fireEvent.click(within(rowOf('甲')).getByText('标为已读'))
  const told = () => server.sent.filter((s) => s.path === notice.batch.path).map((s) => s.input)
  await waitFor(() => expect(told()).toEqual([{ verb: 'read', ids: ['0'] }]))
  for (const name of ['甲', '乙']) fireEvent.click(within(rowOf(name)).getByRole('checkbox'))
  fireEvent.click(await screen.findByText('标为已读', { selector: '.ant-btn-sm span' }))
  await screen.findByText('2 条已标为已读')
  expect(told()).toEqual([{ verb: 'read', ids: ['0'] }, { verb: 'read', ids: ['0', '1'] }])
})
