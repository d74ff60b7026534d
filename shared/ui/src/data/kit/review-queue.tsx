import { useEffect, useRef } from 'react'

interface Row {
  id: string
  status: string
  abilities: readonly string[]
}

interface Seen {
  id: string
  status: string
  /** Rows after it, then those before it, in the order of the list. */
  others: string[]
}

/** What the open detail of a page shows, and what it showed until just now. */
export class ReviewQueue {
  private shown: Seen | null = null
  private closed: Seen | null = null

  open(seen: Seen): void {
    this.shown = seen
  }

  close(): void {
    this.closed = this.shown
    this.shown = null
  }

  /** The row that was open when the list was last drawn; what was closed since is forgotten. */
  take(): Seen | null {
    const was = this.closed ?? this.shown
    this.closed = null
    return was
  }
}

/** Stands in the detail and notes which row is open, and which come after it. */
export function OpenInReview({ queue, row, rows }: { queue: ReviewQueue; row: Row; rows: readonly Row[] }) {
  const at = rows.findIndex((r) => r.id === row.id)
  const others = [...rows.slice(at + 1), ...rows.slice(0, at)].map((r) => r.id)
  useEffect(() => {
    // Out of the list: what came after it is what was noted while it stood there.
    if (at < 0) return
    queue.open({ id: row.id, status: row.status, others })
    return () => queue.close()
  })
  return null
}

/**
 * Stands beside the list: when the row that was open has gone on, or out of the list, it opens the next one on which this
 * person may decide by one of the verbs. What is closed by hand stays closed, for then the list has not been read anew.
 */
export function NextInReview({ queue, rows, verbs, open }: { queue: ReviewQueue; rows: readonly Row[]; verbs: readonly string[]; open: (id: string) => void }) {
  const key = rows.map((r) => `${r.id} ${r.status}`).join()
  const seen = useRef(key)
  useEffect(() => {
    const was = queue.take()
    if (seen.current === key) return
    seen.current = key
    if (!was || rows.find((r) => r.id === was.id)?.status === was.status) return
    const next = was.others.find((id) => rows.find((r) => r.id === id)?.abilities.some((verb) => verbs.includes(verb)))
    if (next) open(next)
  })
  return null
}
