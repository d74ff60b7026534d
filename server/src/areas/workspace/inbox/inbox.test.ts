import { CODE, type RequestOf } from '@assoc/contract'
import { meetingResource, NEW_MEETING } from '@assoc/contract/meeting/meeting'
import { decideInbox, decideInboxMany, selectAsked, selectDecided, selectInbox, selectInboxRecord } from '@assoc/contract/platform/inbox'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'

const PREPARES = ['meeting:meeting:read', 'meeting:meeting:update'] as const
const APPROVES = ['meeting:meeting:read', 'meeting:meeting:approve'] as const
const KIND = 'meeting.pending'

let server: TestServer
let deptId: string
let planner: Session
let chair: Session
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  deptId = (await server.platform.db.insertInto('dept').values({ parent_id: null, dept_name: '会务部', sort_no: 1 }).returning('dept_id').executeTakeFirstOrThrow()).dept_id
  planner = await server.person({ name: '甄筹备', permits: [...PREPARES], scopes: { meeting: 'all' }, deptId })
  chair = await server.person({ name: '甄审批', permits: [...APPROVES], scopes: { meeting: 'all' }, deptId })
})
afterAll(() => server.stop())

/** A meeting that waits for approval. */
async function pending(meetingName: string, given: Partial<RequestOf<typeof meetingResource.insert>> = {}, as = planner): Promise<string> {
  const startTime = new Date(Date.now() + 5 * 86_400_000).toISOString()
  const { meetId } = await server.ok(meetingResource.insert, { ...NEW_MEETING, meetingName, meetingType: 'seminar', organizerDeptId: deptId, startTime, endTime: new Date(Date.parse(startTime) + 3_600_000).toISOString(), address: '一层', ...given }, { as })
  await server.ok(meetingResource.change, { meetId, version: 1, verb: 'submit' }, { as })
  return meetId
}
const inbox = async (as: Session, more: Partial<RequestOf<typeof selectInbox>> = {}) => server.ok(selectInbox, more, { as })
const titles = async (as: Session, more: Partial<RequestOf<typeof selectInbox>> = {}) => (await inbox(as, more)).items.map(({ title }) => title)

test('what waits stands there by age with who asked, within permit and data scope, and never for who wrote it', async () => {
  const first = await pending('甲会议', { feeAmount: 120_000 })
  await pending('乙会议')
  expect(await inbox(chair)).toMatchObject({
    total: 2,
    kinds: [{ key: KIND, label: '待审批会议', area: '会议管理', count: 2 }],
    items: [{ kind: KIND, recordId: first, title: '甲会议', amount: 120_000, askedBy: '甄筹备', link: `/go/meeting/MeetingAudit?meetingStatus=pending&record=${first}` }, { title: '乙会议' }],
  })
  const both = await server.person({ permits: [...PREPARES, 'meeting:meeting:approve'], scopes: { meeting: 'all' } })
  await pending('丙会议', {}, both)
  expect(await titles(both)).toEqual(['甲会议', '乙会议'])
  expect(await titles(chair, { kind: KIND })).toEqual(['甲会议', '乙会议', '丙会议'])
  expect(await titles(chair, { kind: KIND, page: 2, pageSize: 2 })).toEqual(['丙会议'])
  expect(await titles(await server.person({ permits: ['meeting:meeting:approve'], scopes: { meeting: 'all' } }))).toEqual([])
  const elsewhere = await server.person({ permits: [...APPROVES], scopes: { meeting: 'dept' } })
  expect(await titles(elsewhere)).toEqual([])
  expect((await server.call(selectInboxRecord, { kind: KIND, recordId: first }, { as: elsewhere })).returnCode).toBe(CODE.notFound)
  expect((await server.call(decideInbox, { kind: KIND, recordId: first, version: 2, verb: 'approve' }, { as: elsewhere })).returnCode).toBe(CODE.notFound)
})

test('a thing is decided as on its own page: its steps, its reason, its version; then it is gone, told as done, and its asker sees where the others rest', async () => {
  const meetId = await pending('丁会议')
  const record = await server.ok(selectInboxRecord, { kind: KIND, recordId: meetId }, { as: chair })
  expect(record).toMatchObject({ version: 2, item: { title: '丁会议' } })
  expect(record.facts).toContainEqual({ label: '会议名称', text: '丁会议' })
  expect(record.steps.map(({ verb, reason }) => [verb, reason])).toEqual(expect.arrayContaining([['approve', expect.anything()], ['sendBack', 'required']]))
  const decide = (verb: string, version: number, reason: string | null = null, as = chair) => server.call(decideInbox, { kind: KIND, recordId: meetId, version, verb, reason }, { as })
  expect(await decide('sendBack', 2)).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'reason' }] } })
  expect((await decide('approve', 1)).returnCode).toBe(CODE.conflict)
  expect((await decide('cancel', 2)).returnCode).not.toBe('000000')
  expect((await decide('approve', 2, null, planner)).returnCode).toBe(CODE.notFound)
  expect(await decide('sendBack', 2, '时间冲突')).toMatchObject({ returnCode: '000000', data: { status: '已退回' } })
  expect((await decide('approve', 3)).returnCode).toBe(CODE.notFound)
  expect((await server.ok(selectDecided, {}, { as: chair })).items[0]).toMatchObject({ title: '丁会议', step: '退回', reason: '时间冲突', status: '已退回' })
  const asked = await server.ok(selectAsked, {}, { as: planner })
  expect(asked.items.map(({ title }) => title)).toEqual(expect.arrayContaining(['甲会议', '乙会议']))
  expect(asked.items.find(({ title }) => title === '甲会议')).toMatchObject({ status: '待审批', waitsFor: expect.arrayContaining(['甄审批']) })
  expect((await server.ok(selectAsked, {}, { as: chair })).total).toBe(0)
})

test('many of one kind are decided each for itself; what is refused for one is told', async () => {
  const [one, two] = [await pending('戊会议'), await pending('己会议')]
  await server.ok(decideInbox, { kind: KIND, recordId: two, version: 2, verb: 'approve' }, { as: chair })
  const answer = await server.ok(decideInboxMany, { kind: KIND, ids: [one, two], verb: 'approve' }, { as: chair })
  expect(answer).toMatchObject({ done: 1, failed: [{ id: two, name: '己会议' }] })
  expect((await server.call(decideInboxMany, { kind: KIND, ids: [one], verb: 'archive' }, { as: chair })).returnCode).not.toBe('000000')
})
