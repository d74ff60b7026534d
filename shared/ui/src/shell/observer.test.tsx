import { act, render } from '@testing-library/react'
import { observable, runInAction } from 'mobx'
import { Activity } from 'react'
import { observer as theirs } from 'mobx-react-lite'
import { KEEP_MS, observer } from './observer'

const store = observable({ name: 'a', other: 1 })
const drawn = jest.fn()
const Read = () => {
  drawn()
  return <b>{store.name}</b>
}
const tab = (Part: React.ComponentType, shown: boolean) => <Activity mode={shown ? 'visible' : 'hidden'}><Part /></Activity>

beforeEach(() => {
  jest.useFakeTimers()
  runInAction(() => (store.name = 'a'))
  drawn.mockClear()
})
afterEach(() => jest.useRealTimers())

/** Hides a component, does something, and shows it again; answers how often it was drawn since it was hidden, and what it shows. */
function comesBack(observe: (part: () => React.JSX.Element) => React.ComponentType, meanwhile: () => void = () => undefined): [number, string | null] {
  const Part = observe(() => Read())
  const { rerender, container } = render(tab(Part, true))
  rerender(tab(Part, false))
  drawn.mockClear()
  act(meanwhile)
  rerender(tab(Part, true))
  return [drawn.mock.calls.length, container.textContent]
}

test('what comes back unchanged is not drawn anew; with the library it would be', () => {
  expect(comesBack((part) => observer(part))).toEqual([0, 'a'])
  expect(comesBack((part) => theirs(part))[0]).toBeGreaterThan(0)
})

test('what has changed while it was hidden is drawn once when it comes back', () => {
  const change = () => runInAction(() => void ((store.name = 'b'), (store.other += 1)))
  expect(comesBack((part) => observer(part), change)).toEqual([1, 'b'])
})

test('what was hidden for long is let go, and reads anew', () => {
  const long = () => {
    jest.advanceTimersByTime(KEEP_MS + 1)
    runInAction(() => (store.name = 'c'))
  }
  expect(comesBack((part) => observer(part), long)).toEqual([1, 'c'])
})

test('a change draws what reads it and nothing else, and what a component throws reaches its boundary', () => {
  const Part = observer(() => Read())
  const { container, unmount } = render(<Part />)
  act(() => runInAction(() => (store.other += 1)))
  expect(drawn).toHaveBeenCalledTimes(1)
  act(() => runInAction(() => (store.name = 'd')))
  expect([drawn.mock.calls.length, container.textContent]).toEqual([2, 'd'])
  unmount()
  act(() => runInAction(() => (store.name = 'e')))
  expect(drawn).toHaveBeenCalledTimes(2)
  const Broken = observer(() => {
    throw new Error('broken')
  })
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(() => render(<Broken />)).toThrow('broken')
  jest.restoreAllMocks()
})
