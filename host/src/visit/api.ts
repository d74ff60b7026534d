import type { Call, Envelope, RequestOf, ResponseOf } from '@assoc/contract'
import { API_BASE, CODE } from '@assoc/contract/core/codes'

// A client of these pages alone: they are to be read on any phone within two seconds, and the console's own client is bigger than all of
// them. It makes no calls of a session.

/** An answer other than success, with the sentence that people read. */
export class Refused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

interface Configuration {
  title?: string
  organisation?: string
  environments?: { name?: string; origins?: string[]; apiHost?: string }[]
}

function readInlined(): Configuration {
  try {
    return JSON.parse(document.getElementById('config')?.textContent ?? '{}') as Configuration
  } catch {
    return {}
  }
}
export const configuration = readInlined()

/** Where the calls go: the page's own origin, unless this environment has its API elsewhere. */
function apiOrigin(): string {
  if (/^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(window.location.origin)) return ''
  const all = configuration.environments ?? []
  const own = all.find((e) => (e.origins ?? []).includes(window.location.origin)) ?? all.find((e) => e.name === 'production')
  return (own?.apiHost ?? '').replace(/\/+$/, '')
}

const WAIT_MS = 30_000
const OFFLINE = '网络不畅，请稍后重试，或到签到台办理'

function newKey(): string {
  const bytes = new Uint8Array(16)
  window.crypto.getRandomValues(bytes)
  return Array.prototype.map.call(bytes, (byte: number) => `0${byte.toString(16)}`.slice(-2)).join('')
}

/** Makes a call of somebody who is not signed in. Its answer is the data; every other answer is thrown as `Refused`. */
export async function ask<C extends Call>(path: C['path'], body: RequestOf<C>): Promise<ResponseOf<C>> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), WAIT_MS)
  try {
    const response = await fetch(`${apiOrigin()}${API_BASE}${path}`, {
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', 'model-type': 'manager', 'idempotency-key': newKey() },
      body: JSON.stringify(body),
      signal: stop.signal,
    })
    const envelope = (await response.json()) as Envelope<ResponseOf<C>>
    if (envelope.returnCode !== CODE.ok) throw new Refused(envelope.returnCode, envelope.returnMessage || OFFLINE)
    return envelope.data
  } catch (error) {
    throw error instanceof Refused ? error : new Refused('', OFFLINE)
  } finally {
    clearTimeout(timer)
  }
}

/** A file of a call that is open to everybody; null where there is none. */
export async function askFile(path: string, body: unknown): Promise<Blob | null> {
  const response = await fetch(`${apiOrigin()}${API_BASE}${path}`, {
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', 'model-type': 'manager' },
    body: JSON.stringify(body),
  })
  // A refusal is an envelope and no picture.
  return (response.headers.get('content-type') ?? '').startsWith('image/') ? response.blob() : null
}
