import type { ResponseOf } from '@assoc/contract'
import * as calls from '@assoc/contract/meeting/course-study'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { storedFiles } from '../../../platform/files/stored'
import { handle, type Context } from '../../../platform/http/context'
import { reachOf } from '../../../platform/identity/people'
import { defineJob } from '../../../platform/jobs/worker'
import type { ServerModule } from '../../../platform/module'
import type { Platform } from '../../../platform/platform'
import { derivedStep, insertFields } from '../../../platform/resource/actions'
import type { Action } from '../../../platform/resource/definition'
import { gradeOf, drawQuestion } from '../exam/grade'
import * as exams from '../exam/repository'
import { learnersOf, link } from '../learner/repository'
import { advance, courseEnroll, itemsOf, progressOf, systemAction } from './enroll'
import * as repository from './repository'

// What people do about courses for themselves.

type Result = ResponseOf<typeof calls.submitExam>

/** Learner of an account; made by its number where there is none. */
async function selfLearner(db: Db, userId: string): Promise<string> {
  const { name, mobile } = await reachOf(db, userId)
  const known = await repository.ownLearner(db, userId, mobile)
  if (known) return known
  if (!mobile) throw refuse.inUse('账号没有手机号码，不能建立学员，请先在个人中心填写')
  const [learnerId] = await learnersOf(db, [{ name, mobile, companyId: null, unitName: null }])
  if (!learnerId) throw refuse.notFound()
  return learnerId
}

async function enroll(context: Context<typeof calls.enrollCourse>): Promise<ResponseOf<typeof calls.enrollCourse>> {
  const { db, principal, input } = context
  const learnerId = input.learnerId ?? (await selfLearner(db, principal.userId))
  // So that the account finds what is its own.
  await link(db, learnerId)
  const enrollId = await insertFields(courseEnroll.runtime, context as unknown as Action, { courseId: input.courseId, learnerId })
  const own = await repository.holdEnrolment(db, enrollId)
  return { enrollId, enrollStatus: own?.enrollStatus ?? 'learning' }
}

/** An enrolment of the caller's own, held; not there for others. */
async function mine(db: Db, userId: string, enrollId: string): Promise<repository.Enrolment> {
  const own = await repository.holdEnrolment(db, enrollId)
  const { mobile } = await reachOf(db, userId)
  if (!own || own.learnerId !== (await repository.ownLearner(db, userId, mobile))) throw refuse.notFound()
  return own
}

async function selectStudy({ db, principal, input }: Context<typeof calls.selectStudy>): Promise<ResponseOf<typeof calls.selectStudy>> {
  const course = await repository.readCourse(db, input.courseId)
  if (!course) throw refuse.notFound()
  const { mobile } = await reachOf(db, principal.userId)
  const learnerId = (await repository.ownLearner(db, principal.userId, mobile)) ?? null
  const own = learnerId ? await repository.ownEnrolment(db, learnerId, input.courseId) : undefined
  const items = await itemsOf(db, course, { enrollId: own?.enrollId ?? null, learnerId: own ? learnerId : null })
  const meetings = new Map((await repository.meetingsOf(db, course.sections.flatMap(({ meetId }) => meetId ?? []))).map((m) => [m.meetId, m]))
  const shares = await repository.sharesOf(db, principal.userId, course.sections.flatMap(({ videoId }) => videoId ?? []))
  const mayRead = own !== undefined && own.enrollStatus !== 'unpaid'
  const attempts = own ? await exams.attemptsOf(db, own.enrollId) : []
  return {
    courseName: course.courseName,
    intro: course.intro,
    enrollId: own?.enrollId ?? null,
    enrollStatus: own?.enrollStatus ?? null,
    dueAmount: own?.dueAmount ?? 0,
    progress: own ? progressOf(items) : 0,
    items: items.map((item) => {
      const section = course.sections.find(({ title }) => title === item.key)
      const meeting = meetings.get(section?.meetId ?? '')
      return {
        ...item,
        url: mayRead ? (section?.url ?? null) : null,
        videoId: mayRead && section?.videoId && shares.has(section.videoId) ? section.videoId : null,
        watchedShare: section?.videoId ? (shares.get(section.videoId) ?? null) : null,
        file: mayRead && item.kind === 'document' ? (course.documents.find(({ fileId }) => fileId === item.key) ?? null) : null,
        when: meeting?.startTime.toISOString() ?? null,
        where: meeting?.address ?? null,
      }
    }),
    exam: course.hasExam ? { count: course.examCount ?? 0, minutes: course.examMinutes ?? 0, passMark: course.passMark ?? 0, triesLeft: Math.max(0, (course.examTries ?? 0) - (own?.triesUsed ?? 0)) } : null,
    attempts: attempts.map(({ attemptId, startTime, score, passed }) => ({ attemptId, startTime: startTime.toISOString(), score, passed })),
  }
}

