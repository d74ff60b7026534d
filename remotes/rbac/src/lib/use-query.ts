import { useLocation, useNavigate } from '@assoc/router'

/** What stands in the address of the tab, and changing it: a reload or a shared link asks the same. */
export function useQuery(): { get: (name: string) => string; set: (change: Record<string, string | null | undefined>) => void } {
  const location = useLocation()
  const navigate = useNavigate()
  const asked = new URLSearchParams(location.search)
  return {
    get: (name) => asked.get(name) ?? '',
    set: (change) => {
      const next = new URLSearchParams(location.search)
      for (const [name, value] of Object.entries(change)) {
        if (value) next.set(name, value)
        else next.delete(name)
      }
      const search = next.toString()
      navigate({ pathname: location.pathname, search: search ? `?${search}` : '' }, { replace: true })
    },
  }
}
