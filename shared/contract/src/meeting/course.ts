import { z } from 'zod'
import { onlyWhen } from '../core/conditions'
import { agrees } from '../core/field-rules'
import { choice, choiceField, flag, int, optionalText, ref, text, withMeta, yuanFen } from '../core/fields'
import { files } from '../core/files'
import { lines } from '../core/kinds'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { orEmpty } from '../rules/identifiers'
import { hoursField } from './hours-field'
import { learnerRole } from './learner'
import { lecturerLookup, meetingLookup } from './lookups'
import { course as permit } from './permits'
import { publishedVideoLookup } from './video-lookups'

export const courseType = choice('课程类型', { induction: '任职培训', continuing: '后续培训', special: '专题讲座' })
/** What a section is: an on-site session, which is a meeting, a recording of one, or something to read under an address. */
export const sectionKind = choice('形式', { session: '现场授课', video: '视频', link: '在线资料' })

const update = 'course:course:update'
export const courseStatus = statusMachine('课程状态', { draft: ['草稿', 'grey'], listed: ['已上架', 'green'], unlisted: ['已下架', 'amber'] }, [
  { from: ['draft', 'unlisted'], to: 'listed', verb: 'list', label: '上架', permit: update },
  { from: ['listed'], to: 'unlisted', verb: 'unlist', label: '下架', permit: update },
])

const sections = () =>
  agrees(
    lines('章节', {
      title: text('标题', 100),
      kind: choiceField(sectionKind),
      meetId: onlyWhen(orEmpty(ref('会议', meetingLookup)), 'kind', ['session'], true),
      videoId: onlyWhen(orEmpty(ref('视频', publishedVideoLookup)), 'kind', ['video'], true),
      url: onlyWhen(orEmpty(withMeta(z.url({ protocol: /^https$/, error: '资料地址须以 https:// 开头' }).max(300, '资料地址不能超过 300 个字'), { label: '资料地址' })), 'kind', ['link'], true),
    }, { max: 50 }),
    (rows) => {
      const titles = (Array.isArray(rows) ? rows : []).map((row: { title?: unknown } | null) => String(row?.title ?? '').trim()).filter(Boolean)
      const twice = titles.find((title, i) => titles.indexOf(title) !== i)
      return twice ? `章节“${twice}”重复` : null
    },
  )
const ofExam = <S extends z.ZodType>(field: S) => onlyWhen(orEmpty(field), 'hasExam', [true], true)

/** A course (domain F1): sessions on the spot, things to read, and an exam. */
export const courseResource = resource({
  name: 'course',
  label: '课程',
  base: '/meeting/course',
  id: 'courseId',
  fields: {
    courseName: text('课程名称', 100),
    courseType: choiceField(courseType),
    targetRoles: withMeta(z.array(learnerRole.schema).min(1, '请选择适用对象').max(5), { label: '适用对象' }),
    creditHours: hoursField('学时', 0.5),
    lecturerId: orEmpty(ref('讲师', lecturerLookup)),
    price: yuanFen('价格（元）'),
    memberPrice: agrees(yuanFen('会员价（元）'), (value, { price }) => (typeof price === 'number' && Number(value) > price ? '会员价不能高于价格' : null)),
    sections: sections(),
    documents: files('课程资料', { exts: ['pdf', 'docx', 'pptx', 'xlsx'], max: 20 }),
    hasExam: flag('设考试'),
    examCount: ofExam(int('抽题数', 1, 200)),
    examShuffle: onlyWhen(flag('选项乱序'), 'hasExam', [true], false),
    examTries: ofExam(int('考试次数', 1, 20)),
    examMinutes: ofExam(int('考试时长（分钟）', 5, 300)),
    passMark: ofExam(int('及格分', 1, 100)),
    intro: optionalText('课程介绍', 2000),
  },
  more: {
    lecturerName: withMeta(z.string().nullable(), { label: '讲师' }),
    questions: withMeta(z.number().int(), { label: '题库题数', show: 'count' }),
    enrolled: withMeta(z.number().int(), { label: '学习人数', show: 'count' }),
    finished: withMeta(z.number().int(), { label: '已完成', show: 'count' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('课程名称', 50),
    lecturerId: ref('讲师', lecturerLookup).optional(),
    courseType: withMeta(z.array(courseType.schema), { label: '课程类型' }).optional(),
    courseStatus: withMeta(z.array(courseStatus.schema), { label: '课程状态' }).optional(),
  },
  view: 'meeting/CourseList',
  facts: ['courseType', 'creditHours', 'lecturerName', 'enrolled'],
  groups: { 内容: ['sections', 'documents', 'intro'], 考试: ['hasExam', 'questions', 'examCount', 'examShuffle', 'examTries', 'examMinutes', 'passMark'], 费用: ['price', 'memberPrice'] },
  sortable: ['updateTime'],
  access: { read: permit('course:read'), insert: permit('course:update'), update: permit('course:update'), remove: permit('course:update'), export: permit('course:read') },
  status: { field: 'courseStatus', machine: courseStatus },
})

/** What a new course begins with. */
export const NEW_COURSE = { courseType: 'continuing', targetRoles: ['independent'], price: 0, memberPrice: 0, sections: [], documents: [], hasExam: false, examShuffle: true, examCount: 20, examTries: 3, examMinutes: 60, passMark: 60 }
