import '@testing-library/jest-dom'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createPortal } from 'react-dom'
import { useState } from 'react'
import { useFocusKeeper } from './focus-keeper'

// jsdom lays nothing out: what stands in the page counts as seen.
beforeAll(() => {
  jest.spyOn(Element.prototype, 'getClientRects').mockImplementation(() => [{}] as unknown as DOMRectList)
})
afterAll(() => jest.restoreAllMocks())

function Page() {
  useFocusKeeper()
  const [outer] = useState(() => document.createElement('div'))
  const [inner] = useState(() => document.createElement('div'))
  const [menu, setMenu] = useState(false)
  return (
    <>
      <button>编辑</button>
      <button onClick={() => document.body.append(outer)}>打开</button>
      {createPortal(
        <div role="dialog" aria-label="外">
          <button onClick={() => document.body.append(inner)}>再开</button>
          <button onClick={() => setMenu(!menu)}>更多</button>
          <div className="ant-dropdown">{menu ? <button>删除</button> : null}</div>
        </div>,
        outer,
      )}
      {createPortal(
        <div role="dialog" aria-label="内">
          <button>确定</button>
        </div>,
        inner,
      )}
      <button onClick={() => inner.remove()}>关内</button>
      <button onClick={() => outer.remove()}>关外</button>
    </>
  )
}

test('the focus goes back to what had it last, dialog by dialog', async () => {
  render(<Page />)
  const button = (name: string) => screen.getByRole('button', { name })
  button('编辑').focus()
  button('打开').focus()
  fireEvent.click(button('打开'))
  button('再开').focus()
  fireEvent.click(button('再开'))
  button('确定').focus()
  fireEvent.click(button('关内'))
  await waitFor(() => expect(button('再开')).toHaveFocus())
  fireEvent.click(button('关外'))
  await waitFor(() => expect(button('打开')).toHaveFocus())
})

test('a menu that Escape sends away gives the focus to what opened it; a focus that stands is left alone', async () => {
  render(<Page />)
  const button = (name: string) => screen.getByRole('button', { name })
  fireEvent.click(button('打开'))
  button('更多').focus()
  fireEvent.click(button('更多'))
  button('删除').focus()
  fireEvent.click(button('更多'))
  expect(document.body).toHaveFocus()
  fireEvent.keyUp(document.body, { key: 'Escape' })
  await waitFor(() => expect(button('更多')).toHaveFocus())
  button('再开').focus()
  fireEvent.click(button('再开'))
  fireEvent.click(button('关内'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(button('再开')).toHaveFocus()
})
