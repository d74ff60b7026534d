import type { Db } from '../../../platform/database/database'
import type { RequestFacts } from '../../../platform/http/context'
import { attemptStatement, deletePermitsOf, insertAttempt, type LoginAttempt } from './repository'

export { peopleCalled } from './repository'

const SHAPED = /^(?:[A-Za-z][A-Za-z0-9._-]*|\+?\d[\d -]*|[^\s@]+@[^\s@]+|[\p{Script=Han}·]+)$/u

/**
 * A typed sign-in name as the log may keep it. What is nobody's name and does not look like one, or is the typed
 * password itself, may be a password that was typed into the wrong field: only its first character stays.
 */
export function keptName(typed: string, known: boolean, password?: string): string {
  // eslint-disable-next-line no-control-regex
  const name = typed.trim().replace(/[\u0000-\u001f\u007f]/g, '').slice(0, 64)
  if (known || (SHAPED.test(name) && name !== password)) return name
  return `${[...name][0] ?? ''}***`
}

type Attempt = Omit<LoginAttempt, 'ip' | 'device'>
const whole = (request: RequestFacts, attempt: Attempt): LoginAttempt => ({ ...attempt, ip: request.ip, device: request.userAgent.slice(0, 200) })

/** Keeps one attempt to sign in. */
export const logAttempt = (db: Db, request: RequestFacts, attempt: Attempt) => insertAttempt(db, whole(request, attempt))

/** The statement that keeps an attempt, to be carried out with the session that it opened. */
export const loggedAttempt = (request: RequestFacts, attempt: Attempt) => attemptStatement(whole(request, attempt))

/**
 * Reading what is logged of a person is kept apart from her rights: the built-in role, which gets all permits of its
 * module in a fresh installation, has not these.
 */
export const keepApart = (db: Db, roleCode: string, permits: readonly string[]) => deletePermitsOf(db, roleCode, permits)
