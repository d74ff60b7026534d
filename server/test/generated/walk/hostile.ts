import { CODE, type Call, type FieldError } from '@assoc/contract'
import { FILE_NAME_MESSAGE, storable } from '@assoc/contract/core/characters'
import { refusalOf } from '../../../src/platform/http/input-errors'
import { at, places, withAt } from '../sample'
import { boundCalls, isOpen } from '../world'
import type { Walk } from './walk'

// Bodies that are made to cost much, and texts that no database keeps.

const fieldsOf = (data: unknown): FieldError[] => (data as { fields?: FieldError[] } | null)?.fields ?? []

/** Characters of an answer to a refused body, whatever the body was: 20 fields with path and sentence. */
const MOST = 20 * (200 + 500 + 30) + 200
const KEYS = 500
const manyKeys = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`unknown field number ${i} with a long name`, 1]))

// Schemas check what every call takes. That they are asked first is one piece of code, so one call in twelve is sent such bodies.
const sent = new Set(boundCalls.filter((call, i) => isOpen(call) || i % 12 === 0))

const UNSTORABLE = ['a\u0000b', '\ud800', 'a\udc00b', '\udc00\ud800']
const textsOf = (valid: unknown) => places(valid).filter((place) => typeof at(valid, place) === 'string')

export function hostile(call: Call, walk: () => Walk): void {
  if (call.multipart) {
    test('no file is taken whose name shows another ending than it has', async () => {
      const { world, everything, body, unchanged } = walk()
      for (const name of ['bill\u202efdp.xlsx', '\u2066a\u2069.xlsx', 'a\u200f.xlsx']) {
        const answer = await world.server.upload(call, body(call) as never, { name, bytes: Buffer.from('x') }, everything)
        expect([answer.returnCode, answer.returnMessage]).toEqual([CODE.input, FILE_NAME_MESSAGE])
      }
      await unchanged()
    })
  }
  if (!sent.has(call)) return
  test('the answer does not grow with the fields that are not known', async () => {
    const { world, caller, body, unchanged } = walk()
    const answer = await world.send(call, { as: caller(call), body: { ...body(call), ...manyKeys(KEYS) } })
    expect([answer.returnCode, answer.returnMessage]).toEqual([CODE.input, `有 ${KEYS} 处需要修改`])
    const fields = fieldsOf(answer.data)
    expect(fields).toHaveLength(20)
    for (const { path, message } of fields) expect(message).toBe(`不支持的字段：${path.slice(0, 40)}`)
    expect(JSON.stringify(answer).length).toBeLessThan(MOST)
    await unchanged()
  })

  test('texts that no database keeps are answered with what is to be changed', async () => {
    const { world, caller, body, unchanged } = walk()
    const valid = body(call)
    const texts = textsOf(valid)
    if (texts.length === 0) return
    // Half of a pair travels in JSON as an escape.
    const worst = texts.reduce<unknown>((made, place, i) => withAt(made, place, UNSTORABLE[i % UNSTORABLE.length]), valid)
    const answer = await world.send(call, { as: caller(call), body: worst })
    expect([answer.returnCode, fieldsOf(answer.data).length > 0]).toEqual([CODE.input, true])
    await unchanged()
  })
}

/** What is about no single call, or about the schemas alone. */
export function hostileAtAll(walk: () => Walk): void {
  test('whatever a call refuses, its answer is short and names no more than 20 fields', () => {
    const many = manyKeys(KEYS)
    const long = { [`${'k'.repeat(10_000)}`]: 1 }
    for (const call of boundCalls) {
      const valid = walk().body(call)
      const hostile: unknown[] = ['x'.repeat(10_000), many, long, Array.from({ length: 50 }, () => long), Array.from({ length: 500 }, () => 'x'.repeat(30))]
      const bodies = [{ ...valid, ...many, ...long }, ...places(valid).map((place, i) => withAt(valid, place, hostile[i % hostile.length]))]
      for (const { error } of bodies.map((one) => storable(call.request).safeParse(one))) {
        const data = error && refusalOf(call.request, error).data
        expect([call.path, fieldsOf(data).length <= 20, JSON.stringify(data ?? null).length < MOST]).toEqual([call.path, true, true])
      }
    }
  })

  test('the time to refuse grows with the number of fields, not with its square', () => {
    const call = boundCalls.find((c) => c.path === '/user/security/selectPasswordRules') as Call
    // Seconds of the processor, not of the clock: other tests run beside this one.
    const cost = (keys: number) => {
      const given = manyKeys(keys)
      return Math.min(
        ...Array.from({ length: 9 }, () => {
          const began = process.cpuUsage()
          const { error } = storable(call.request).safeParse(given)
          if (error) refusalOf(call.request, error)
          const { user, system } = process.cpuUsage(began)
          return user + system
        }),
      )
    }
    cost(2_500)
    // Eight times as many: 64 times as long if it were the square.
    expect(cost(20_000) / cost(2_500)).toBeLessThan(40)
  })

  test('a body of too many fields is not even read', async () => {
    const open = boundCalls.filter(isOpen)
    for (const call of open.slice(0, 3)) {
      const answer = await walk().world.send(call, { as: null, body: manyKeys(20_001) })
      expect([call.path, answer.status, answer.returnCode, answer.data]).toEqual([call.path, call.multipart ? 200 : 400, CODE.input, null])
    }
  })

  test('every call refuses texts that no database keeps, in every field', () => {
    for (const call of boundCalls) {
      const valid = walk().body(call)
      for (const place of textsOf(valid)) {
        const taken = UNSTORABLE.filter((text) => storable(call.request).safeParse(withAt(valid, place, text)).success)
        expect([call.path, place, taken]).toEqual([call.path, place, []])
      }
    }
  })
}
