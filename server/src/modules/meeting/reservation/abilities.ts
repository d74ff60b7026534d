import { WRITE } from '@assoc/contract'
import { reserveStatus } from '@assoc/contract/meeting/room'
import { has, scopeOf, type Who } from '../../../platform/access/who'
import { keptFrom, mark } from '../../../platform/resource/acted-by'
import type { Reservation } from './repository'

const INSERT = 'meeting:reservation:insert'
const CANCEL_ANY = 'meeting:reservation:cancelAny'

const inScope = (who: Who, row: Reservation): boolean => {
  const scope = scopeOf(who, 'meeting')
  return scope.all || (row.dept_id !== null && scope.deptIds.includes(row.dept_id)) || (scope.self && row.applicant_id === who.userId)
}

/** Whether the person may take back or move a reservation: her own, or anybody's with the permit for that. */
export const mayHandle = (who: Who, row: Reservation): boolean =>
  has(who, CANCEL_ANY) || (row.applicant_id === who.userId && has(who, INSERT))

/** Whether the person may carry out a verb of the status machine on a row within her scope. */
export function mayStep(who: Who, row: Reservation, verb: string): boolean {
  const step = reserveStatus.find(verb, row.reserve_status)
  if (!step) return false
  if (verb === 'cancel') return mayHandle(who, row)
  return has(who, step.permit) && whyNot(who, row, verb) === undefined
}

/** Why a step is another person's than this one; undefined when it is not. */
export function whyNot(who: Who, row: Reservation, verb: string): string | undefined {
  const step = reserveStatus.find(verb, row.reserve_status)
  return step && keptFrom(reserveStatus, step, [...row.acted_by, mark(WRITE, row.applicant_id)], who.userId)
}

/** Verbs that are left to others because this person has booked or changed the reservation. */
export const separatedOf = (who: Who, row: Reservation): string[] =>
  inScope(who, row) ? reserveStatus.verbs(row.reserve_status, (permit) => has(who, permit)).filter((verb) => whyNot(who, row, verb)) : []

/** Whether it can still be moved: it waits or stands, and has not begun. */
export const isMovable = (row: Reservation, now: Date): boolean =>
  (row.reserve_status === 'pending' || row.reserve_status === 'reserved') && row.start_time > now

/** Verbs that the person may use on a reservation. */
export function abilitiesOf(who: Who, row: Reservation, now: Date): string[] {
  if (!inScope(who, row)) return []
  const verbs = reserveStatus.verbs(row.reserve_status, () => true).filter((verb) => mayStep(who, row, verb))
  return has(who, INSERT) && mayHandle(who, row) && isMovable(row, now) ? ['update', ...verbs] : verbs
}
