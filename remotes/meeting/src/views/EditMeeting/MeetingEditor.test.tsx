import '@testing-library/jest-dom'
import { selectPreferences, saveDraft, selectDraft } from '@assoc/contract/platform/workspace'
import { getDraftKey } from '@assoc/contract/platform/session'
import { fakeServer } from '@assoc/http/testing'
import { Route, Routes } from '@assoc/router'
import { signedInAs } from '@assoc/session/testing'
import { renderUi } from '@assoc/ui/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MeetingEditor } from './MeetingEditor'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.on(selectPreferences, () => ({}))
  server.on(selectDraft, () => null)
  server.on(getDraftKey, () => ({ key: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=' }))
  server.on(saveDraft, () => ({}))
})
afterEach(() => server.restore())

test('a new meeting says what still hinders submitting, and what is typed is with the server within a second', async () => {
  signedInAs(['meeting:meeting:read', 'meeting:meeting:update'])
  renderUi(
    <Routes>
      <Route path="/editMeeting/:meetID" element={<MeetingEditor />} />
    </Routes>,
    { path: '/editMeeting/new' },
  )
  const side = await screen.findByLabelText('提交情况')
  expect(within(side).getByText('请填写会议名称')).toBeInTheDocument()
  expect(within(side).getByText('尚未保存为草稿')).toBeInTheDocument()
  fireEvent.change(screen.getByLabelText('会议名称'), { target: { value: '理事会第三次会议' } })
  await waitFor(() => expect(within(side).queryByText('请填写会议名称')).toBeNull())
  await waitFor(() => expect(server.sent.filter((s) => s.path === saveDraft.path).map((s) => (s.input as { key: string; content: { meetingName: string } }).content.meetingName)).toEqual(['理事会第三次会议']), { timeout: 1500 })
})