async function openItem(context: Context<typeof calls.openItem>): Promise<ResponseOf<typeof calls.openItem>> {
  const { db, principal, input } = context
  const own = await mine(db, principal.userId, input.enrollId)
  const course = await repository.readCourse(db, own.courseId)
  if (!course || own.enrollStatus === 'unpaid' || own.enrollStatus === 'cancelled') throw refuse.notFound()
  const item = (await itemsOf(db, course, own)).find(({ key, kind }) => key === input.key && (kind === 'link' || kind === 'document'))
  if (!item) throw refuse.notFound()
  await repository.noteDone(db, own.enrollId, item.key)
  await advance(context as unknown as Action, own.enrollId)
  const now = await repository.holdEnrolment(db, own.enrollId)
  return { progress: now?.progress ?? 0, enrollStatus: now?.enrollStatus ?? own.enrollStatus }
}

/** Gives a document out to who learns the course, and notes that it was opened. */
async function downloadDocument(context: Context<typeof calls.downloadCourseDocument>) {
  const { db, input, platform } = context
  await openItem(context as unknown as Context<typeof calls.openItem>)
  const [file] = await storedFiles(db, [input.key])
  if (!file) throw refuse.notFound()
  return { fileName: file.fileName, contentType: 'application/octet-stream', body: platform.files.read(file.key) }
}

/** Ends a try by what was answered: grades it, and finishes the course with it where it is enough. The enrolment is held. */
async function end(action: Action, attempt: exams.Attempt, answers: Readonly<Record<string, string>>): Promise<void> {
  const { db } = action
  const own = await repository.holdEnrolment(db, attempt.enrollId)
  const course = own && (await repository.readCourse(db, own.courseId))
  if (!own || !course) throw refuse.notFound()
  await exams.keep(db, attempt.attemptId, answers)
  const { score } = gradeOf(attempt.questions, answers)
  const passed = score >= (course.passMark ?? 0)
  await exams.close(db, attempt, score, passed)
  action.audit({ recordType: 'courseEnroll', recordId: own.enrollId, verb: 'exam', after: { score, passed } })
  if (passed && own.enrollStatus === 'toExam') await derivedStep(courseEnroll.runtime, action, own.enrollId, 'pass')
}

async function startExam(context: Context<typeof calls.startExam>): Promise<ResponseOf<typeof calls.startExam>> {
  const { db, principal, input } = context
  // Held: of two that begin at once the second goes on with the try of the first.
  const own = await mine(db, principal.userId, input.enrollId)
  if (own.enrollStatus !== 'toExam') throw refuse.inUse(own.enrollStatus === 'learning' ? '学完全部内容后才能考试' : '此课程现在不能考试')
  const course = await repository.holdCourse(db, own.courseId)
  if (!course) throw refuse.notFound()
  let attempt = await exams.openAttempt(db, own.enrollId)
  if (attempt?.isOver) {
    // Graded by what was kept; whether it was enough is seen below.
    await end(context as unknown as Action, attempt, attempt.answers)
    const after = await repository.holdEnrolment(db, own.enrollId)
    if (after?.enrollStatus !== 'toExam') throw refuse.inUse('上次考试已到时间并自动交卷，成绩合格')
    attempt = undefined
  }
  if (!attempt) {
    if (own.triesUsed >= (course.examTries ?? 0)) throw refuse.inUse(`考试次数（${course.examTries ?? 0} 次）已用完，请联系会务重新学习`)
    const drawn = (await exams.drawn(db, own.courseId, course.examCount ?? 0)).map((question) => drawQuestion(question, course.examShuffle === true))
    if (drawn.length === 0) throw refuse.inUse('题库没有考题，请联系会务')
    attempt = await exams.begin(db, own.enrollId, drawn, course.examMinutes ?? 0)
  }
  if (!attempt) throw refuse.notFound()
  // Named one by one: the right letters stay here.
  const questions = attempt.questions.map(({ questionId, questionType, stem, choices }) => ({ questionId, questionType, stem, choices }))
  return { attemptId: attempt.attemptId, secondsLeft: attempt.secondsLeft, questions, answers: attempt.answers }
}

