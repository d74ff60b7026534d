import { Agent, request } from 'node:https'

/** Who makes calls, as a browser sends it. */
export interface Caller {
  origin: string
  token: string
  cookie: string
}

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

const agent = new Agent({ keepAlive: true, maxSockets: 200, rejectUnauthorized: false })

/** One request; throws when the connection breaks. Nothing is ever tried again here. */
export function ask(url: string, options: { method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: options.method ?? 'GET', headers: { ...options.headers, ...(options.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(options.body)) }) } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('aborted', () => reject(new Error('the answer broke off')))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }))
    })
    sent.setTimeout(30_000, () => sent.destroy(new Error('no answer in 30 s')))
    sent.on('error', reject)
    sent.end(options.body)
  })
}

/** One call of the contract; answers its return code and data, throws for anything that is no envelope. */
export async function callOnce(caller: Caller, path: string, input: object, headers: Record<string, string> = {}): Promise<{ returnCode: string; data: never }> {
  const { status, body } = await ask(`${caller.origin}/capcoapi${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', 'model-type': 'manager', authorization: caller.token, cookie: caller.cookie, ...headers },
    body: JSON.stringify(input),
  })
  if (status !== 200) throw new Error(`${path} answered ${status}`)
  return JSON.parse(body.toString()) as { returnCode: string; data: never }
}

/** What came of a load. */
export interface Tally {
  done: number
  errors: string[]
}

const running = new Set<() => Promise<Tally>>()

/** Stops every load that a failed test has left. */
export const stopLoads = async (): Promise<void> => void (await Promise.all([...running].map((stop) => stop())))

/**
 * Does something again and again in some lanes at once until it is stopped; a lane makes its next step when the last one is
 * answered. `step` gets a number that no other step has.
 */
export function load(lanes: number, step: (count: number) => Promise<void>): { tally: Tally; stop(): Promise<Tally> } {
  const tally: Tally = { done: 0, errors: [] }
  let going = true
  let count = 0
  const lane = async () => {
    while (going) {
      try {
        await step(count++)
        tally.done += 1
      } catch (error) {
        tally.errors.push(error instanceof Error ? error.message : String(error))
        // An error comes faster than an answer.
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
  }
  const work = Promise.all(Array.from({ length: lanes }, lane))
  const stop = async () => {
    running.delete(stop)
    going = false
    await work
    return tally
  }
  running.add(stop)
  return { tally, stop }
}
