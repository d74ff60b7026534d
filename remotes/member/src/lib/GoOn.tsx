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

/** What the open detail shows, and what it showed until just now; made once a page. */
export class Watch {
  private shown: Seen | null = null
  private gone: Seen | null = null

  open(seen: Seen): void {
    this.shown = seen
  }

  close(): void {
    this.gone = this.shown
    this.shown = null
  }

  /** The row that was open when the list was last drawn; what was closed since is forgotten. */
  take(): Seen | null {
    const was = this.gone ?? this.shown
    this.gone = null
    return was
  }
}

/** Stands in the detail and notes which row is open, and which come after it. */
export function OpenRow({ watch, row, rows }: { watch: Watch; row: Row; rows: readonly Row[] }) {
  const at = rows.findIndex((r) => r.id === row.id)
  const others = [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0))].map((r) => r.id)
  useEffect(() => {
    watch.open({ id: row.id, status: row.status, others })
    return () => watch.close()
  })
  return null
}

/**
 * Stands beside the list: when the row that was open has gone on, or out of the list, it opens the next one on which this
 * person may take one of the steps. What is closed by hand stays closed, for then the list has not been read anew.
 */
export function GoOn({ watch, rows, steps, open }: { watch: Watch; rows: readonly Row[]; steps: readonly string[]; open: (id: string) => void }) {
  const key = rows.map((r) => `${r.id} ${r.status}`).join()
  const seen = useRef(key)
  useEffect(() => {
    const was = watch.take()
    if (seen.current === key) return
    seen.current = key
    if (!was || rows.find((r) => r.id === was.id)?.status === was.status) return
    const next = was.others.find((id) => rows.find((r) => r.id === id)?.abilities.some((verb) => steps.includes(verb)))
    if (next) open(next)
  })
  return null
}
