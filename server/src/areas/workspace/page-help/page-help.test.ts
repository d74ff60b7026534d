import { CODE } from '@assoc/contract'
import { richOf, type RichDoc } from '@assoc/contract/core/rich-text'
import { savePageHelp, selectPageHelp } from '@assoc/contract/platform/page-help'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { writeHelps } from './repository'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const menuLink = 'member/SomePage'

test('a page has no help until somebody who may writes it; each change needs the version that was read and is logged', async () => {
  const [anna, berta] = [await server.person({ permits: ['rbac:help:update'] }), await server.person()]
  expect(await server.ok(selectPageHelp, { menuLink }, { as: berta })).toEqual({ content: null, version: 0, updateName: null, updateTime: null })
  expect((await server.call(savePageHelp, { menuLink, content: richOf('谁都能写'), version: 0 }, { as: berta })).returnCode).toBe(CODE.forbidden)
  expect(await server.ok(savePageHelp, { menuLink, content: richOf('第一版'), version: 0 }, { as: anna })).toEqual({ version: 1 })
  expect(await server.ok(savePageHelp, { menuLink, content: richOf('第二版'), version: 1 }, { as: anna })).toEqual({ version: 2 })
  // Two who both found none, and one who read the first version.
  for (const version of [0, 1]) expect(await server.call(savePageHelp, { menuLink, content: richOf('晚了'), version }, { as: anna })).toMatchObject({ returnCode: CODE.conflict, data: { current: { version: 2 } } })
  expect(await server.ok(selectPageHelp, { menuLink }, { as: berta })).toMatchObject({ content: richOf('第二版'), version: 2, updateName: expect.any(String) as string })
  await server.ok(savePageHelp, { menuLink, content: null, version: 2 }, { as: anna })
  expect(await server.ok(selectPageHelp, { menuLink }, { as: berta })).toMatchObject({ content: null, version: 3 })
  const log = await server.platform.db.selectFrom('audit_log').select(['verb']).where('record_type', '=', 'pageHelp').where('user_id', '=', anna.userId).execute()
  expect(log.filter((l) => l.verb === 'update')).toHaveLength(3)
})

test('a help that is too long, or no structured text, is refused at its field', async () => {
  const anna = await server.person({ permits: ['rbac:help:update'] })
  for (const content of [richOf('长'.repeat(5_001)), { type: 'doc', content: [{ type: 'script' }] } as unknown as RichDoc])
    expect(await server.call(savePageHelp, { menuLink: 'member/Other', content, version: 0 }, { as: anna })).toMatchObject({ returnCode: CODE.input })
})

test('main pages come with a help, which never takes the place of what staff have written', async () => {
  const { db } = server.platform
  const { n } = await db.selectFrom('page_help').select(({ fn }) => fn.countAll<string>().as('n')).where('content', 'is not', null).executeTakeFirstOrThrow()
  expect(Number(n)).toBeGreaterThanOrEqual(10)
  const anna = await server.person({ permits: ['rbac:help:update'] })
  await server.ok(savePageHelp, { menuLink: 'rbac/UserList', content: richOf('我们的规矩'), version: 1 }, { as: anna })
  await writeHelps(db, { 'rbac/UserList': richOf('出厂') })
  expect((await server.ok(selectPageHelp, { menuLink: 'rbac/UserList' }, { as: anna })).content).toEqual(richOf('我们的规矩'))
})
