import { z } from 'zod'
import { body, call } from '../core/call'
import { fileItem } from '../core/files'
import { id, ref, withMeta } from '../core/fields'
import { sectionKind } from './course'
import { courseLookup } from './course-lookups'
import { enrollStatus } from './course-enroll'
import { questionType } from './exam-question'
import { learnerLookup } from './learner-lookups'
import { course } from './permits'

// What people do about courses for themselves. Whose an enrolment or a try is, is checked by the handlers.

const use = course('study:use')

/** Enrols oneself, or somebody of a company that one acts for. */
export const enrollCourse = call({
  path: '/meeting/study/enrollCourse',
  title: '报名课程',
  access: use,
  write: true,
  request: body({ courseId: ref('课程', courseLookup), learnerId: ref('学员', learnerLookup).nullable() }),
  response: z.object({ enrollId: id(), enrollStatus: enrollStatus.schema }),
})

const attempt = z.object({
  attemptId: id(),
  startTime: z.string(),
  /** Null while the try is open. */
  score: z.number().int().nullable(),
  passed: z.boolean().nullable(),
})

/** A course as somebody learns it: what of it is done, and what comes next. */
export const selectStudy = call({
  path: '/meeting/study/selectStudy',
  title: '查看课程学习',
  access: use,
  request: body({ courseId: ref('课程', courseLookup) }),
  response: z.object({
    courseName: z.string(),
    intro: z.string().nullable(),
    /** Null for who is not enrolled. */
    enrollId: id().nullable(),
    enrollStatus: enrollStatus.schema.nullable(),
    dueAmount: z.number().int(),
    progress: z.number().int(),
    items: z.array(
      z.object({
        /** Title of a section, or id of a document. */
        key: z.string(),
        title: z.string(),
        kind: withMeta(z.enum([...Object.keys(sectionKind.labels), 'document'] as ['session', 'video', 'link', 'document']), { label: '形式' }),
        done: z.boolean(),
        url: z.string().nullable(),
        /** The video of a section, and how much of it was watched, in percent. */
        videoId: id().nullable(),
        watchedShare: z.number().int().nullable(),
        file: fileItem.nullable(),
        /** When and where an on-site session is. */
        when: z.string().nullable(),
        where: z.string().nullable(),
      }),
    ),
    exam: z.object({ count: z.number().int(), minutes: z.number().int(), passMark: z.number().int(), triesLeft: z.number().int() }).nullable(),
    attempts: z.array(attempt),
  }),
})

const ofEnroll = { enrollId: withMeta(id('学习记录'), { label: '学习记录' }) }
const ofAttempt = { attemptId: withMeta(id('考试'), { label: '考试' }) }

/** Notes that a thing to read was opened. */
export const openItem = call({
  path: '/meeting/study/openItem',
  title: '打开课程资料',
  access: use,
  write: true,
  request: body({ ...ofEnroll, key: z.string().min(1).max(200) }),
  response: z.object({ progress: z.number().int(), enrollStatus: enrollStatus.schema }),
})

/** A document of a course that one learns; fetching it counts as having opened it. */
export const downloadCourseDocument = call({ path: '/meeting/study/downloadCourseDocument', title: '下载课程资料', access: use, write: true, blob: true, request: body({ ...ofEnroll, key: id('资料') }), response: z.unknown() })

const paper = z.object({
  attemptId: id(),
  /** Seconds that are left by the server's clock. */
  secondsLeft: z.number().int(),
  questions: z.array(z.object({ questionId: id(), questionType: questionType.schema, stem: z.string(), choices: z.array(z.string()) })),
  answers: z.record(z.string(), z.string()),
})

/** Begins a try, or goes on with the one that is open. */
export const startExam = call({ path: '/meeting/study/startExam', title: '开始考试', access: use, write: true, request: body(ofEnroll), response: paper })

const answers = z.record(id(), z.string().regex(/^[A-J]{0,10}$/, '答案不正确')).refine((given) => Object.keys(given).length <= 200, '答案过多')

/** Keeps what was answered so far; it counts when the time is over. */
export const saveExam = call({ path: '/meeting/study/saveExam', title: '保存考试答案', access: use, write: true, request: body({ ...ofAttempt, answers }), response: z.object({ secondsLeft: z.number().int() }) })

const result = z.object({
  attemptId: id(),
  score: z.number().int(),
  passed: z.boolean(),
  passMark: z.number().int(),
  right: z.number().int(),
  count: z.number().int(),
  items: z.array(z.object({ stem: z.string(), choices: z.array(z.string()), given: z.string(), answer: z.string() })),
})

/** Hands a try in: the server grades it. What comes after the end does not count, what was kept before it does. */
export const submitExam = call({ path: '/meeting/study/submitExam', title: '交卷', access: use, write: true, request: body({ ...ofAttempt, answers }), response: result })

/** A try that has ended, with the right answers. */
export const selectExamResult = call({ path: '/meeting/study/selectExamResult', title: '查看考试结果', access: use, request: body(ofAttempt), response: result })
