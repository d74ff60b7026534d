import { readNotifications, selectNotificationByPage } from '@assoc/contract/platform/workspace'
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
  expect(await server.ok(selectNotificationByPage, { readState: 'read' }, { as: carla })).toMatchObject({ total: 1, unread: 1, items: [{ title: '预约待审批' }] })
  expect(await server.ok(selectNotificationByPage, { readState: 'unread', keyword: '公司' }, { as: carla })).toMatchObject({ total: 1 })
  expect(await server.ok(selectNotificationByPage, { keyword: '没有' }, { as: carla })).toMatchObject({ total: 0 })
  const without = await db.selectFrom('role').select('role_code').where('built_in', '=', true).where('role_id', 'not in', db.selectFrom('role_menu').select('role_id').where('menu_id', '=', '7102')).execute()
  expect(without).toEqual([])
})
