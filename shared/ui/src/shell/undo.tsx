import { makeAutoObservable } from 'mobx'
import { observer } from 'mobx-react-lite'
import { Suspense, lazy } from 'react'

interface Offer {
  key: number
  text: string
  undo: () => void | Promise<void>
}

/** The one thing that can be taken back now: a newer one takes its place. */
class UndoStore {
  current: Offer | null = null
  private count = 0

  constructor() {
    makeAutoObservable<this, 'count'>(this, { count: false })
  }

  /** Says what was done and offers for some seconds to take it back. `undo` carries out an ordinary action, and tells by itself how it went. */
  offer(text: string, undo: Offer['undo']): void {
    this.current = { key: ++this.count, text, undo }
  }

  /** The offer is over, or another has come. */
  gone(key: number): void {
    if (this.current?.key === key) this.current = null
  }
}

export const undos = new UndoStore()

const Notice = lazy(async () => ({ default: (await import(/* webpackChunkName: "ui-rare" */ '../lazy')).UndoNotice }))

/** Shows what can be taken back; stands once, beside the toast, so that it outlives the view that offered it. */
export const UndoHost = observer(function UndoHost() {
  const { current } = undos
  if (!current) return null
  const { key, text, undo } = current
  return (
    <Suspense fallback={null}>
      <Notice
        key={key}
        text={text}
        onGone={() => undos.gone(key)}
        onUndo={() => {
          undos.gone(key)
          void undo()
        }}
      />
    </Suspense>
  )
})
