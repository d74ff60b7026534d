import { API_BASE, CODE, UPLOAD_MB, type Call } from '@assoc/contract'
import { OWN_HEADERS } from '../../harness'
import { boundCalls } from '../world'
import { someOf, type Walk } from './walk'

// What a foreign page could send in a signed-in person's name, and bodies that are too much.

const MEGABYTE = 1024 * 1024
const deep = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`
const TOO_DEEP = [deep(33), deep(5000), '['.repeat(33) + ']'.repeat(33)]
const INCOMPLETE: Record<string, string>[] = [
  {},
  { 'x-requested-with': OWN_HEADERS['x-requested-with'] },
  { 'model-type': OWN_HEADERS['model-type'] },
  { ...OWN_HEADERS, 'model-type': 'member' },
  { ...OWN_HEADERS, 'x-requested-with': 'fetch' },
]
/** Of the calls with one limit one stands for all: it is read in one place. */
const LIMITED = new Set(new Map(boundCalls.filter((call) => call.multipart).map((call) => [call.maxMb ?? UPLOAD_MB, call])).values())

export function transport(call: Call, walk: () => Walk): void {
  test('no form of a foreign page is taken', async () => {
    const { world, caller, body, unchanged } = walk()
    const json = JSON.stringify(body(call))
    const fields = new URLSearchParams(Object.fromEntries(Object.entries(body(call)).map(([k, v]) => [k, String(v)]))).toString()
    const forms: [string, string][] = [
      ['application/x-www-form-urlencoded', fields],
      ['application/x-www-form-urlencoded', json],
      ['text/plain', json],
      ['text/plain;charset=UTF-8', json],
    ]
    for (const [type, raw] of someOf(forms, call, 1)) {
      const answer = await world.send(call, { as: caller(call), raw, headers: { 'content-type': type }, foreign: true })
      expect([type, answer.status, answer.returnCode]).toEqual([type, 415, CODE.input])
      // Not even with the headers: only JSON and multipart are read at all.
      const own = await world.send(call, { as: caller(call), raw, headers: { 'content-type': type } })
      expect([type, own.status]).toEqual([type, 415])
    }
    const form = new FormData()
    form.append('fields', json)
    for (const [key, value] of Object.entries(body(call))) form.append(key, String(value))
    const posted = await world.server.raw(`${API_BASE}${call.path}`, { method: 'POST', as: caller(call), body: form })
    expect(posted.headers.get('x-return-code')).toBe(CODE.forbidden)
    await posted.arrayBuffer()
    await unchanged()
  })

  test('both headers of our own client are wanted, and no method but POST or the one that the contract names', async () => {
    const { world, caller, body, unchanged } = walk()
    for (const headers of someOf(INCOMPLETE, call, 2)) {
      const answer = await world.send(call, { as: caller(call), body: body(call), headers, foreign: true })
      expect([headers, answer.returnCode]).toEqual([headers, CODE.forbidden])
    }
    for (const method of someOf(['GET', 'PUT', 'DELETE'].filter((one) => one !== call.form), call, 1)) {
      const response = await world.server.raw(`${API_BASE}${call.path}`, { method, as: caller(call), headers: OWN_HEADERS })
      expect([method, response.status]).toEqual([method, 404])
      await response.arrayBuffer()
    }
    await unchanged()
  })

  test('a body that is too large or nested too deep is refused', async () => {
    const { world, caller, body, unchanged } = walk()
    const large = await world.send(call, { as: caller(call), body: { ...body(call), filler: 'x'.repeat(MEGABYTE) } })
    // Of a multipart body only the part that is too large is cut off, and is no JSON any more.
    expect([large.status, large.returnCode]).toEqual([call.multipart ? 400 : 413, CODE.input])
    for (const raw of someOf(TOO_DEEP, call, 1)) {
      const answer = await world.send(call, { as: caller(call), raw })
      expect([raw.length, answer.status, answer.returnCode]).toEqual([raw.length, 400, CODE.input])
    }
    // Control: one level less is read, and refused for its unknown field.
    const read = await world.send(call, { as: caller(call), raw: deep(32) })
    expect([read.status, read.returnCode]).toEqual([200, CODE.input])
    await unchanged()
  })

  const { form } = call
  if (form) {
    test('it is answered form-encoded, to our own client alone', async () => {
      const { world, everything, body, settle } = walk()
      const fields = new URLSearchParams(body(call) as Record<string, string>)
      const send = (headers: Record<string, string>, raw = String(fields)) =>
        world.server.raw(`${API_BASE}${call.path}${form === 'GET' && raw ? `?${raw}` : ''}`, { method: form, as: everything, headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers }, ...(form === 'GET' ? {} : { body: raw }) })
      expect((await send(OWN_HEADERS)).headers.get('x-return-code')).toBe(CODE.ok)
      expect((await send({})).headers.get('x-return-code')).toBe(CODE.forbidden)
      expect((await send({ ...OWN_HEADERS, 'content-type': 'application/json' }, form === 'GET' ? '' : 'no json')).status).toBe(form === 'GET' ? 200 : 400)
      expect((await send(OWN_HEADERS, `${String(fields)}&other=1`)).headers.get('x-return-code')).toBe(CODE.input)
      expect((await send(OWN_HEADERS, `${String(fields)}&twice=1&twice=2`)).status).toBe(400)
      await settle()
    })
  }

  if (!LIMITED.has(call)) return
  test('a file above the limit is refused, and the limit is told', async () => {
    const { world, everything, body, unchanged } = walk()
    const most = call.maxMb ?? UPLOAD_MB
    const answer = await world.server.upload(call, body(call) as never, { name: 'large.xlsx', bytes: Buffer.alloc(most * MEGABYTE + 1) }, everything)
    expect([answer.status, answer.returnCode, answer.returnMessage]).toEqual([413, CODE.input, `文件过大，最多 ${most} MB`])
    await unchanged()
  })
}
