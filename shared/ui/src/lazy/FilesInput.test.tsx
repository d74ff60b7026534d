import type { FileItem } from '@assoc/contract'
import { ApiError } from '@assoc/http'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { Uploads, UploadsContext } from '../data/kit/uploads'
import { FilesInput } from './FilesInput'

let held: readonly FileItem[] = []
const sent: { name: string; settle: (item: FileItem) => void; refuse: (error: unknown) => void }[] = []
const parted: { purpose: string; name: string; steps: string[]; settle: (item: FileItem) => void; refuse: (error: unknown) => void; options: { onProgress: (sent: number, total: number) => void } }[] = []
jest.mock('@assoc/http', () => ({
  ...jest.requireActual<object>('@assoc/http'),
  uploadInParts: (purpose: string, file: File, options: { onProgress: (sent: number, total: number) => void }) => {
    const steps: string[] = []
    const done = new Promise((settle, refuse) => parted.push({ purpose, name: file.name, steps, settle, refuse, options }))
    return { done, pause: () => steps.push('pause'), resume: () => steps.push('resume'), cancel: async () => steps.push('cancel') }
  },
  upload: (_call: unknown, _fields: unknown, _file: unknown, name: string) => new Promise((settle, refuse) => sent.push({ name, settle, refuse })),
}))
afterEach(() => {
  sent.splice(0)
  parted.splice(0)
  held = []
})

function Form({ max = 3, inParts = false }: { max?: number; inParts?: boolean }) {
  const [value, setValue] = useState<readonly FileItem[]>([])
  const change = (next: FileItem[]) => {
    held = next
    setValue(next)
  }
  return <FilesInput purpose="joinApply.materials" rule={{ exts: ['pdf', 'png'], maxMb: 1, max, inParts }} value={value} onChange={change} />
}
const choose = (...files: File[]) => fireEvent.change(document.querySelector('input[type=file]') as HTMLInputElement, { target: { files } })
const pdf = (name: string) => new File(['%PDF'], name, { type: 'application/pdf' })
const item = (fileId: string, fileName: string): FileItem => ({ fileId, fileName, fileSize: 4 })

test('two files that are sent at once both stay, whichever is ready first', async () => {
  render(<Form />)
  choose(pdf('甲.pdf'), pdf('乙.pdf'))
  await waitFor(() => expect(sent).toHaveLength(2))
  await act(async () => sent[1]?.settle(item('2', '乙.pdf')))
  await act(async () => sent[0]?.settle(item('1', '甲.pdf')))
  expect(held.map((f) => f.fileName)).toEqual(['乙.pdf', '甲.pdf'])
  fireEvent.click(screen.getByRole('button', { name: '移除 乙.pdf' }))
  expect(held.map((f) => f.fileName)).toEqual(['甲.pdf'])
})

test('what cannot be sent is told at its name, and nothing of the others is lost', async () => {
  render(<Form />)
  choose(pdf('甲.pdf'))
  await waitFor(() => expect(sent).toHaveLength(1))
  choose(new File(['x'], '程序.exe'))
  expect((await screen.findByRole('alert')).textContent).toBe('只能上传 pdf、png 格式的文件')
  await act(async () => sent[0]?.refuse(new ApiError('P00001', '', { fields: [{ path: 'file', message: '文件内容与扩展名不符' }] })))
  expect(screen.getAllByRole('alert').map((a) => a.textContent)).toEqual(['文件内容与扩展名不符', '只能上传 pdf、png 格式的文件'])
  fireEvent.click(screen.getByRole('button', { name: '不再上传 程序.exe' }))
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(held).toEqual([])
})

test('a full field takes no more', async () => {
  render(<Form max={1} />)
  choose(pdf('甲.pdf'))
  await waitFor(() => expect(sent).toHaveLength(1))
  await act(async () => sent[0]?.settle(item('1', '甲.pdf')))
  expect((screen.getByRole('button', { name: /选择文件/ }) as HTMLButtonElement).disabled).toBe(true)
})

