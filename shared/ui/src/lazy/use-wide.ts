import { useEffect, useState } from 'react'
import { keepPreference, preferences } from '../shell/preferences'

const KEY = 'record'

const isWide = (kept: unknown): boolean => typeof kept === 'object' && kept !== null && (kept as { wide?: unknown }).wide === true

/** Whether this person reads records over the full width of the window; kept for all records and on every machine. */
export function useWide(): [boolean, () => void] {
  const [wide, setWide] = useState(false)
  useEffect(() => {
    let left = false
    void preferences().then((all) => void (left || setWide(isWide(all[KEY]))), () => undefined)
    return () => {
      left = true
    }
  }, [])
  const turn = () => {
    setWide(!wide)
    // Not kept is no reason to disturb: the switch holds for this record all the same.
    keepPreference(KEY, { wide: !wide }).catch(() => undefined)
  }
  return [wide, turn]
}
