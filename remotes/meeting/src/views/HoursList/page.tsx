import { entryStatus, hoursEntry } from '@assoc/contract/meeting/hours'
import { session } from '@assoc/session'
import { resourcePage } from '@assoc/ui'
import { lazy, Suspense } from 'react'

const GrantButtons = lazy(() => import('./grants').then((m) => ({ default: m.GrantButtons })))

/** The ledger of hours. */
export default resourcePage({
  name: 'meeting/HoursList',
  title: '学时台账',
  resource: hoursEntry,
  keywordHint: '培训名称',
  columns: [
    { field: 'learnerName', width: 100 },
    { field: 'companyName', width: 130 },
    { field: 'learnerRole', width: 115 },
    { field: 'title', width: 260 },
    { field: 'sourceType', width: 115 },
    { field: 'hours', width: 75 },
    { field: 'learnedOn', width: 110, sortable: true },
    { field: 'entryStatus', width: 95, title: '状态', tag: entryStatus },
    { field: 'createTime', width: 155, sortable: true },
    { field: 'opinion', width: 160, hidden: true },
  ],
  fields: { hours: { help: '1 学时为 45 分钟，按 0.5 计' }, remark: { span: 2 } },
  texts: { approve: '认定后计入本期学时。', reject: '不认定的记录保留在台账中，可以重新申报。', revoke: '撤销后不再计入，记录保留在台账中。' },
  toolbar: ({ reload }) =>
    session().has('course:hours:grant') ? (
      <Suspense fallback={null}>
        <GrantButtons reload={reload} />
      </Suspense>
    ) : null,
})
