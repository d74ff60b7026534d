import { viewLink } from '@assoc/contract'
import { appointment, appointStatus } from '@assoc/contract/expert/appointment'
import { useNavigate } from '@assoc/router'
import { session } from '@assoc/session'
import { resourcePage } from '@assoc/ui'
import { DifferencesButton } from './DifferencesButton'

/** Seats and offices of people at companies, and what is amiss with them. */
export default resourcePage({
  name: 'expert/AppointmentList',
  title: '任职管理',
  resource: appointment,
  keywordHint: '姓名、拼音首字母、公司名称或代码',
  columns: [
    { field: 'name', width: 100 },
    { field: 'companyName', width: 120 },
    { field: 'stockCode', width: 90 },
    { field: 'roleType', width: 110 },
    { field: 'committees', width: 150 },
    { field: 'chairs', width: 130, hidden: true },
    { field: 'firstDate', width: 115, hidden: true },
    { field: 'termStart', width: 115, sortable: true },
    { field: 'termEnd', width: 115, sortable: true },
    { field: 'dutyDays', width: 115 },
    { field: 'warnings', width: 150 },
    { field: 'appointStatus', width: 100, title: '状态', tag: appointStatus },
    { field: 'updateTime', width: 155, sortable: true, hidden: true },
  ],
  fields: { firstDate: { help: '连任的，填第一个任期的开始日期' }, allowance: { help: '税前' }, remark: { span: 2 } },
  toolbar: () => <DifferencesButton />,
  initial: { roleType: 'independent', committees: [], chairs: [] },
  usePage: () => {
    const navigate = useNavigate()
    return {
      actions: ({ appointmentId, roleType }) => [
        ...(session().has('appointment:duty:read') ? [{ key: 'duties', label: '履职记录', onClick: () => navigate(viewLink('expert/DutyRecord', { appointmentId })) }] : []),
        ...(roleType === 'independent' && session().has('appointment:check:read') ? [{ key: 'checks', label: '独立性自查', last: true, onClick: () => navigate(viewLink('expert/IndependenceCheck', { appointmentId })) }] : []),
      ],
    }
  },
})
