import { CODE } from '@assoc/contract'
import { reportClientError } from '@assoc/contract/platform/desk'
import { startTestServer, type TestServer } from '../../../../test/harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('a report goes to the log with who and where, and a loop of them is cut', async () => {
  const anna = await server.person()
  const warn = jest.spyOn(server.platform.log, 'warn').mockImplementation(() => undefined)
  const report = { kind: 'chunk' as const, message: 'Loading chunk 7 failed', menuLink: 'meeting/RoomList' }
  await server.ok(reportClientError, report, { as: anna })
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ clientError: report, userId: anna.userId }), 'client error')
  const codes = []
  for (let i = 0; i < 31; i++) codes.push((await server.call(reportClientError, report, { as: anna })).returnCode)
  expect(codes.filter((c) => c === CODE.ok)).toHaveLength(29)
  expect(codes.at(-1)).toBe(CODE.tooMany)
  expect(warn).toHaveBeenCalledTimes(30)
  await server.ok(reportClientError, report, { as: await server.person() })
})
