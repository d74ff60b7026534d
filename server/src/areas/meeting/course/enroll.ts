import type { RowOf } from '@assoc/contract'
import { dayOf } from '@assoc/contract/core/day'
import { courseEnroll as contract, ENROLL_CLOCK_VERBS } from '@assoc/contract/meeting/course-enroll'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { defineJob } from '../../../platform/jobs/worker'
import type { Platform } from '../../../platform/platform'
import { derivedStep } from '../../../platform/resource/actions'
import type { Action } from '../../../platform/resource/definition'
import { inJob, SYSTEM } from '../../../platform/resource/in-job'
import { mountResource } from '../../../platform/resource/mount'
import { issue } from '../certificate/issue'
import { giveLearners } from '../hours/ledger'
import * as repository from './repository'

type Row = RowOf<typeof contract>

export const courseEnroll = mountResource(contract, {
  table: 'course_enroll',
  rowFilter: repository.ownOrSeen,
  createdBy: 'create_by',
  changedAt: 'update_time',
  computed: repository.enrollComputed,
  keyword: { where: repository.ofLearnersNamed },
  filters: repository.enrollFilters,
  order: { field: 'createTime', direction: 'desc' },
  nameOf: (row) => `${row.learnerName} · ${row.courseName}`,
  constraints: { course_enroll_once: () => refuse.field('learnerId', '该学员已报名此课程') },
  may: (_principal, _row, verb) => (ENROLL_CLOCK_VERBS.includes(verb) ? '由系统按学习进度、考试和证明办理' : true),
  before: {
    insert: async ({ db }, fields) => {
      const course = await repository.holdCourse(db, fields.courseId)
      if (!course) throw refuse.notFound()
      if (course.courseStatus !== 'listed') throw refuse.field('courseId', '课程未上架，不能报名')
      fields.dueAmount = (await repository.isOfMember(db, fields.learnerId)) ? course.memberPrice : course.price
      fields.enrollStatus = fields.dueAmount > 0 ? 'unpaid' : 'learning'
    },
  },
  after: {
    insert: async (action, enrollId, fields) => {
      if (fields.enrollStatus === 'learning') await advance(action, enrollId)
    },
    change: async (action, row, step, _reason, input) => {
      const { db } = action
      if (step.verb === 'pay') {
        await repository.noteReceipt(db, row.enrollId, String((input as { receiptNo?: unknown }).receiptNo))
        await advance(action, row.enrollId)
      }
      // What was read stays read: learning anew is trying the exam again.
      if (step.verb === 'relearn') {
        await repository.resetTries(db, row.enrollId)
        await advance(action, row.enrollId)
      }
      if (step.verb === 'finish' || step.verb === 'pass') await finished(action, row)
      if (step.verb === 'certify') await certify(action, row)
    },
  },
})

/** Hours of a finished course are approved by the grade that the server gave. */
async function finished(action: Action, row: Row): Promise<void> {
  const course = await repository.readCourse(action.db, row.courseId)
  if (!course) throw refuse.notFound()
  await repository.setFinished(action.db, row.enrollId)
  await giveLearners(action, [row.learnerId], { sourceType: 'course', sourceId: row.courseId, title: course.courseName, hours: course.creditHours, learnedOn: dayOf(new Date()) }, 'approved', null)
}

async function certify(action: Action, row: Row): Promise<void> {
  if (row.earnedHours <= 0) throw refuse.inUse('此课程的学时已撤销，不能发证')
  const certYear = Number(dayOf(new Date(row.finishTime ?? Date.now())).slice(0, 4))
  await issue(action, { learnerId: row.learnerId, certYear, certificateSource: 'course', sourceId: row.enrollId, title: row.courseName, hours: row.earnedHours })
}

export interface Item {
  key: string
  title: string
  kind: 'session' | 'video' | 'link' | 'document'
  done: boolean
}

/** What of a course is to be done, and what somebody has done of it. */
export async function itemsOf(db: Db, course: Pick<repository.Course, 'sections' | 'documents'>, { enrollId, learnerId }: { enrollId: string | null; learnerId: string | null }): Promise<Item[]> {
  const ofSections = (field: 'meetId' | 'videoId') => course.sections.flatMap((section) => section[field] ?? [])
  const [attended, watched, done] = [
    learnerId ? await repository.attendedOf(db, learnerId, ofSections('meetId')) : new Set<string>(),
    learnerId ? await repository.watchedOf(db, learnerId, ofSections('videoId')) : new Set<string>(),
    enrollId ? await repository.doneItems(db, enrollId) : new Set<string>(),
  ]
  return [
    ...course.sections.map(({ title, kind, meetId, videoId }) => ({ key: title, title, kind, done: kind === 'session' ? attended.has(meetId ?? '') : kind === 'video' ? watched.has(videoId ?? '') : done.has(title) })),
    ...course.documents.map(({ fileId, fileName }) => ({ key: fileId, title: fileName, kind: 'document' as const, done: done.has(fileId) })),
  ]
}

export const progressOf = (items: readonly Item[]): number => (items.length === 0 ? 100 : Math.floor((100 * items.filter(({ done }) => done).length) / items.length))

/** Notes how far somebody has come, and moves them on when all is done: to the exam, or to the end where there is none. */
export async function advance(action: Action, enrollId: string): Promise<void> {
  const { db } = action
  const own = await repository.holdEnrolment(db, enrollId)
  if (!own || own.enrollStatus !== 'learning') return
  const course = await repository.readCourse(db, own.courseId)
  if (!course) return
  const progress = progressOf(await itemsOf(db, course, own))
  if (progress !== own.progress) await repository.setProgress(db, enrollId, progress)
  if (progress === 100) await derivedStep(courseEnroll.runtime, action, enrollId, course.hasExam ? 'studied' : 'finish')
}

const AT_ONCE = 200
/** Nobody's permits, and the rows of all learners. */
const EVERYBODY = { ...SYSTEM, scopes: { course: { all: true, deptIds: [], jurisdictions: [], self: false } } }
export const systemAction = <T>(platform: Platform, title: string, work: (action: Action) => Promise<T>): Promise<T> => inJob(platform, title, work, EVERYBODY)

/** Sign-ins at sessions move those on who learn a course with sessions; some in each transaction. */
export async function advanceBySessions(platform: Platform): Promise<void> {
  for (let after = '0'; ; ) {
    const ids = await repository.learningAtSessions(platform.db, after, AT_ONCE)
    const last = ids.at(-1)
    if (!last) return
    await systemAction(platform, '课程学习进度', async (action) => {
      for (const enrollId of ids) await advance(action, enrollId)
    })
    after = last
  }
}
defineJob('course:advance-by-sessions', (_payload, platform) => advanceBySessions(platform), '*/10 * * * *')
