import type { Call, InputOf, ResponseOf } from '@assoc/contract'
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

export interface Binding {
  call: Call
  handler: Handler<Call, Principal | null>
}

/** Binds a call that needs a session to its handler. */
export function handle<C extends Call>(call: C, handler: Handler<C, Principal>): Binding {
  if (call.access.kind === 'open') throw new Error(`${call.path} is open: bind it with handleOpen`)
  return { call, handler: handler as unknown as Binding['handler'] }
}

/** Binds an open call; `who` is null. */
export function handleOpen<C extends Call>(call: C, handler: Handler<C, null>): Binding {
  if (call.access.kind !== 'open') throw new Error(`${call.path} needs a session: bind it with handle`)
  return { call, handler: handler as unknown as Binding['handler'] }
}


export const isFileAnswer = (value: unknown): value is FileAnswer =>
  typeof value === 'object' && value !== null && 'fileName' in value && 'body' in value
