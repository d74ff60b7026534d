import { CODE, type Call, type Envelope, type FieldError } from '@assoc/contract'
import { httpClient } from '@assoc/http'

export type Input = Record<string, unknown>
/** What carries a call out: it answers the data, or throws a `Refusal`. `file` is what a multipart call brought. */
export type Handler = (input: Input, file: File | null) => unknown

/** An answer other than success, as the server would give it. */
export class Refusal extends Error {
  readonly code: string
  readonly data: unknown
  constructor(code: string, message: string, data: unknown = null) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** A V00001 with its refused fields. */
export const refusedFields = (fields: FieldError[]): Refusal => new Refusal(CODE.input, '部分内容需要修改', { fields })

/** A file as the answer of a blob call. */
export class FileAnswer {
  readonly name: string
  readonly text: string
  constructor(name: string, text: string) {
    this.name = name
    this.text = text
  }
}

/** Thrown by a handler: the request never reached a server. */
export class NoNetwork extends Error {}

const LATENCY_MS = 60
const calls = new Map<string, { call: Call; handler: Handler }>()

/** Says how a call is answered. Its input is checked by the contract's schema first, as the server does. */
export function answer(call: Call, handler: Handler): void {
  calls.set(call.path, { call, handler })
}

const JSON_TYPE = 'application/json'

async function carryOut(path: string, raw: Input, file: File | null): Promise<Envelope | FileAnswer> {
  const known = calls.get(path)
  if (!known) throw new Error(`the demo answers no ${path}`)
  const validated = known.call.request.safeParse(raw)
  try {
    if (!validated.success) throw refusedFields(validated.error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message })))
    const data = await known.handler(validated.data as Input, file)
    // As over a wire: nobody holds the same object at both ends.
    return data instanceof FileAnswer ? data : { returnCode: CODE.ok, returnMessage: '', data: JSON.parse(JSON.stringify(data === undefined ? {} : data)) as unknown }
  } catch (error) {
    if (error instanceof Refusal) return { returnCode: error.code, returnMessage: error.message, data: error.data }
    throw error
  }
}

/** Puts the answers of this page in the place of the network, below everything that the HTTP client does itself. */
export function installAdapter(): void {
  httpClient.defaults.adapter = async (config) => {
    await new Promise((done) => setTimeout(done, LATENCY_MS))
    const form = config.data instanceof FormData ? config.data : null
    const text: unknown = form ? form.get('fields') : config.data
    const file = form?.get('file')
    let given: Envelope | FileAnswer
    try {
      given = await carryOut(config.url ?? '', typeof text === 'string' ? (JSON.parse(text) as Input) : {}, file instanceof File ? file : null)
    } catch (error) {
      // Looks to the client like a request that got no answer at all.
      if (error instanceof NoNetwork) throw Object.assign(error, { isAxiosError: true, code: 'ERR_NETWORK', config })
      console.error(error)
      throw error
    }
    const good = { status: 200, statusText: 'OK', config }
    if (given instanceof FileAnswer) {
      const headers = { 'content-type': 'text/csv', 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(given.name)}` }
      return { ...good, data: new Blob([given.text], { type: 'text/csv' }), headers }
    }
    const data = config.responseType === 'blob' ? new Blob([JSON.stringify(given)], { type: JSON_TYPE }) : given
    return { ...good, data, headers: { 'content-type': JSON_TYPE } }
  }
}
