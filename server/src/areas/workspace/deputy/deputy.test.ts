import { CODE, type RequestOf } from '@assoc/contract'
import { meetingResource, NEW_MEETING } from '@assoc/contract/meeting/meeting'
import { selectHome } from '@assoc/contract/platform/home'
import { decideInbox, decideInboxMany, selectDecided, selectInbox, selectInboxRecord } from '@assoc/contract/platform/inbox'
import { selectRecordProcess } from '@assoc/contract/platform/record'
import { endOwnDeputy, inboxDeputy, insertOwnDeputy, selectDeputyCandidates, selectOwnDeputies } from '@assoc/contract/rbac/inbox-deputy'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { tellWhenOver } from './service'

const PREPARES = ['meeting:meeting:read', 'meeting:meeting:update'] as const
const APPROVES = ['meeting:meeting:read', 'meeting:meeting:approve'] as const
const BOTH = [...PREPARES, 'meeting:meeting:approve'] as const
const KIND = 'meeting.pending'
const HOUR = 3_600_000
const soon = (ms: number) => new Date(Date.now() + ms).toISOString()

let server: TestServer
let here: string
let there: string
let planner: Session
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  const dept = async (dept_name: string) => (await server.platform.db.insertInto('dept').values({ parent_id: null, dept_name, sort_no: 1 }).returning('dept_id').executeTakeFirstOrThrow()).dept_id
  here = await dept('甲部')
  there = await dept('乙部')
  planner = await server.person({ name: '甄筹备', permits: [...PREPARES], scopes: { meeting: 'dept' }, deptId: here })
})
afterAll(() => server.stop())

const chairOf = (name: string, deptId: string, permits: readonly (typeof BOTH)[number][] = BOTH) => server.person({ name, permits: [...permits], scopes: { meeting: 'dept' }, deptId })
/** A meeting of a department that waits for approval. */
async function pending(meetingName: string, as: Session = planner, deptId = here): Promise<string> {
  const startTime = soon(5 * 24 * HOUR)
  const { meetId } = await server.ok(meetingResource.insert, { ...NEW_MEETING, meetingName, meetingType: 'seminar', organizerDeptId: deptId, startTime, endTime: soon(5 * 24 * HOUR + HOUR), address: '一层' }, { as })
  await server.ok(meetingResource.change, { meetId, version: 1, verb: 'submit' }, { as })
  return meetId
}
const give = (from: Session, to: Session, more: Partial<RequestOf<typeof insertOwnDeputy>> = {}) => server.call(insertOwnDeputy, { deputyUserId: to.userId, fromTime: soon(-HOUR), toTime: soon(HOUR), kinds: [], reason: '外出', ...more }, { as: from })
const given = async (from: Session, to: Session) => (await give(from, to)).data?.deputyId ?? ''
const titles = async (as: Session, deputyId?: string) => (await server.ok(selectInbox, deputyId ? { deputyId } : {}, { as })).items.map(({ title }) => title)
const notices = async (of: Session) => (await server.platform.db.selectFrom('notification').select('title').where('user_id', '=', of.userId).orderBy('notification_id').execute()).map(({ title }) => title)

