import '@testing-library/jest-dom'
import { reportClientError } from '@assoc/contract/platform/workspace'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { renderUi } from '@assoc/ui/testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { ViewBoundary } from './ViewBoundary'

let server: ReturnType<typeof fakeServer>
let errors: jest.SpyInstance
beforeEach(() => {
  signedInAs([])
  server = fakeServer()
  server.on(reportClientError, () => ({}))
  errors = jest.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  server.restore()
  errors.mockRestore()
})

test('a view that breaks is replaced by a card with its message; what stands beside it stays', async () => {
  const Broken = () => {
    throw new Error('金额为空')
  }
  renderUi(
    <>
      <ViewBoundary menuLink="member/Broken" onRetry={() => undefined}>
        <Broken />
      </ViewBoundary>
      <ViewBoundary menuLink="member/Good" onRetry={() => undefined}>
        <p>好的一页</p>
      </ViewBoundary>
    </>,
  )
  expect(screen.getByText('此页面出错了，其他页面不受影响。')).toBeVisible()
  expect(screen.getByText('金额为空')).toBeVisible()
  expect(screen.getByText('好的一页')).toBeVisible()
  const told = () => server.sent.filter((s) => s.path === reportClientError.path).map((s) => s.input)
  await waitFor(() => expect(told()).toEqual([{ kind: 'render', message: '金额为空', menuLink: 'member/Broken' }]))
})

test('the retry draws the view again and tells its owner', async () => {
  let broken = true
  const Sometimes = () => {
    if (broken) throw new Error('一时的')
    return <p>又好了</p>
  }
  const onRetry = jest.fn()
  renderUi(
    <ViewBoundary menuLink="member/Sometimes" onRetry={onRetry}>
      <Sometimes />
    </ViewBoundary>,
  )
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(screen.getByText('一时的')).toBeVisible()
  broken = false
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(screen.getByText('又好了')).toBeVisible()
  expect(onRetry).toHaveBeenCalledTimes(2)
})
