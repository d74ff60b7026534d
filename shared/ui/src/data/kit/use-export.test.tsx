import { CODE } from '@assoc/contract'
import { companyResource } from '@assoc/contract/member/company'
import { downloadWorkFile, selectWork } from '@assoc/contract/platform/work'
import { httpClient } from '@assoc/http'
import { toasts } from '@assoc/session'
import { act, renderHook } from '@testing-library/react'
import { useExport } from './use-export'

type Answer = { blob: string } | { returnCode: string; returnMessage?: string; data?: unknown } | 'away'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const adapter = httpClient.defaults.adapter as NonNullable<typeof httpClient.defaults.adapter>
let answers: Record<string, Answer>
let asked: string[]
let saved: string[]
let click: jest.SpyInstance
// The DOM reads blobs by clocks of its own, so between two steps of the false clock a little real time goes by.
const realTimeout = setTimeout
const later = (ms: number) =>
  act(async () => {
    await new Promise((resolve) => realTimeout(resolve, 30))
    await jest.advanceTimersByTimeAsync(ms)
    await new Promise((resolve) => realTimeout(resolve, 30))
  })

beforeEach(() => {
  jest.useFakeTimers()
  toasts.dismiss()
  answers = {}
  asked = []
  saved = []
  httpClient.defaults.adapter = async (config) => {
    const path = config.url ?? ''
    asked.push(path)
    const answer = answers[path] ?? 'away'
    if (answer === 'away') throw new Error('away')
    const isFile = 'blob' in answer
    const envelope = { returnMessage: '', data: null, ...answer }
    const data = config.responseType === 'blob' ? new Blob([isFile ? answer.blob : JSON.stringify(envelope)]) : envelope
    return { data, status: 200, statusText: 'OK', config, headers: isFile ? { 'content-type': XLSX, 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('公司.xlsx')}` } : { 'content-type': 'application/json' } }
  }
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => undefined
  click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})
afterEach(() => {
  click.mockRestore()
  httpClient.defaults.adapter = adapter
  jest.useRealTimers()
})

const work = (part: object) => ({ returnCode: CODE.ok, data: { workId: '9', totalRows: 8_000, doneRows: 0, errorMessage: null, ...part } })
const start = async () => {
  const { result } = renderHook(() => useExport(companyResource.exportRows))
  act(() => void result.current.run({} as never))
  await later(0)
  return result
}

test('a small export is saved at once under the name that the server gives', async () => {
  answers[companyResource.exportRows.path] = { blob: 'xlsx' }
  const result = await start()
  expect([saved, result.current.busy]).toEqual([['公司.xlsx'], false])
  expect(asked).toEqual([companyResource.exportRows.path])
})

test('F00006 becomes a job that is followed with its progress until its file is saved', async () => {
  answers[companyResource.exportRows.path] = { returnCode: CODE.silent, data: { workId: '9' } }
  answers[selectWork.path] = work({ workStatus: 'running', doneRows: 2_000 })
  const result = await start()
  expect([result.current.busy, saved, toasts.current?.kind]).toEqual([true, [], 'info'])
  await later(1_500)
  expect(result.current.progress).toBe(25)
  answers[selectWork.path] = work({ workStatus: 'running', doneRows: 6_000 })
  await later(1_500)
  expect(result.current.progress).toBe(75)
  answers[selectWork.path] = work({ workStatus: 'done', doneRows: 8_000 })
  answers[downloadWorkFile.path] = { blob: 'xlsx' }
  await later(1_500)
  expect([saved, result.current.busy, result.current.progress]).toEqual([['公司.xlsx'], false, null])
  const count = asked.length
  await later(10_000)
  expect(asked).toHaveLength(count)
})

test('a job that fails says why and ends', async () => {
  answers[companyResource.exportRows.path] = { returnCode: CODE.silent, data: { workId: '9' } }
  answers[selectWork.path] = work({ workStatus: 'failed', errorMessage: '磁盘已满' })
  const result = await start()
  await later(1_500)
  expect([toasts.current?.text, result.current.busy, saved]).toEqual(['磁盘已满', false, []])
})

test.each(['cancelled', 'expired'])('a job that is %s ends without a file', async (workStatus) => {
  answers[companyResource.exportRows.path] = { returnCode: CODE.silent, data: { workId: '9' } }
  answers[selectWork.path] = work({ workStatus })
  const result = await start()
  await later(1_500)
  expect([saved, result.current.busy]).toEqual([[], false])
})

test('a refusal is never saved as a file', async () => {
  answers[companyResource.exportRows.path] = { returnCode: CODE.forbidden, returnMessage: '没有权限' }
  const result = await start()
  expect([saved, result.current.busy]).toEqual([[], false])
})

test('without the network it says so', async () => {
  const result = await start()
  expect([toasts.current?.text, result.current.busy]).toEqual(['导出没有成功，请检查网络后重试', false])
})

test('the network that fails while a job is followed does not break the page', async () => {
  answers[companyResource.exportRows.path] = { returnCode: CODE.silent, data: { workId: '9' } }
  const { result } = renderHook(() => useExport(companyResource.exportRows))
  const refused = jest.fn()
  act(() => void result.current.run({} as never).catch(refused))
  await later(0)
  await later(1_500)
  expect(refused).not.toHaveBeenCalled()
  expect(result.current.busy).toBe(false)
})