test('a deputy sees the rows of the other by the permits of both, decides in their own name for the other, and the log, the process and both are told', async () => {
  const [chair, deputy] = [await chairOf('甄主任', here), await chairOf('甄代办', there)]
  const meetId = await pending('外出期间的会议')
  expect(await titles(deputy)).toEqual([])
  expect((await server.ok(selectDeputyCandidates, { keyword: '甄代' }, { as: chair })).map(({ realName, kindLabels }) => [realName, kindLabels])).toEqual([['甄代办', ['待审批会议']]])
  const deputyId = await given(chair, deputy)
  expect((await server.ok(selectInbox, {}, { as: deputy })).behalf).toMatchObject([{ deputyId, name: '甄主任', count: 1 }])
  expect((await server.ok(selectHome, {}, { as: deputy })).waiting?.counts).toContainEqual({ label: '代 甄主任 办理的待办', value: 1, link: `/go/rbac/MyTodo?behalf=${deputyId}` })
  expect(await titles(deputy, deputyId)).toEqual(['外出期间的会议'])
  const { version, steps } = await server.ok(selectInboxRecord, { kind: KIND, recordId: meetId, deputyId }, { as: deputy })
  expect(steps.map(({ verb }) => verb)).toContain('approve')
  // Without saying for whom, it is not theirs; and what one may for another nobody else may.
  const body = { kind: KIND, recordId: meetId, version, verb: 'approve' }
  expect((await server.call(decideInbox, body, { as: deputy })).returnCode).toBe(CODE.notFound)
  expect((await server.call(decideInbox, { ...body, deputyId }, { as: await chairOf('甄旁人', there) })).returnCode).toBe(CODE.notFound)
  expect(await server.ok(decideInbox, { ...body, deputyId }, { as: deputy })).toEqual({ status: '已发布' })
  const process = await server.ok(selectRecordProcess, { recordType: 'meeting', recordId: meetId }, { as: planner })
  expect(process?.steps.at(-1)).toMatchObject({ label: '通过', userName: '甄代办（代 甄主任）' })
  expect((await server.ok(selectDecided, {}, { as: deputy })).items[0]).toMatchObject({ step: '通过' })
  const rows = await server.platform.db.selectFrom('audit_log').select(['record_type', 'user_id', 'user_name', 'reason']).where('verb', 'in', ['approve', 'decide']).where('user_id', '=', deputy.userId).orderBy('audit_id').execute()
  expect(rows).toEqual([
    { record_type: 'meeting', user_id: deputy.userId, user_name: '甄代办（代 甄主任）', reason: null },
    { record_type: 'inboxDeputy', user_id: deputy.userId, user_name: '甄代办', reason: '待审批会议 · 通过' },
  ])
  expect([await notices(deputy), await notices(chair)]).toEqual([['请您代 甄主任 办理待办'], ['甄代办 将代您办理待办']])
})

test('what either of them has written is decided by neither for the other, alone or many at once', async () => {
  const [chair, deputy] = [await chairOf('甄主任', here), await chairOf('甄代办', here)]
  const ofChair = await pending('主任自己的会议', chair)
  const ofDeputy = await pending('代办人自己的会议', deputy)
  const others = await pending('他人的会议')
  const deputyId = await given(chair, deputy)
  expect(await titles(deputy, deputyId)).toEqual(['他人的会议'])
  for (const recordId of [ofChair, ofDeputy]) expect((await server.call(decideInbox, { kind: KIND, recordId, deputyId, version: 2, verb: 'approve' }, { as: deputy })).returnCode).toBe(CODE.notFound)
  const many = await server.ok(decideInboxMany, { kind: KIND, ids: [ofChair, ofDeputy, others], deputyId, verb: 'approve' }, { as: deputy })
  expect({ done: many.done, failed: many.failed.map(({ id }) => id) }).toEqual({ done: 1, failed: [ofChair, ofDeputy] })
  // In their own name the other's is open to them, as it ever was: the rule is of whom they act for.
  expect(await titles(deputy)).toContain('主任自己的会议')
  const marks = await server.platform.db.selectFrom('meeting' as never).select('acted_by' as never).where('meet_id' as never, '=', others as never).executeTakeFirstOrThrow()
  expect((marks as { acted_by: string[] }).acted_by).toEqual(expect.arrayContaining([`approve:${chair.userId}`, `approve:${deputy.userId}`]))
})

