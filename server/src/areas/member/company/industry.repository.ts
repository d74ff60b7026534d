import { stemOfIndustry } from '@assoc/contract/member/industry-code'
import { sql, type SqlBool } from 'kysely'

/** The name of a company's industry by the dictionary; null where the dictionary has none such. */
export const industryNameOf = (scheme: 'capco' | 'sw2021', column: string) =>
  sql<string | null>`(select i.industry_name from industry i where i.scheme = ${sql.lit(scheme)} and i.industry_code = ${sql.ref(column)})`

/** Companies of an industry and of all below it. The sign after 9 ends what begins with the stem: codes have digits there. */
export function withinIndustry(column: 'csrc_industry' | 'sw_industry', industryCode: string, alias = 'company') {
  const stem = stemOfIndustry(industryCode)
  const code = sql.ref(`${alias}.${column}`)
  return sql<SqlBool>`${code} >= ${stem} and ${code} < ${`${stem}:`}`
}
