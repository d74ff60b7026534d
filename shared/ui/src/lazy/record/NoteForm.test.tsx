import '@testing-library/jest-dom'
import { deleteDraft, saveDraft, selectDraft } from '@assoc/contract/platform/workspace'
import { insertRecordNote } from '@assoc/contract/platform/record'
import { getDraftKey } from '@assoc/contract/platform/session'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { renderUi } from '../../testing'
import { NoteForm } from './NoteForm'

const onAdded = jest.fn()
let server: ReturnType<typeof fakeServer>
let kept: { content: unknown; savedTime: string } | null
beforeEach(() => {
  kept = null
  onAdded.mockReset()
  signedInAs([], '7')
  server = fakeServer()
  server.on(selectDraft, () => kept as never)
  server.on(saveDraft, (input) => {
    kept = { content: (input as { content: unknown }).content, savedTime: '2026-03-01T08:00:00.000Z' }
    return { savedTime: kept.savedTime }
  })
  server.on(deleteDraft, () => {
    kept = null
    return {}
  })
  server.on(getDraftKey, () => ({ key: '' }))
  server.on(insertRecordNote, () => ({ noteId: '1' }) as never)
})
afterEach(() => server.restore())

const shown = () => renderUi(<NoteForm recordType="member" recordId="12" onAdded={onAdded} />)

const box = () => screen.getByRole('textbox', { name: '备注' })

test('a note that is half typed stands there again when the record is opened again; one that was added does not', async () => {
  const first = shown()
  fireEvent.change(box(), { target: { value: '原件已收到，' } })
  first.unmount()
  await waitFor(() => expect(kept?.content).toEqual({ content: '原件已收到，', chosen: [] }))
  const second = shown()
  await waitFor(() => expect(box()).toHaveValue('原件已收到，'))
  fireEvent.change(box(), { target: { value: '原件已收到，已存档' } })
  fireEvent.click(screen.getByRole('button', { name: '添加备注' }))
  await waitFor(() => expect(onAdded).toHaveBeenCalled())
  expect(server.sent.find(({ path }) => path === insertRecordNote.path)?.input).toMatchObject({ recordType: 'member', recordId: '12', content: '原件已收到，已存档' })
  expect(kept).toBeNull()
  second.unmount()
  shown()
  await waitFor(() => expect(server.sent.filter(({ path }) => path === selectDraft.path)).toHaveLength(3))
  expect(box()).toHaveValue('')
})

test('what comes back late does not replace what was typed meanwhile; a draft of another record stays away', async () => {
  kept = { content: { content: '旧的', chosen: [] }, savedTime: '2026-03-01T08:00:00.000Z' }
  shown()
  fireEvent.change(box(), { target: { value: '新的' } })
  await waitFor(() => expect(server.sent.some(({ path }) => path === selectDraft.path)).toBe(true))
  expect(server.sent.find(({ path }) => path === selectDraft.path)?.input).toEqual({ key: 'note/member/12' })
  fireEvent.click(screen.getByRole('button', { name: '添加备注' }))
  await waitFor(() => expect(onAdded).toHaveBeenCalled())
  expect(server.sent.find(({ path }) => path === insertRecordNote.path)?.input).toMatchObject({ content: '新的' })
})
