import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx'
import { CODE, type Call, type RequestOf, type ResponseOf } from '@assoc/contract'
import { ApiError, api, isCancelled, isNetworkError, isOld } from '@assoc/http'
import { LIST_SEPARATOR, type ListQuery } from './query-codec'
import { resolved } from './relative-dates'

/** A call that answers a page of rows. */
export type ListCall = Call
export type RowOf<C extends Call> = ResponseOf<C> extends { items: (infer R)[] } ? R : never

/** A list as what stands beside it sees it: its rows, what of them is chosen, and what it asks for. Any `ResourceList` is one. */
export interface ShownList<Row> {
  readonly store: {
    readonly rows: readonly Row[]
    readonly total: number
    readonly query: ListQuery
    readonly selected: ReadonlyMap<string, Row>
    readonly selectedCount: number
    readonly allMatching: boolean
    filterInput(): Record<string, unknown>
  }
  readonly reload: () => Promise<void>
}

export interface LoadFailure {
  kind: 'forbidden' | 'network' | 'fault'
  message: string
  requestId?: string
}

/**
 * State of one list: its query, the rows of the page, what is selected over pages. The latest
 * request wins; an older answer that comes later is dropped.
 */
export class ListStore<C extends ListCall> {
  query: ListQuery
  rows: RowOf<C>[] = []
  total = 0
  /** A keyword finds more rows than `total` counts. */
  more = false
  loading = false
  loaded = false
  failure: LoadFailure | null = null
  /** Selected rows by id; they stay when the page is turned. */
  selected = observable.map<string, RowOf<C>>({}, { deep: false })
  /** All rows that match the filter are meant; the filter is sent, not ids. */
  allMatching = false
  private readonly call: C
  readonly idOf: (row: RowOf<C>) => string
  private readonly fixed: Record<string, unknown>
  /** Filters that are lists of values. */
  readonly lists: readonly string[]
  private running: AbortController | null = null
  private answeredAt = 0
  /** The query of the last request. */
  private asked: ListQuery | null = null

  constructor(call: C, idOf: (row: RowOf<C>) => string, query: ListQuery, fixed: Record<string, unknown> = {}, lists: readonly string[] = []) {
    this.call = call
    this.idOf = idOf
    this.query = query
    this.fixed = fixed
    this.lists = lists
    makeAutoObservable<this, 'call' | 'fixed' | 'running' | 'answeredAt' | 'asked'>(this, {
      rows: observableRef,
      query: observableRef,
      call: false,
      fixed: false,
      lists: false,
      running: false,
      answeredAt: false,
      asked: false,
      old: false,
      idOf: false,
      selected: false,
    })
  }

  /** Filters as the call takes them, for exports and actions on "all that match". Not computed once: 本月 is another tomorrow. */
  filterInput(): Record<string, unknown> {
    const given = Object.entries(this.query.filters).map(([name, value]) => [name, this.lists.includes(name) ? value.split(LIST_SEPARATOR) : resolved(value)])
    return { ...this.fixed, ...Object.fromEntries(given) }
  }

  setQuery(query: ListQuery): void {
    const sameFilters = JSON.stringify(query.filters) === JSON.stringify(this.query.filters)
    this.query = query
    if (!sameFilters) this.clearSelection()
  }

  /** Whether the rows may no longer be what the server has, or are of another query; true while there are none. */
  get old(): boolean {
    return !this.loaded || this.asked !== this.query || isOld(this.answeredAt)
  }

  /** Reads the page of rows; `behind` those that are shown, which stay as they are until the new ones are there. */
  async load({ behind = false } = {}): Promise<void> {
    this.running?.abort()
    const mine = new AbortController()
    this.running = mine
    this.loading = !(behind && this.loaded && this.asked === this.query)
    this.asked = this.query
    const at = Date.now()
    const { page, pageSize, sort } = this.query
    try {
      const input = { ...this.filterInput(), page, pageSize, ...(sort ? { sort } : {}) }
      const answer = (await api(this.call, input as RequestOf<C>, { signal: mine.signal })) as { items: RowOf<C>[]; total: number; more?: boolean }
      if (this.running !== mine) return
      runInAction(() => {
        this.answeredAt = at
        this.rows = this.known(answer.items)
        this.total = answer.total
        this.more = answer.more ?? false
        this.loaded = true
        this.failure = null
      })
      // The last row of the last page was deleted: go to the page that is now the last.
      if (answer.items.length === 0 && answer.total > 0 && page > 1) {
        runInAction(() => {
          this.query = { ...this.query, page: Math.max(1, Math.ceil(answer.total / pageSize)) }
        })
        await this.load()
      }
    } catch (error) {
      if (isCancelled(error) || this.running !== mine) return
      runInAction(() => {
        this.failure = failureOf(error)
      })
    } finally {
      if (this.running === mine) {
        runInAction(() => {
          this.loading = false
        })
      }
    }
  }

  /** A row that has not changed stays the object that it was, so that it is not drawn again. */
  private known(items: RowOf<C>[]): RowOf<C>[] {
    const before = new Map(this.rows.map((row) => [this.idOf(row), row]))
    const next = items.map((row) => {
      const old = before.get(this.idOf(row))
      return old !== undefined && JSON.stringify(old) === JSON.stringify(row) ? old : row
    })
    return next.length === this.rows.length && next.every((row, i) => row === this.rows[i]) ? this.rows : next
  }

  select(rows: readonly RowOf<C>[], on: boolean): void {
    this.allMatching = false
    for (const row of rows) {
      if (on) this.selected.set(this.idOf(row), row)
      else this.selected.delete(this.idOf(row))
    }
  }

  selectAllMatching(): void {
    this.allMatching = true
  }

  clearSelection(): void {
    this.selected.clear()
    this.allMatching = false
  }

  /** The number of rows as it is told: 4,321, or 100,000+ where it was not counted to the end. */
  get totalText(): string {
    return `${this.total.toLocaleString('zh-CN')}${this.more ? '+' : ''}`
  }

  get selectedCount(): number {
    return this.allMatching ? this.total : this.selected.size
  }

  /** Puts a changed row in its place without loading the page again. */
  patch(id: string, change: Partial<RowOf<C>>): void {
    this.rows = this.rows.map((row) => (this.idOf(row) === id ? { ...(row as object), ...change } as RowOf<C> : row))
  }
}

export function failureOf(error: unknown): LoadFailure {
  if (error instanceof ApiError) {
    const requestId = (error.data as { requestId?: string } | null)?.requestId
    return { kind: error.code === CODE.forbidden ? 'forbidden' : 'fault', message: error.message, ...(requestId ? { requestId } : {}) }
  }
  if (isNetworkError(error)) return { kind: 'network', message: '网络连接失败，请检查网络后重试' }
  return { kind: 'fault', message: '内容没有加载成功' }
}
