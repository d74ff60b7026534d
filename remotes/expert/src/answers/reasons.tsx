import type { ResponseOf } from '@assoc/contract'
import { placeLabel } from '@assoc/contract/form/engine/difference'
import type { selectFormQueries } from '@assoc/contract/form/query'
import { Input, type FormSheetProps, type SheetStore } from '@assoc/ui'
import { runInAction, type ObservableMap } from 'mobx'
import { observer } from 'mobx-react-lite'
import { useMemo, useState } from 'react'

type Query = ResponseOf<typeof selectFormQueries>['queries'][number]

/** Reasons by the paths of what is sent back; apart from the state of the page, so that a key in one of them draws that one anew and not the form. */
export type Collected = ObservableMap<string, string>

/** Types whose answers follow by themselves: nobody mends them. */
const FOLLOWS: ReadonlySet<string> = new Set(['calc', 'lookup', 'note'])

export interface Reasons {
  /** What was collected; null while nothing is being sent back. */
  items: Collected | null
  setItems: (items: Collected | null) => void
  /** Questions that were raised again, which go along with the next return. */
  again: number
  marks: NonNullable<FormSheetProps['marks']> | undefined
}

/** Reasons that a reviewer puts at questions, rows and cells of an answer. */
export function useReasons(sheet: SheetStore | null, queries: readonly Query[] | undefined): Reasons {
  const [items, setItems] = useState<Collected | null>(null)
  const live = useMemo(() => new Set((queries ?? []).flatMap((one) => (one.queryStatus === 'closed' ? [] : [one.path]))), [queries])
  const again = (queries ?? []).filter((one) => one.queryStatus === 'reopened').length
  const marks = useMemo((): Reasons['marks'] => {
    if (!items || !sheet) return undefined
    const { doc } = sheet.run
    return {
      at: (path) => {
        const parts = path.split('/')
        const question = doc.questions[parts.at(-1) ?? '']
        if (parts.length !== 2 && (!question || FOLLOWS.has(question.type))) return null
        if (live.has(path)) return <span className="fs-help">已退回</span>
        return <Mark items={items} path={path} label={placeLabel(doc, path, sheet.run.answers())} isRow={parts.length === 2} />
      },
    }
  }, [items, sheet, live])
  return { items, setItems, again, marks }
}

/** Sends one answer back, and why. */
const Mark = observer(function Mark({ items, path, label, isRow }: { items: Collected; path: string; label: string; isRow: boolean }) {
  const reason = items.get(path)
  if (reason === undefined)
    return (
      <button
        type="button"
        className="fs-link"
        style={{ fontSize: 13, fontWeight: 400, marginInlineStart: 8 }}
        aria-label={`退回：${label}`}
        onClick={() => runInAction(() => items.set(path, ''))}
      >
        {isRow ? '退回此行' : '退回'}
      </button>
    )
  return (
    <div className="fs-mark">
      <Input.TextArea
        autoFocus
        aria-label={`${label}：退回原因`}
        placeholder="退回原因"
        autoSize={{ minRows: 1, maxRows: 4 }}
        maxLength={500}
        value={reason}
        onChange={(e) => runInAction(() => items.set(path, e.target.value))}
      />
      <button type="button" className="fs-link" style={{ justifySelf: 'start' }} aria-label={`不退回：${label}`} onClick={() => runInAction(() => items.delete(path))}>
        不退回
      </button>
    </div>
  )
})
