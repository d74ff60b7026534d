import { z } from 'zod'
import type { PermitCode } from '../permits'
import './messages'

/** Who may make a call. There is no default: leaving it out does not compile. */
export type Access =
  | { kind: 'permit'; code: PermitCode }
  | { kind: 'signedIn' }
  /** Open to everybody for reading; the reason is read by the reviewer of the next change. What is open writes nothing: the server refuses to start. */
  | { kind: 'open'; reason: string }
  | ({ kind: 'visitor' } & Visitor)

/**
 * What a visitor without a session shows instead of one: `slider` a solved slider, `code` a code sent to a mobile or mailbox, `link`
 * a signed token of a mail, `challenge` what an earlier step of the same sign-in has left with this browser.
 */
export type VisitorProof = 'slider' | 'code' | 'link' | 'challenge'

/** How visitors are let in: the proof that the server's half checks before anything changes, and calls that one network may make in a time. */
export type Visitor = { rate: { max: number; seconds: number } } & (
  | { proof: VisitorProof }
  /** The reason is read by the reviewer of the next change. */
  | { proof: 'none'; reason: string }
)

/** Largest file in MB that a call takes unless it says otherwise. */
export const UPLOAD_MB = 50

export const signedIn: Access = { kind: 'signedIn' }
export const open = (reason: string): Access => ({ kind: 'open', reason })

/**
 * A call of people who are not signed in: sign-in, registration, submissions, unsubscribing. It is carried out as every other
 * call: a write has its transaction, audit row and idempotency key, which is found again by the same body alone.
 */
export const visitor = (how: Visitor): Access => ({ kind: 'visitor', ...how })

/** Whether a call is made without a session. */
export const needsNoSession = ({ access }: Pick<Call, 'access'>): boolean => access.kind === 'open' || access.kind === 'visitor'

export interface CallDefinition<Req extends z.ZodType, Res extends z.ZodType> {
  /** Path under the API base, as the specification names it where it does. */
  path: `/${string}`
  /** Chinese name of the action, for audit and log screens. */
  title: string
  access: Access
  request: Req
  response: Res
  /** The call changes something: one transaction, an audit row, and it takes an `Idempotency-Key`. */
  write?: boolean
  /** Keeps something of the caller's own that nobody has to account for, such as a draft or a column's width: no audit row. */
  ownSettings?: boolean
  /** Body is multipart; the schema describes its fields, `file` holds the uploads. */
  multipart?: boolean
  /** Largest file of an upload in MB; UPLOAD_MB where nothing is said. */
  maxMb?: number
  /**
   * Also answered under this method, its fields form-encoded: in the address for GET, in the body else (specification, section 7). Our
   * own client makes the call so. All its fields are texts; only what changes nothing is under GET.
   */
  form?: 'GET' | 'PUT' | 'DELETE'
  /** A good answer is a file; a refusal is the envelope. */
  blob?: boolean
  /** Shows personal data in plain text: refused, like writes and files, while the console is looked at as a role. */
  reveals?: boolean
  /** Allowed although the console is looked at as a role. */
  duringRoleView?: boolean
  /** Allowed while the person still has to change the password. */
  beforePasswordChange?: boolean
  /**
   * A page makes this call by itself, on a timer or behind what the person does: it does not count as their being there, so that
   * a page that is left open does not keep the session alive. The contract says so, for a header could be left out or sent along.
   */
  background?: boolean
  /** The answer bears a secret, such as a first password: it is not kept for retries, which are told that the action was done. */
  secretAnswer?: boolean
  /**
   * Who has made the call is known to its handler and kept nowhere: rows of audit and idempotency, log and jobs name nobody, hold no address
   * and nothing of the body (ADR 081). It is a write of somebody who is signed in and answers nothing but that it was done.
   */
  anonymous?: true
  /** A to-do list, number or search of an area that home and palette may ask for. */
  home?: 'todo' | 'number' | 'search'
}

export interface Call<Req extends z.ZodType = z.ZodType, Res extends z.ZodType = z.ZodType>
  extends CallDefinition<Req, Res> {
  readonly isCall: true
}

export type RequestOf<C> = C extends Call<infer Req, z.ZodType> ? z.input<Req> : never
export type InputOf<C> = C extends Call<infer Req, z.ZodType> ? z.output<Req> : never
export type ResponseOf<C> = C extends Call<z.ZodType, infer Res> ? z.output<Res> : never

/** Declares a call as data that browser, server and tests read. The server refuses texts that cannot be stored anywhere in its request (`storable`). */
export function call<Req extends z.ZodType, Res extends z.ZodType>(
  definition: CallDefinition<Req, Res>,
): Call<Req, Res> {
  return { ...definition, isCall: true }
}

export function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && (value as { isCall?: unknown }).isCall === true
}

/** An object schema that refuses fields it does not know. */
export const body = <S extends z.core.$ZodShape>(shape: S) => z.strictObject(shape)

/** No fields at all. */
export const nothing = body({})

/** Answer of a call that has nothing to tell. */
export const done = z.object({})

/**
 * Query of a list. Sorting goes by an allow-list of fields; everything else is refused before it
 * comes near SQL. `pageSize` is at most 200.
 */
export function pageQuery<S extends z.core.$ZodShape, K extends string>(filters: S, sortable: readonly [K, ...K[]]) {
  return z.strictObject({
    page: z.number().int().min(1).max(1_000_000).default(1),
    pageSize: z.number().int().min(1).max(200).default(20),
    sort: z.strictObject({ field: z.enum(sortable), order: z.enum(['asc', 'desc']) }).optional(),
    ...filters,
  })
}

/** Rows to which a search by a keyword is counted; what is more is told as such, since counting it on would cost more than the page itself. */
export const COUNTED_MOST = 100_000

/** Answer of a list. `more`: a keyword finds more rows than `total` counts. */
export const pageOf = <R extends z.ZodType>(row: R) => z.object({ items: z.array(row), total: z.number().int(), more: z.boolean().optional() })
