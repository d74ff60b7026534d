import { useEffect, useState } from 'react'
import { keepPreference, preferences } from '../shell/preferences'

const KEY = 'record'

/** How a person reads records: over the full width of the window, and on a wide screen beside the list instead of over it. */
export interface RecordLook {
  wide: boolean
  split: boolean
}

const lookOf = (kept: unknown): RecordLook => {
  const { wide, split } = (typeof kept === 'object' && kept !== null ? kept : {}) as { wide?: unknown; split?: unknown }
  return { wide: wide === true, split: split === true }
}

/** What was known last: the next record is drawn so at once. */
let last: RecordLook | null = null

/** How this person reads records, kept for all records and on every machine; null until that is known. */
export function useRecordLook(): [look: RecordLook | null, change: (part: Partial<RecordLook>) => void] {
  const [look, setLook] = useState(last)
  useEffect(() => {
    let left = false
    const take = (kept: unknown) => {
      const { wide, split } = (last = lookOf(kept))
      if (!left) setLook((now) => (now?.wide === wide && now.split === split ? now : last))
    }
    preferences().then((all) => take(all[KEY]), () => take(null))
    return () => {
      left = true
    }
  }, [])
  const change = (part: Partial<RecordLook>) => {
    const next = (last = { ...lookOf(look), ...part })
    setLook(next)
    // Not kept is no reason to disturb: the switch holds for this record all the same.
    keepPreference(KEY, next).catch(() => undefined)
  }
  return [look, change]
}

/** Room for a list and a record beside each other. */
const ROOMY = '(min-width: 1920px)'

export function useRoomy(): boolean {
  const [roomy, setRoomy] = useState(() => window.matchMedia(ROOMY).matches)
  useEffect(() => {
    const query = window.matchMedia(ROOMY)
    const change = () => setRoomy(query.matches)
    query.addEventListener?.('change', change)
    return () => query.removeEventListener?.('change', change)
  }, [])
  return roomy
}
