import '@testing-library/jest-dom'
import { act, configure, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { renderUi } from '../../testing'
import { SearchForm, type SearchField } from './SearchForm'

// Whether a role is hidden is not asked: it costs a second per query with the style sheets of antd.
configure({ defaultHidden: true })

const FIELDS: SearchField[] = [
  { kind: 'text', name: 'keyword', label: '关键词' },
  { kind: 'select', name: 'board', label: '板块', options: [{ value: 'star', label: '科创板' }, { value: 'bse', label: '北交所' }] },
  { kind: 'dates', name: 'from', to: 'until', label: '上市日期' },
  { kind: 'text', name: 'place', label: '地区' },
]

function show(values: Record<string, string> = {}, fields = FIELDS, loading = false) {
  const onSearch = jest.fn<void, [Record<string, string>]>()
  const onReset = jest.fn()
  let follow = (_values: Record<string, string>) => undefined as void
  function List() {
    const [given, setGiven] = useState(values)
    useEffect(() => {
      follow = setGiven
    }, [])
    return <SearchForm fields={fields} values={given} loading={loading} onSearch={onSearch} onReset={onReset} />
  }
  renderUi(<List />)
  return { onSearch, onReset, follow: (next: Record<string, string>) => act(() => follow(next)), user: userEvent.setup() }
}
const keyword = () => screen.getByRole('textbox', { name: '关键词' })

test('Enter searches for what was typed, with the other conditions kept', async () => {
  const { user, onSearch } = show({ board: 'star' })
  await user.type(keyword(), '万科{Enter}')
  expect(onSearch.mock.calls).toEqual([[{ keyword: '万科', board: 'star' }]])
})

test('the button does the same, and nothing is searched while one types', async () => {
  const { user, onSearch } = show()
  await user.type(keyword(), '万科')
  expect(onSearch).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: /查询/ }))
  expect(onSearch).toHaveBeenCalledWith({ keyword: '万科' })
})

test('what is asked for while rows still come is searched as well, by Enter and by the button', async () => {
  const { user, onSearch } = show({}, FIELDS, true)
  await user.type(keyword(), '万科{Enter}')
  await user.click(screen.getByRole('button', { name: /查询/ }))
  expect(onSearch.mock.calls).toEqual([[{ keyword: '万科' }], [{ keyword: '万科' }]])
})

test('an emptied field is no condition', async () => {
  const { user, onSearch } = show({ keyword: '万科', board: 'star' })
  await user.clear(keyword())
  await user.type(keyword(), '{Enter}')
  expect(onSearch).toHaveBeenCalledWith({ board: 'star' })
})

test('pasted blanks are cut off', async () => {
  const { user, onSearch } = show()
  await user.click(keyword())
  await user.paste(' \t000002 \n')
  expect(keyword()).toHaveValue('000002')
  await user.keyboard('{Enter}')
  expect(onSearch).toHaveBeenCalledWith({ keyword: '000002' })
})

test('a long paste is cut to what the field takes', async () => {
  const { user } = show()
  await user.click(keyword())
  await user.paste('长'.repeat(80))
  expect((keyword() as HTMLInputElement).value).toHaveLength(50)
})

test('typed blanks at the ends are not searched for', async () => {
  const { user, onSearch } = show()
  await user.type(keyword(), '  万科 {Enter}')
  expect(onSearch.mock.calls.at(-1)).toEqual([{ keyword: '万科' }])
})

test('a choice searches at once', async () => {
  const { user, onSearch } = show({ keyword: '万科' })
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '板块' }))
  await user.click(await screen.findByTitle('北交所'))
  expect(onSearch.mock.calls).toEqual([[{ keyword: '万科', board: 'bse' }]])
})

test('reset tells the list, and the fields follow its values', async () => {
  const { user, onReset, onSearch, follow } = show({ keyword: '万科' })
  await user.click(screen.getByRole('button', { name: '重置' }))
  expect([onReset.mock.calls.length, onSearch.mock.calls.length]).toEqual([1, 0])
  follow({})
  expect(keyword()).toHaveValue('')
})

test('more than three fields are folded; unfolding is told to screen readers', async () => {
  const { user } = show()
  expect(screen.getByRole('search')).toHaveAttribute('data-collapsed', 'true')
  const button = screen.getByRole('button', { name: /展开/ })
  expect(button).toHaveAttribute('aria-expanded', 'false')
  await user.click(button)
  expect(screen.getByRole('search')).toHaveAttribute('data-collapsed', 'false')
  expect(screen.getByRole('button', { name: /收起/ })).toHaveAttribute('aria-expanded', 'true')
})

test('a condition in a folded field is never hidden', () => {
  show({ place: '深圳' })
  expect(screen.getByRole('search')).toHaveAttribute('data-collapsed', 'false')
})

test('three fields need no folding', () => {
  show({}, FIELDS.slice(0, 3))
  expect(screen.queryByRole('button', { name: /展开/ })).toBeNull()
})

test('Escape leaves every kind of field with what was typed; a list or calendar that is open closes first', async () => {
  const { user, onSearch } = show()
  await user.type(keyword(), '万科{Escape}')
  expect(screen.getByRole('search')).toHaveFocus()
  expect(keyword()).toHaveValue('万科')
  const board = screen.getByRole('combobox', { name: '板块' })
  act(() => board.focus())
  await user.keyboard('{Escape}')
  expect(screen.getByRole('search')).toHaveFocus()
  await user.click(board)
  await user.keyboard('{Escape}')
  expect(board).toHaveFocus()
  expect(onSearch).not.toHaveBeenCalled()
})
