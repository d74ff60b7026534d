import { CODE } from '@assoc/contract'
import { reportClientError } from '@assoc/contract/platform/workspace'
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

test('what a browser could not load counts for the day against the version of its module, and nothing else does', async () => {
  const anna = await server.person()
  jest.spyOn(server.platform.log, 'warn').mockImplementation(() => undefined)
  const { db } = server.platform
  const report = (given: object) => server.ok(reportClientError, { kind: 'remote', message: 'entry answered 404', menuLink: 'member/CompanyList', version: '1.0.0', ...given }, { as: anna })
  await report({})
  await report({ kind: 'chunk', message: 'Loading chunk 7 failed' })
  await report({ version: '1.1.0' })
  for (const other of [{ kind: 'script' }, { kind: 'render' }, { menuLink: undefined }, { version: undefined }, { menuLink: 'home' }, { menuLink: '../x/y' }]) await report(other)
  const counted = await db.selectFrom('release_failure').select(['remote', 'version', 'failures', 'last_message']).orderBy('version').execute()
  expect(counted).toEqual([
    { remote: 'member', version: '1.0.0', failures: 2, last_message: 'Loading chunk 7 failed' },
    { remote: 'member', version: '1.1.0', failures: 1, last_message: 'entry answered 404' },
  ])
})
