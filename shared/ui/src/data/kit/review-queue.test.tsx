import { statusMachine } from '@assoc/contract'
import { act, fireEvent, screen } from '@testing-library/react'
import { renderUi } from '../../testing'
import { ReviewBar } from '../../lazy/ReviewBar'
import { NextInReview, OpenInReview, reviewOf, reviewVerbs, ReviewQueue } from './review-queue'
import type { RowAction } from './RowActions'

const row = (id: string, status: string, abilities: string[] = []) => ({ id, status, abilities })
const waiting = (id: string) => row(id, 'waiting', ['pass'])

/** A list with a detail, as a page draws them; answers what was opened. */
function page(actions: RowAction[] = []) {
  const queue = new ReviewQueue()
  const opened: string[] = []
  const view = (rows: ReturnType<typeof row>[], openId: string | null) => {
    const open = rows.find((r) => r.id === openId)
    const review = open ? reviewOf({ row: open, rows, verbs: ['pass'], actions, open: (id) => opened.push(id) }) : null
    return (
      <>
        {open ? <OpenInReview key={`${open.id} ${open.status}`} queue={queue} row={open} rows={rows} /> : null}
        {review ? <ReviewBar {...review} /> : null}
        <NextInReview queue={queue} rows={rows} verbs={['pass']} open={(id) => opened.push(id)} />
      </>
    )
  }
  const { rerender } = renderUi(view([], null))
  return { opened, draw: (rows: ReturnType<typeof row>[], openId: string | null) => rerender(view(rows, openId)) }
}

test('a row that went on, or out of the list, is followed by the next that waits; at the end by the first', () => {
  const { opened, draw } = page()
  draw([waiting('1'), row('2', 'done'), waiting('3')], '1')
  draw([row('1', 'done'), row('2', 'done'), waiting('3')], '1')
  expect(opened).toEqual(['3'])
  const last = page()
  last.draw([waiting('1'), waiting('2'), waiting('3')], '3')
  last.draw([waiting('1'), waiting('2')], '3')
  expect(last.opened).toEqual(['1'])
})

test('nothing opens when the detail was closed by hand, when only other rows changed, or when nothing waits', () => {
  const { opened, draw } = page()
  draw([waiting('1'), waiting('2')], '1')
  draw([waiting('1'), waiting('2')], null)
  draw([waiting('2')], null)
  draw([waiting('1'), waiting('2')], '1')
  draw([waiting('1'), row('2', 'done')], '1')
  draw([row('1', 'done'), row('2', 'done')], '1')
  expect(opened).toEqual([])
})

test('the bar leads through what waits by keys, decides by a number, and says which rows are left to others', async () => {
  const passed = jest.fn()
  const { opened, draw } = page([{ key: 'pass', label: '通过', onClick: passed }, { key: 'update', label: '修改', onClick: () => undefined }])
  const mine = { ...row('2', 'waiting'), separated: ['pass'] }
  const rows = [waiting('1'), mine, waiting('3'), row('4', 'done')]
  draw(rows, '1')
  expect(await screen.findByText('待办 1 / 2')).toBeTruthy()
  expect(screen.getByText('已跳过本页 1 条：由您登记、修改或提交，须由其他人办理。')).toBeTruthy()
  expect(screen.queryByText('修改')).toBeNull()
  await act(async () => void fireEvent.keyDown(document.body, { key: 'j' }))
  await act(async () => void fireEvent.keyDown(document.body, { key: 'k' }))
  expect(opened).toEqual(['3'])
  fireEvent.keyDown(document.body, { key: '1' })
  expect(passed).toHaveBeenCalledTimes(1)
  draw(rows, '2')
  expect(await screen.findByText('本条由您登记、修改或提交，须由其他人办理。')).toBeTruthy()
  // A row on which nothing is to be decided has no bar.
  draw(rows, '4')
  expect(screen.queryByRole('region', { name: '审核' })).toBeNull()
})

test('the verbs of a review are the separate steps and what the same permit may do instead', () => {
  const machine = statusMachine('状态', { draft: ['草稿', 'grey'], waiting: ['待审', 'amber'], done: ['已过', 'green'] }, [
    { from: ['draft'], to: 'waiting', verb: 'submit', label: '提交', permit: 'member:apply:insert' },
    { from: ['waiting'], to: 'done', verb: 'pass', label: '通过', permit: 'member:apply:approve', separate: true },
    { from: ['waiting'], to: 'draft', verb: 'sendBack', label: '退回', permit: 'member:apply:approve', reason: 'required' },
    { from: ['done'], to: 'draft', verb: 'reopen', label: '重开', permit: 'member:apply:approve' },
  ])
  expect(reviewVerbs(machine)).toEqual(['pass', 'sendBack'])
})
