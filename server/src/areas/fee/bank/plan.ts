import type { Db } from '../../../platform/database/database'
import { spokenFor } from '../refund-hooks'
import { speaksOfOther, type StatementLine } from './parse'
import * as repository from './repository'

/** A line with what its confirmation would do. */
export interface PlannedLine extends StatementLine {
  plan: 'dues' | 'match' | 'suspense' | 'known'
  reason: 'name' | 'written' | 'nobody' | 'several' | 'namesake' | 'ticket' | 'taken' | 'read' | 'twice'
  /** Whose dues it would be. */
  memberId: string | null
  aboutOther: boolean
  held: boolean
}

type Checked = Pick<PlannedLine, 'plan' | 'reason' | 'memberId'>

/** Says of each line of a file what booking it would do now; nothing is locked or written. */
export async function planLines(db: Db, lines: readonly StatementLine[]): Promise<PlannedLine[]> {
  const payers = await repository.payersNamed(db, [...new Set(lines.map((line) => line.payerName))])
  const taken = await repository.paymentsOfSerials(db, lines.map((line) => line.serialNo), false)
  const read = await repository.knownKeys(db, lines)
  const other = await spokenFor(db, lines, false)
  const [inFile, serials] = [new Set<string>(), new Set<string>()]
  return lines.map((line) => {
    const validated = validate(line)
    const aboutOther = speaksOfOther(line.purpose)
    return { ...line, ...validated, aboutOther, held: aboutOther && validated.memberId !== null }
  })

  function validate(line: StatementLine): Checked {
    const key = repository.keyOf(line)
    if (inFile.has(key)) return { plan: 'known', reason: 'twice', memberId: null }
    inFile.add(key)
    if (read.has(key)) return { plan: 'known', reason: 'read', memberId: null }
    const payer = payers.get(line.payerName)
    if (!payer) return { plan: 'suspense', reason: 'nobody', memberId: null }
    if (payer.members > 1) return { plan: 'suspense', reason: 'several', memberId: null }
    if (other.has(line.serialNo)) return { plan: 'suspense', reason: 'ticket', memberId: null }
    // The same serial of another account in this file is other money.
    const known = taken.get(line.serialNo)
    const fits = known && !known.linked && known.memberId === payer.memberId && known.amount === line.amount
    // People share names with others, as companies do not: theirs is what was written down before, or just what they owe.
    if (payer.owes !== null && !fits && payer.owes !== line.amount) return { plan: 'suspense', reason: 'namesake', memberId: null }
    if (serials.has(line.serialNo) || (known && !fits)) return { plan: 'suspense', reason: 'taken', memberId: null }
    serials.add(line.serialNo)
    return { plan: known ? 'match' : 'dues', reason: known ? 'written' : 'name', memberId: payer.memberId }
  }
}
