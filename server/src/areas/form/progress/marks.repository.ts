import { SIZE_FROM } from '@assoc/contract/form/respondent-marks'
import { sql, type RawBuilder, type SqlBool } from 'kysely'

// Marks of respondents in statements: `c` is the company of company_public, joined from the left, for accounts have none.

export const AREA = sql<string>`coalesce(c.jurisdiction, 'none')`
export const SIZE = sql<string>`case when c.company_id is null then 'none' when c.total_shares is null then 'unknown' when c.total_shares >= ${sql.lit(SIZE_FROM.giant)} then 'giant'
  when c.total_shares >= ${sql.lit(SIZE_FROM.large)} then 'large' when c.total_shares >= ${sql.lit(SIZE_FROM.medium)} then 'medium' else 'small' end`

/** Rows of answers, as `t`, whose respondent has one of these values of a mark. */
const having = (mark: RawBuilder<string>, values: readonly string[]) => {
  const among = sql<SqlBool>`t.company_id = any(array(select c.company_id from company_public c where ${mark} = any(${[...values]}::text[])))`
  return values.includes('none') ? sql<SqlBool>`(t.company_id is null or ${among})` : among
}

/** Filters of answers by the marks of their respondents. */
export const inAreas = (areas: readonly string[]) => having(AREA, areas)
export const inSizes = (sizes: readonly string[]) => having(SIZE, sizes)
