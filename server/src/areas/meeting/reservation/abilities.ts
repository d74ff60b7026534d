import { WRITE } from '@assoc/contract'
import { reserveStatus } from '@assoc/contract/meeting/reservation'
import { has, moduleScopeOf, type Principal } from '../../../platform/access/principal'
import { keptFrom, mark } from '../../../platform/resource/acted-by'
import type { Reservation } from './repository'

const INSERT = 'meeting:reservation:insert'
const CANCEL_ANY = 'meeting:reservation:cancelAny'

const inScope = (principal: Principal, row: Reservation): boolean => {
  const scope = moduleScopeOf(principal, 'meeting')
  return scope.all || (row.dept_id !== null && scope.deptIds.includes(row.dept_id)) || (scope.self && row.applicant_id === principal.userId)
}

/** Whether the person may take back or move a reservation: their own, or anybody's with the permit for that. */
export const mayHandle = (principal: Principal, row: Reservation): boolean =>
  has(principal, CANCEL_ANY) || (row.applicant_id === principal.userId && has(principal, INSERT))

/** Whether the person may carry out a verb of the status machine on a row within their scope. */
export function mayStep(principal: Principal, row: Reservation, verb: string): boolean {
  const step = reserveStatus.find(verb, row.reserve_status)
  if (!step) return false
  if (verb === 'cancel') return mayHandle(principal, row)
  return has(principal, step.permit) && whyNot(principal, row, verb) === undefined
}

/** Why a step is another person's than this one; undefined when it is not. */
export function whyNot(principal: Principal, row: Reservation, verb: string): string | undefined {
  const step = reserveStatus.find(verb, row.reserve_status)
  return step && keptFrom(reserveStatus, step, [...row.acted_by, mark(WRITE, row.applicant_id)], principal.userId)
}

/** Verbs that are left to others because this person has booked or changed the reservation. */
export const separatedOf = (principal: Principal, row: Reservation): string[] =>
  inScope(principal, row) ? reserveStatus.verbs(row.reserve_status, (permit) => has(principal, permit)).filter((verb) => whyNot(principal, row, verb)) : []

/** Whether it can still be moved: it waits or stands, and has not begun. */
export const isMovable = (row: Reservation, now: Date): boolean =>
  (row.reserve_status === 'pending' || row.reserve_status === 'reserved') && row.start_time > now

/** Verbs that the person may use on a reservation. */
export function abilitiesOf(principal: Principal, row: Reservation, now: Date): string[] {
  if (!inScope(principal, row)) return []
  const verbs = reserveStatus.verbs(row.reserve_status, () => true).filter((verb) => mayStep(principal, row, verb))
  return has(principal, INSERT) && mayHandle(principal, row) && isMovable(row, now) ? ['update', ...verbs] : verbs
}
