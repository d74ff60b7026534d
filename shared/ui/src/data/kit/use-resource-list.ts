import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from '@assoc/router'
import { reaction } from 'mobx'
import { useTabHandle } from '../../shell/tab-context'
import { ListStore, type ListCall, type RowOf } from './list-store'
import { readQuery, writeQuery, type ListQuery } from './query-codec'

export interface ListOptions<C extends ListCall> {
  call: C
  idOf: (row: RowOf<C>) => string
  /** Names of the filters that the address holds. */
  filters: readonly string[]
  /** Those of them that are lists of values. */
  lists?: readonly string[]
  /** Fields that the list may be sorted by. */
  sortable: readonly string[]
  defaultSort?: { field: string; order: 'asc' | 'desc' }
  defaultFilters?: Record<string, string>
  pageSize?: number
  /** Always sent, never shown in the address. */
  fixed?: Record<string, unknown>
  /** The list is a part of another view: its query stays out of the address, which is that view's. */
  part?: boolean
}

export interface ResourceList<C extends ListCall> {
  store: ListStore<C>
  /** Changes part of the query: the address follows, the rows are loaded. A changed filter goes back to page 1. */
  change: (part: Partial<ListQuery>) => void
  reload: () => Promise<void>
  reset: () => void
  /** The list stands within another view. */
  part: boolean
}

/**
 * A list whose query lives in the address of its tab: a reload, a shared link and the way back show
 * the same rows.
 */
export function useResourceList<C extends ListCall>(options: ListOptions<C>): ResourceList<C> {
  const location = useLocation()
  const navigate = useNavigate()
  const tab = useTabHandle()
  const [defaults] = useState<ListQuery>(() => ({
    page: 1,
    pageSize: options.pageSize ?? 20,
    sort: options.defaultSort ?? null,
    filters: options.defaultFilters ?? {},
  }))
  const [store] = useState(
    () => new ListStore(options.call, options.idOf, readQuery(options.part ? '' : location.search, options.filters, options.sortable, defaults), options.fixed, options.lists),
  )

  // The address leads: somebody may have followed a link or gone back.
  useEffect(() => {
    if (options.part) return
    const wanted = readQuery(location.search, options.filters, options.sortable, defaults)
    if (JSON.stringify(wanted) !== JSON.stringify(store.query)) store.setQuery(wanted)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only a new address leads; the list’s own changes have written it already
  }, [location.search])

  useEffect(() => {
    // Effects run again whenever a kept tab is shown: its rows are there at once, and are read anew behind that when they are old.
    if (store.old) void store.load({ behind: true })
    return reaction(
      () => store.query,
      () => void store.load(),
    )
  }, [store])

  const change = (part: Partial<ListQuery>) => {
    const next = { ...store.query, ...part }
    if (part.filters && part.page === undefined) next.page = 1
    if (JSON.stringify(next) === JSON.stringify(store.query)) {
      void store.load()
      return
    }
    store.setQuery(next)
    if (tab.visible && !options.part) navigate({ pathname: location.pathname, search: writeQuery(location.search, options.filters, next, defaults) }, { replace: true })
  }

  return { part: Boolean(options.part), store, change, reload: () => store.load(), reset: () => change({ filters: defaults.filters, page: 1, sort: defaults.sort }) }
}
