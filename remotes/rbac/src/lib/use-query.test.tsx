import { MemoryRouter, useLocation } from '@assoc/router'
import { act, render, screen } from '@testing-library/react'
import { useQuery } from './use-query'

let query: ReturnType<typeof useQuery>
function Probe() {
  query = useQuery()
  return <output>{useLocation().search}</output>
}

test('two changes before the address is drawn again both stand in it', () => {
  render(
    <MemoryRouter initialEntries={['/systemManage/whyCan?kind=record']}>
      <Probe />
    </MemoryRouter>,
  )
  const { set } = query
  act(() => {
    set({ target: 'user' })
    set({ recordId: '1' })
  })
  expect(screen.getByRole('status').textContent).toBe('?kind=record&target=user&recordId=1')
  act(() => query.set({ recordId: null }))
  expect(screen.getByRole('status').textContent).toBe('?kind=record&target=user')
})
