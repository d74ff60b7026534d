import '@testing-library/jest-dom'
import { CODE } from '@assoc/contract'
import { saveExam, startExam } from '@assoc/contract/meeting/course-study'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { renderUi } from '@assoc/ui/testing'
import { act, fireEvent, screen } from '@testing-library/react'
import { Exam } from './Exam'

const sheet = {
  attemptId: '5',
  secondsLeft: 600,
  questions: ['11', '12'].map((questionId) => ({ questionId, questionType: 'single' as const, stem: `题目 ${questionId}`, choices: ['是', '否'] })),
  answers: {},
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  jest.useFakeTimers()
  server = fakeServer()
  server.on(startExam, () => sheet)
  signedInAs(['course:study:use'])
})
afterEach(() => {
  server.restore()
  jest.useRealTimers()
})

const saved = () => server.sent.filter((s) => s.path === saveExam.path).map((s) => (s.input as { answers: unknown }).answers)
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))
const choose = (question: number, choice: number) => fireEvent.click(screen.getByRole('group', { name: `第 ${question} 题` }).querySelectorAll('input')[choice] as HTMLInputElement)

test('answers that could not be saved stay, it is said, and they are sent again until the server has them', async () => {
  server.on(saveExam, () => {
    throw new Error('the network is away')
  })
  renderUi(<Exam enrollId="3" onEnd={() => undefined} onClose={() => undefined} />)
  await pass(0)
  choose(1, 0)
  await pass(1_600)
  expect(screen.getByRole('alert')).toHaveTextContent('答案没有保存成功已选的答案都保留在本页，系统正在自动重试。保存成功前请不要关闭或刷新本页。')
  choose(2, 1)
  await pass(1_600)
  server.on(saveExam, () => ({ secondsLeft: 590 }))
  await pass(5_000)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(saved()).toEqual([{ 11: 'A' }, { 11: 'A', 12: 'B' }, { 11: 'A', 12: 'B' }])
  await pass(20_000)
  expect(saved()).toHaveLength(3)
})

test('a refusal that stays is said in its own words and not tried again', async () => {
  server.on(saveExam, { returnCode: CODE.inUse, returnMessage: '考试时间已到，已按此前保存的答案交卷' })
  renderUi(<Exam enrollId="3" onEnd={() => undefined} onClose={() => undefined} />)
  await pass(0)
  choose(1, 0)
  await pass(1_600)
  expect(screen.getByRole('alert')).toHaveTextContent('考试时间已到，已按此前保存的答案交卷')
  await pass(20_000)
  expect(saved()).toHaveLength(1)
})

test('closed right after a choice, the choice is sent', async () => {
  server.on(saveExam, () => ({ secondsLeft: 590 }))
  const { unmount } = renderUi(<Exam enrollId="3" onEnd={() => undefined} onClose={() => undefined} />)
  await pass(0)
  choose(1, 1)
  unmount()
  await pass(0)
  expect(saved()).toEqual([{ 11: 'B' }])
})
