import { useLocation, useNavigate } from '@assoc/router'
import { useRef, useState } from 'react'
import { useTabHandle } from '../../shell/tab-context'

/** Name of the record in the address of its list. */
export const RECORD = 'record'

const positionOf = (): unknown => (window.history.state as { idx?: unknown } | null)?.idx

/**
 * The record that is open over a list, held by the address of the tab, so that it can be sent to somebody, bookmarked and left with
 * the browser's Back. A list that is a part of another page keeps it to itself.
 */
export function useRecord(part: boolean): [openId: string | null, open: (id: string | null) => void] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const tab = useTabHandle()
  const [own, setOwn] = useState<string | null>(null)
  /** Where in the browser's history the record was opened from this list; null when it was not. */
  const opened = useRef<{ at: unknown } | null>(null)
  if (part) return [own, setOwn]
  const named = new URLSearchParams(search).get(RECORD)
  const openId = named && /^[\w:-]{1,40}$/.test(named) ? named : null
  const to = (id: string | null): string => {
    const params = new URLSearchParams(search)
    if (id) params.set(RECORD, id)
    else params.delete(RECORD)
    return params.size > 0 ? `?${params}` : ''
  }
  const open = (id: string | null) => {
    // The address belongs to the tab in front.
    if (id === openId || !tab.visible) return
    if (id) {
      navigate({ pathname, search: to(id) }, { replace: openId !== null })
      if (openId === null) opened.current = { at: positionOf() }
    } else if (opened.current && opened.current.at === positionOf()) {
      // The entry that opening made is given back: the next Back leads to where the person was before the list.
      opened.current = null
      navigate(-1)
    } else {
      opened.current = null
      navigate({ pathname, search: to(null) }, { replace: true })
    }
  }
  return [openId, open]
}
