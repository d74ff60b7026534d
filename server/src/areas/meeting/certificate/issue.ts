import { randomInt } from 'node:crypto'
import { refuse } from '../../../platform/errors'
import { nextNumber } from '../../../platform/numbers/numbers'
import type { Action } from '../../../platform/resource/definition'
import * as repository from './repository'

/** Without letters and digits that are taken for one another. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const CODE_LENGTH = 10

const newCheckCode = (): string => Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '').join('')

export interface Issued {
  learnerId: string
  certYear: number
  certificateSource: 'course' | 'year'
  sourceId: string
  title: string
  hours: number
}

/** What a new certificate bears besides what it certifies; refuses one that certifies nothing. */
export async function bearing({ db }: Pick<Action, 'db'>, { learnerId, certYear, hours }: Pick<Issued, 'learnerId' | 'certYear' | 'hours'>) {
  const holder = await repository.holderOf(db, learnerId)
  if (!holder) throw refuse.notFound()
  if (hours <= 0) throw refuse.field('certYear', `该学员 ${certYear} 年没有已认定的学时`)
  return { ...holder, certNo: await nextNumber(db, 'XS', String(certYear)), checkCode: newCheckCode() }
}

/** Issues a certificate that follows from another action, such as the course that somebody has finished. A source has one that is valid. */
export async function issue(action: Pick<Action, 'db' | 'audit' | 'principal'>, given: Issued): Promise<string> {
  const certificateId = await repository.insert(action.db, { ...given, ...(await bearing(action, given)) }, action.principal.userId)
  if (!certificateId) throw refuse.inUse('该课程的学时证明已发放')
  action.audit({ recordType: 'certificate', recordId: certificateId, verb: 'insert', after: { title: given.title, hours: given.hours, certYear: given.certYear } })
  return certificateId
}
