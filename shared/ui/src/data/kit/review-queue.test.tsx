import { render } from '@testing-library/react'
import { NextInReview, OpenInReview, ReviewQueue } from './review-queue'

const row = (id: string, status: string, abilities: string[] = []) => ({ id, status, abilities })
const waiting = (id: string) => row(id, 'waiting', ['pass'])

/** A list with a detail, as a page draws them; answers what was opened. */
function page() {
  const queue = new ReviewQueue()
  const opened: string[] = []
  const view = (rows: ReturnType<typeof row>[], openId: string | null) => {
    const open = rows.find((r) => r.id === openId)
    return (
      <>
        {open ? <OpenInReview key={`${open.id} ${open.status}`} queue={queue} row={open} rows={rows} /> : null}
        <NextInReview queue={queue} rows={rows} verbs={['pass']} open={(id) => opened.push(id)} />
      </>
    )
  }
  const { rerender } = render(view([], null))
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
