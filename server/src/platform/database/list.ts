import { sql, type SelectQueryBuilder } from 'kysely'
import type { Tables } from './tables'

export interface PageInput<K extends string = string> {
  page: number
  pageSize: number
  sort?: { field: K; order: 'asc' | 'desc' } | undefined
}

export interface Order {
  column: string
  direction: 'asc' | 'desc'
  nullsLast: boolean
  /** Column that makes the order total, so that no row stands on two pages. */
  tieBreaker: string
}

/**
 * The order of a list: the column that an allow-list names for the wished field, else the default.
 * Descending orders put empty values last; their index must say `desc nulls last`.
 */
export function orderBy<K extends string>(
  sort: { field: K; order: 'asc' | 'desc' } | undefined,
  allowed: Record<K, string>,
  fallback: string,
  tieBreaker: string,
  fallbackDirection: 'asc' | 'desc' = 'asc',
): Order {
  const column = sort ? allowed[sort.field] : fallback
  const direction = sort ? sort.order : fallbackDirection
  return { column, direction, nullsLast: direction === 'desc', tieBreaker }
}

/** Runs a list query for one page and counts what the same conditions match. */
export async function page<TB extends keyof Tables, O>(
  query: SelectQueryBuilder<Tables, TB, O>,
  input: PageInput,
  order: Order,
): Promise<{ items: O[]; total: number }> {
  const items = query
    .orderBy(sql.ref(order.column), (o) => (order.direction === 'desc' ? o.desc().nullsLast() : o.asc()))
    .orderBy(sql.ref(order.tieBreaker), order.direction)
    .limit(input.pageSize)
    .offset((input.page - 1) * input.pageSize)
  const count = query
    .clearSelect()
    .clearOrderBy()
    .select(sql<string>`count(*)`.as('n'))
  const [rows, total] = await Promise.all([items.execute(), count.executeTakeFirstOrThrow()])
  return { items: rows, total: Number((total as { n: string }).n) }
}

const escaped = (keyword: string): string => keyword.replace(/[\\%_]/g, '\\$&')

/** A keyword as a LIKE pattern that means itself. */
export const contains = (keyword: string): string => `%${escaped(keyword)}%`

/** The same for texts that begin with the keyword; an index of it wants text_pattern_ops. */
export const startsWith = (keyword: string): string => `${escaped(keyword)}%`
