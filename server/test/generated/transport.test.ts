import { API_BASE, CODE, UPLOAD_MB, type Call } from '@assoc/contract'
import { OWN_HEADERS, type Session } from '../harness'
import { bodyOf } from './sample'
import { ALL_PERMITS, boundCalls, buildWorld, isOpen, MODULES, named, type World } from './world'

// What a foreign page could send in a signed-in person's name, and bodies that are too much.
let world: World
let anna: Session
beforeAll(async () => {
  world = await buildWorld()
  anna = await world.server.person({ permits: ALL_PERMITS, scopes: Object.fromEntries(MODULES.map((m) => [m, 'all' as const])) })
})
afterAll(() => world.stop())

const asFor = (call: Call) => (isOpen(call) ? null : anna)
const body = (call: Call) => bodyOf(call, { ref: world.anyId, self: anna.userId })

test.each(named(boundCalls))('%s takes no form of a foreign page', async (_path, call) => {
  const before = await world.fingerprint()
  const json = JSON.stringify(body(call))
  const fields = new URLSearchParams(Object.fromEntries(Object.entries(body(call)).map(([k, v]) => [k, String(v)]))).toString()
  const forms: [string, string][] = [
    ['application/x-www-form-urlencoded', fields],
    ['application/x-www-form-urlencoded', json],
    ['text/plain', json],
    ['text/plain;charset=UTF-8', json],
  ]
  for (const [type, raw] of forms) {
    const answer = await world.send(call, { as: asFor(call), raw, headers: { 'content-type': type }, foreign: true })
    expect([type, answer.status, answer.returnCode]).toEqual([type, 415, CODE.input])
    // Not even with the headers: only JSON and multipart are read at all.
    const own = await world.send(call, { as: asFor(call), raw, headers: { 'content-type': type } })
    expect([type, own.status]).toEqual([type, 415])
  }
  const form = new FormData()
  form.append('fields', json)
  for (const [key, value] of Object.entries(body(call))) form.append(key, String(value))
  const posted = await world.server.raw(`${API_BASE}${call.path}`, { method: 'POST', as: asFor(call), body: form })
  expect(posted.headers.get('x-return-code')).toBe(CODE.forbidden)
  expect(await world.fingerprint()).toEqual(before)
})

test.each(named(boundCalls))('%s wants both headers of our own client', async (_path, call) => {
  const before = await world.fingerprint()
  const incomplete: Record<string, string>[] = [
    {},
    { 'x-requested-with': OWN_HEADERS['x-requested-with'] },
    { 'model-type': OWN_HEADERS['model-type'] },
    { ...OWN_HEADERS, 'model-type': 'member' },
    { ...OWN_HEADERS, 'x-requested-with': 'fetch' },
  ]
  for (const headers of incomplete) {
    const answer = await world.send(call, { as: asFor(call), body: body(call), headers, foreign: true })
    expect([headers, answer.returnCode]).toEqual([headers, CODE.forbidden])
  }
  expect(await world.fingerprint()).toEqual(before)
})

test.each(named(boundCalls))('%s is no address for GET, PUT or DELETE, but for the one that the contract names', async (_path, call) => {
  for (const method of ['GET', 'PUT', 'DELETE']) {
    if (method === call.form) continue
    const response = await world.server.raw(`${API_BASE}${call.path}`, { method, as: asFor(call), headers: OWN_HEADERS })
    expect([method, response.status]).toEqual([method, 404])
  }
})

test.each(named(boundCalls.filter((c) => c.form)))('%s is answered form-encoded, to our own client alone', async (_path, call) => {
  const method = call.form ?? 'GET'
  const fields = new URLSearchParams(body(call) as Record<string, string>)
  const send = (headers: Record<string, string>, raw = String(fields)) =>
    world.server.raw(`${API_BASE}${call.path}${method === 'GET' && raw ? `?${raw}` : ''}`, { method, as: anna, headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers }, ...(method === 'GET' ? {} : { body: raw }) })
  expect((await send(OWN_HEADERS)).headers.get('x-return-code')).toBe(CODE.ok)
  expect((await send({})).headers.get('x-return-code')).toBe(CODE.forbidden)
  expect((await send({ ...OWN_HEADERS, 'content-type': 'application/json' }, method === 'GET' ? '' : 'no json')).status).toBe(method === 'GET' ? 200 : 400)
  expect((await send(OWN_HEADERS, `${String(fields)}&other=1`)).headers.get('x-return-code')).toBe(CODE.input)
  expect((await send(OWN_HEADERS, `${String(fields)}&twice=1&twice=2`)).status).toBe(400)
})

const MEGABYTE = 1024 * 1024
const deep = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`

test.each(named(boundCalls))('%s refuses a body that is too large', async (_path, call) => {
  const before = await world.fingerprint()
  const answer = await world.send(call, { as: asFor(call), body: { ...body(call), filler: 'x'.repeat(MEGABYTE) } })
  // Of a multipart body only the part that is too large is cut off, and is no JSON any more.
  expect([answer.status, answer.returnCode]).toEqual([call.multipart ? 400 : 413, CODE.input])
  expect(await world.fingerprint()).toEqual(before)
})

test.each(named(boundCalls))('%s refuses a body that is nested too deep', async (_path, call) => {
  const before = await world.fingerprint()
  for (const raw of [deep(33), deep(5000), '['.repeat(33) + ']'.repeat(33)]) {
    const answer = await world.send(call, { as: asFor(call), raw })
    expect([raw.length, answer.status, answer.returnCode]).toEqual([raw.length, 400, CODE.input])
  }
  // Control: one level less is read, and refused for its unknown field.
  const read = await world.send(call, { as: asFor(call), raw: deep(32) })
  expect([read.status, read.returnCode]).toEqual([200, CODE.input])
  expect(await world.fingerprint()).toEqual(before)
})

// Of the calls with one limit one stands for all: it is read in one place.
test.each(named([...new Map(boundCalls.filter((c) => c.multipart).map((c) => [c.maxMb ?? UPLOAD_MB, c])).values()]))('%s refuses a file above its limit, and says which', async (_path, call) => {
  const [before, most] = [await world.fingerprint(), call.maxMb ?? UPLOAD_MB]
  const answer = await world.server.upload(call, body(call) as never, { name: 'large.xlsx', bytes: Buffer.alloc(most * MEGABYTE + 1) }, anna)
  expect([answer.status, answer.returnCode, answer.returnMessage]).toEqual([413, CODE.input, `文件过大，最多 ${most} MB`])
  expect(await world.fingerprint()).toEqual(before)
})
