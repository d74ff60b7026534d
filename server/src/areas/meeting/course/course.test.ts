import { CODE, type RequestOf } from '@assoc/contract'
import { yearNow } from '@assoc/contract/core/day'
import { certificate, downloadCertificates } from '@assoc/contract/meeting/certificate'
import { courseEnroll, downloadCompanyStudy } from '@assoc/contract/meeting/course-enroll'
import { enrollCourse, openItem, saveExam, selectExamResult, selectStudy, startExam, submitExam } from '@assoc/contract/meeting/course-study'
import { courseResource, NEW_COURSE } from '@assoc/contract/meeting/course'
import { examQuestion } from '@assoc/contract/meeting/exam-question'
import { hoursEntry } from '@assoc/contract/meeting/hours'
import { sql } from 'kysely'
import { encode } from 'uqr'
import { pdfText } from '../../../../../scripts/jest/pdf-text.mjs'
import { asOwner, startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { buildCompanies } from '../../member/membership/testing'
import { issue } from '../certificate/issue'
import { paperOf } from '../certificate/paper'
import { byNumber } from '../certificate/repository'
import { drawQuestion, gradeOf } from '../exam/grade'
import { meetingsFor } from '../testing'
import { advanceBySessions } from './enroll'
import { endOverdue } from './study'

let server: TestServer
let staff: Session
let companies: string[]
const db = () => server.platform.db
const LEARNS = ['course:course:read', 'course:study:use', 'course:enroll:read', 'course:certificate:read'] as const
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  const { allPermits } = await import('@assoc/contract/all')
  staff = await server.person({ permits: allPermits.filter(({ code }) => code.startsWith('course:')).map(({ code }) => code) as never, scopes: { course: 'all', member: 'all', meeting: 'all' } })
  companies = await buildCompanies(server, 2)
})
afterAll(() => server.stop())

let count = 0
const LINK = { kind: 'link' as const, title: '法规汇编', meetId: null, url: 'https://example.com/rules' }
async function build(given: Partial<RequestOf<typeof courseResource.insert>> = {}, questions = 4): Promise<string> {
  const fields = { ...NEW_COURSE, courseName: `测试课程${++count}`, courseType: 'continuing' as const, targetRoles: ['independent' as const], creditHours: 8, sections: [LINK], ...given }
  if (!fields.hasExam) Object.assign(fields, { examCount: null, examTries: null, examMinutes: null, passMark: null })
  const { courseId } = await server.ok(courseResource.insert, fields as RequestOf<typeof courseResource.insert>, { as: staff })
  for (let i = 0; i < questions; i += 1) await server.ok(examQuestion.insert, { courseId, questionType: 'multiple', stem: `题目${i}`, choices: '甲|乙|丙|丁', answer: 'ca' }, { as: staff })
  expect(await server.call(courseResource.change, { courseId, version: 1, verb: 'list' }, { as: staff })).toMatchObject({ returnCode: CODE.ok })
  return courseId
}
const EXAM = { hasExam: true, examCount: 4, examTries: 2, examMinutes: 30, passMark: 60, examShuffle: true }
async function person(scopes: Record<string, string> = {}): Promise<Session> {
  const session = await server.person({ permits: [...LEARNS], scopes: scopes as never })
  await sql`update sys_user set mobile = ${`1994${String(++count).padStart(7, '0')}`} where user_id = ${session.userId}`.execute(db())
  return session
}
const enroll = (courseId: string, as: Session) => server.ok(enrollCourse, { courseId, learnerId: null }, { as })
const enrolment = (enrollId: string) => server.ok(courseEnroll.read, { enrollId }, { as: staff })
/** The letters that are right for every question of a try, which only the database knows. */
async function rightAnswers(attemptId: string): Promise<Record<string, string>> {
  const { questions } = await db().selectFrom('exam_attempt').select('questions').where('attempt_id', '=', attemptId).executeTakeFirstOrThrow()
  return Object.fromEntries(questions.map(({ questionId, answer }) => [questionId, answer]))
}
async function toExam(given: object = {}): Promise<{ learner: Session; courseId: string; enrollId: string }> {
  const courseId = await build({ ...EXAM, ...given } as never)
  const learner = await person()
  const { enrollId } = await enroll(courseId, learner)
  expect(await server.ok(openItem, { enrollId, key: LINK.title }, { as: learner })).toEqual({ progress: 100, enrollStatus: 'toExam' })
  return { learner, courseId, enrollId }
}

