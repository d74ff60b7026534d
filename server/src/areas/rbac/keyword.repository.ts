import { sql, type Expression, type SqlBool } from 'kysely'
import { contains } from '../../platform/database/list'
import { gramsOfKeyword } from '../../platform/search/grams'

/**
 * Condition of a keyword on a table that keeps the grams of these columns in `search_grams`: the index finds the
 * rows, a keyword of more than two characters is compared once more. Undefined for a keyword of blanks.
 */
export function keywordIn(table: string, columns: readonly string[], keyword: string | null | undefined): Expression<SqlBool> | undefined {
  const { grams } = gramsOfKeyword(keyword ?? '')
  if (grams.length === 0) return undefined
  const like = contains((keyword ?? '').trim())
  const held = sql<SqlBool>`${sql.ref(`${table}.search_grams`)} @> ${grams}::text[]`
  return sql<SqlBool>`(${held} and (${sql.join(columns.map((c) => sql`${sql.ref(`${table}.${c}`)} ilike ${like}`), sql` or `)}))`
}
