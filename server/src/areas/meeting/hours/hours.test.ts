import { CODE, type RequestOf } from '@assoc/contract'
import { dayAfter, today } from '@assoc/contract/core/day'
import { grantMeetingHours, hoursEntry, selectMeetingHours } from '@assoc/contract/meeting/hours'
import { learner, mergeLearners, remindLearners } from '@assoc/contract/meeting/learner'
import { registration } from '@assoc/contract/meeting/registration'
import { revokeSignIn } from '@assoc/contract/meeting/sign-in'
import { uploadFile } from '@assoc/contract/platform/file'
import { sql } from 'kysely'
import { asOwner, startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { attendanceOf, hoursOf } from '../api'
import { nightly } from '../learner/wanted'
import { meetingsFor, type Meetings } from '../testing'
import { addEntries } from './repository'

let server: TestServer
let staff: Session
let meetings: Meetings
const db = () => server.platform.db
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  meetings = await meetingsFor(server)
  staff = await server.person({ permits: ['course:learner:read', 'course:learner:update', 'course:learner:remind', 'course:hours:read', 'course:hours:claim', 'course:hours:grant', 'course:hours:audit', 'meeting:meeting:read', 'meeting:signSession:update', 'message:sms:write'], scopes: { course: 'all', meeting: 'all', member: 'all', message: 'all' } })
})
afterAll(() => server.stop())

let people = 0
const learnerFields = (given: Partial<RequestOf<typeof learner.insert>> = {}): RequestOf<typeof learner.insert> => ({ name: `甄学员${++people}`, mobile: `1993${String(people).padStart(7, '0')}`, learnerRole: 'independent', roleSince: dayAfter(today(), -100), companyId: null, unitName: '子虚大学', ...given })
const make = async (given: Partial<RequestOf<typeof learner.insert>> = {}) => (await server.ok(learner.insert, learnerFields(given), { as: staff })).learnerId
const read = (learnerId: string) => server.ok(learner.read, { learnerId }, { as: staff })
const claim = async (learnerId: string, given: object = {}) => {
  const { data } = await server.upload(uploadFile, { purpose: 'hoursEntry.proof' }, { name: '证明.pdf', bytes: Buffer.from('%PDF-1.7 proof') }, staff)
  return server.call(hoursEntry.insert, { learnerId, title: '交易所后续培训', hours: 12.5, learnedOn: dayAfter(today(), -10), proof: [data], ...given } as never, { as: staff })
}
const step = async (entryId: string, verb: string, reason: string | null = null, as?: Session) =>
  server.call(hoursEntry.change, { entryId, version: (await server.ok(hoursEntry.read, { entryId }, { as: staff })).version, verb, reason }, as ? { as } : {})

/** A meeting that is over, with a session that some signed in at. */
async function attended(count: number): Promise<{ meetId: string; sessionId: string; registerIds: string[] }> {
  const meetId = await meetings.open()
  const registerIds: string[] = []
  for (let i = 0; i < count; i += 1) registerIds.push((await server.ok(registration.insert, meetings.person(meetId), { as: meetings.clerk })).registerId)
  await sql`update meeting set start_time = now() - interval '3 hours', end_time = now() - interval '1 hour', meeting_status = 'ended' where meet_id = ${meetId}`.execute(db())
  const { rows } = await sql<{ id: string }>`insert into meeting_session (meet_id, session_name, sign_from, sign_to, refresh_sec, strict_sign_in, secret, dept_id) values (${meetId}, '上午场', now() - interval '4 hours', now() + interval '1 hour', 0, false, '\\x00', ${meetings.deptId}) returning session_id as id`.execute(db())
  const sessionId = rows[0]?.id ?? ''
  for (const id of registerIds) {
    await sql`insert into meeting_sign_in (session_id, register_id, late, way) values (${sessionId}, ${id}, false, 'staff')`.execute(db())
    await sql`update meeting_registration set reg_status = 'attended' where register_id = ${id}`.execute(db())
  }
  return { meetId, sessionId, registerIds }
}

