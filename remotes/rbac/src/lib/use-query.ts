import { useLocation, useNavigate } from '@assoc/router'
import { useLayoutEffect, useRef } from 'react'

/** What stands in the address of the tab, and changing it: a reload or a shared link asks the same. */
export function useQuery(): { get: (name: string) => string; set: (change: Record<string, string | null | undefined>) => void } {
  const location = useLocation()
  const navigate = useNavigate()
  const asked = new URLSearchParams(location.search)
  // The router draws a new address when it has time: a second change until then stands on the first, and does not undo it.
  const latest = useRef(location.search)
  useLayoutEffect(() => {
    latest.current = location.search
  }, [location.search])
  return {
    get: (name) => asked.get(name) ?? '',
    set: (change) => {
      const next = new URLSearchParams(latest.current)
      for (const [name, value] of Object.entries(change)) {
        if (value) next.set(name, value)
        else next.delete(name)
      }
      const search = next.toString()
      latest.current = search ? `?${search}` : ''
      navigate({ pathname: location.pathname, search: latest.current }, { replace: true })
    },
  }
}