test('it holds from and to an instant of the database’s clock, ends at once, and never reaches further than either of them', async () => {
  const [chair, deputy] = [await chairOf('甄主任', here, APPROVES), await chairOf('甄代办', there, APPROVES)]
  await pending('到点的会议')
  const deputyId = await given(chair, deputy)
  const holds = async () => (await server.call(selectInbox, { deputyId }, { as: deputy })).returnCode === '000000'
  const set = (change: { from_time?: Date; to_time?: Date }) => server.platform.db.updateTable('inbox_deputy').set(change).where('deputy_id', '=', deputyId).execute()
  expect(await holds()).toBe(true)
  await set({ from_time: new Date(Date.now() + 60_000) })
  expect(await holds()).toBe(false)
  await set({ from_time: new Date(Date.now() - 7_200_000), to_time: new Date(Date.now() - 1_000) })
  expect(await holds()).toBe(false)
  await tellWhenOver(server.platform.db, deputyId)
  expect((await notices(deputy)).at(-1)).toBe('代 甄主任 办理待办已结束')
  expect((await notices(chair)).at(-1)).toBe('甄代办 代您办理待办已结束')

  // A right that either of them loses is lost for both at once.
  const again = await given(chair, deputy)
  const waits = async () => (await server.ok(selectInbox, { deputyId: again }, { as: deputy })).total > 0
  expect(await waits()).toBe(true)
  const withdraw = (of: { roleId: string }) => server.platform.db.updateTable('role').set({ role_status: 'disabled' }).where('role_id', '=', of.roleId).execute()
  await withdraw(chair)
  expect(await waits()).toBe(false)
  const mine = (await server.ok(selectOwnDeputies, {}, { as: deputy })).taken.find((each) => each.deputyId === again)
  expect(mine).toMatchObject({ deputyState: 'active', userName: '甄主任' })
  expect((await server.call(endOwnDeputy, { deputyId: again }, { as: planner })).returnCode).toBe(CODE.notFound)
  await server.ok(endOwnDeputy, { deputyId: again }, { as: deputy })
  expect((await server.call(selectInbox, { deputyId: again }, { as: deputy })).returnCode).toBe(CODE.notFound)
  expect((await server.call(endOwnDeputy, { deputyId: again }, { as: chair })).returnCode).toBe(CODE.inUse)
})

test('who lacks the permit is no deputy; kinds, times and a second setting are refused at their fields; for others it takes a permit and all that they hold', async () => {
  const [chair, deputy] = [await chairOf('甄主任', here), await chairOf('甄代办', there)]
  const refused = async (answer: Promise<{ returnCode: string; data: unknown }>) => ((await answer).data as { fields?: { path: string }[] } | null)?.fields?.map(({ path }) => path)
  expect(await refused(give(chair, planner))).toEqual(['deputyUserId'])
  expect(await refused(give(chair, chair))).toEqual(['deputyUserId'])
  expect(await refused(give(chair, deputy, { toTime: soon(-60_000) }))).toEqual(['toTime'])
  expect(await refused(give(chair, deputy, { toTime: soon(100 * 24 * HOUR) }))).toEqual(['toTime'])
  expect(await refused(give(chair, deputy, { kinds: ['payment.pending'] }))).toEqual(['kinds'])
  expect((await give(chair, deputy, { kinds: [KIND] })).returnCode).toBe('000000')
  expect(await refused(give(chair, deputy))).toEqual(['deputyUserId'])

  const [ill, stands] = [await chairOf('甄病假', here), await chairOf('甄接手', there)]
  const body = { userId: ill.userId, deputyUserId: stands.userId, fromTime: soon(-HOUR), toTime: soon(HOUR), kinds: [], reason: '病假' }
  const clerk = await server.person({ permits: ['rbac:deputy:read', 'rbac:deputy:update', 'rbac:user:read'], scopes: { rbac: 'all' } })
  expect((await server.call(inboxDeputy.insert, body, { as: clerk })).returnCode).not.toBe('000000')
  const head = await server.person({ permits: ['rbac:deputy:read', 'rbac:deputy:update', 'rbac:user:read', ...BOTH], scopes: { rbac: 'all', meeting: 'all' } })
  expect(await refused(server.call(inboxDeputy.insert, { ...body, deputyUserId: head.userId }, { as: head }))).toEqual(['deputyUserId'])
  const { deputyId } = await server.ok(inboxDeputy.insert, body, { as: head })
  expect(await server.ok(inboxDeputy.read, { deputyId }, { as: head })).toMatchObject({ userName: '甄病假', deputyName: '甄接手', kindLabels: '全部事项', deputyState: 'active', abilities: ['end'] })
  expect((await server.ok(selectInbox, {}, { as: stands })).behalf).toMatchObject([{ deputyId }])
  expect(await server.ok(inboxDeputy.batch, { ids: [deputyId], verb: 'end' }, { as: head })).toMatchObject({ done: 1 })
  expect((await server.ok(selectInbox, {}, { as: stands })).behalf).toEqual([])
})
