import { WRITE } from '@assoc/contract'
import { CONFIRM_MINUTES, RESERVATION_CLOCK_VERBS, reserveStatus } from '@assoc/contract/meeting/reservation'
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

/** Whether presence may be confirmed by now. */
const isConfirmable = (row: Reservation): boolean => row.start_time.getTime() - CONFIRM_MINUTES * 60_000 <= Date.now()

/** Why the applicant's own steps are refused; undefined for the others. */
export function whyNotHandled(verb: string, row: Reservation): string | undefined {
  if (verb === 'cancel') return '只能取消本人的预约'
  if (verb !== 'confirm') return undefined
  return isConfirmable(row) ? '由预约人确认到场' : `开始前 ${CONFIRM_MINUTES} 分钟起可以确认到场`
}

/** Whether the person may carry out a verb of the status machine on a row within their scope. */
export function mayStep(principal: Principal, row: Reservation, verb: string): boolean {
  const step = reserveStatus.find(verb, row.reserve_status)
  if (!step || RESERVATION_CLOCK_VERBS.includes(verb)) return false
  if (verb === 'cancel') return mayHandle(principal, row)
  if (verb === 'confirm') return mayHandle(principal, row) && isConfirmable(row)
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
