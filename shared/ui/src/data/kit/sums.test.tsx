import '@testing-library/jest-dom'
import { savePreference, selectPreferences } from '@assoc/contract/platform/workspace'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { observer } from 'mobx-react-lite'
import { SumSwitch, sumOf, sumText } from './sums'

const Total = observer(function Total() {
  return (
    <p>
      {sumText(12_345_678_900)}
      <SumSwitch />
    </p>
  )
})

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.on(savePreference, () => ({}))
})
afterEach(() => server.restore())

async function open(kept: Record<string, unknown>): Promise<void> {
  server.on(selectPreferences, () => kept)
  signedInAs([])
  render(<Total />)
  await act(async () => undefined)
}

test('sums stand in 万 with thousands; whoever wants 元 has them in every view, and it is kept', async () => {
  await open({})
  expect(screen.getByText(/^12,345\.68万/)).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: '金额以元显示' }))
  expect(screen.getByText(/^123,456,789\.00 元/)).toBeVisible()
  expect(sumOf(100_00)).toEqual({ value: '100.00', unit: '元' })
  await act(async () => undefined)
  expect(server.sent.find((s) => s.path === savePreference.path)?.input).toEqual({ key: 'sums', value: { inYuan: true } })
  fireEvent.click(screen.getByRole('button', { name: '金额以万显示' }))
  expect(sumOf(100_00)).toEqual({ value: '0.01', unit: '万' })
})

test('what was kept is found at the next sign-in, and is nobody else’s', async () => {
  await open({ sums: { inYuan: true } })
  expect(screen.getByText(/ 元/)).toBeVisible()
  cleanup()
  await open({})
  expect(screen.getByText(/万/)).toBeVisible()
})
