import axios, { type AxiosInstance, type AxiosProgressEvent, type AxiosResponse } from 'axios'
import {
  API_BASE,
  CODE,
  REQUEST_TIMEOUT_MS,
  SESSION_INVALID_CODES,
  needsNoSession,
  type Call,
  type Envelope,
  type FieldError,
  type RequestOf,
  type ResponseOf,
} from '@assoc/contract'
import type { FileKind } from './environment'
import { newKey } from './key'

/** A call that was answered with a code other than success. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: string
  readonly data: unknown

  constructor(code: string, message: string, data: unknown) {
    super(message)
    this.code = code
    this.data = data
  }

  /** Refused fields of V00001; empty for every other code. */
  get fields(): FieldError[] {
    const fields = (this.data as { fields?: FieldError[] } | null)?.fields
    return this.code === CODE.input && Array.isArray(fields) ? fields : []
  }
}

/** What the client is told by its owner; it knows neither the session store nor the screen. */
export interface HttpHooks {
  token: () => string | undefined
  toast: (kind: 'error', text: string) => void
  /** Called for each session-invalid answer; the owner tells the first reason and redirects once. */
  sessionInvalid: (code: string, message: string) => void
  /** Whether the session of this page has ended: from then on only calls leave that need none. */
  sessionOver?: () => boolean
}

/** Milliseconds after which an answer counts as old, whatever has happened since. */
const FRESH_MS = 60_000
let lastWrite = 0

/**
 * Whether an answer of this time (`Date.now()`) may no longer be what the server has: this page has written something since, or a
 * minute is over. What a page keeps of the person's own, such as widths of columns, does not count.
 */
export const isOld = (answeredAt: number): boolean => answeredAt <= lastWrite || Date.now() - answeredAt > FRESH_MS

function noteWrite(call: Call): void {
  if (call.write && !call.background && !call.ownSettings) lastWrite = Date.now()
}

let hooks: HttpHooks = { token: () => undefined, toast: () => undefined, sessionInvalid: () => undefined }

const client: AxiosInstance = axios.create({
  baseURL: API_BASE,
  timeout: REQUEST_TIMEOUT_MS,
  withCredentials: true,
  headers: { 'X-Requested-With': 'XMLHttpRequest', 'model-type': 'manager' },
})

client.interceptors.request.use((config) => {
  const token = hooks.token()
  if (token) config.headers.set('authorization', token)
  return config
})

let fileBases: Partial<Record<FileKind, string>> = {}

/** Connects the client to session and toasts, and sets the base paths of the environment. */
export function configureHttp(given: HttpHooks & { baseURL?: string; fileBases?: Record<FileKind, string> }): void {
  hooks = given
  fileBases = given.fileBases ?? {}
  if (given.baseURL) client.defaults.baseURL = given.baseURL
}

// The session's cookie belongs to a host; ports and paths of it have the same.
const hostOf = (base: string | undefined): string => new URL(base ?? '', window.location.href).hostname

const PICTURE = /\.(?:jpe?g|png|gif|webp|bmp|svg)$/i

/** Whether a stored file is a picture, by its name. */
export const isPicture = (fileName: string): boolean => PICTURE.test(fileName)

export interface CallOptions {
  signal?: AbortSignal
  /** One key per intent: give the same key again when the same click is retried. */
  idempotencyKey?: string
  /** Codes that the caller handles on screen itself, so that no toast repeats them. */
  quiet?: readonly string[]
  onProgress?: (sent: number, total: number) => void
}

/**
 * Headers of a call that may leave. After the session's end a call that needs one would leave without its token, and be answered
 * with another reason than the true one: it is refused here, without a toast.
 */
function headersOf(call: Call, options: CallOptions): Record<string, string> {
  if (hooks.sessionOver?.() && !needsNoSession(call)) throw new ApiError(CODE.sessionUnknown, '登录已失效，请重新登录', null)
  return call.write ? { 'Idempotency-Key': options.idempotencyKey ?? newKey() } : {}
}

/** The token of the session, for requests that are not calls. */
export const sessionToken = (): string | undefined => hooks.token()

/** Turns an envelope into its data, or into an error after the code rules of the specification. */
export function settle<T>(envelope: Envelope<T>, quiet: readonly string[] = []): T {
  const { returnCode, returnMessage, data } = envelope ?? {}
  if (returnCode === CODE.ok) return data
  if (typeof returnCode !== 'string') {
    hooks.toast('error', '服务返回的内容无法识别，请稍后重试')
    throw new ApiError(CODE.fault, '服务返回的内容无法识别，请稍后重试', null)
  }
  if (SESSION_INVALID_CODES.includes(returnCode) || returnCode === CODE.sessionLocked) {
    hooks.sessionInvalid(returnCode, returnMessage)
  } else if (returnCode !== CODE.silent && !quiet.includes(returnCode)) {
    // By this number the server's log and the audit row are found.
    const requestId = returnCode === CODE.fault ? (data as { requestId?: unknown } | null)?.requestId : undefined
    hooks.toast('error', typeof requestId === 'string' ? `${returnMessage}（请求编号 ${requestId}）` : returnMessage)
  }
  throw new ApiError(returnCode, returnMessage, data)
}