test('choices are drawn in another order with their letters, and only what is wholly right counts', () => {
  const question = { questionId: '1', questionType: 'multiple' as const, stem: '', choices: '甲|乙|丙|丁', answer: 'AC' }
  for (let i = 0; i < 20; i += 1) {
    const drawn = drawQuestion(question, true)
    expect([...drawn.answer].map((letter) => drawn.choices['ABCD'.indexOf(letter)]).sort()).toEqual(['丙', '甲'].sort())
  }
  const drawn = [drawQuestion(question, false), drawQuestion({ ...question, questionId: '2', questionType: 'trueFalse', choices: null, answer: 'B' }, true)]
  expect(drawn[1]).toMatchObject({ choices: ['正确', '错误'], answer: 'B' })
  expect(gradeOf(drawn, { 1: 'CA', 2: 'B' })).toEqual({ right: 2, score: 100 })
  expect(gradeOf(drawn, { 1: 'A', 2: 'B' })).toEqual({ right: 1, score: 50 })
  expect(gradeOf(drawn, { 1: 'ABC' })).toEqual({ right: 0, score: 0 })
})

test('a course is listed with contents and enough questions alone; whoever learns sees neither drafts nor addresses nor the pool', async () => {
  const { courseId } = await server.ok(courseResource.insert, { ...NEW_COURSE, ...EXAM, courseName: '题少', courseType: 'special', targetRoles: ['independent'], creditHours: 2 } as never, { as: staff })
  expect((await server.call(courseResource.change, { courseId, version: 1, verb: 'list' }, { as: staff })).returnMessage).toBe('题库只有 0 题，少于抽题数 4，不能上架')
  const learner = await person()
  expect((await server.call(courseResource.read, { courseId }, { as: learner })).returnCode).toBe(CODE.notFound)
  const listed = await build()
  expect((await server.ok(courseResource.read, { courseId: listed }, { as: learner })).sections).toEqual([])
  expect((await server.ok(selectStudy, { courseId: listed }, { as: learner })).items).toEqual([expect.objectContaining({ title: LINK.title, url: null, done: false })])
  expect((await server.call(examQuestion.list, { courseId: listed }, { as: learner })).returnCode).toBe(CODE.forbidden)
})

test('a course without an exam is finished when all of it is done, and its hours stand in the ledger once', async () => {
  const courseId = await build()
  const learner = await person()
  const { enrollId } = await enroll(courseId, learner)
  expect((await server.call(enrollCourse, { courseId, learnerId: null }, { as: learner })).data).toMatchObject({ fields: [{ message: '该学员已报名此课程' }] })
  expect((await server.ok(selectStudy, { courseId }, { as: learner })).items[0]).toMatchObject({ url: LINK.url })
  expect(await server.ok(openItem, { enrollId, key: LINK.title }, { as: learner })).toEqual({ progress: 100, enrollStatus: 'done' })
  expect(await enrolment(enrollId)).toMatchObject({ progress: 100, earnedHours: 8, enrollStatus: 'done' })
  const { items } = await server.ok(hoursEntry.list, { sourceType: ['course'] }, { as: staff })
  expect(items.filter((row) => row.learnerId === items[0]?.learnerId)).toHaveLength(1)
  const other = await person()
  expect((await server.call(openItem, { enrollId, key: LINK.title }, { as: other })).returnCode).toBe(CODE.notFound)
  expect((await server.ok(courseEnroll.list, {}, { as: other })).total).toBe(0)
  expect((await server.ok(courseEnroll.list, {}, { as: learner })).items.map((row) => row.enrollId)).toEqual([enrollId])
})

test('signing in at a session moves on who learns the course', async () => {
  const meetings = await meetingsFor(server)
  const meetId = await meetings.open()
  const courseId = await build({ sections: [{ kind: 'session', title: '集中授课', meetId, url: null }] })
  const learner = await person()
  const { enrollId } = await enroll(courseId, learner)
  await advanceBySessions(server.platform)
  expect((await enrolment(enrollId)).progress).toBe(0)
  await sql`insert into meeting_registration (register_no, meet_id, unit_name, name, gender, post_name, mobile, need_stay, need_pickup, reg_status, dept_id)
    select 'COURSE1', ${meetId}, '子虚', '甄', 'unknown', '董事', mobile, false, false, 'attended', ${meetings.deptId} from sys_user where user_id = ${learner.userId}`.execute(db())
  await advanceBySessions(server.platform)
  expect(await enrolment(enrollId)).toMatchObject({ progress: 100, enrollStatus: 'done', earnedHours: 8 })
})