test('a large file comes in parts: it is stopped and goes on, or is given up', async () => {
  render(<Form inParts />)
  choose(pdf('甲.pdf'))
  await waitFor(() => expect(parted).toHaveLength(1))
  act(() => parted[0]?.options.onProgress(1, 3))
  expect(screen.getByRole('status').textContent).toContain('正在上传 33%')
  fireEvent.click(screen.getByRole('button', { name: /暂\s?停/ }))
  expect(screen.getByRole('status').textContent).toContain('已暂停 33%')
  fireEvent.click(screen.getByRole('button', { name: /继\s?续/ }))
  await act(async () => parted[0]?.settle(item('1', '甲.pdf')))
  expect(held.map((f) => f.fileName)).toEqual(['甲.pdf'])
  choose(pdf('乙.pdf'))
  await waitFor(() => expect(parted).toHaveLength(2))
  fireEvent.click(screen.getByRole('button', { name: '取消上传' }))
  await act(async () => parted[1]?.refuse(new Error('cancelled')))
  expect(screen.queryByText('乙.pdf')).toBeNull()
  expect(parted.map(({ name, steps }) => [name, steps])).toEqual([['甲.pdf', ['pause', 'resume']], ['乙.pdf', ['cancel']]])
})

test('who saves is told at the field that a large file is not there yet, and does not wait for one that stopped', async () => {
  const uploads = new Uploads()
  const hint = () => screen.queryByText(/不能保存|保存要等/)?.textContent
  const save = async () => {
    const answer = { arrived: undefined as boolean | undefined }
    await act(async () => void uploads.arrived().then((arrived) => (answer.arrived = arrived)))
    return answer
  }
  render(
    <UploadsContext value={uploads}>
      <Form inParts />
    </UploadsContext>,
  )
  choose(pdf('甲.pdf'))
  await waitFor(() => expect(parted).toHaveLength(1))
  const waiting = await save()
  expect([waiting.arrived, hint()]).toEqual([undefined, '保存要等文件传完。网络中断时会自动重试；不再需要这个文件，可以取消上传。'])
  // Paused while somebody waits, and again before somebody does.
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /暂\s?停/ })))
  expect([waiting.arrived, hint()]).toEqual([false, '文件还没有传完，暂时不能保存：请点“继续”传完，或点“取消上传”移除后再保存。'])
  expect([uploads.busy, (await save()).arrived]).toEqual([true, false])
  fireEvent.click(screen.getByRole('button', { name: /继\s?续/ }))
  // The line is gone for good: it can go on, and until then the form is not saved without the file.
  await act(async () => parted[0]?.refuse(new ApiError('S00001', '文件没有传完，请检查网络后点“继续”', null)))
  expect([uploads.busy, (await save()).arrived, hint()]).toEqual([true, false, '文件还没有传完，暂时不能保存：请点“继续”传完，或点“取消上传”移除后再保存。'])
  fireEvent.click(screen.getByRole('button', { name: /继\s?续/ }))
  await waitFor(() => expect(parted).toHaveLength(2))
  const last = await save()
  await act(async () => parted[1]?.settle(item('1', '甲.pdf')))
  expect([last.arrived, uploads.busy, hint(), held.map((f) => f.fileName)]).toEqual([true, false, undefined, ['甲.pdf']])
})

test('a large file that is refused stands in the way of nothing', async () => {
  const uploads = new Uploads()
  render(
    <UploadsContext value={uploads}>
      <Form inParts />
    </UploadsContext>,
  )
  choose(pdf('甲.pdf'))
  await waitFor(() => expect(parted).toHaveLength(1))
  await act(async () => parted[0]?.refuse(new ApiError('P00001', '没有权限', null)))
  expect([screen.getByRole('alert').textContent, screen.queryByRole('button', { name: /继\s?续/ }), uploads.busy]).toEqual(['没有权限', null, false])
})
