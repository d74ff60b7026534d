import { courseEnroll, enrollStatus } from '@assoc/contract/meeting/course-enroll'
import { session } from '@assoc/session'
import { resourcePage } from '@assoc/ui'
import { lazy, Suspense } from 'react'

const StudyDialog = lazy(() => import('../../courses/StudyDialog').then((m) => ({ default: m.StudyDialog })))
const CompanyStudy = lazy(() => import('./CompanyStudy').then((m) => ({ default: m.CompanyStudy })))

/** Who learns what: for staff all, for others their own and their company's. */
export default resourcePage({
  name: 'meeting/CourseEnroll',
  title: '学习记录',
  resource: courseEnroll,
  keywordHint: '学员姓名',
  columns: [
    { field: 'learnerName', width: 100 },
    { field: 'companyName', width: 130 },
    { field: 'courseName', width: 260 },
    { field: 'courseType', width: 100 },
    { field: 'progress', width: 115 },
    { field: 'tries', width: 90 },
    { field: 'examScore', width: 90 },
    { field: 'earnedHours', width: 90 },
    { field: 'enrollStatus', width: 95, title: '状态', tag: enrollStatus },
    { field: 'createTime', width: 155, sortable: true },
    { field: 'finishTime', width: 155, hidden: true },
    { field: 'dueAmount', width: 120, hidden: true },
    { field: 'receiptNo', width: 120, hidden: true },
  ],
  texts: { pay: '登记后开始学习。', cancel: '取消后可以重新报名。', relearn: '考试次数从头计算，已学内容保留。', certify: '发放课程学时证明，本人可以下载，任何人可凭查验码查验。' },
  actions: (row, tools) => (session().has('course:study:use') && row.enrollStatus !== 'cancelled' && !session().has('course:enroll:update') ? [{ key: 'study', label: '学习', onClick: () => tools.show('study', row) }] : []),
  dialogs: { study: StudyDialog },
  toolbar: () => (
    <Suspense fallback={null}>
      <CompanyStudy />
    </Suspense>
  ),
})