test('a paid course begins with the receipt; a member’s company pays less', async () => {
  const courseId = await build({ price: 100_000, memberPrice: 60_000 })
  const [company = ''] = companies
  const learner = await person()
  const { enrollId, enrollStatus } = await enroll(courseId, learner)
  expect(enrollStatus).toBe('unpaid')
  expect((await enrolment(enrollId)).dueAmount).toBe(100_000)
  expect((await server.call(openItem, { enrollId, key: LINK.title }, { as: learner })).returnCode).toBe(CODE.notFound)
  await server.ok(courseEnroll.change, { enrollId, version: 1, verb: 'pay', input: { receiptNo: 'SJ001' } } as never, { as: staff })
  expect(await enrolment(enrollId)).toMatchObject({ enrollStatus: 'learning', receiptNo: 'SJ001' })
  await sql`insert into member_category (category_name, category_level) values ('会员单位（课）', 61)`.execute(db())
  await sql`insert into member (member_no, company_id, category_id, join_date) select 'M202600902', ${company}, max(category_id), '2026-01-10' from member_category`.execute(db())
  const { rows } = await sql<{ id: string }>`insert into learner (name, mobile, learner_role, company_id) values ('甄会员', '19949999999', 'independent', ${company}) returning learner_id as id`.execute(db())
  const { enrollId: second } = await server.ok(courseEnroll.insert, { courseId, learnerId: rows[0]?.id ?? '' }, { as: staff })
  expect((await enrolment(second)).dueAmount).toBe(60_000)
})

test('the exam: no answer leaves the server before the end, the same try goes on, tries run out, and what is right finishes the course', async () => {
  const { learner, enrollId } = await toExam()
  const raw = await server.call(startExam, { enrollId }, { as: learner })
  const first = raw.data as { attemptId: string; questions: { questionId: string }[]; secondsLeft: number }
  expect(first.questions).toHaveLength(4)
  expect(first.secondsLeft).toBeGreaterThan(1700)
  expect(Object.keys(first.questions[0] ?? {}).sort()).toEqual(['choices', 'questionId', 'questionType', 'stem'])
  const [again, more] = await Promise.all([server.ok(startExam, { enrollId }, { as: learner }), server.ok(startExam, { enrollId }, { as: learner })])
  expect([again.attemptId, more.attemptId]).toEqual([first.attemptId, first.attemptId])
  expect((await server.call(selectExamResult, { attemptId: first.attemptId }, { as: learner })).returnCode).toBe(CODE.notFound)
  expect((await server.call(submitExam, { attemptId: first.attemptId, answers: {} }, { as: await person() })).returnCode).toBe(CODE.notFound)
  expect(await server.ok(submitExam, { attemptId: first.attemptId, answers: {} }, { as: learner })).toMatchObject({ score: 0, passed: false, right: 0, count: 4 })
  // Handed in a second time it answers what the first came to.
  expect(await server.ok(submitExam, { attemptId: first.attemptId, answers: await rightAnswers(first.attemptId) }, { as: learner })).toMatchObject({ score: 0 })
  expect(await enrolment(enrollId)).toMatchObject({ enrollStatus: 'toExam', tries: '1 / 2' })
  const second = await server.ok(startExam, { enrollId }, { as: learner })
  const answers = await rightAnswers(second.attemptId)
  delete answers[second.questions[0]?.questionId ?? '']
  expect(await server.ok(submitExam, { attemptId: second.attemptId, answers }, { as: learner })).toMatchObject({ score: 75, passed: true, right: 3 })
  expect(await enrolment(enrollId)).toMatchObject({ enrollStatus: 'done', examScore: 75, earnedHours: 8, tries: '2 / 2' })
})

