import type { Transition } from '@assoc/contract'
import { useEffect, useRef } from 'react'
import type { ReviewBarProps } from '../../lazy/ReviewBar'
import type { RowAction } from './RowActions'

interface Row {
  id: string
  status: string
  abilities: readonly string[]
  /** Verbs that are left to others. */
  separated?: readonly string[] | undefined
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

/**
 * Verbs of a review: the steps that are another person's than the writer's (contract, `separate`), and what else the same permit may do
 * with a row that waits for one of them, such as sending it back.
 */
export function reviewVerbs(machine: { transitions: readonly Transition<string>[] } | undefined): string[] {
  const separate = (machine?.transitions ?? []).filter((t) => t.separate)
  const verbs = (machine?.transitions ?? []).filter((t) => separate.some((s) => s.permit === t.permit && s.from.some((from) => t.from.includes(from)))).map((t) => t.verb)
  return [...new Set(verbs)]
}

interface Review {
  row: Row
  rows: readonly Row[]
  verbs: readonly string[]
  /** What may be done with the open row. */
  actions: readonly RowAction[]
  open: (id: string) => void
}

/** Stands in the detail and notes which row is open, and which come after it. */
export function OpenInReview({ queue, row, rows }: { queue: ReviewQueue; row: Row; rows: readonly Row[] }) {
  const at = rows.findIndex((r) => r.id === row.id)
  const others = [...rows.slice(at + 1), ...rows.slice(0, at)].map((r) => r.id)
  useEffect(() => {
    // As long as the row stands there as it was opened; gone on, it stays in its old place. An event of the tab
    // may close it first: the effect runs again only with the next drawing.
    queue.open({ id: row.id, status: row.status, others })
    return () => queue.close()
  })
  return null
}

/** The bar of the review below an open row: where it waits for a decision, of this person or of others; null elsewhere. */
export function reviewOf({ row, rows, verbs, actions, open }: Review): ReviewBarProps | null {
  const has = (list: readonly string[] | undefined) => list?.some((verb) => verbs.includes(verb)) ?? false
  const waits = (r: Row) => has(r.abilities)
  const isOthers = (r: Row) => !waits(r) && has(r.separated)
  if (!waits(row) && !isOthers(row)) return null
  const at = rows.findIndex((r) => r.id === row.id)
  const waiting = rows.filter(waits).map((r) => r.id)
  return {
    waiting,
    at: waiting.indexOf(row.id),
    previous: rows.slice(0, Math.max(at, 0)).findLast(waits)?.id ?? null,
    next: rows.slice(at + 1).find(waits)?.id ?? null,
    left: rows.filter(isOthers).length,
    own: isOthers(row),
    decisions: actions.filter((action) => !action.disabled && verbs.includes(action.key)),
    onOpen: open,
  }
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
