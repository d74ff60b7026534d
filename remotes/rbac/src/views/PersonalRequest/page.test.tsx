import '@testing-library/jest-dom'
import { selectPreferences } from '@assoc/contract/platform/workspace'
import { exportOwnPersonal, findPersonalRecords, personalRequest, previewErasure, requestOwnErasure, selectOwnPersonal } from '@assoc/contract/rbac/personal'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { renderUi } from '@assoc/ui/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { DataPart } from '../PersonalCenter/DataPart'
import { NewRequest } from './NewRequest'

const LINES = [
  { group: '账号与权限', label: '账号', fate: 'erase', rows: 1, basis: null, until: null },
  { group: '会费', label: '缴费记录', fate: 'keep', rows: 2, basis: '《会计档案管理办法》：会计凭证、账簿保管 30 年', until: '入账年度终了后 30 年' },
]

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.on(selectPreferences, () => ({}))
})
afterEach(() => server.restore())

const sentTo = (path: string) => server.sent.filter((s) => s.path === path).map((s) => s.input)
const button = (text: string) => screen.getByText(text).closest('button') as HTMLElement

test('a person sees what is kept and by which law, takes their data away, and asks for the end of the account with a reason', async () => {
  signedInAs([])
  server.on(selectOwnPersonal, () => ({ lines: LINES, blocks: ['会费账单 1 尚未缴清'], namesakes: 0, files: 0, request: null }))
  server.on(exportOwnPersonal, () => ({ workId: '5' }))
  server.on(requestOwnErasure, () => ({}))
  renderUi(<DataPart />)
  expect(await screen.findByText(/会计凭证、账簿保管 30 年/)).toBeInTheDocument()
  fireEvent.click(button('导出我的数据'))
  await waitFor(() => expect(sentTo(exportOwnPersonal.path)).toEqual([{}]))
  await waitFor(() => expect(button('申请注销账号')).toBeEnabled())
  fireEvent.click(button('申请注销账号'))
  const dialog = await waitFor(() => document.querySelector<HTMLElement>('[role=dialog]') ?? Promise.reject(new Error('no dialog')))
  expect(within(dialog).getByText(/会费账单 1 尚未缴清/)).toBeInTheDocument()
  fireEvent.change(dialog.querySelector('textarea') as HTMLElement, { target: { value: '不再使用本系统' } })
  fireEvent.click(within(dialog).getByText('提交申请').closest('button') as HTMLElement)
  await waitFor(() => expect(sentTo(requestOwnErasure.path)).toEqual([{ reason: '不再使用本系统' }]))
})

test('staff find somebody by what they tell, choose one record, and enter the request', async () => {
  signedInAs(['rbac:personal:request'])
  server.on(findPersonalRecords, () => [{ recordType: 'contact', recordId: '31', name: '某甲', mobile: '199****0001' }, { recordType: 'user', recordId: '7', name: '某甲', mobile: null }])
  server.on(previewErasure, () => ({ lines: LINES, blocks: [], namesakes: 0, files: 0 }))
  const { insert } = personalRequest
  if (!insert) throw new Error('no insert')
  server.on(insert, () => ({ requestId: '9' }))
  const done: string[] = []
  renderUi(<NewRequest onClose={() => undefined} onDone={(text) => void done.push(text ?? '')} />)
  fireEvent.change(await screen.findByLabelText('查找当事人'), { target: { value: '19912340001' } })
  fireEvent.click(button('查找'))
  expect(await screen.findByText('199****0001')).toBeInTheDocument()
  fireEvent.click(document.querySelectorAll<HTMLElement>('input[type=radio]')[0] as HTMLElement)
  fireEvent.change(screen.getByLabelText('申请原因'), { target: { value: '当事人来函要求' } })
  fireEvent.click(screen.getByText(/^保\s?存$/).closest('button') as HTMLElement)
  await waitFor(() => expect(sentTo(insert.path)).toEqual([{ recordType: 'contact', recordId: '31', reason: '当事人来函要求' }]))
})
