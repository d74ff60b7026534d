import { dutyRecord } from '@assoc/contract/expert/duty'
import { resourcePage } from '@assoc/ui'

/** What directors did in office. */
export default resourcePage({
  name: 'expert/DutyRecord',
  title: '履职记录',
  resource: dutyRecord,
  keywordHint: '姓名、拼音首字母、公司名称或代码',
  columns: [
    { field: 'name', width: 100 },
    { field: 'companyName', width: 120 },
    { field: 'dutyType', width: 130 },
    { field: 'dutyDate', width: 115, sortable: true },
    { field: 'attendWay', width: 90 },
    { field: 'dutyDays', width: 95 },
    { field: 'yearDays', width: 115 },
    { field: 'dutyNote', width: 260 },
    { field: 'updateTime', width: 155, sortable: true, hidden: true },
  ],
  fields: { dutyNote: { span: 2 }, proof: { span: 2 }, dutyDays: { help: '按 0.5 天计' } },
  initial: { dutyType: 'board', dutyDays: 0 },
})
