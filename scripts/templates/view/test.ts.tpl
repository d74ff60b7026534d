import { CODE } from '@assoc/contract'
import { __entity__ } from '@assoc/contract/__area__/__kebab__'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'

let server: TestServer
let writer: Session
beforeAll(async () => {
  server = await startTestServer()
  writer = await server.person({ permits: ['__area__:__entity__:read', '__area__:__entity__:update'], scopes: { __area__: 'all' } })
})
afterAll(() => server.stop())

const fields = { __entity__Name: '子虚记录', remark: '乌有' }

test('one is made, found by name and initials, changed and deleted, and the audit log tells each step', async () => {
  const as = writer
  const { __entity__Id } = await server.ok(__entity__.insert, fields, { as })
  for (const keyword of ['子虚', '记', 'zxjl', '子虚记录']) {
    expect((await server.ok(__entity__.list, { keyword }, { as })).items.map((r) => r.__entity__Id)).toEqual([__entity__Id])
  }
  expect((await server.ok(__entity__.list, { keyword: '%' }, { as })).total).toBe(0)
  expect(await server.ok(__entity__.read, { __entity__Id }, { as })).toMatchObject({ __entity__Id, ...fields, version: 1, abilities: ['update', 'delete'] })
  expect(await server.ok(__entity__.update, { __entity__Id, version: 1, ...fields, remark: null }, { as })).toEqual({ version: 2 })
  expect((await server.call(__entity__.remove, { __entity__Id, version: 1 }, { as })).returnCode).toBe(CODE.conflict)
  await server.ok(__entity__.remove, { __entity__Id, version: 2 }, { as })
  expect((await server.call(__entity__.read, { __entity__Id }, { as })).returnCode).toBe(CODE.notFound)
  const audit = await server.platform.db.selectFrom('audit_log').select(['verb', 'before', 'after']).where('record_type', '=', '__entity__').orderBy('audit_id').execute()
  expect(audit.map((a) => a.verb)).toEqual(['insert', 'update', 'delete'])
  expect(audit[1]).toMatchObject({ before: { remark: '乌有' }, after: { remark: null } })
})

test('the second editor gets the conflict with what stands there now', async () => {
  const as = writer
  const { __entity__Id } = await server.ok(__entity__.insert, { ...fields, __entity__Name: '镜花' }, { as })
  await server.ok(__entity__.update, { __entity__Id, version: 1, __entity__Name: '水月', remark: null }, { as })
  const second = await server.call(__entity__.update, { __entity__Id, version: 1, __entity__Name: '海市', remark: null }, { as })
  expect(second).toMatchObject({ returnCode: CODE.conflict, data: { current: { __entity__Name: '水月', version: 2 } } })
})

test('a name that is taken is refused at its field', async () => {
  const as = writer
  await server.ok(__entity__.insert, { ...fields, __entity__Name: '蜃楼' }, { as })
  const again = await server.call(__entity__.insert, { ...fields, __entity__Name: '蜃楼' }, { as })
  expect(again).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: '__entity__Name' }] } })
})

test('the same key makes one, however often it is sent', async () => {
  const body = { ...fields, __entity__Name: '南柯' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => server.call(__entity__.insert, body, { as: writer, key: 'one-intent-1' })))
  expect(answers.every((a) => a.returnCode === CODE.ok)).toBe(true)
  expect(new Set(answers.map((a) => JSON.stringify(a.data))).size).toBe(1)
  // Negative control: without a key each request is its own intent, and the unique name refuses all but one.
  const without = await Promise.all(Array.from({ length: 5 }, () => server.call(__entity__.insert, { ...body, __entity__Name: '黄粱' }, { as: writer })))
  expect(without.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
})

test('a person sees and changes only what lies within the data scope, and needs the permit for it', async () => {
  const { __entity__Id } = await server.ok(__entity__.insert, { ...fields, __entity__Name: '桃源' }, { as: writer })
  const other = await server.person({ permits: ['__area__:__entity__:read', '__area__:__entity__:update'], scopes: { __area__: 'self' } })
  expect((await server.ok(__entity__.list, {}, { as: other })).total).toBe(0)
  expect((await server.call(__entity__.update, { __entity__Id, version: 1, ...fields }, { as: other })).returnCode).toBe(CODE.notFound)
  const reader = await server.person({ permits: ['__area__:__entity__:read'], scopes: { __area__: 'all' } })
  expect((await server.ok(__entity__.read, { __entity__Id }, { as: reader })).abilities).toEqual([])
  expect((await server.call(__entity__.remove, { __entity__Id, version: 1 }, { as: reader })).returnCode).toBe(CODE.forbidden)
})
