import { CODE, call, id, pageOf, pageQuery, body, optionalText, ref, signedIn, withMeta, yuanFen, type Lookup } from '@assoc/contract'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { act, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { createRef, useState } from 'react'
import { z } from 'zod'
import { Form, type FormInstance } from 'antd'
import { renderUi } from '../testing'
import { carriedBy, wordRow } from './references'
import { RefSelect, type RefSelectProps } from './RefSelect'

configure({ defaultHidden: true })
// The list of options draws those that fit: without a layout, none would.
beforeAll(() => {
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 24 })
})

const cup = z.object({ cupId: id(), cupName: z.string(), shelfId: id() })
const list = call({ path: '/test/cups', title: '', access: { kind: 'permit', code: 'member:company:read' }, request: pageQuery({ keyword: optionalText('名称', 20), shelfId: ref('架', 'shelf').optional(), state: z.string().optional() }, ['cupName']), response: pageOf(cup) })
const read = call({ path: '/test/cup', title: '', access: { kind: 'permit', code: 'member:company:read' }, request: body({ cupId: id() }), response: cup })
let made = 0
/** Names that were met stay known for the whole page: each test has cups of its own. */
const lookup = (more: Partial<Lookup> = {}): Lookup => ({ entity: `cup${made++}`, list: async () => list, read: async () => read, id: 'cupId', label: ['cupName'], hint: '输入杯名', ...more })

let server: ReturnType<typeof fakeServer>
/** What was chosen anew; null while the choice stays as it was given. */
let held: string | string[] | null = null
const asked = () => server.sent.filter((s) => s.path === list.path).map((s) => s.input as Record<string, unknown>)
const cups = (from: number, count: number) => Array.from({ length: count }, (_, n) => ({ cupId: String(from + n), cupName: `杯${from + n}`, shelfId: '1' }))

beforeEach(() => {
  server = fakeServer()
  signedInAs(['member:company:read'])
  held = null
  server.on(list, ({ page }: { page: number }) => ({ items: cups((page - 1) * 20 + 1, 20), total: 45 }) as never)
  server.on(read, ({ cupId }: { cupId: string }) => ({ cupId, cupName: `单读${cupId}`, shelfId: '1' }) as never)
})
afterEach(() => server.restore())

function Held({ given, ...props }: Partial<RefSelectProps> & { lookup: Lookup; given?: string | string[] | null }) {
  const [value, setValue] = useState(given ?? null)
  const change = (next: string | string[] | null) => {
    held = next
    setValue(next)
  }
  return <RefSelect {...props} value={value} onChange={change} aria-label="杯" />
}
const box = () => screen.getByRole('combobox', { name: '杯' })
const openBox = () => act(async () => void fireEvent.mouseDown(box()))

test('the first page is offered on opening, the next one when the options are scrolled to their end', async () => {
  renderUi(<Held lookup={lookup({ filter: { state: 'whole' } })} />)
  await waitFor(() => expect(box()).toBeEnabled())
  expect(asked()).toEqual([])
  await openBox()
  await screen.findByTitle('杯1')
  expect(asked()).toEqual([{ state: 'whole', page: 1, pageSize: 20 }])
  const options = [...document.querySelectorAll<HTMLElement>('.ant-select-dropdown *')].find((e) => e.style.overflowY)
  if (!options) throw new Error(document.querySelector('.ant-select-dropdown')?.innerHTML)
  await act(async () => void fireEvent.scroll(options, { target: { scrollTop: options.scrollHeight } }))
  await waitFor(() => expect(asked()).toHaveLength(2))
  expect(asked()[1]).toMatchObject({ page: 2 })
})

test('what is typed is asked of the server; the answer to an earlier word does not stand in the place of the later one', async () => {
  const waiting: ((rows: unknown) => void)[] = []
  renderUi(<Held lookup={lookup()} />)
  await waitFor(() => expect(box()).toBeEnabled())
  server.on(list, () => new Promise((answer) => waiting.push(answer)))
  fireEvent.change(box(), { target: { value: '青' } })
  await waitFor(() => expect(waiting).toHaveLength(1))
  fireEvent.change(box(), { target: { value: '青瓷' } })
  await waitFor(() => expect(waiting).toHaveLength(2))
  await act(async () => waiting[1]?.({ items: [{ cupId: '9', cupName: '青瓷杯', shelfId: '1' }], total: 1 }))
  await act(async () => waiting[0]?.({ items: [{ cupId: '8', cupName: '青花杯', shelfId: '1' }], total: 1 }))
  expect(asked().map((a) => a['keyword'])).toEqual(['青', '青瓷'])
  expect(await screen.findByTitle('青瓷杯')).toBeInTheDocument()
  expect(screen.queryByTitle('青花杯')).toBeNull()
})

