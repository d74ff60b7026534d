import { MemoryRouter, useLocation } from '@assoc/router'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { useQuery } from './use-query'

const wrapper = ({ children }: { children: ReactNode }) => <MemoryRouter initialEntries={['/systemManage/whyCan?kind=record']}>{children}</MemoryRouter>

test('two changes before the address is drawn again both stand in it', () => {
  const { result } = renderHook(() => ({ query: useQuery(), location: useLocation() }), { wrapper })
  const { set } = result.current.query
  act(() => {
    set({ target: 'user' })
    set({ recordId: '1' })
  })
  expect(result.current.location.search).toBe('?kind=record&target=user&recordId=1')
  act(() => result.current.query.set({ recordId: null }))
  expect(result.current.location.search).toBe('?kind=record&target=user')
})
