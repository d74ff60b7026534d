import '@testing-library/jest-dom'
import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterRows, haveForms, late, noteRows } from './late'

function Counter() {
  const [count, setCount] = useState(0)
  return <button onClick={() => setCount(count + 1)}>{count}</button>
}
const forms = { Form: Counter } as never
const press = () => act(async () => screen.getByRole('button').click())

// In this order: what the first has fetched is there for the second.
test('what waits for the rows is not fetched before them, and stays the same component when it has come', async () => {
  const Part = late<{ label?: string }>((whole) => whole.Form, '正在取', afterRows)
  const { rerender } = render(<Part />)
  await act(async () => undefined)
  expect(screen.getByText('正在取')).toBeInTheDocument()
  haveForms(forms)
  await act(async () => noteRows())
  expect(await screen.findByRole('button')).toHaveTextContent('0')
  await press()
  // Another one now would begin at nothing again.
  rerender(<Part label="2" />)
  expect(screen.getByRole('button')).toHaveTextContent('1')
})

test('what is there already is drawn at once, and keeps what it holds', async () => {
  haveForms(forms)
  const Part = late<{ label?: string }>((whole) => whole.Form, '正在取')
  const { rerender } = render(<Part />)
  expect(screen.queryByText('正在取')).toBeNull()
  await press()
  rerender(<Part label="2" />)
  expect(screen.getByRole('button')).toHaveTextContent('1')
})