test('it is chosen with the keys alone', async () => {
  renderUi(<Held lookup={lookup()} />)
  await waitFor(() => expect(box()).toBeEnabled())
  await act(async () => void fireEvent.keyDown(box(), { key: 'ArrowDown', keyCode: 40, which: 40 }))
  await screen.findByTitle('杯1')
  await act(async () => void fireEvent.keyDown(box(), { key: 'ArrowDown', keyCode: 40, which: 40 }))
  await act(async () => void fireEvent.keyDown(box(), { key: 'Enter', keyCode: 13, which: 13 }))
  expect(['1', '2']).toContain(held)
})

test('who may not read the list sees the name that the row carries, and may not look for another', async () => {
  signedInAs([])
  renderUi(<Held lookup={lookup()} given="7" known={[{ value: '7', label: '白瓷杯' }]} />)
  expect(await screen.findByText('白瓷杯')).toBeInTheDocument()
  await openBox()
  expect(server.sent).toEqual([])
  expect(held).toBeNull()
})

test('without a name in the row and without the permit, nothing is asked and the choice stays', async () => {
  signedInAs([])
  renderUi(<Held lookup={lookup()} given="7" />)
  expect(await screen.findByText('（无权查看）')).toBeInTheDocument()
  expect(server.sent).toEqual([])
  expect(held).toBeNull()
})

test('a record that is gone or another one’s is said to be so, and stays chosen until it is changed', async () => {
  server.on(read, { returnCode: CODE.notFound, returnMessage: '记录不存在' })
  renderUi(<Held lookup={lookup()} given="7" />)
  expect(await screen.findByText('（已删除或无权查看）')).toBeInTheDocument()
  await waitFor(() => expect(box()).toBeEnabled())
  expect(held).toBeNull()
})

test('several keep the ids whose names come later', async () => {
  renderUi(<Held lookup={lookup()} multiple given={['1', '2', '3', '4', '5', '6', '7']} />)
  expect(await screen.findByText('单读7')).toBeInTheDocument()
  await openBox()
  fireEvent.click(await screen.findByTitle('杯9'))
  expect(held).toEqual(['1', '2', '3', '4', '5', '6', '7', '9'])
})

describe('a lookup that follows another field of the form', () => {
  const following = () => lookup({ of: { shelfId: 'shelfId' } })
  function draw(of: Lookup, initial: object): FormInstance {
    const form = createRef<FormInstance>()
    renderUi(
      <Form ref={form} initialValues={initial}>
        <Form.Item name="shelfId">
          <input aria-label="架" />
        </Form.Item>
        <Form.Item name="cupId">
          <RefSelect lookup={of} aria-label="杯" />
        </Form.Item>
      </Form>,
    )
    if (!form.current) throw new Error('no form')
    return form.current
  }

  test('waits for that field, and narrows by it', async () => {
    const form = draw(following(), {})
    await waitFor(() => expect(box()).toBeDisabled())
    act(() => form.setFieldsValue({ shelfId: '3' }))
    await waitFor(() => expect(box()).toBeEnabled())
    await openBox()
    await screen.findByTitle('杯1')
    expect(asked()).toEqual([{ shelfId: '3', page: 1, pageSize: 20 }])
  })

  test('a choice goes with what it followed; a draft that brings both keeps both', async () => {
    const form = draw(following(), { shelfId: '3', cupId: '7' })
    await screen.findByText('单读7')
    act(() => form.setFieldsValue({ shelfId: '4', cupId: '8' }))
    await screen.findByText('单读8')
    expect(form.getFieldValue('cupId')).toBe('8')
    act(() => form.setFieldsValue({ shelfId: '5' }))
    await waitFor(() => expect(form.getFieldValue('cupId')).toBeNull())
  })
})

test('a row names what it refers to by its own fields, or by those that the contract says', () => {
  const shelf: Lookup = { ...lookup(), id: 'shelfId', label: ['shelfName', 'shelfNo', 'room'] }
  const row = { fromShelfId: '3', fromShelfName: '上架', fromShelfNo: 'S3', room: '别的', keeper: '甄明' }
  expect(carriedBy(row, 'fromShelfId', ref('架', shelf))).toEqual({ value: '3', label: '上架 · S3' })
  expect(carriedBy({ ...row, fromShelfId: null }, 'fromShelfId', ref('架', shelf))).toBeUndefined()
  expect(carriedBy({ fromShelfId: '3' }, 'fromShelfId', ref('架', shelf))).toBeUndefined()
})

test('a label says choices in words and money with what it is', () => {
  const schema = z.object({ kind: withMeta(z.enum(['a']), { label: '类别', options: { a: '青瓷' } }), rest: yuanFen('余额（元）') })
  const answer = call({ path: '/test/l', title: '', access: signedIn, request: body({}), response: z.array(schema) })
  expect(wordRow({ ...lookup(), label: ['kind', 'rest'] }, answer, { kind: 'a', rest: 123400 })).toBe('青瓷 · 余额 1,234.00 元')
})