test('who signed in gets the hours of a session once, after another has approved them; a sign-in that is revoked takes them back', async () => {
  const { meetId, sessionId, registerIds } = await attended(2)
  expect((await attendanceOf(db(), meetId)).map((one) => one.sessionIds)).toEqual([[sessionId], [sessionId]])
  const parts = [{ sessionId, hours: 4 }]
  expect((await server.ok(selectMeetingHours, { meetId }, { as: staff })).parts).toEqual([expect.objectContaining({ sessionId, attended: 2, granted: 0 })])
  expect(await server.ok(grantMeetingHours, { meetId, parts }, { as: staff })).toEqual({ added: 2, already: 0 })
  expect(await server.ok(grantMeetingHours, { meetId, parts }, { as: staff })).toEqual({ added: 0, already: 2 })
  const { items } = await server.ok(hoursEntry.list, { sourceType: ['session'] }, { as: staff })
  expect(items.map((row) => [row.hours, row.entryStatus])).toEqual([[4, 'pending'], [4, 'pending']])
  const [first, second] = items
  if (!first || !second) throw new Error('no entries')
  expect((await step(first.entryId, 'approve', null, staff)).returnCode).toBe(CODE.forbidden)
  for (const row of items) expect((await step(row.entryId, 'approve')).returnCode).toBe(CODE.ok)
  const mobile = await db().selectFrom('meeting_registration').select('mobile').where('register_id', '=', registerIds[0] as string).executeTakeFirstOrThrow()
  const { learner_id: learnerId } = await db().selectFrom('learner').select('learner_id').where('mobile', '=', mobile.mobile).executeTakeFirstOrThrow()
  expect(await hoursOf(db(), learnerId)).toEqual([{ year: Number(today().slice(0, 4)), hours: 4 }])
  await server.ok(revokeSignIn, { sessionId, registerId: registerIds[0] as string, reason: '代签' })
  expect(await hoursOf(db(), learnerId)).toEqual([])
  expect((await read(learnerId)).earnedHours).toBe(0)
})

test('an entry is never changed or deleted, and what was revoked stays so', async () => {
  const learnerId = await make()
  const { entryId } = (await claim(learnerId)).data as { entryId: string }
  await step(entryId, 'approve')
  await expect(sql`update hours_entry set hours = 30 where entry_id = ${entryId}`.execute(db())).rejects.toThrow(/not changed/)
  await expect(sql`delete from hours_entry where entry_id = ${entryId}`.execute(db())).rejects.toThrow(/not deleted/)
  await step(entryId, 'revoke', '证明不实')
  await expect(sql`update hours_entry set entry_status = 'approved' where entry_id = ${entryId}`.execute(db())).rejects.toThrow(/stays so/)
  // A source that was revoked may be claimed anew, one that stands may not.
  expect((await claim(learnerId)).returnCode).toBe(CODE.ok)
  expect((await claim(learnerId)).data).toMatchObject({ fields: [{ path: 'title', message: '该学员当天的同名培训已申报' }] })
})

test('what somebody lacks is counted in the window of their role, which moves on with the calendar', async () => {
  const learnerId = await make({ roleSince: dayAfter(today(), -100) })
  const wanted = await read(learnerId)
  expect(wanted).toMatchObject({ wantedHours: 30, earnedHours: 0, missingHours: 30 })
  expect(wanted.deadline).toBe(dayAfter(`${Number(dayAfter(today(), -100).slice(0, 4)) + 2}${dayAfter(today(), -100).slice(4)}`, -1))
  const { entryId } = (await claim(learnerId)).data as { entryId: string }
  expect((await read(learnerId)).missingHours).toBe(30)
  await step(entryId, 'approve')
  expect(await read(learnerId)).toMatchObject({ earnedHours: 12.5, missingHours: 17.5, totalHours: 12.5 })
  // Two years on the same hours lie in the window before.
  await sql`update learner set role_since = current_date - interval '2 years 5 days' where learner_id = ${learnerId}`.execute(db())
  await nightly(server.platform)
  expect(await read(learnerId)).toMatchObject({ earnedHours: 0, missingHours: 30, totalHours: 12.5 })
  expect((await server.ok(learner.list, { hoursState: 'short', pageSize: 100 }, { as: staff })).items.map((row) => row.learnerId)).toContain(learnerId)
})

