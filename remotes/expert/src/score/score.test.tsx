import '@testing-library/jest-dom'
import { selectOwnReviewAssignments } from '@assoc/contract/expert/review/assign'
import { readScoreSheet, saveScoreSheet, selectScoreQueue, submitScoreSheet } from '@assoc/contract/expert/review/score'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { renderUi } from '@assoc/ui/testing'
import { act, fireEvent, screen } from '@testing-library/react'
import { ScorePage } from './ScorePage'

const batch = { batchId: '3', batchName: '年度征文终评', reviewKind: 'essay', reviewStage: 'final', batchStatus: 'scoring', endTime: '2026-12-01T10:00:00Z', secondsLeft: 1000, blindFlag: true } as const
const dimensions = [{ dimName: '选题', dimWeight: 60, dimMax: 100, dimDesc: null, levels: null }, { dimName: '论证', dimWeight: 40, dimMax: 50, dimDesc: '论据充分', levels: null }]
const sheet = (sheetId: string) => ({
  sheetId, assignmentId: `9${sheetId}`, itemNo: Number(sheetId), version: 1, sheetStatus: 'pending', dimScores: {}, totalScore: null, comment: null, submitTime: null, returnReason: null, closed: null,
  batch: { ...batch, dimensions, commentBelow: 60, commentFrom: 95, seeOthers: 'never' }, work: { title: `作品${sheetId}`, sections: [{ label: '正文', text: '正文' }], files: [] }, others: null,
}) as const
const item = (sheetId: string, sheetStatus: 'pending' | 'submitted' = 'pending') => ({ sheetId, itemNo: Number(sheetId), title: null, sheetStatus, totalScore: null, returned: false })

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  jest.useFakeTimers()
  server = fakeServer()
  server.on(selectScoreQueue, () => ({ batches: [{ ...batch, sheets: 2, submitted: 0 }], batchId: '3', items: [item('1'), item('2')], own: null }))
  server.on(selectOwnReviewAssignments, () => ({ total: 0, items: [] }))
  server.on(readScoreSheet, (input) => sheet((input as { sheetId: string }).sheetId))
  signedInAs(['review:sheet:score'])
})
afterEach(() => {
  server.restore()
  jest.useRealTimers()
})

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))
const press = (key: string, more: object = {}) => fireEvent.keyDown(document.body, { key, ...more })
const sent = (path: string) => server.sent.filter((one) => one.path === path).map((one) => one.input as Record<string, unknown>)
async function open() {
  renderUi(<ScorePage preset="final" />)
  for (let i = 0; i < 5; i += 1) await pass(0)
  await screen.findByRole('heading', { name: '作品1' })
}
const current = (version: number, dimScores: Record<string, number>, totalScore: number) => ({ version, dimScores, totalScore, comment: null, writeTime: '2026-11-27T06:00:00Z' })

test('keys score one dimension after the other, go to the next work, and hand in', async () => {
  server.on(saveScoreSheet, (input) => ({ saved: true, sheetStatus: 'draft', current: current(2, (input as { dimScores: Record<string, number> }).dimScores, 80) }))
  server.on(submitScoreSheet, () => ({ version: 3, totalScore: 80, submitTime: '2026-11-27T06:00:00Z' }))
  await open()
  press('8')
  press('8')
  expect(screen.getByLabelText('总分')).toHaveTextContent('80.00')
  press('Enter', { ctrlKey: true })
  await pass(0)
  for (let i = 0; i < 6; i += 1) await pass(0)
  expect(sent(saveScoreSheet.path)).toEqual([{ sheetId: '1', version: 1, dimScores: { 选题: 80, 论证: 40 }, comment: '' }])
  expect(sent(submitScoreSheet.path)).toEqual([{ sheetId: '1', version: 2 }])
  // What was handed in is followed by the next that waits.
  expect(await screen.findByRole('heading', { name: '作品2' })).toBeInTheDocument()
  press('k')
  for (let i = 0; i < 4; i += 1) await pass(0)
  expect(await screen.findByRole('heading', { name: '作品1' })).toBeInTheDocument()
})

test('what is wrong stands at its place and is not handed in', async () => {
  await open()
  press('9')
  press('Enter', { ctrlKey: true })
  await pass(0)
  expect(screen.getByText('请填写“论证”的得分')).toBeInTheDocument()
  press('1')
  press('ArrowUp')
  press('1')
  press('Enter', { ctrlKey: true })
  await pass(0)
  expect(screen.getByText(/评审意见须有 20 至 1000 个字/)).toBeInTheDocument()
  expect(sent(submitScoreSheet.path)).toEqual([])
})

test('a sheet that was saved elsewhere shows both values, and mine is written over it only when that is chosen', async () => {
  let theirs = true
  server.on(saveScoreSheet, (input) => {
    const given = input as { dimScores: Record<string, number>; version: number }
    return theirs ? { saved: false, sheetStatus: 'draft', current: current(5, { 选题: 33 }, 20) } : { saved: true, sheetStatus: 'draft', current: current(6, given.dimScores, 10) }
  })
  await open()
  press('7')
  await pass(1100)
  expect(screen.getByText(/已在其他页面修改/)).toBeInTheDocument()
  expect([screen.getByText('70', { selector: 'td' }), screen.getByText('33', { selector: 'td' })]).toHaveLength(2)
  await pass(5000)
  expect(sent(saveScoreSheet.path)).toHaveLength(1)
  theirs = false
  fireEvent.click(screen.getByText('保留本页的'))
  await pass(0)
  expect(sent(saveScoreSheet.path).at(-1)).toEqual({ sheetId: '1', version: 5, dimScores: { 选题: 70 }, comment: '' })
  expect(screen.queryByText(/已在其他页面修改/)).not.toBeInTheDocument()
})
