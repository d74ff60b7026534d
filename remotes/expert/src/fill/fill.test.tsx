import '@testing-library/jest-dom'
import { CODE } from '@assoc/contract'
import { getDraftKey } from '@assoc/contract/platform/session'
import { emptyDoc, type FormDoc } from '@assoc/contract/form/engine/document'
import { openFormTask, saveFormAnswers, submitFormAnswer } from '@assoc/contract/form/fill'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { fakeBrowserStore, renderUi } from '@assoc/ui/testing'
import { act, fireEvent, screen } from '@testing-library/react'
import { FillPage } from './FillPage'
import { selectFormParts } from '@assoc/contract/form/part'
import { replyFormQuery } from '@assoc/contract/form/query'

const doc: FormDoc = {
  ...emptyDoc('自查表', { page: 'p1', section: 's1' }),
  blocks: { p1: { kind: 'page', title: '', items: ['s1'] }, s1: { kind: 'section', title: '', items: ['q1', 'q2'] } },
  questions: { q1: { type: 'number', code: 'a', label: '人数', required: true }, q2: { type: 'text', code: 'b', label: '说明' } },
}
const opened = {
  taskId: '7',
  roundName: '年度自查',
  formName: '自查表',
  formKind: 'normal',
  companyName: '梦蝶甲地产',
  subjectName: null,
  startTime: '2026-03-01T00:00:00Z',
  endTime: '2026-04-01T00:00:00Z',
  roundStatus: 'filling',
  answerStatus: 'draft',
  submitTime: null,
  anonymousFlag: false,
  closed: null,
  document: doc,
  versionNo: 1,
  answers: {},
  personal: {},
  revision: 3,
  revisions: {},
  today: '2026-03-02',
  lookups: {},
  previous: null,
  certificate: null,
  returnReason: null,
  returned: { listed: true, until: null, queries: [] },
  correcting: false,
  mayWithdraw: false,
  secondsLeft: 1000,
  places: [],
} as const

const rest = fakeBrowserStore()
let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  jest.useFakeTimers()
  server = fakeServer()
  server.on(openFormTask, () => opened)
  rest.clear()
  server.on(selectFormParts, () => ({ colleagues: [], parts: [] }))
  server.on(getDraftKey, () => ({ key: Buffer.alloc(32, 7).toString('base64') }))
  signedInAs([])
})
afterEach(() => {
  server.restore()
  jest.useRealTimers()
})

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))
const saves = () => server.sent.filter((one) => one.path === saveFormAnswers.path).map((one) => one.input as { since: number; changes: { path: string; value?: unknown; base: number }[] })
const field = (name: string) => screen.getByRole('textbox', { name })
const saved = (revision: number, more: object = {}) => ({ revision, versionNo: 1, answerStatus: 'draft', personal: {}, conflicts: [], others: [], ...more })

async function open() {
  renderUi(<FillPage taskId="7" onLeave={() => undefined} />)
  for (let i = 0; i < 5; i += 1) await pass(0)
  await screen.findByRole('textbox', { name: '人数' })
}

test('only what was changed is sent, two seconds after the last key, and a colleague’s other answers come with the reply', async () => {
  server.on(saveFormAnswers, () => saved(5, { others: [{ path: 'q2', value: '同事写的', revision: 4 }] }))
  await open()
  fireEvent.change(field('人数'), { target: { value: '1' } })
  await pass(1_500)
  fireEvent.change(field('人数'), { target: { value: '12' } })
  await pass(1_900)
  expect(saves()).toEqual([])
  await pass(200)
  expect(saves()).toEqual([{ taskId: '7', since: 3, changes: [{ path: 'q1', base: 3, value: '12' }] }])
  expect(field('说明')).toHaveValue('同事写的')
  expect(screen.getByText(/^已保存/)).toBeInTheDocument()
})

test('where both changed one answer the person decides, and theirs is sent on the colleague’s revision', async () => {
  server.on(saveFormAnswers, () => saved(4, { conflicts: [{ path: 'q1', mine: '12', theirs: '9', revision: 4 }] }))
  await open()
  fireEvent.change(field('人数'), { target: { value: '12' } })
  await pass(2_100)
  expect(screen.getByRole('button', { name: '采用同事的：9' })).toBeInTheDocument()
  server.on(saveFormAnswers, () => saved(5))
  fireEvent.click(screen.getByRole('button', { name: '保留我的：12' }))
  await pass(0)
  expect(saves().at(-1)?.changes).toEqual([{ path: 'q1', base: 4, value: '12' }])
  expect(screen.queryByText(/同事同时修改了/)).toBeNull()
})

test('without a connection what was typed stays, and is sent again until the server has it', async () => {
  server.on(saveFormAnswers, () => {
    throw new Error('the network is away')
  })
  await open()
  fireEvent.change(field('人数'), { target: { value: '12' } })
  await pass(2_100)
  expect(screen.getByText(/网络已断开/)).toBeInTheDocument()
  server.on(saveFormAnswers, () => saved(4))
  await pass(3_100)
  expect(saves()).toHaveLength(2)
  expect(screen.getByText(/^已保存/)).toBeInTheDocument()
})