test('time is the database’s: what comes after the end does not count, what was kept does, and used-up tries need a new beginning', async () => {
  const { learner, enrollId } = await toExam({ examTries: 1 })
  const { attemptId } = await server.ok(startExam, { enrollId }, { as: learner })
  const right = await rightAnswers(attemptId)
  const [one = ''] = Object.keys(right)
  await server.ok(saveExam, { attemptId, answers: { [one]: right[one] ?? '' } }, { as: learner })
  await sql`update exam_attempt set end_time = now() - interval '1 minute' where attempt_id = ${attemptId}`.execute(db())
  expect((await server.call(saveExam, { attemptId, answers: right }, { as: learner })).returnMessage).toBe('考试时间已到，已按此前保存的答案交卷')
  expect(await server.ok(submitExam, { attemptId, answers: right }, { as: learner })).toMatchObject({ score: 25, passed: false })
  expect((await server.call(startExam, { enrollId }, { as: learner })).returnMessage).toContain('考试次数（1 次）已用完')
  await server.ok(courseEnroll.change, { enrollId, version: (await enrolment(enrollId)).version, verb: 'relearn' }, { as: staff })
  const next = await server.ok(startExam, { enrollId }, { as: learner })
  await server.ok(saveExam, { attemptId: next.attemptId, answers: await rightAnswers(next.attemptId) }, { as: learner })
  await sql`update exam_attempt set end_time = now() - interval '1 minute' where attempt_id = ${next.attemptId}`.execute(db())
  await endOverdue(server.platform)
  expect(await enrolment(enrollId)).toMatchObject({ enrollStatus: 'done', examScore: 100 })
})

/** A course that somebody has finished. */
async function finished(): Promise<{ enrollId: string; learner: Session }> {
  const courseId = await build()
  const learner = await person()
  const { enrollId } = await enroll(courseId, learner)
  await server.ok(openItem, { enrollId, key: LINK.title }, { as: learner })
  return { enrollId, learner }
}
const certify = async (enrollId: string) => server.call(courseEnroll.change, { enrollId, version: (await enrolment(enrollId)).version, verb: 'certify' }, { as: staff })

/** The squares of the code on a sheet that is not compressed: its white ground, and the dark rectangles that are filled after it. */
function squaresOf(pdf: Buffer): boolean[][] {
  const [, ground = '', dark = ''] = /([\d.]+ [\d.]+ 96 96) re\n1 1 1 scn\nf\n((?:[\d. -]+ re\n)+)/.exec(pdf.toString('latin1').replace(/\/DeviceRGB cs\n/g, '')) ?? []
  const [left = 0, top = 0] = ground.split(' ').map(Number)
  const rects = dark.trim().split('\n').map((line) => line.split(' ').map(Number))
  const step = Math.min(...rects.map(([, , , high = 0]) => high))
  const count = Math.round(96 / step)
  const squares = Array.from({ length: count }, () => Array<boolean>(count).fill(false))
  for (const [x = 0, y = 0, width = 0] of rects) for (let i = 0; i < Math.round(width / step); i += 1) (squares[Math.round((y - top) / step)] as boolean[])[Math.round((x - left) / step) + i] = true
  return squares
}

test('a certificate is issued once for a course, printed, checked by anybody with its code, and may be revoked and issued anew', async () => {
  const { enrollId, learner } = await finished()
  expect((await certify(enrollId)).returnCode).toBe(CODE.ok)
  const [row] = (await server.ok(certificate.list, {}, { as: learner })).items
  if (!row) throw new Error('no certificate')
  expect(row).toMatchObject({ hours: 8, certificateSource: 'course', certificateStatus: 'issued', certNo: expect.stringMatching(/^XS\d{8}$/) })
  const printed = await byNumber(db(), row.certNo)
  if (!printed) throw new Error('not printed')
  const paper = await paperOf(db(), 'https://console.example.com', printed, { compress: false })
  const text = pdfText(paper)
  for (const part of [row.certNo, row.checkCode, printed.title, 'https://console.example.com/certificateCheck']) expect(text).toContain(part)
  expect((await server.file(downloadCertificates, { certificateIds: [row.certificateId] }, { as: learner })).subarray(0, 5).toString()).toBe('%PDF-')
  const check = async (no: string, code: string) => server.app.inject({ url: `/certificateCheck?no=${no}&code=${code}` })
  const good = await check(row.certNo, row.checkCode.toLowerCase())
  expect([good.statusCode, good.body.includes('证明有效')]).toEqual([200, true])
  // The code that is printed leads to the same page.
  expect(squaresOf(paper)).toEqual(encode(`https://console.example.com/certificateCheck?no=${row.certNo}&code=${row.checkCode}`, { border: 2 }).data)
  expect(good.body).not.toContain('<script')
  expect((await check(row.certNo, 'AAAAAAAAAA')).statusCode).toBe(404)
  await server.ok(certificate.change, { certificateId: row.certificateId, version: 1, verb: 'revoke', reason: '姓名有误' }, { as: staff })
  expect((await check(row.certNo, row.checkCode)).body).toContain('证明已撤销')
  expect((await enrolment(enrollId)).enrollStatus).toBe('done')
  expect((await certify(enrollId)).returnCode).toBe(CODE.ok)
  expect((await server.call(downloadCertificates, { certificateIds: [row.certificateId] }, { as: staff })).returnMessage).toContain('已撤销，不能下载')
  // Guessing is shut out; a right code counts nowhere.
  for (let i = 0; i < 20; i += 1) await check(row.certNo, `BBBBBBBB${i + 10}`)
  expect((await check(row.certNo, row.checkCode)).statusCode).toBe(429)
})

