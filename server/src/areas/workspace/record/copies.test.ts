import { CODE } from '@assoc/contract'
import { meetingResource, NEW_MEETING } from '@assoc/contract/meeting/meeting'
import { markCopies, selectCopies } from '@assoc/contract/platform/inbox'
import { insertRecordCopies, selectRecordCopies } from '@assoc/contract/platform/record'
import { startTestServer, type TestServer } from '../../../../test/harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
})
afterAll(() => server.stop())

test('a copy goes to who may read the record alone, once, with a notice; it is read by their own rights and marked by themselves', async () => {
  const { dept_id: deptId } = await server.platform.db.insertInto('dept').values({ parent_id: null, dept_name: '会务部', sort_no: 1 }).returning('dept_id').executeTakeFirstOrThrow()
  const planner = await server.person({ name: '甄筹备', permits: ['meeting:meeting:read', 'meeting:meeting:update'], scopes: { meeting: 'all' }, deptId })
  const reader = await server.person({ name: '甄知会', permits: ['meeting:meeting:read'], scopes: { meeting: 'dept' }, deptId })
  const elsewhere = await server.person({ permits: ['meeting:meeting:read'], scopes: { meeting: 'dept' } })
  const startTime = new Date(Date.now() + 5 * 86_400_000).toISOString()
  const { meetId } = await server.ok(meetingResource.insert, { ...NEW_MEETING, meetingName: '抄送的会议', meetingType: 'seminar', organizerDeptId: deptId, startTime, endTime: new Date(Date.parse(startTime) + 3_600_000).toISOString(), address: '一层' }, { as: planner })
  const record = { recordType: 'meeting', recordId: meetId }

  expect(await server.call(insertRecordCopies, { ...record, userIds: [reader.userId, elsewhere.userId] }, { as: planner })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'userIds' }] } })
  expect((await server.call(insertRecordCopies, { ...record, userIds: [reader.userId] }, { as: elsewhere })).returnCode).toBe(CODE.notFound)
  expect(await server.ok(insertRecordCopies, { ...record, userIds: [reader.userId] }, { as: planner })).toEqual({ added: 1 })
  expect(await server.ok(insertRecordCopies, { ...record, userIds: [reader.userId] }, { as: planner })).toEqual({ added: 0 })
  expect(await server.platform.db.selectFrom('notification').select(['title', 'content']).where('user_id', '=', reader.userId).execute()).toEqual([{ title: '甄筹备抄送给您一件事项', content: '会议：抄送的会议' }])

  const copies = () => server.ok(selectCopies, {}, { as: reader })
  const first = await copies()
  expect(first).toMatchObject({ total: 1, unread: 1, items: [{ title: '抄送的会议', what: '会议', from: '甄筹备', read: false, link: `/go/meeting/MeetingList?record=${meetId}` }] })
  const copyIds = first.items.map(({ copyId }) => copyId)
  await server.ok(markCopies, { copyIds, read: true }, { as: planner })
  expect((await copies()).unread).toBe(1)
  await server.ok(markCopies, { copyIds, read: true }, { as: reader })
  expect(await server.ok(selectCopies, { unread: true }, { as: reader })).toMatchObject({ total: 0, items: [] })
  expect(await server.ok(selectRecordCopies, record, { as: planner })).toMatchObject([{ userName: '甄知会', fromName: '甄筹备', read: true }])
  await server.ok(markCopies, { copyIds, read: false }, { as: reader })

  // A record that is theirs no longer has neither title nor way; what was sent stays known to have been sent.
  await server.platform.db.updateTable('sys_user').set({ dept_id: null }).where('user_id', '=', reader.userId).execute()
  await server.platform.revocations.announce(server.platform.db, { kind: 'user', id: reader.userId })
  expect(await copies()).toMatchObject({ total: 1, items: [{ title: '', status: null, link: null }] })
})
