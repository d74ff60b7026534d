import { needsNoSession, type Call, type InputOf, type ResponseOf } from '@assoc/contract'
import type { AuditEntry } from '../audit/audit'
import type { Principal } from '../access/principal'
import type { Db } from '../database/database'
import type { ReceivedFile } from '../files/store'
import type { Platform } from '../platform'

export interface RequestFacts {
  id: string
  ip: string
  userAgent: string
  secure: boolean
  /** The console's address as the browser called it. */
  origin: string
  /** Origin of the page that makes the call, as its browser says; another one than `origin` where console and API are apart. Null where none is said. */
  pageOrigin: string | null
  /** What the browser sent; names as `hostCookie` makes them. */
  cookies: Readonly<Record<string, string | undefined>>
}

/** A file of a call. Its bytes stand in the store's folder and are gone when the call ends, unless the handler keeps them. */
export interface UploadedFile extends ReceivedFile {
  fileName: string
  contentType: string
  /** Makes the bytes a file of the store; should the call be refused after all, they are taken out again. */
  keep(): Promise<{ key: string; sha256: string; size: number }>
}

/** Result of a blob call: a file instead of an envelope. */
export interface FileAnswer {
  fileName: string
  contentType: string
  body: Buffer | NodeJS.ReadableStream
}

export interface Context<C extends Call, W extends Principal | null = Principal> {
  input: InputOf<C>
  principal: W
  /** In a write call the transaction of the change; otherwise the pool. */
  db: Db
  platform: Platform
  request: RequestFacts
  /** What the request shows of a session; only signing out reads it. */
  credentials: { token: string | undefined; cookie: string | undefined }
  files: readonly UploadedFile[]
  /** Notes an action; written in the change's own transaction. A write that notes none gets a plain one. */
  audit(entry: AuditEntry): void
  /** Queues a job; in a write call it exists exactly when the change does. */
  job(name: string, payload: Record<string, unknown>, options?: { runAt?: Date; maxAttempts?: number; key?: string }): Promise<void>
  setCookie(name: string, value: string, options: { maxAgeSeconds: number }): void
}

export type Handler<C extends Call, W extends Principal | null = Principal> = (context: Context<C, W>) => Promise<ResponseOf<C> | FileAnswer>

/** What a visitor's call is checked with: no session, and by what it is known. */
export interface VisitorContext<C extends Call> extends Context<C, null> {
  /** Known of a request with an idempotency key, the same for its retries alone: a proof that it has used up is good for them. Null without a key. */
  intent: Buffer | null
}

/** An answer that a visitor's proof gives by itself: there is nothing to do, so no transaction and no audit row. */
export class VisitorAnswer {
  readonly data: unknown
  constructor(data: unknown) {
    this.data = data
  }
}

export interface Binding {
  call: Call
  handler: Handler<Call, Principal | null>
  /** Checks a visitor's proof before the transaction; what it answers is `proven` for the handler. */
  prove?: (context: VisitorContext<Call>) => Promise<unknown>
  /** Field of the body whose record the handler reads within the person's data scope, so that it is not looked for before. */
  finds?: string
}

/**
 * Binds a call that needs a session to its handler. `finds` names the field of the body whose record the handler itself reads within the
 * person's data scope and answers as "not there" otherwise: a read is one statement then. The generated tests of ids prove that it does.
 */
export function handle<C extends Call>(call: C, handler: Handler<C, Principal>, { finds }: { finds?: keyof InputOf<C> & string } = {}): Binding {
  if (needsNoSession(call)) throw new Error(`${call.path} needs no session: bind it with handleOpen or handleVisitor`)
  return { call, handler: handler as unknown as Binding['handler'], ...(finds ? { finds } : {}) }
}

/** Binds an open call, which reads; `who` is null. */
export function handleOpen<C extends Call>(call: C, handler: Handler<C, null>): Binding {
  if (call.access.kind !== 'open') throw new Error(`${call.path} is not open: bind it with handle or handleVisitor`)
  return { call, handler: handler as unknown as Binding['handler'] }
}

/**
 * Binds a visitor's call in two halves. `prove` checks the proof and whatever else may refuse the visitor, on the pool, where a wrong
 * try stays counted; what it answers goes to `act`, which carries the call out, a write in its transaction. A proof that can be
 * used once is used up either in `prove` under `intent`, or in `act`: so a retry under the same key finds the answer of the first.
 */
export function handleVisitor<C extends Call, P>(call: C, prove: (context: VisitorContext<C>) => Promise<P | VisitorAnswer>, act: (context: Context<C, null>, proven: P) => Promise<ResponseOf<C> | FileAnswer>): Binding {
  if (call.access.kind !== 'visitor') throw new Error(`${call.path} is not for visitors: bind it with handle or handleOpen`)
  const handler = (context: Context<C, null> & { proven: P }) => act(context, context.proven)
  return { call, prove: prove as unknown as NonNullable<Binding['prove']>, handler: handler as unknown as Binding['handler'] }
}

export const isFileAnswer = (value: unknown): value is FileAnswer =>
  typeof value === 'object' && value !== null && 'fileName' in value && 'body' in value
