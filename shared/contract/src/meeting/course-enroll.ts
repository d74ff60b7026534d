import { z } from 'zod'
import { optionalText, ref, text, withMeta } from '../core/fields'
import { body, call } from '../core/call'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { companyLookup } from '../member/lookups'
import { courseType } from './course'
import { courseLookup } from './course-lookups'
import { learnerLookup } from './learner-lookups'
import { course } from './permits'

const update = 'course:enroll:update'
export const enrollStatus = statusMachine(
  '学习状态',
  {
    unpaid: ['待付款', 'amber'],
    learning: ['学习中', 'blue'],
    toExam: ['待考试', 'violet'],
    done: ['已完成', 'green'],
    certified: ['已发证', 'teal'],
    cancelled: ['已取消', 'grey'],
  },
  [
    { from: ['unpaid'], to: 'learning', verb: 'pay', label: '登记付款', permit: update, single: true, input: { receiptNo: text('收据号', 40) } },
    { from: ['unpaid'], to: 'cancelled', verb: 'cancel', label: '取消', permit: 'course:study:use', danger: true },
    { from: ['learning'], to: 'toExam', verb: 'studied', label: '学完', permit: update, single: true },
    { from: ['learning'], to: 'done', verb: 'finish', label: '完成', permit: update, single: true },
    { from: ['toExam'], to: 'done', verb: 'pass', label: '考试合格', permit: update, single: true },
    { from: ['toExam'], to: 'learning', verb: 'relearn', label: '重新学习', permit: update, reason: 'optional' },
    { from: ['done'], to: 'certified', verb: 'certify', label: '发证', permit: 'course:certificate:issue' },
    { from: ['certified'], to: 'done', verb: 'uncertify', label: '证明已撤销', permit: update, single: true },
  ],
)
/** Steps that follow from progress, exam and certificate; no button has them. */
export const ENROLL_CLOCK_VERBS: readonly string[] = ['studied', 'finish', 'pass', 'uncertify']

/** Somebody who learns a course (domain F1). */
export const courseEnroll = resource({
  name: 'courseEnroll',
  label: '学习记录',
  base: '/meeting/courseEnroll',
  id: 'enrollId',
  fields: { courseId: ref('课程', courseLookup), learnerId: ref('学员', learnerLookup) },
  more: {
    courseName: withMeta(z.string(), { label: '课程' }),
    courseType: withMeta(courseType.schema, { label: '课程类型' }),
    learnerName: withMeta(z.string(), { label: '学员' }),
    companyName: withMeta(z.string().nullable(), { label: '单位' }),
    progress: withMeta(z.number().int(), { label: '学习进度（%）', show: 'count' }),
    /** How often the exam was tried, and how often it may be; null for a course without one. */
    tries: withMeta(z.string().nullable(), { label: '考试次数' }),
    examScore: withMeta(z.number().int().nullable(), { label: '考试成绩', show: 'count' }),
    earnedHours: withMeta(z.number(), { label: '获得学时' }),
    dueAmount: withMeta(z.number().int(), { label: '应付金额（元）', show: 'yuan' }),
    receiptNo: withMeta(z.string().nullable(), { label: '收据号' }),
    finishTime: withMeta(z.string().nullable(), { label: '完成时间', show: 'instant' }),
    createTime: withMeta(z.string(), { label: '报名时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('学员姓名', 50),
    courseId: ref('课程', courseLookup).optional(),
    learnerId: ref('学员', learnerLookup).optional(),
    companyId: ref('单位', companyLookup).optional(),
    enrollStatus: withMeta(z.array(enrollStatus.schema), { label: '学习状态' }).optional(),
  },
  view: 'meeting/CourseEnroll',
  facts: ['courseName', 'companyName', 'progress', 'earnedHours'],
  sortable: ['createTime'],
  access: { read: course('enroll:read'), insert: course('enroll:update'), export: course('enroll:read') },
  status: { field: 'enrollStatus', machine: enrollStatus },
})

/** The study records and certificates of a company's people, as one zip. */
export const downloadCompanyStudy = call({
  path: '/meeting/courseEnroll/downloadCompanyStudy',
  title: '下载单位学习档案',
  access: course('enroll:read'),
  blob: true,
  request: body({ companyId: ref('单位', companyLookup) }),
  response: z.unknown(),
})
