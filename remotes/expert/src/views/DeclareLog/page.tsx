import { declarationLog } from '@assoc/contract/expert/declaration-log'
import { resourcePage } from '@assoc/ui'

/** What happened to declarations, to be searched and exported. */
export default resourcePage({
  name: 'expert/DeclareLog',
  title: '日志管理',
  resource: declarationLog,
  keywordHint: '申报编号、申报人或公司',
  columns: [
    { field: 'operateTime', width: 165, sortable: true },
    { field: 'declareNo', width: 130 },
    { field: 'declarantName', width: 110 },
    { field: 'companyName', width: 120 },
    { field: 'action', width: 110 },
    { field: 'fromStatus', width: 95 },
    { field: 'toStatus', width: 95 },
    { field: 'fieldDiff', width: 280 },
    { field: 'reason', width: 180 },
    { field: 'operatorName', width: 100 },
    { field: 'operateIp', width: 130, hidden: true },
    { field: 'schemeName', width: 220, hidden: true },
  ],
})
