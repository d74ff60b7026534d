import { stemOfIndustry } from '@assoc/contract/member/industry-code'
import { sql, type SqlBool } from 'kysely'

/** The name of a company's industry by the dictionary, as a column of its row; null where the dictionary has none such. */
export const industryNameOf = <S extends 'capco' | 'sw2021'>(scheme: S, column: string) =>
  sql<string | null>`(select i.industry_name from industry i where i.scheme = ${sql.lit(scheme)} and i.industry_code = ${sql.ref(column)})`.as(
    (scheme === 'capco' ? 'csrc_industry_name' : 'sw_industry_name') as S extends 'capco' ? 'csrc_industry_name' : 'sw_industry_name',
  )

/** Companies of an industry and of all below it. The sign after 9 ends what begins with the stem: codes have digits there. */
export function withinIndustry(column: 'csrc_industry' | 'sw_industry', industryCode: string) {
  const stem = stemOfIndustry(industryCode)
  return sql<SqlBool>`company.${sql.ref(column)} >= ${stem} and company.${sql.ref(column)} < ${`${stem}:`}`
}
