/** The database could not be reached, or the connection broke off. A write whose commit was under way may have been done. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway'
  constructor(cause: unknown) {
    super(`the database is away: ${(cause as { message?: string } | null)?.message || String(cause)}`, { cause })
  }
}

/** No connection was free within the time that a caller may wait for one. Nothing was done. */
export class DatabaseBusy extends Error {
  override name = 'DatabaseBusy'
  constructor(cause: unknown) {
    super('no database connection became free in time', { cause })
  }
}

// Class 08 is connections; 57P01 ended by an administrator, 57P02 crash, 57P03 starting or stopping, 57P05 idle for too long.
const AWAY_STATE = /^(?:08...|57P0[1235])$/
const AWAY_CODE = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN ENOTFOUND EAI_AGAIN ENOENT ERR_STREAM_DESTROYED ERR_STREAM_WRITE_AFTER_END'.split(' '),
)
// What pg says without a code of its own.
const AWAY_TEXT = /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/
/** What pg-pool says to whom it has let wait. */
const WAITED = 'timeout exceeded when trying to connect'
const TOO_MANY_CONNECTIONS = '53300'

/** An error of pg or of its pool as what it means for the caller; one of the statement itself is answered as it is. */
export function faultOf(error: unknown): unknown {
  const { code, message = '' } = (error ?? {}) as { code?: string; message?: string }
  if (message === WAITED || code === TOO_MANY_CONNECTIONS) return new DatabaseBusy(error)
  if (code ? AWAY_STATE.test(code) || AWAY_CODE.has(code) : AWAY_TEXT.test(message)) return new DatabaseAway(error)
  return error
}
