import '@testing-library/jest-dom'
import { loginOutTheUser } from '@assoc/contract/rbac/own'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { act, render, screen } from '@testing-library/react'
import { LoadingCover } from './Covers'

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))
const covering = () => screen.queryByRole('status')?.textContent ?? null
const inert = () => document.querySelector('[data-console]')?.hasAttribute('inert')

test('signing out covers the page while the server is asked, but for a short answer', async () => {
  jest.useFakeTimers()
  const server = fakeServer()
  let answer = () => undefined as void
  server.on(loginOutTheUser, () => new Promise((resolve) => (answer = () => resolve({}))))
  const session = signedInAs([])
  render(
    <>
      <div data-console="" />
      <LoadingCover />
    </>,
  )
  let first: Promise<void> = Promise.resolve()
  act(() => void (first = session.logout()))
  await pass(150)
  expect([covering(), inert()]).toEqual([null, false])
  await pass(100)
  expect([covering(), inert()]).toEqual(['加载中', true])
  answer()
  await act(() => first)
  await pass(400)
  expect([covering(), inert()]).toEqual([null, false])
  server.restore()
  jest.useRealTimers()
})
