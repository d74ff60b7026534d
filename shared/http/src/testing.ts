import { CODE, type Call, type Envelope } from '@assoc/contract'
import { httpClient } from './client'

type Answer = Partial<Envelope> | ((input: never) => unknown)

/** A double for the server: answers by call, remembers what was sent, and refuses calls it was not told of. */
export function fakeServer(): {
  on<C extends Call>(call: C, answer: Answer): void
  sent: { path: string; input: unknown; headers: Record<string, unknown> }[]
  restore(): void
} {
  const answers = new Map<string, Answer>()
  const sent: { path: string; input: unknown; headers: Record<string, unknown> }[] = []
  const before = httpClient.defaults.adapter
  httpClient.defaults.adapter = async (config) => {
    const path = config.url ?? ''
    const form = config.params instanceof URLSearchParams ? config.params : String(config.headers['Content-Type']).includes('urlencoded') ? new URLSearchParams(config.data as string) : null
    const input: unknown = form ? Object.fromEntries(form) : typeof config.data === 'string' ? JSON.parse(config.data) : config.data
    sent.push({ path, input, headers: { ...config.headers } })
    const answer = answers.get(path)
    if (!answer) throw new Error(`the test gave no answer for ${path}`)
    const data =
      typeof answer === 'function'
        ? { returnCode: CODE.ok, returnMessage: '', data: await answer(input as never) }
        : { returnCode: CODE.ok, returnMessage: '', data: null, ...answer }
    return { data, status: 200, statusText: 'OK', headers: { 'content-type': 'application/json' }, config }
  }
  return {
    on: (call, answer) => void answers.set(call.path, answer),
    sent,
    restore: () => {
      httpClient.defaults.adapter = before as NonNullable<typeof before>
    },
  }
}
