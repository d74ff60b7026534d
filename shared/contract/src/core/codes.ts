/**
 * Return codes of the envelope. Success, the silent "no" and the session-invalid codes are given by
 * the specification (section 9); the others are the house's own, one code for one kind of answer.
 */
export const CODE = {
  ok: '000000',
  /** An expected "no" meant for the caller alone; never shown as a toast. */
  silent: 'F00006',
  sessionExpired: '000009',
  sessionUnknown: '000010',
  accountDisabled: '000011',
  sessionEndedElsewhere: '000099',
  input: 'V00001',
  forbidden: 'P00001',
  notFound: 'N00001',
  conflict: 'C00001',
  keyReused: 'C00002',
  /** A retry of an action that was done; its answer bore a secret and was kept nowhere. */
  answerNotKept: 'C00003',
  tooMany: 'L00001',
  fault: 'S00001',
  /** Sign-in name and password do not fit. The same for an unknown, locked or disabled account. */
  badCredentials: 'B00001',
  /** The person must set a new password before anything else. */
  mustChangePassword: 'B00002',
  /** A slider ticket is missing, used, expired or another browser's. */
  sliderRequired: 'B00003',
  /** A verification code is wrong, used, expired or tried too often. */
  badVerificationCode: 'B00004',
  /** The transition is not in the status machine for the row's status. */
  badTransition: 'B00005',
  /** The row is still used by others and cannot be deleted. */
  inUse: 'B00006',
  /** Nobody grants what they lack. */
  cannotGrant: 'B00007',
  /** The last administrator cannot be removed or locked out. */
  lastAdministrator: 'B00008',
  /** A room is already taken for that time. */
  roomTaken: 'B00009',
  /** The menu entry stands on a fixed path whose view cannot be changed. */
  fixedPath: 'B00010',
  /** The password was right; a second factor must follow. `challengeData` says how. */
  secondFactor: 'B00020',
  /** The challenge of a second factor has run out, was used, or belongs to another browser: the sign-in begins anew. */
  challengeEnded: 'B00021',
  /** The session is locked until its person types their password; it stands, and goes on then. */
  sessionLocked: 'B00022',
  /** The console is looked at as a role: nothing is changed, exported or shown in plain text. */
  roleView: 'B00030',
} as const

export type ReturnCode = (typeof CODE)[keyof typeof CODE]

/** Codes that end the session in the browser (specification, section 8). */
export const SESSION_INVALID_CODES: readonly string[] = [
  CODE.sessionUnknown,
  CODE.sessionExpired,
  CODE.sessionEndedElsewhere,
  CODE.accountDisabled,
]

/** Milliseconds between a session-invalid answer and the redirect to the sign-on address. */
export const SESSION_REDIRECT_DELAY_MS = 3000
/** Milliseconds after which the browser gives a call up. */
export const REQUEST_TIMEOUT_MS = 300_000
/** Milliseconds a toast stays. */
export const TOAST_DURATION_MS = 3000
/** The system whose permits the console asks for. */
export const PERMISSION_SYSTEM_ID = 2
/** Base path of all calls. */
export const API_BASE = '/capcoapi'
/** The version of the contract between host and remotes; a remote states the range that it fits. */
export const HOST_API = '1.0.0'

/** Every answer of a call. */
export interface Envelope<T = unknown> {
  returnCode: string
  returnMessage: string
  data: T
}

/** One refused field of V00001. `path` is dotted, with indexes: `contacts.0.mobile`. */
export interface FieldError {
  path: string
  message: string
}
