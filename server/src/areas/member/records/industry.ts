import type { Db } from '../../../platform/database/database'
import * as repository from './repository'

/** The classifications that companies are put to, by the company's field. */
const SCHEME_OF = { csrcIndustry: 'capco', swIndustry: 'sw2021' } as const
export type IndustryField = keyof typeof SCHEME_OF

export const isIndustryField = (field: string): field is IndustryField => field in SCHEME_OF

/** Whether the classification of a company's field has a code. */
export const knowsIndustry = (db: Db, field: IndustryField, industryCode: string): Promise<boolean> => repository.hasIndustry(db, SCHEME_OF[field], industryCode)

/** All codes that companies may have in a field. */
export const industriesKnown = (db: Db, field: IndustryField): Promise<ReadonlySet<string>> => repository.codesOf(db, SCHEME_OF[field])

/** A code with its name: C39 计算机、通信和其他电子设备制造业; the code alone where the classification has none such. */
export async function industryWord(db: Db, field: IndustryField, industryCode: string): Promise<string> {
  const name = await repository.industryName(db, SCHEME_OF[field], industryCode)
  return name ? `${industryCode} ${name}` : industryCode
}
