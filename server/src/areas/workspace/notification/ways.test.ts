import { CODE, viewLink } from '@assoc/contract'
import { countUnread, readNotifications, saveNoticeChoice, selectNoticeChoices, selectNotificationByPage, snoozeNotifications, unreadNotifications } from '@assoc/contract/platform/workspace'
import { notice } from '@assoc/contract/rbac/notice'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { kindOfLink } from '../../../platform/notifications/kind'
import { mailNotice } from '../../../platform/notifications/mail'
import { notify, notifyOnce } from '../../../platform/notifications/notify'
import { untilWhen } from './service'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const told = (title: string) => ({ title, content: '内容', link: viewLink('member/DuesBill') })

test('a notice has the kind of the view that it opens, when it names none', () => {
  expect([kindOfLink(viewLink('member/DuesBill', { billYear: 2026 })), kindOfLink(viewLink('member/EmailList')), kindOfLink(viewLink('member/MemberList')), kindOfLink(viewLink('meeting/RoomList')), kindOfLink(viewLink('rbac/PersonalCenter', { part: 'im' })), kindOfLink(viewLink('rbac/UserList')), kindOfLink('')]).toEqual(['fee', 'message', 'member', 'meeting', 'security', 'system', 'other'])
})

test('who takes the bell off a kind finds its notices read, the others unread; security cannot be taken off', async () => {
  const anna = await server.person()
  await server.ok(saveNoticeChoice, { noticeKind: 'fee', console: false, mail: false, im: false }, { as: anna })
  await notify(server.platform.db, anna.userId, told('账单'))
  await notify(server.platform.db, anna.userId, { ...told('会员'), kind: 'member' })
  expect(await server.ok(countUnread, {}, { as: anna })).toEqual({ unread: 1 })
  expect(await server.ok(notice.list, { noticeKind: 'fee' }, { as: anna })).toMatchObject({ total: 1, items: [{ title: '账单', read: true, noticeKind: 'fee' }] })
  const { items } = await server.ok(selectNoticeChoices, {}, { as: anna })
  expect(items.find((i) => i.noticeKind === 'fee')).toMatchObject({ console: false, im: false })
  expect(items.find((i) => i.noticeKind === 'member')).toMatchObject({ console: true, mail: false, im: true })
  expect(await server.call(saveNoticeChoice, { noticeKind: 'security', console: false, mail: false, im: true }, { as: anna })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'console' }] } })
})

test('what is found again and again is told once, with the bell and without it', async () => {
  const { db } = server.platform
  const [anna, berta] = [await server.person(), await server.person()]
  await server.ok(saveNoticeChoice, { noticeKind: 'fee', console: false, mail: false, im: false }, { as: berta })
  for (let i = 0; i < 2; i++) await notifyOnce(db, [anna.userId, berta.userId, anna.userId], told('每日检查'))
  expect((await server.ok(notice.list, {}, { as: anna })).total).toBe(1)
  expect((await server.ok(notice.list, {}, { as: berta })).total).toBe(1)
  await server.ok(readNotifications, {}, { as: anna })
  await notifyOnce(db, [anna.userId], told('每日检查'))
  expect((await server.ok(notice.list, {}, { as: anna })).total).toBe(2)
})

test('a chosen kind goes by mail, once; without an address it cannot be chosen', async () => {
  const { db } = server.platform
  const anna = await server.person()
  const fee = { noticeKind: 'fee', console: true, mail: true, im: true } as const
  await db.updateTable('sys_user').set({ email: null }).where('user_id', '=', anna.userId).execute()
  expect(await server.call(saveNoticeChoice, fee, { as: anna })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'mail' }] } })
  await db.updateTable('sys_user').set({ email: 'anna@example.com' }).where('user_id', '=', anna.userId).execute()
  await server.ok(saveNoticeChoice, fee, { as: anna })
  await notify(db, anna.userId, told('账单已生成'))
  await notify(db, anna.userId, { ...told('不发邮件'), kind: 'member' })
  const [first] = await db.selectFrom('notification').select('notification_id').where('user_id', '=', anna.userId).where('title', '=', '账单已生成').execute()
  if (!first) throw new Error('it was left')
  for (let i = 0; i < 2; i++) await mailNotice(server.platform, first.notification_id)
  const mails = await db.selectFrom('outbox').select(['subject', 'content']).where('recipient', '=', 'anna@example.com').execute()
  expect(mails).toEqual([{ subject: '账单已生成', content: expect.stringContaining('内容') as string }])
})