test('it is handed in by what the person sees; what is missing is said first, and what the server refuses stands at its field', async () => {
  server.on(saveFormAnswers, () => saved(4))
  await open()
  fireEvent.click(screen.getByRole('button', { name: '提交' }))
  await pass(0)
  expect(screen.getByRole('button', { name: '请填写人数' })).toBeInTheDocument()
  fireEvent.change(field('人数'), { target: { value: '12' } })
  server.on(submitFormAnswer, { returnCode: CODE.input, returnMessage: '填写有误', data: { fields: [{ path: 'q1', message: '人数与登记不符' }] } })
  fireEvent.click(screen.getByRole('button', { name: '提交' }))
  await pass(0)
  const dialog = await screen.findByRole('dialog', { name: '提交填报' })
  fireEvent.click(dialog.querySelector('.ant-btn-primary') as Element)
  await pass(0)
  expect(server.sent.filter((one) => one.path === submitFormAnswer.path).map((one) => one.input)).toEqual([{ taskId: '7', revision: 4 }])
  expect(screen.getByRole('button', { name: '人数与登记不符' })).toBeInTheDocument()
})

// Encryption works in a thread of its own, so some real time goes by.
const realTimeout = setTimeout
const settle = async () => {
  for (let i = 0; i < 4; i += 1) {
    await act(() => new Promise((resolve) => realTimeout(resolve, 30)))
    await pass(0)
  }
}

test('what was typed in the moment before the browser was killed is there again, and is sent on the revision at which it was typed', async () => {
  const killed = renderUi(<FillPage taskId="7" onLeave={() => undefined} />)
  for (let i = 0; i < 5; i += 1) await pass(0)
  await settle()
  fireEvent.change(await screen.findByRole('textbox', { name: '人数' }), { target: { value: '12' } })
  await pass(300)
  await settle()
  expect(saves()).toEqual([])
  const kept = new Map(rest)
  server.on(saveFormAnswers, () => {
    throw new Error('the process is gone')
  })
  killed.unmount()
  await settle()
  rest.clear()
  for (const [place, sealed] of kept) rest.set(place, sealed)
  // A colleague has answered another value meanwhile.
  server.on(openFormTask, () => ({ ...opened, answers: { q1: '9' }, revision: 8, revisions: { q1: 8 } }))
  server.on(saveFormAnswers, () => saved(8, { conflicts: [{ path: 'q1', mine: '12', theirs: '9', revision: 8 }] }))
  const before = saves().length
  await open()
  await settle()
  expect(saves()[before]?.changes).toEqual([{ path: 'q1', base: 3, value: '12' }])
  expect(screen.getByRole('button', { name: '保留我的：12' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: '采用同事的：9' })).toBeInTheDocument()
})

test('of questions that were sent back these alone are changed, with their reason and an explanation that is kept', async () => {
  const query = { queryId: '5', path: 'q1', queryStatus: 'open' as const, reason: '与年报不符', reply: null, events: [{ verb: 'ask' as const, words: '与年报不符', changed: false, userName: '平', time: '2026-03-02T00:00:00Z' }] }
  server.on(openFormTask, () => ({ ...opened, answerStatus: 'returned' as const, answers: { q1: '9', q2: '甲' }, returnReason: '请逐题核对', returned: { listed: true, until: null, queries: [query] } }))
  server.on(replyFormQuery, ({ reply }) => ({ reply: reply ?? null }))
  await open()
  expect(screen.queryByText('说明', { selector: '.fs-label span' })).toBeNull()
  fireEvent.click(screen.getByRole('checkbox', { name: '只看退回的题目' }))
  expect(screen.getByText('甲')).toBeInTheDocument()
  expect(screen.queryByRole('textbox', { name: '说明' })).toBeNull()
  const said = field('人数：说明')
  fireEvent.change(said, { target: { value: '以章程为准' } })
  fireEvent.blur(said)
  await pass(0)
  expect(server.sent.filter((one) => one.path === replyFormQuery.path).map((one) => one.input)).toEqual([{ taskId: '7', queryId: '5', reply: '以章程为准' }])
})

test('whoever is killed while a save is on its way has no conflict with themselves', async () => {
  server.on(saveFormAnswers, () => {
    throw new Error('nobody knows whether it arrived')
  })
  const killed = renderUi(<FillPage taskId="7" onLeave={() => undefined} />)
  for (let i = 0; i < 5; i += 1) await pass(0)
  await settle()
  const typed = await screen.findByRole('textbox', { name: '人数' })
  fireEvent.change(typed, { target: { value: '12' } })
  await pass(2_100)
  fireEvent.change(typed, { target: { value: '123' } })
  await pass(400)
  await settle()
  const kept = new Map(rest)
  killed.unmount()
  await settle()
  rest.clear()
  for (const [place, sealed] of kept) rest.set(place, sealed)
  // The first of the two had arrived after all.
  server.on(openFormTask, () => ({ ...opened, answers: { q1: '12' }, revision: 4, revisions: { q1: 4 } }))
  server.on(saveFormAnswers, (input) => ((input as { changes: { base: number }[] }).changes[0]?.base === 3 ? saved(4, { conflicts: [{ path: 'q1', mine: '123', theirs: '12', revision: 4 }] }) : saved(5)))
  await open()
  await settle()
  expect(saves().at(-1)?.changes).toEqual([{ path: 'q1', base: 4, value: '123' }])
  expect(screen.queryByText(/同事同时修改了/)).toBeNull()
})
