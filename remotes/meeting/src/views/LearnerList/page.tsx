import { viewLink } from '@assoc/contract'
import { learner } from '@assoc/contract/meeting/learner'
import { useNavigate } from '@assoc/router'
import { session } from '@assoc/session'
import { resourcePage } from '@assoc/ui'
import { lazy, Suspense } from 'react'

const MergeDialog = lazy(() => import('./dialogs').then((m) => ({ default: m.MergeDialog })))
const RemindButton = lazy(() => import('./dialogs').then((m) => ({ default: m.RemindButton })))

/** People who learn, with the hours that their window asks for and what they lack. */
export default resourcePage({
  name: 'meeting/LearnerList',
  title: '学员管理',
  resource: learner,
  keywordHint: '姓名或单位',
  columns: [
    { field: 'name', width: 110 },
    { field: 'companyName', width: 140 },
    { field: 'learnerRole', width: 120 },
    { field: 'mobile', width: 125 },
    { field: 'wantedHours', width: 95 },
    { field: 'earnedHours', width: 95 },
    { field: 'missingHours', width: 80 },
    { field: 'deadline', width: 115, sortable: true },
    { field: 'totalHours', width: 95 },
    { field: 'linkedTo', width: 170 },
    { field: 'roleSince', width: 110, hidden: true },
    { field: 'updateTime', width: 155, sortable: true, hidden: true },
  ],
  fields: { roleSince: { help: '每期从这一天起计算；不填从登记当年 1 月 1 日起' }, unitName: { help: '不在公司库中的填写单位名称' }, remark: { span: 2 } },
  initial: { learnerRole: 'independent' },
  usePage: () => {
    const navigate = useNavigate()
    return {
      actions: (row, tools) => [
        ...(session().has('course:hours:read') ? [{ key: 'hours', label: '学时', onClick: () => navigate(viewLink('meeting/HoursList', { learnerId: row.learnerId })) }] : []),
        ...(session().has('course:learner:update') ? [{ key: 'merge', label: '并入他人', last: true, onClick: () => tools.show('merge', row) }] : []),
      ],
    }
  },
  toolbar: () =>
    session().has('course:learner:remind') && session().has('message:sms:write') ? (
      <Suspense fallback={null}>
        <RemindButton />
      </Suspense>
    ) : null,
  dialogs: { merge: MergeDialog },
})
