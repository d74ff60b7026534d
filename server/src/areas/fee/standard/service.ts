import { today } from '@assoc/contract/core/day'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Placing } from '../../member/api'
import { gapsOf, gapText } from './bands'
import { bandsInForce, goesByShares, type CategoryBand } from './repository'

/** What the standards in force for a year's bills leave open, a sentence a category; empty when each holds every number of shares. */
export async function gapsInForce(db: Db, billYear: number): Promise<string[]> {
  const sets = new Map<string, CategoryBand[]>()
  for (const band of await bandsInForce(db, billYear)) sets.set(band.categoryName, [...(sets.get(band.categoryName) ?? []), band])
  return [...sets].flatMap(([name, bands]) => {
    const gaps = gapsOf(bands)
    return gaps.length === 0 ? [] : [`${name}自 ${bands[0]?.year} 年度起的会费标准没有 ${gaps.map(gapText).join('、')}一档`]
  })
}

/** A person has no shares: a category whose dues go by them is none for them. */
export async function validateIndividual(db: Db, { categoryId, individual, field }: Placing): Promise<void> {
  if (individual && (await goesByShares(db, categoryId, Number(today().slice(0, 4))))) throw refuse.field(field, '该类别的会费标准按总股本分档，个人会员没有总股本，请选择其他类别')
}