test('a year’s certificate sums up what was approved in it; several come as a zip, and a company’s with its records', async () => {
  const { learner } = await finished()
  const { learnerId } = await db().selectFrom('learner').select('learner_id as learnerId').where('user_id', '=', learner.userId).executeTakeFirstOrThrow()
  const year = yearNow()
  expect((await server.call(certificate.insert, { learnerId, certYear: 2001 }, { as: staff })).data).toMatchObject({ fields: [{ path: 'certYear', message: '该学员 2001 年没有已认定的学时' }] })
  const { certificateId } = await server.ok(certificate.insert, { learnerId, certYear: year }, { as: staff })
  expect((await server.call(certificate.insert, { learnerId, certYear: year }, { as: staff })).data).toMatchObject({ fields: [{ path: 'certYear', message: '该学员此年度的学时证明已发放' }] })
  const [other] = (await server.ok(certificate.list, { certificateSource: ['course'] }, { as: staff })).items.filter((row) => row.certificateStatus === 'issued')
  const zip = await server.file(downloadCertificates, { certificateIds: [certificateId, other?.certificateId ?? ''] }, { as: staff })
  expect(zip.subarray(0, 2).toString()).toBe('PK')
  const [, company = ''] = companies
  expect((await server.call(downloadCompanyStudy, { companyId: company }, { as: staff })).returnMessage).toBe('该单位还没有学习记录')
  await sql`update learner set company_id = ${company} where learner_id = ${learnerId}`.execute(db())
  expect((await server.file(downloadCompanyStudy, { companyId: company }, { as: staff })).includes('学习记录.pdf')).toBe(true)
})

test('of two certificates for one source at once one is issued; negative control: without the index both are', async () => {
  const { enrollId } = await finished()
  const answers = await Promise.all(Array.from({ length: 4 }, () => server.call(courseEnroll.change, { enrollId, version: 2, verb: 'certify' }, { as: staff })))
  expect(answers.filter((a) => a.returnCode === CODE.ok).length).toBeLessThanOrEqual(1)
  const { learnerId } = await db().selectFrom('course_enroll').select('learner_id as learnerId').where('enroll_id', '=', enrollId).executeTakeFirstOrThrow()
  const given = { learnerId, certYear: 2026, certificateSource: 'course' as const, sourceId: 'race', title: '并发', hours: 1 }
  const principal = { userId: staff.userId } as never
  const tries = await Promise.allSettled(Array.from({ length: 4 }, () => db().transaction().execute((tx) => issue({ db: tx, audit: () => undefined, principal }, given))))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await asOwner(db(), sql`drop index certificate_source_unique`)
  const standing = () => db().selectFrom('certificate').select('certificate_id').where('source_id', '=', 'control').execute()
  await Promise.all(Array.from({ length: 3 }, (_, i) => db().transaction().execute(async (tx) => {
    const found = await tx.selectFrom('certificate').select('certificate_id').where('source_id', '=', 'control').execute()
    await sql`select pg_sleep(0.2)`.execute(tx)
    if (found.length === 0) await sql`insert into certificate (cert_no, check_code, learner_id, cert_year, certificate_source, source_id, holder_name, title, hours) values (${`CONTROL${i}`}, 'X', ${learnerId}, 2026, 'course', 'control', '对照', '对照', 1)`.execute(tx)
  })))
  expect((await standing()).length).toBeGreaterThan(1)
})
