import { readNotifications, selectNotificationByPage } from '@assoc/contract/platform/workspace'
import { notice } from '@assoc/contract/rbac/notice'
import { startTestServer, type TestServer } from '../../../../test/harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('notices are a person’s own, newest first, and are marked read one by one or together', async () => {
  const [anna, berta] = [await server.person(), await server.person()]
  await server.platform.db
    .insertInto('notification')
    .values([1, 2, 3, 4].map((n) => ({ user_id: n === 4 ? berta.userId : anna.userId, title: `通知${n}`, create_time: new Date(Date.now() + n * 1000) })))
    .execute()
  const list = await server.ok(selectNotificationByPage, {}, { as: anna })
  expect(list).toMatchObject({ total: 3, unread: 3 })
  expect(list.items.map((n) => n.title)).toEqual(['通知3', '通知2', '通知1'])
  const others = await server.ok(selectNotificationByPage, {}, { as: berta })
  const first = list.items[0]
  const foreign = others.items[0]
  if (!first || !foreign) throw new Error('both have one')
  await server.ok(readNotifications, { notificationIds: [first.notificationId, foreign.notificationId] }, { as: anna })
  expect(await server.ok(selectNotificationByPage, { unreadOnly: true }, { as: anna })).toMatchObject({ total: 2, unread: 2 })
  expect(await server.ok(selectNotificationByPage, {}, { as: berta })).toMatchObject({ unread: 1 })
  await server.ok(readNotifications, {}, { as: anna })
  expect(await server.ok(selectNotificationByPage, {}, { as: anna })).toMatchObject({ total: 3, unread: 0 })
})

test('notices are found by what they say and by whether they were read; each role has the page', async () => {
  const carla = await server.person()
  const { db } = server.platform
  await db
    .insertInto('notification')
    .values([
      { user_id: carla.userId, title: '导出完成', content: '公司导出已完成' },
      { user_id: carla.userId, title: '预约待审批', content: '第一会议室', read_time: new Date() },
    ])
    .execute()
  expect(await server.ok(notice.list, { readState: 'read' }, { as: carla })).toMatchObject({ total: 1, items: [{ title: '预约待审批', read: true, abilities: [] }] })
  expect(await server.ok(notice.list, { readState: 'unread', keyword: '公司' }, { as: carla })).toMatchObject({ total: 1, items: [{ read: false, abilities: ['read'] }] })
  expect(await server.ok(notice.list, { keyword: '没有' }, { as: carla })).toMatchObject({ total: 0 })
  const without = await db.selectFrom('role').select('role_code').where('built_in', '=', true).where('role_id', 'not in', db.selectFrom('role_menu').select('role_id').where('menu_id', '=', '7102')).execute()
  expect(without).toEqual([])
})

test('many are marked read together, those that are read already among them; another’s are not there', async () => {
  const { db } = server.platform
  const [dora, emma] = [await server.person(), await server.person()]
  await db.insertInto('notification').values([1, 2, 3].map((n) => ({ user_id: n === 3 ? emma.userId : dora.userId, title: `消息${n}` }))).execute()
  const idsOf = async (as: typeof dora) => (await server.ok(notice.list, {}, { as })).items.map((n) => n.notificationId)
  const [own, [foreign = '']] = [await idsOf(dora), await idsOf(emma)]
  await server.ok(readNotifications, { notificationIds: own.slice(0, 1) }, { as: dora })
  expect(await server.ok(notice.batch, { verb: 'read', ids: [...own, foreign] }, { as: dora })).toMatchObject({ done: 2, failed: [{ id: foreign }] })
  expect(await server.ok(notice.list, { readState: 'unread' }, { as: dora })).toMatchObject({ total: 0 })
  expect(await server.ok(notice.list, { readState: 'unread' }, { as: emma })).toMatchObject({ total: 1 })
  // Nobody has to account for what they have read.
  expect(await db.selectFrom('audit_log').select('audit_id').where('path', '=', notice.batch.path).execute()).toEqual([])
})
