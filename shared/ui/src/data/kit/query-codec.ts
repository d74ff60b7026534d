export interface ListQuery {
  page: number
  pageSize: number
  sort: { field: string; order: 'asc' | 'desc' } | null
  filters: Record<string, string>
}

/** Stands between the values of a list in the address. */
export const LIST_SEPARATOR = ','

const RESERVED = new Set(['page', 'size', 'sort'])

/**
 * Reads a list's state from the address. Only names that the list knows are taken; a number that is
 * none, or a sort field it does not have, falls back to the default instead of failing.
 */
export function readQuery(search: string, filterNames: readonly string[], sortFields: readonly string[], defaults: ListQuery): ListQuery {
  const params = new URLSearchParams(search)
  const filters: Record<string, string> = {}
  for (const name of filterNames) {
    const value = params.get(name)
    if (value !== null && value !== '') filters[name] = value
  }
  const hasAny = [...params.keys()].some((k) => RESERVED.has(k) || filterNames.includes(k))
  const [field, order] = (params.get('sort') ?? '').split('.')
  const sort = field && sortFields.includes(field) && (order === 'asc' || order === 'desc') ? ({ field, order } as const) : defaults.sort
  return {
    page: whole(params.get('page'), defaults.page, 1, 1_000_000),
    pageSize: whole(params.get('size'), defaults.pageSize, 1, 200),
    sort,
    filters: hasAny ? filters : defaults.filters,
  }
}

function whole(text: string | null, fallback: number, low: number, high: number): number {
  const value = Number(text)
  return text !== null && Number.isInteger(value) && value >= low && value <= high ? value : fallback
}

/** Writes a list's state into the address; what equals the default is left out, names of others are kept. */
export function writeQuery(search: string, filterNames: readonly string[], query: ListQuery, defaults: ListQuery): string {
  const params = new URLSearchParams(search)
  for (const name of [...RESERVED, ...filterNames]) params.delete(name)
  for (const name of filterNames) {
    const value = query.filters[name]
    if (value) params.set(name, value)
    // An empty name says that the person has cleared what would stand there by default.
    else if (defaults.filters[name]) params.set(name, '')
  }
  if (query.page !== defaults.page) params.set('page', String(query.page))
  if (query.pageSize !== defaults.pageSize) params.set('size', String(query.pageSize))
  if (query.sort && (query.sort.field !== defaults.sort?.field || query.sort.order !== defaults.sort?.order)) {
    params.set('sort', `${query.sort.field}.${query.sort.order}`)
  }
  const text = params.toString()
  return text ? `?${text}` : ''
}
