import '@testing-library/jest-dom'
import { renderUi } from '@assoc/ui/testing'
import { fireEvent, screen } from '@testing-library/react'
import { Tour } from './Tour'

const title = () => screen.getByRole('dialog').querySelector('strong')?.textContent

test('the tour is walked by keys, its card has the focus, and the console waits meanwhile', () => {
  const ended = jest.fn()
  const { unmount } = renderUi(
    <>
      <div data-console="" />
      <Tour open onEnd={ended} />
    </>,
  )
  const press = (key: string) => fireEvent.keyDown(screen.getByRole('dialog'), { key })
  expect([title(), document.activeElement]).toEqual(['菜单', screen.getByRole('dialog')])
  expect(document.querySelector('[data-console]')).toHaveAttribute('inert')
  press('ArrowLeft')
  expect(title()).toBe('菜单')
  for (const key of ['ArrowRight', 'Enter', 'Enter', 'ArrowRight', 'ArrowRight']) press(key)
  expect([title(), screen.queryByText('跳过')]).toEqual(['我的账号', null])
  press('ArrowLeft')
  expect(title()).toBe('帮助')
  fireEvent.click(screen.getByText('跳过'))
  press('Escape')
  expect(ended).toHaveBeenCalledTimes(2)
  const root = document.querySelector('[data-console]')
  unmount()
  expect(root).not.toHaveAttribute('inert')
})