/** An answer with an HTTP error status still speaks through its envelope; anything else is passed on unchanged. */
function rethrow(error: unknown, quiet?: readonly string[]): never {
  if (axios.isAxiosError(error) && isEnvelope(error.response?.data)) settle(error.response.data, quiet)
  throw error
}

const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === 'object' && value !== null && typeof (value as Envelope).returnCode === 'string'

const FORM = 'application/x-www-form-urlencoded'

/** Any other request than POST is form-encoded (specification, section 7): in the address for GET, in the body else. */
const formOf = (method: NonNullable<Call['form']>, fields: Record<string, string>) => {
  const encoded = new URLSearchParams(fields)
  return method === 'GET' ? { method, params: encoded } : { method, data: encoded }
}

/**
 * Makes a call of the contract and answers its `data`.
 * Throws ApiError for every code but 000000; a network error is passed on unchanged.
 */
export async function api<C extends Call>(call: C, input: RequestOf<C>, options: CallOptions = {}): Promise<ResponseOf<C>> {
  const headers = headersOf(call, options)
  let response: AxiosResponse<Envelope>
  try {
    response = await client.request<Envelope>({
      ...(call.form ? formOf(call.form, input as Record<string, string>) : { method: 'POST', data: input }),
      url: call.path,
      headers: call.form ? { ...headers, 'Content-Type': FORM } : headers,
      ...(options.signal ? { signal: options.signal } : {}),
    })
  } catch (error) {
    rethrow(error, options.quiet)
  } finally {
    // Also when no answer came: the server may have done it all the same.
    noteWrite(call)
  }
  return settle(response.data, options.quiet) as ResponseOf<C>
}

/** Sends files with a multipart call; `progress` is told bytes. */
export async function upload<C extends Call>(
  call: C,
  fields: RequestOf<C>,
  file: Blob,
  fileName: string,
  options: CallOptions = {},
): Promise<ResponseOf<C>> {
  const headers = headersOf(call, options)
  const form = new FormData()
  form.append('fields', JSON.stringify(fields))
  form.append('file', file, fileName)
  let response: AxiosResponse<Envelope>
  try {
    response = await client.post<Envelope>(call.path, form, {
      headers,
      ...(options.signal ? { signal: options.signal } : {}),
      onUploadProgress: (e: AxiosProgressEvent) => options.onProgress?.(e.loaded, e.total ?? e.loaded),
    })
  } catch (error) {
    rethrow(error, options.quiet)
  } finally {
    noteWrite(call)
  }
  return settle(response.data, options.quiet) as ResponseOf<C>
}

export interface Download {
  blob: Blob
  fileName: string
}

/** The header by which a host without the session's cookie answers one file. Few environments have such a host: what it takes is fetched then. */
async function ticketOf(call: Call, options: CallOptions): Promise<Record<string, string>> {
  const { FILE_TICKET_HEADER, createFileTicket } = await import(/* webpackChunkName: "file-ticket" */ '@assoc/contract/platform/file-ticket')
  return { [FILE_TICKET_HEADER]: (await api(createFileTicket, { path: call.path }, options)).ticket }
}

/**
 * Makes a blob call, at the address that the environment has for what it fetches. A JSON answer is never a file: it becomes the error
 * that its envelope says.
 */
export async function download<C extends Call>(call: C, input: RequestOf<C>, options: CallOptions & { kind?: FileKind } = {}): Promise<Download> {
  const headers = headersOf(call, options)
  const base = fileBases[options.kind ?? 'download']
  const ticket = base && hostOf(base) !== hostOf(client.defaults.baseURL) ? await ticketOf(call, options) : {}
  let response: AxiosResponse<Blob>
  try {
    response = await client.post<Blob>(call.path, input, {
      responseType: 'blob',
      ...(base ? { baseURL: base } : {}),
      headers: { ...headers, ...ticket },
      ...(options.signal ? { signal: options.signal } : {}),
    })
  } catch (error) {
    if (axios.isAxiosError(error) && error.response?.data instanceof Blob) {
      const envelope = await readEnvelope(error.response.data)
      if (envelope) settle(envelope, options.quiet)
    }
    throw error
  }
  const type = String(response.headers['content-type'] ?? '')
  if (type.includes('json') || type.includes('html')) {
    const envelope = await readEnvelope(response.data)
    settle(envelope ?? ({} as Envelope), options.quiet)
    throw new ApiError(CODE.fault, '服务没有返回文件', null)
  }
  return { blob: response.data, fileName: fileNameOf(String(response.headers['content-disposition'] ?? '')) }
}

// FileReader instead of blob.text(): the latter is missing in the DOM that tests run in.
const readText = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error('unreadable'))
    reader.readAsText(blob)
  })

async function readEnvelope(blob: Blob): Promise<Envelope | undefined> {
  try {
    const parsed: unknown = JSON.parse(await readText(blob))
    return isEnvelope(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

/** File name of a content-disposition header by RFC 6266; `下载` when it has none. */
export function fileNameOf(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded) {
    try {
      return decodeURIComponent(encoded)
    } catch {
      // falls through to the plain form
    }
  }
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? '下载'
}

/** The axios instance, for tests of this package and for the tus client that shares its headers. */
export const httpClient = client

export const isNetworkError = (error: unknown): boolean =>
  axios.isAxiosError(error) && !error.response && error.code !== 'ERR_CANCELED'
export const isCancelled = (error: unknown): boolean => axios.isCancel(error)
