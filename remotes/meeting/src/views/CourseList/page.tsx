import { courseResource, courseStatus, NEW_COURSE } from '@assoc/contract/meeting/course'
import { session } from '@assoc/session'
import { resourcePage } from '@assoc/ui'
import { lazy } from 'react'

const StudyDialog = lazy(() => import('../../courses/StudyDialog').then((m) => ({ default: m.StudyDialog })))
const PoolDialog = lazy(() => import('./PoolDialog').then((m) => ({ default: m.PoolDialog })))
const EnrollDialog = lazy(() => import('./EnrollDialog').then((m) => ({ default: m.EnrollDialog })))

/** Courses: staff prepare them, everybody learns those that are listed. */
export default resourcePage({
  name: 'meeting/CourseList',
  title: '课程列表',
  resource: courseResource,
  keywordHint: '课程名称',
  columns: [
    { field: 'courseName', width: 260 },
    { field: 'courseType', width: 100 },
    { field: 'targetRoles', width: 200 },
    { field: 'creditHours', width: 75 },
    { field: 'lecturerName', width: 100 },
    { field: 'price', width: 110 },
    { field: 'memberPrice', width: 120 },
    { field: 'hasExam', width: 80 },
    { field: 'enrolled', width: 90 },
    { field: 'finished', width: 80 },
    { field: 'courseStatus', width: 90, title: '状态', tag: courseStatus },
    { field: 'updateTime', width: 155, sortable: true, hidden: true },
  ],
  initial: NEW_COURSE,
  fields: {
    creditHours: { help: '1 学时为 45 分钟，按 0.5 计' },
    sections: { help: '现场授课选择对应的会议，签到后计入进度；视频选择已发布的会议视频，看完后计入进度' },
    documents: { help: '学员打开后计入进度' },
    examShuffle: { help: '每人抽到的题目不同；乱序时选项顺序也不同' },
    intro: { span: 2 },
  },
  texts: { list: '上架后可以报名学习。', unlist: '下架后不能再报名，已报名的可以学完。' },
  actions: (row, tools) => {
    const may = (permit: Parameters<ReturnType<typeof session>['has']>[0]) => session().has(permit)
    return [
      ...(may('course:study:use') && row.courseStatus === 'listed' ? [{ key: 'study', label: '学习', onClick: () => tools.show('study', row) }] : []),
      ...(may('course:exam:read') && row.hasExam ? [{ key: 'pool', label: '题库', onClick: () => tools.show('pool', row) }] : []),
      ...(may('course:learner:read') && may('course:study:use') && row.courseStatus === 'listed' ? [{ key: 'enroll', label: '为他人报名', last: true, onClick: () => tools.show('enroll', row) }] : []),
    ]
  },
  dialogs: { study: StudyDialog, pool: PoolDialog, enroll: EnrollDialog },
})
