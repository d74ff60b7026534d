import '@testing-library/jest-dom'
import { noticeKind, usualWays } from '@assoc/contract/platform/notice-kind'
import { saveNoticeChoice, selectNoticeChoices } from '@assoc/contract/platform/workspace'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { renderUi } from '@assoc/ui/testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { NoticeSettings } from './NoticeSettings'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  signedInAs([])
  server = fakeServer()
  server.on(selectNoticeChoices, () => ({ items: noticeKind.keys.map((kind) => ({ noticeKind: kind, ...usualWays(kind) })), hasEmail: true, messengers: [] }))
})
afterEach(() => server.restore())

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })

test('a way is chosen for a kind and kept at once; what cannot be chosen is not offered', async () => {
  server.on(saveNoticeChoice, () => ({}))
  renderUi(<NoticeSettings />)
  await screen.findByText('会费与票据')
  expect([box('账号安全：铃铛').disabled, box('会费与票据：办公平台').disabled, screen.queryByRole('checkbox', { name: '待办汇总：邮件' })]).toEqual([true, true, null])
  fireEvent.click(box('会费与票据：邮件'))
  expect(box('会费与票据：邮件')).toBeChecked()
  await waitFor(() => expect(server.sent.at(-1)).toMatchObject({ path: saveNoticeChoice.path, input: { noticeKind: 'fee', console: true, mail: true, im: true } }))
})

test('a choice that the server refuses goes back', async () => {
  server.on(saveNoticeChoice, { returnCode: 'V00001', returnMessage: '请先在个人中心填写邮箱', data: { fields: [] } })
  renderUi(<NoticeSettings />)
  await screen.findByText('会费与票据')
  fireEvent.click(box('会费与票据：邮件'))
  await waitFor(() => expect(box('会费与票据：邮件')).not.toBeChecked())
})
