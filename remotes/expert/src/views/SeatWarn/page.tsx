import { viewLink } from '@assoc/contract'
import { seatWarning, warningStatus } from '@assoc/contract/expert/seat-warning'
import { useNavigate } from '@assoc/router'
import { session } from '@assoc/session'
import { resourcePage } from '@assoc/ui'

/** What is amiss with seats and offices, and what came of it. */
export default resourcePage({
  name: 'expert/SeatWarn',
  title: '任职预警',
  resource: seatWarning,
  keywordHint: '姓名、拼音首字母、公司名称或代码',
  columns: [
    { field: 'warningKind', width: 190 },
    { field: 'name', width: 110 },
    { field: 'companyName', width: 120 },
    { field: 'detail', width: 300 },
    { field: 'foundDate', width: 115, sortable: true },
    { field: 'closedDate', width: 115, hidden: true },
    { field: 'warningStatus', width: 100, title: '状态', tag: warningStatus },
    { field: 'updateTime', width: 155, sortable: true, hidden: true },
  ],
  usePage: () => {
    const navigate = useNavigate()
    return {
      actions: (row) =>
        session().has('appointment:term:read')
          ? [{ key: 'terms', label: '任职', onClick: () => navigate(viewLink('expert/AppointmentList', { ...(row.personId ? { personId: row.personId } : {}), ...(row.companyId ? { companyId: row.companyId } : {}) })) }]
          : [],
    }
  },
})
