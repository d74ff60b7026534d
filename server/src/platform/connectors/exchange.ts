import { DeliveryUnknown, ProviderUnavailable } from '../mail/delivery'

export interface Request {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
}

/** What came back; of its JSON nothing is certain. An empty object when it is none. */
export interface Answer<T extends object> {
  status: number
  json: { [K in keyof T]?: unknown }
}

/** Milliseconds after which an answer is not waited for any more. */
export const PATIENCE_MS = 15_000
/** Bytes of an answer that are looked at, unless more are asked for. */
const ANSWER_MAX = 64 * 1024

/** Faults of a connection that was never made, so that nothing can have been taken. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'UND_ERR_CONNECT_TIMEOUT', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_TLS_CERT_ALTNAME_INVALID'])

const codeOf = (error: unknown): string => {
  const { code, name, cause } = error as { code?: string; name?: string; cause?: { code?: string; errors?: { code?: string }[] } }
  return cause?.code ?? cause?.errors?.[0]?.code ?? code ?? name ?? ''
}

/**
 * Asks a provider once. Throws ProviderUnavailable when no connection came about, and DeliveryUnknown when the request may have
 * arrived and no answer came: whoever asked must not ask again by themselves.
 */
export async function ask<T extends object>({ method, url, headers, body }: Request, patience = PATIENCE_MS, most = ANSWER_MAX): Promise<Answer<T>> {
  try {
    const answer = await fetch(url, { method, headers, redirect: 'error', signal: AbortSignal.timeout(patience), ...(body === undefined ? {} : { body }) })
    return { status: answer.status, json: objectOf(await bounded(answer, most)) as Answer<T>['json'] }
  } catch (error) {
    const code = codeOf(error)
    if (NOT_CONNECTED.has(code)) throw new ProviderUnavailable(`连接不上服务商（${code}）`, code)
    throw new DeliveryUnknown(code === 'TimeoutError' ? '服务商没有在限定时间内答复' : `与服务商的连接中断（${code}）`, code)
  }
}

async function bounded(answer: Response, most: number): Promise<string> {
  const reader = answer.body?.getReader()
  if (!reader) return ''
  const pieces: Uint8Array[] = []
  for (let size = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > most) {
      await reader.cancel()
      break
    }
    pieces.push(value)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function objectOf(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  } catch {
    return {}
  }
}

export const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
