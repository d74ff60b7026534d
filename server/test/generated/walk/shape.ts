import { CODE, type Call, type FieldError } from '@assoc/contract'
import { places, withAt } from '../sample'
import { someOf, type Walk } from './walk'

// What does not have the form of the contract is refused before anything is done with it.

const fieldsOf = (data: unknown) => ((data as { fields?: FieldError[] } | null)?.fields ?? []).map((f) => f.path)

const UNKNOWN = ['isAdmin', 'createBy', 'password_hash']
const WRONG: unknown[] = [true, 1.5, -1, 'no such value \u0000', [], [[1]], {}, { $ne: 1 }, null, 1e300, '1 or 1=1']
const PROTOTYPE = ['"__proto__":{"isAdmin":true}', '"constructor":{"prototype":{"isAdmin":true}}', '"zz":{"__proto__":{"isAdmin":true}}', '"zz":[{"constructor":{"prototype":{}}}]']
const NO_OBJECT = ['[]', '"text"', '1', '[{}]', '{', '', '{"a":}', '{}{}']

export function shape(call: Call, walk: () => Walk): void {
  test('a valid body is known', () => {
    expect(call.request.safeParse(walk().body(call)).error?.issues ?? []).toEqual([])
  })

  test('a field that is not known is refused, and named', async () => {
    const { world, caller, body, unchanged } = walk()
    for (const extra of UNKNOWN) expect([extra, call.request.safeParse({ ...body(call), [extra]: 1 }).success]).toEqual([extra, false])
    for (const extra of someOf(UNKNOWN, call, 1)) {
      const answer = await world.send(call, { as: caller(call), body: { ...body(call), [extra]: 1 } })
      expect([answer.returnCode, fieldsOf(answer.data)]).toEqual([CODE.input, [extra]])
    }
    await unchanged()
  })

  test('wrong types in every field are refused, and the field is named', async () => {
    const { world, caller, body, unchanged } = walk()
    const valid = body(call)
    const untested: string[] = []
    for (const [i, place] of places(valid).entries()) {
      const wrong = WRONG.map((value) => withAt(valid, place, value)).filter((candidate) => !call.request.safeParse(candidate).success)
      if (wrong.length === 0) {
        untested.push(place.join('.'))
        continue
      }
      // The schema is the one that the server checks with; one of what it refuses goes over the wire, another one for each field.
      const turned = [...wrong.slice(i % wrong.length), ...wrong.slice(0, i % wrong.length)]
      for (const candidate of someOf(turned, call, 1)) {
        const answer = await world.send(call, { as: caller(call), body: candidate })
        expect([place, answer.returnCode]).toEqual([place, CODE.input])
        expect(fieldsOf(answer.data).length).toBeGreaterThan(0)
      }
    }
    // Only what is kept as given may be anything.
    expect(untested.filter((p) => !['value', 'content'].includes(p))).toEqual([])
    await unchanged()
  })

  test('names of the prototype are refused, and so is what is no object', async () => {
    const { world, caller, body, unchanged } = walk()
    const rest = JSON.stringify(body(call)).slice(1)
    const join = rest === '}' ? '' : ','
    for (const evil of someOf(PROTOTYPE, call, 1)) {
      const answer = await world.send(call, { as: caller(call), raw: `{${evil}${join}${rest}` })
      expect([answer.status, answer.returnCode]).toEqual([400, CODE.input])
    }
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
    for (const raw of someOf(NO_OBJECT, call, 2)) {
      const answer = await world.send(call, { as: caller(call), raw })
      expect([raw, answer.returnCode]).toEqual([raw, CODE.input])
    }
    await unchanged()
  })
}
