import { call, done, body, statusMachine, type PermitCode } from '@assoc/contract'
import { allPermits } from '@assoc/contract/all'
import { fee } from '@assoc/contract/fee/permits'
import { defineTodos } from '../workspace/todos'
import type { ResourceTodo } from '../resource/definition'
import { has } from './principal'

// What follows is proven by the type check: without its error, an expectation does not compile.
const nobody = { permits: new Set<string>() }

test('a misspelt permit does not compile where a person is asked for it', () => {
  expect(has(nobody, 'fee:bank:import')).toBe(false)
  // @ts-expect-error -- no such permit
  expect(has(nobody, 'fee:bank:imports')).toBe(false)
})

test('nor in a call, a step of a status, or what waits for somebody', () => {
  // @ts-expect-error -- no such permit of fees
  const access = () => fee('bank:imports')
  // @ts-expect-error -- no such permit
  call({ path: '/test/nothing', title: '无', access: { kind: 'permit', code: 'fee:bank:imports' }, request: body({}), response: done })
  // @ts-expect-error -- no such permit
  const step = () => statusMachine('状态', { a: ['甲', 'grey'], b: ['乙', 'green'] }, [{ from: ['a'], to: 'b', verb: 'go', label: '走', permit: 'fee:bank:imports' }])
  // @ts-expect-error -- no such permit
  const todo: Pick<ResourceTodo, 'permit'> = { permit: 'fee:bank:imports' }
  // @ts-expect-error -- no such permit
  const source = () => defineTodos({ permits: ['fee:bank:imports'], count: () => Promise.resolve([]) })
  expect([typeof access, typeof step, typeof source, todo.permit]).toEqual(['function', 'function', 'function', 'fee:bank:imports'])
})

test('every declared permit belongs to the union', () => {
  const codes: readonly PermitCode[] = allPermits.map((p) => p.code)
  expect(codes).toContain('fee:bank:import')
  expect(codes.filter((code) => !/^[a-z]+:[a-zA-Z]+:[a-zA-Z]+$/.test(code))).toEqual([])
})
