import { courseResource as contract } from '@assoc/contract/meeting/course'
import { downloadCompanyStudy, enrollStatus } from '@assoc/contract/meeting/course-enroll'
import { examQuestion as questions, lettersOf } from '@assoc/contract/meeting/exam-question'
import { dayOf } from '@assoc/contract/core/day'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { makePdf } from '../../../platform/pdf/pdf'
import { mountResource } from '../../../platform/resource/mount'
import { fileNameOf, paperOf, zipOf } from '../certificate/paper'
import { ofCompany } from '../certificate/repository'
import { computed as questionComputed } from '../exam/repository'
import { courseEnroll } from './enroll'
import * as repository from './repository'
import { study } from './study'

/** What those who learn a course were promised. */
const PROMISED = { creditHours: '学时', hasExam: '是否考试' } as const

async function requirePublished(db: Db, sections: readonly { videoId?: string | null | undefined }[]): Promise<void> {
  const [first] = await repository.unpublishedOf(db, sections.flatMap(({ videoId }) => videoId ?? []))
  if (first) throw refuse.field('sections', `视频“${first.videoName}”未发布，请先发布或选择其他视频`)
}

const course = mountResource(contract, {
  table: 'course',
  rowFilter: repository.listedOnly,
  createdBy: 'create_by',
  changedAt: 'update_time',
  computed: repository.courseComputed,
  seenBy: repository.contentsFor,
  // Who learns a course gets its documents by a call that asks whether they are enrolled.
  originals: 'course:course:update',
  json: ['sections', 'documents'],
  keyword: { columns: ['course_name'], grams: true },
  order: { field: 'updateTime', direction: 'desc' },
  nameOf: (row) => row.courseName,
  constraints: { course_name_unique: () => refuse.field('courseName', '已有同名课程') },
  may: (_principal, row, verb) => verb !== 'delete' || row.courseStatus === 'draft' || '只能删除草稿，已上架过的可以下架',
  before: {
    insert: async ({ db }, fields) => requirePublished(db, fields.sections),
    update: async ({ db }, row, fields) => {
      // What stood there before may have been withdrawn since: it stays as it is.
      const before = row.sections.map(({ videoId }) => videoId)
      await requirePublished(db, fields.sections?.filter(({ videoId }) => !before.includes(videoId)) ?? [])
      if (row.courseStatus === 'draft' || !(await repository.hasEnrolments(db, row.courseId))) return
      const changed = (Object.keys(PROMISED) as (keyof typeof PROMISED)[]).filter((field) => fields[field] !== undefined && fields[field] !== row[field])
      if (changed.length > 0) throw refuse.input(changed.map((path) => ({ path, message: `已有人学习，${PROMISED[path]}不能修改` })))
    },
    change: async ({ db }, row, step) => {
      if (step.verb !== 'list') return
      await requirePublished(db, row.sections)
      if (row.sections.length === 0 && row.documents.length === 0 && !row.hasExam) throw refuse.inUse('课程没有章节、资料或考试，不能上架')
      if (row.hasExam && row.questions < (row.examCount ?? 0)) throw refuse.inUse(`题库只有 ${row.questions} 题，少于抽题数 ${row.examCount ?? 0}，不能上架`)
    },
    remove: async ({ db }, row) => void (await repository.dropQuestions(db, row.courseId)),
  },
})

const examQuestion = mountResource(questions, {
  table: 'exam_question',
  createdBy: 'create_by',
  changedAt: 'update_time',
  computed: questionComputed,
  keyword: { columns: ['stem'], grams: true },
  order: { field: 'updateTime', direction: 'desc' },
  nameOf: (row) => row.stem,
  before: {
    insert: (_action, fields) => {
      fields.answer = lettersOf(fields.answer)
    },
    update: (_action, row, fields) => {
      if (fields.courseId !== undefined && fields.courseId !== row.courseId) throw refuse.field('courseId', '考题不能改到其他课程')
      if (fields.answer !== undefined) fields.answer = lettersOf(fields.answer)
    },
  },
})

const MOST_ROWS = 2000
const MOST_CERTIFICATES = 500

/** The study records and certificates of a company's people. */
const companyStudy = handle(downloadCompanyStudy, async ({ db, input, audit, platform, request }) => {
  const [called, rows, certificates] = [await repository.companyCalled(db, input.companyId), await repository.studyOfCompany(db, input.companyId, MOST_ROWS), await ofCompany(db, input.companyId, MOST_CERTIFICATES)]
  if (rows.length === 0 && certificates.length === 0) throw refuse.inUse('该单位还没有学习记录')
  const origin = platform.config.publicUrl || request.origin
  audit({ recordType: 'company', recordId: input.companyId, verb: 'downloadStudy', after: { records: rows.length, certificates: certificates.length } })
  const records = () =>
    makePdf(`${called}学习记录`, (paper) =>
      paper.table(
        [{ title: '学员', width: 2 }, { title: '课程', width: 5 }, { title: '进度', width: 1, align: 'right' }, { title: '成绩', width: 1, align: 'right' }, { title: '学时', width: 1, align: 'right' }, { title: '状态', width: 2 }, { title: '报名日期', width: 2 }],
        rows.map((row) => [row.learnerName, row.courseName, `${row.progress}%`, row.examScore === null ? '—' : String(row.examScore), String(row.earnedHours), enrollStatus.labels[row.enrollStatus], dayOf(row.createTime)]),
      ),
    )
  return zipOf(`${called}学习档案`, [{ name: '学习记录.pdf', make: records }, ...certificates.map((one) => ({ name: `学时证明/${fileNameOf(one)}`, make: () => paperOf(platform.db, origin, one) }))])
})

export const courses: ServerModule[] = [course, examQuestion, courseEnroll, study, { bindings: [companyStudy] }]
