import type { Db } from '../../../platform/database/database'
import type { RequestFacts } from '../../../platform/http/context'
import { attemptStatement, insertAttempt, type LoginAttempt } from './repository'

type Attempt = Omit<LoginAttempt, 'ip' | 'device'>
const whole = (request: RequestFacts, attempt: Attempt): LoginAttempt => ({ ...attempt, ip: request.ip, device: request.userAgent.slice(0, 200) })

/** Keeps one attempt to sign in. */
export const logAttempt = (db: Db, request: RequestFacts, attempt: Attempt) => insertAttempt(db, whole(request, attempt))

/** The statement that keeps an attempt, to be carried out with the session that it opened. */
export const loggedAttempt = (request: RequestFacts, attempt: Attempt) => attemptStatement(whole(request, attempt))
