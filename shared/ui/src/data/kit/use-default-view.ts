import { useEffect, useState } from 'react'
import { keepPreference, preferences } from '../../shell/preferences'

/** The view that a list opens with when its address says nothing. */
export interface DefaultView {
  viewId: string
  search: string
}

const isDefault = (v: unknown): v is DefaultView => typeof v === 'object' && v !== null && typeof (v as DefaultView).viewId === 'string' && typeof (v as DefaultView).search === 'string'

const keyOf = (list: string) => `view/${list}`

/** The person's default view of a list; null when they have none, or it cannot be read. */
export async function defaultView(list: string): Promise<DefaultView | null> {
  const kept = (await preferences().catch(() => ({}) as Record<string, unknown>))[keyOf(list)]
  return isDefault(kept) ? kept : null
}

/** The default view and how to change it; null takes it away. Rejects when it could not be stored. */
export function useDefaultView(list: string): [DefaultView | null, (view: DefaultView | null) => Promise<void>] {
  const [view, setView] = useState<DefaultView | null>(null)
  useEffect(() => {
    void defaultView(list).then(setView)
  }, [list])
  return [
    view,
    async (next) => {
      await keepPreference(keyOf(list), next)
      setView(next)
    },
  ]
}