test('what is put aside is gone from the bell and comes back on top, unread, when its time has come', async () => {
  const { db } = server.platform
  const [anna, berta] = [await server.person(), await server.person()]
  for (const title of ['先来', '后来']) await notify(db, anna.userId, told(title))
  const titles = async () => (await server.ok(selectNotificationByPage, {}, { as: anna })).items.map((n) => n.title)
  const all = await server.ok(selectNotificationByPage, { sort: { field: 'createTime', order: 'asc' } }, { as: anna })
  const id = all.items.find((n) => n.title === '先来')?.notificationId ?? ''
  await server.ok(snoozeNotifications, { notificationIds: [id], until: 'hour' }, { as: berta })
  expect((await titles()).length).toBe(2)
  await server.ok(readNotifications, { notificationIds: [id] }, { as: anna })
  const { until } = await server.ok(snoozeNotifications, { notificationIds: [id], until: 'hour' }, { as: anna })
  expect(Date.parse(until ?? '') - Date.now()).toBeGreaterThan(3_500_000)
  expect([await titles(), await server.ok(countUnread, {}, { as: anna })]).toEqual([['后来'], { unread: 1 }])
  // All that are there are read; what is put aside is not among them.
  await server.ok(readNotifications, {}, { as: anna })
  await db.updateTable('notification').set({ snoozed_until: new Date(Date.now() - 1_000), create_time: new Date(Date.now() - 7_200_000) }).where('notification_id', '=', id).execute()
  await db.updateTable('notification').set({ create_time: new Date(Date.now() - 60_000) }).where('user_id', '=', anna.userId).where('notification_id', '<>', id).execute()
  expect([await titles(), await server.ok(countUnread, {}, { as: anna })]).toEqual([['先来', '后来'], { unread: 1 }])
  await server.ok(snoozeNotifications, { notificationIds: [id], until: 'monday' }, { as: anna })
  await server.ok(snoozeNotifications, { notificationIds: [id], until: null }, { as: anna })
  expect((await titles()).length).toBe(2)
})

test('a marking is taken back: what was read before stays read, and nobody else’s notices come back', async () => {
  const { db } = server.platform
  const [anna, berta] = [await server.person(), await server.person()]
  for (const person of [anna, berta]) for (const title of ['一', '二']) await notify(db, person.userId, told(title))
  const [first] = (await server.ok(notice.list, {}, { as: anna })).items
  await server.ok(readNotifications, { notificationIds: [first?.notificationId ?? ''] }, { as: anna })
  const { readTime } = await server.ok(readNotifications, {}, { as: anna })
  await db.updateTable('notification').set({ read_time: new Date(readTime) }).where('user_id', '=', berta.userId).execute()
  await server.ok(unreadNotifications, { readTime }, { as: anna })
  expect([await server.ok(countUnread, {}, { as: anna }), await server.ok(countUnread, {}, { as: berta })]).toEqual([{ unread: 1 }, { unread: 0 }])
})

test.each([
  ['hour', '2026-11-25T08:00:00.000Z', '2026-11-25T09:00:00.000Z'],
  // Half past twelve at night in Asia/Shanghai is the day before elsewhere.
  ['tomorrow', '2026-11-25T16:30:00.000Z', '2026-11-27T01:00:00.000Z'],
  ['monday', '2026-11-25T08:00:00.000Z', '2026-11-30T01:00:00.000Z'],
  ['monday', '2026-11-30T08:00:00.000Z', '2026-12-07T01:00:00.000Z'],
  ['monday', '2026-11-29T15:00:00.000Z', '2026-11-30T01:00:00.000Z'],
] as const)('%s after %s is %s', (choice, now, then) => expect(untilWhen(choice, Date.parse(now))).toBe(then))
