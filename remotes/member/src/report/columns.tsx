import type { ResponseOf } from '@assoc/contract'
import { reportStatus, type companyReport } from '@assoc/contract/member/company-report'
import type { Column } from '@assoc/ui'

type Row = ResponseOf<typeof companyReport.list>['items'][number]

/** Columns of reports, in the list and where they are checked. */
export const COLUMNS: readonly Column<Row>[] = [
  { field: 'title', width: 240 },
  { field: 'companyName', width: 130 },
  { field: 'reportYear', width: 100, sortable: true, render: ({ reportYear }) => String(reportYear) },
  { field: 'reportType', width: 140 },
  { field: 'reportStatus', width: 100, tag: reportStatus },
  { field: 'publishDate', width: 120, sortable: true },
  { field: 'updateTime', width: 150, sortable: true, hidden: true },
  { field: 'stockCode', width: 100, hidden: true },
]
