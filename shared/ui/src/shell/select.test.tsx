import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { Button } from '.'
import { Select } from '../form'
import { renderUi } from '../testing'

const OPTIONS = ['系统管理员', '联络专员', '会员专员'].map((label) => ({ value: label, label }))

function Multiple() {
  const [value, setValue] = useState<string[]>([])
  return (
    <>
      <Select virtual={false} mode="multiple" aria-label="角色" style={{ width: 200 }} options={OPTIONS} value={value} onChange={setValue} />
      <Button>下一个</Button>
      <output>{value.join()}</output>
    </>
  )
}

function Single({ search }: { search: boolean }) {
  const [value, setValue] = useState<string | null>(null)
  return (
    <>
      <Select virtual={false} showSearch={search} aria-label="角色" style={{ width: 200 }} options={OPTIONS} value={value} onChange={setValue} />
      <Button>下一个</Button>
      <output>{value ?? ''}</output>
    </>
  )
}

const chosen = () => screen.getByRole('status').textContent
const CODES = { ArrowDown: 40, ArrowUp: 38, Enter: 13, Tab: 9 }
/** A key as Chromium sends it: antd's select reads its number, which user-event leaves out. */
const press = (key: keyof typeof CODES) => act(() => void fireEvent.keyDown(screen.getByRole('combobox'), { key, code: key, keyCode: CODES[key], which: CODES[key] }))

test('Tab leaves a select of several: what was chosen stays, and nothing is chosen beside it', () => {
  renderUi(<Multiple />)
  fireEvent.mouseDown(screen.getByRole('combobox'))
  press('ArrowDown')
  press('Enter')
  expect(chosen()).toBe('联络专员')
  // The cursor stands on the chosen option, then on another.
  press('Tab')
  press('ArrowDown')
  press('Tab')
  expect(chosen()).toBe('联络专员')
})

test.each([false, true])('Tab leaves a select of one as it was, with a search in it: %s', (search) => {
  renderUi(<Single search={search} />)
  fireEvent.mouseDown(screen.getByRole('combobox'))
  press('ArrowDown')
  press('Tab')
  expect(chosen()).toBe('')
  press('Enter')
  expect(chosen()).toBe('联络专员')
})

test('typing finds an entry of a select of several by what stands there, not by its value', () => {
  renderUi(<Select open virtual={false} mode="multiple" aria-label="缴费" options={[{ value: '41', label: 'JF202601010007' }, { value: '42', label: 'JF202601010008' }]} />)
  fireEvent.change(screen.getByRole('combobox'), { target: { value: '0008' } })
  expect(screen.getAllByTitle(/^JF/).map((one) => one.textContent)).toEqual(['JF202601010008'])
  fireEvent.change(screen.getByRole('combobox'), { target: { value: '41' } })
  expect(screen.queryByTitle(/^JF/)).toBeNull()
})