/** A try of the caller's own, with its enrolment held. */
async function mineAttempt(db: Db, userId: string, attemptId: string): Promise<exams.Attempt> {
  const found = await exams.attemptOf(db, attemptId)
  if (!found) throw refuse.notFound()
  await mine(db, userId, found.enrollId)
  // Read again: whoever held the enrolment before may have ended it.
  return (await exams.attemptOf(db, attemptId)) ?? found
}

async function saveExam({ db, principal, input }: Context<typeof calls.saveExam>): Promise<ResponseOf<typeof calls.saveExam>> {
  const attempt = await mineAttempt(db, principal.userId, input.attemptId)
  if (attempt.submitTime || attempt.isOver) throw refuse.inUse('考试时间已到，已按此前保存的答案交卷')
  await exams.keep(db, attempt.attemptId, input.answers)
  return { secondsLeft: attempt.secondsLeft }
}

async function resultOf(db: Db, attemptId: string): Promise<Result> {
  const attempt = await exams.attemptOf(db, attemptId)
  if (!attempt?.submitTime) throw refuse.notFound()
  const own = await repository.holdEnrolment(db, attempt.enrollId)
  const course = own && (await repository.readCourse(db, own.courseId))
  return {
    attemptId,
    score: attempt.score ?? 0,
    passed: attempt.passed === true,
    passMark: course?.passMark ?? 0,
    right: gradeOf(attempt.questions, attempt.answers).right,
    count: attempt.questions.length,
    items: attempt.questions.map(({ questionId, stem, choices, answer }) => ({ stem, choices, given: attempt.answers[questionId] ?? '', answer })),
  }
}

async function submitExam(context: Context<typeof calls.submitExam>): Promise<Result> {
  const { db, principal, input } = context
  const attempt = await mineAttempt(db, principal.userId, input.attemptId)
  // What comes after the end does not count; a second handing in answers what the first came to.
  if (!attempt.submitTime) await end(context as unknown as Action, attempt, attempt.isOver ? attempt.answers : input.answers)
  return resultOf(db, attempt.attemptId)
}

async function examResult({ db, principal, input }: Context<typeof calls.selectExamResult>): Promise<Result> {
  return resultOf(db, (await mineAttempt(db, principal.userId, input.attemptId)).attemptId)
}

const AT_ONCE = 200
/** Grades tries whose time is over and that nobody handed in, each in a transaction of its own. */
export async function endOverdue(platform: Platform): Promise<void> {
  for (const { attemptId, enrollId } of await exams.overdue(platform.db, AT_ONCE)) {
    await systemAction(platform, '考试到时自动交卷', async (action) => {
      await repository.holdEnrolment(action.db, enrollId)
      const attempt = await exams.attemptOf(action.db, attemptId)
      if (attempt && !attempt.submitTime) await end(action, attempt, attempt.answers)
    })
  }
}
defineJob('course:end-exams', (_payload, platform) => endOverdue(platform), '* * * * *')

export const study: ServerModule = {
  bindings: [
    handle(calls.enrollCourse, enroll),
    handle(calls.selectStudy, selectStudy),
    handle(calls.openItem, openItem),
    handle(calls.downloadCourseDocument, downloadDocument),
    handle(calls.startExam, startExam),
    handle(calls.saveExam, saveExam),
    handle(calls.submitExam, submitExam),
    handle(calls.selectExamResult, examResult),
  ],
}
