import type { AnyResource, Call } from '@assoc/contract'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTabVisible } from '../../shell/tab-context'
import type { ListStore } from './list-store'

const EVERY_MS = 2_000

/**
 * Draws nothing, and reads a list anew behind what is shown, for as long as it shows rows that go on by themselves (`refreshes` of the contract) and somebody
 * looks at it. Such a list is a call in the background, so that an open page does not keep its session alive.
 * A component of its own: a page that looked at whether its tab is in front would be drawn whole each time it comes there.
 */
export const Refresh = observer(function Refresh({ resource, store }: { resource: AnyResource; store: ListStore<Call> }) {
  const { refreshes } = resource.definition
  const visible = useTabVisible()
  const waiting = visible && refreshes !== undefined && (store.rows as readonly Record<string, unknown>[]).some((row) => refreshes.while.includes(String(row[refreshes.field])))
  useEffect(() => {
    if (!waiting) return
    let asking = false
    const timer = setInterval(() => {
      if (asking || document.hidden || store.loading) return
      asking = true
      void store.load({ behind: true }).finally(() => (asking = false))
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [waiting, store])
  return null
})
