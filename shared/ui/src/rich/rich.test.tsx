import { richOf, type RichDoc } from '@assoc/contract/core/rich-text'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { RichEditor, RichView } from '.'

const letter: RichDoc = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '${姓名}您好' }, { type: 'text', text: '官网', marks: [{ type: 'link', attrs: { href: 'https://a.example/' } }] }] }] }

beforeAll(() => {
  // jsdom lays nothing out; the editor asks where its cursor is.
  const none = { x: 0, y: 0, width: 0, height: 0, top: 0, left: 0, right: 0, bottom: 0, toJSON: () => ({}) }
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList
  Range.prototype.getBoundingClientRect = () => none
  document.elementFromPoint = () => null
})

test('a text is read with its variables filled and its links in a window of their own', () => {
  render(<RichView value={letter} fill={(text) => text.replace('${姓名}', '甄样本')} />)
  expect(screen.getByText('甄样本您好')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: '官网' })).toHaveAttribute('rel', 'noopener noreferrer')
})

test('the editor shows its value, tells a change once, and takes a variable in', async () => {
  const told: RichDoc[] = []
  render(<RichEditor aria-label="正文" value={richOf('甲公司')} onChange={(doc) => told.push(doc)} inserts={[{ label: '姓名', text: '${姓名}' }]} />)
  expect(screen.getByRole('textbox', { name: '正文' })).toHaveTextContent('甲公司')
  await userEvent.click(screen.getByRole('button', { name: '插入变量' }))
  fireEvent.mouseEnter(screen.getByRole('button', { name: '插入变量' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: '姓名' }))
  await waitFor(() => expect(told).toHaveLength(1))
  expect(JSON.stringify(told[0])).toContain('${姓名}')
})

test('another value from outside replaces what stands there, without telling it back', async () => {
  const onChange = jest.fn()
  const { rerender } = render(<RichEditor aria-label="正文" value={richOf('甲')} onChange={onChange} />)
  rerender(<RichEditor aria-label="正文" value={richOf('乙')} onChange={onChange} />)
  await waitFor(() => expect(screen.getByRole('textbox', { name: '正文' })).toHaveTextContent('乙'))
  await act(() => new Promise((resolve) => setTimeout(resolve, 400)))
  expect(onChange).not.toHaveBeenCalled()
})

test('the arrows move through the toolbar, which is one stop of the tab key', async () => {
  render(<RichEditor aria-label="正文" value={richOf('甲')} />)
  await userEvent.tab()
  expect(screen.getByRole('button', { name: '标题' })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(screen.getByRole('button', { name: '加粗' })).toHaveFocus()
  await userEvent.click(screen.getByRole('button', { name: '加粗' }))
  await waitFor(() => expect(screen.getByRole('button', { name: '加粗' })).toHaveAttribute('aria-pressed', 'true'))
})

test('a link that leads to no page is told and not put in', async () => {
  render(<RichEditor aria-label="正文" value={richOf('甲')} />)
  await userEvent.click(screen.getByRole('button', { name: '链接' }))
  await userEvent.type(await screen.findByRole('textbox', { name: '链接地址' }), 'javascript:x')
  expect(screen.getByRole('alert')).toHaveTextContent('链接须以 http(s):// 或 mailto: 开头')
  expect(screen.getByRole('button', { name: /确\s?定/ })).toBeDisabled()
})
