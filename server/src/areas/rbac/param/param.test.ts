import { CODE } from '@assoc/contract'
import { PARAMETERS, selectParameters, updateParameter } from '@assoc/contract/rbac/param'
import { selectRoomWeek } from '@assoc/contract/meeting/reservation'
import { startTestServer, type TestServer } from '../../../../test/harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const ahead = async () => (await server.ok(selectRoomWeek, { weekStart: '2026-11-16' })).daysAhead

test('every parameter is told with its value; a change holds at once, is audited, and the second editor gets the conflict', async () => {
  expect((await server.ok(selectParameters, {})).map((p) => [p.paramKey, p.value, p.version])).toEqual(Object.entries(PARAMETERS).map(([key, p]) => [key, p.initial, 0]))
  expect(await ahead()).toBe(30)
  expect(await server.ok(updateParameter, { paramKey: 'meeting.daysAhead', value: 60, version: 0 })).toEqual({ version: 1 })
  expect(await ahead()).toBe(60)
  expect(await server.call(updateParameter, { paramKey: 'meeting.daysAhead', value: 90, version: 0 })).toMatchObject({ returnCode: CODE.conflict, data: { current: { value: 60, version: 1 } } })
  const log = await server.platform.db.selectFrom('audit_log').select(['before', 'after']).where('record_type', '=', 'parameter').execute()
  expect(log).toEqual([{ before: { 'meeting.daysAhead': 30 }, after: { 'meeting.daysAhead': 60 } }])
})

test('out of bounds, no whole number, an unknown key: refused at the field', async () => {
  for (const value of [0, 366, 1.5]) expect((await server.call(updateParameter, { paramKey: 'meeting.daysAhead', value, version: 1 })).returnCode).toBe(CODE.input)
  expect((await server.call(updateParameter, { paramKey: 'nothing' as never, value: 1, version: 0 })).returnCode).toBe(CODE.input)
  expect(await ahead()).toBe(60)
})

test('who may only read does not change', async () => {
  const reader = await server.person({ permits: ['rbac:param:read'] })
  expect(await server.ok(selectParameters, {}, { as: reader })).toHaveLength(Object.keys(PARAMETERS).length)
  expect((await server.call(updateParameter, { paramKey: 'work.keepDays', value: 8, version: 0 }, { as: reader })).returnCode).toBe(CODE.forbidden)
})
