import '@testing-library/jest-dom'
import { selectConnectors, testConnector } from '@assoc/contract/rbac/connector'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { renderUi } from '@assoc/ui/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import ConnectorList from './page'

const row = (given: object) => ({ kind: 'sms', state: 'on', provider: '阿里云短信', facts: [{ label: '签名', value: '示例协会' }], hint: null, goodTime: '2026-03-02T01:30:00.000Z', badTime: null, badReason: null, trial: '向您本人的手机 199****0021 发送一条测试短信，并查询余额', obstacle: null, test: null, ...given })
const off = row({ kind: 'mail', state: 'off', provider: '—', facts: [], hint: '邮件只留存在发件箱，不会发出。', goodTime: null, trial: null })

let server: ReturnType<typeof fakeServer>
let test_: object | null
beforeEach(() => {
  test_ = null
  server = fakeServer()
  server.on(selectConnectors, () => ({ items: [row({ test: test_ }), off] }))
  server.on(testConnector, () => ({}))
  signedInAs(['rbac:connector:read', 'rbac:connector:test'])
})
afterEach(() => server.restore())

test('each connector says how it is set and how it fares; one that is set has a test, asked before, and its result is shown', async () => {
  renderUi(<ConnectorList />)
  const sms = await screen.findByRole('region', { name: '短信' })
  expect(sms).toHaveTextContent('已接入')
  expect(sms).toHaveTextContent('最近成功2026-03-02 09:30')
  expect(within(screen.getByRole('region', { name: '邮件' })).queryByRole('button')).toBeNull()
  fireEvent.click(within(sms).getByRole('button', { name: '测试短信' }))
  const question = await screen.findByText('向您本人的手机 199****0021 发送一条测试短信，并查询余额。')
  expect(server.sent.filter((s) => s.path === testConnector.path)).toEqual([])
  test_ = { by: '甄管理', asked: '2026-03-02T01:31:00.000Z', state: 'good', result: '服务商已接收' }
  fireEvent.click(within(question.closest('[role=dialog]') as HTMLElement).getByRole('button', { name: /^测\s?试$/ }))
  await waitFor(() => expect(sms).toHaveTextContent('测试成功（甄管理，2026-03-02 09:31）：服务商已接收'))
  expect(server.sent.filter((s) => s.path === testConnector.path).map((s) => s.input)).toEqual([{ kind: 'sms' }])
})

test('who may only look has no button', async () => {
  signedInAs(['rbac:connector:read'])
  renderUi(<ConnectorList />)
  const sms = await screen.findByRole('region', { name: '短信' })
  expect(within(sms).queryByRole('button')).toBeNull()
})