test('of two learners who are one person the other has all, each source once, and the old number leads to them', async () => {
  const [from, into] = [await make(), await make()]
  const fields = { title: '合并的课程', learnedOn: dayAfter(today(), -5) }
  for (const id of [from, into]) await step(((await claim(id, fields)).data as { entryId: string }).entryId, 'approve')
  await step(((await claim(from, { title: '另一课程', hours: 3 })).data as { entryId: string }).entryId, 'approve')
  const { version, mobile } = { ...(await read(from)), mobile: (await db().selectFrom('learner').select('mobile').where('learner_id', '=', from).executeTakeFirstOrThrow()).mobile }
  expect(await server.ok(mergeLearners, { learnerId: from, version, intoId: into }, { as: staff })).toEqual({ moved: 2, doubled: 1 })
  expect((await read(into)).totalHours).toBe(15.5)
  expect((await server.call(learner.read, { learnerId: from }, { as: staff })).returnCode).toBe(CODE.notFound)
  expect((await server.call(learner.insert, learnerFields({ mobile }), { as: staff })).data).toMatchObject({ fields: [{ path: 'mobile' }] })
})

test('an account sees the learners and hours of its company, also of who came to it, and claims for them alone', async () => {
  const { rows } = await sql<{ id: string }>`select min(company_id)::text as id from company`.execute(db())
  const company = rows[0]?.id ?? (await sql<{ id: string }>`insert into company (company_name, short_name, company_type) values ('子虚一', '子虚一', 'other') returning company_id as id`.execute(db())).rows[0]?.id ?? ''
  const office = await server.person({ permits: ['course:learner:read', 'course:hours:read', 'course:hours:claim'], scopes: { course: 'linked' } })
  await sql`insert into identity_link (user_id, subject, subject_id, capacity, role_code, source, source_id, account_made) values (${office.userId}, 'company', ${company}, '联络人', 'COMPANY_USER', 'test', ${office.userId}, false)`.execute(db())
  const learnerId = await make()
  await claim(learnerId)
  expect((await server.ok(hoursEntry.list, {}, { as: office })).total).toBe(0)
  await sql`update learner set company_id = ${company} where learner_id = ${learnerId}`.execute(db())
  expect((await server.ok(hoursEntry.list, {}, { as: office })).items.map((row) => row.learnerId)).toEqual([learnerId])
  const { data } = await server.upload(uploadFile, { purpose: 'hoursEntry.proof' }, { name: '证明.pdf', bytes: Buffer.from('%PDF-1.7 proof') }, office)
  const own = { title: '公司申报', hours: 2, learnedOn: today(), proof: [data] }
  expect((await server.call(hoursEntry.insert, { learnerId: await make(), ...own } as never, { as: office })).returnCode).toBe(CODE.notFound)
  expect((await server.call(hoursEntry.insert, { learnerId, ...own } as never, { as: office })).returnCode).toBe(CODE.ok)
})

test('those who lack hours are written to by a message of the member area', async () => {
  const { messageId, count } = await server.ok(remindLearners, { roles: ['independent'], withinDays: 3650, content: '请参加培训。', send: false }, { as: staff })
  const { rows } = await sql<{ audience: { extra: string[] }; status: string }>`select audience, msg_status as status from message where message_id = ${messageId}`.execute(db())
  expect(rows[0]?.audience.extra).toHaveLength(count)
  expect(rows[0]?.status).toBe('draft')
})

test('of two entries for one source at once one stands; negative control: without the index both do', async () => {
  const learnerId = await make()
  const source = { sourceType: 'lecturing' as const, sourceId: 'race', title: '并发', hours: 1, learnedOn: today() }
  const added = await Promise.all(Array.from({ length: 5 }, () => db().transaction().execute((tx) => addEntries(tx, [learnerId], source, 'approved', null))))
  expect(added.flat()).toHaveLength(1)
  await asOwner(db(), sql`drop index hours_entry_source_unique`)
  await Promise.all(Array.from({ length: 3 }, () => db().transaction().execute(async (tx) => {
    const standing = await tx.selectFrom('hours_entry').select('entry_id').where('learner_id', '=', learnerId).where('source_id', '=', 'control').execute()
    await sql`select pg_sleep(0.2)`.execute(tx)
    if (standing.length === 0) await sql`insert into hours_entry (learner_id, source_type, source_id, title, hours, learned_on) values (${learnerId}, 'lecturing', 'control', '对照', 1, current_date)`.execute(tx)
  })))
  expect((await db().selectFrom('hours_entry').select('entry_id').where('source_id', '=', 'control').execute()).length).toBeGreaterThan(1)
})
