import { certificate, certificateStatus } from '@assoc/contract/meeting/certificate'
import { resourcePage } from '@assoc/ui'
import { lazy, Suspense } from 'react'

const DownloadDialog = lazy(() => import('./downloads').then((m) => ({ default: m.DownloadDialog })))
const DownloadChosen = lazy(() => import('./downloads').then((m) => ({ default: m.DownloadChosen })))

/** Certificates of hours. */
export default resourcePage({
  name: 'meeting/CertificateList',
  title: '学时证明',
  resource: certificate,
  keywordHint: '证明编号或内容',
  columns: [
    { field: 'certNo', width: 130 },
    { field: 'learnerName', width: 100 },
    { field: 'companyName', width: 180 },
    { field: 'certificateSource', width: 90 },
    { field: 'title', width: 250 },
    { field: 'certYear', width: 75 },
    { field: 'hours', width: 75 },
    { field: 'certificateStatus', width: 90, title: '状态', tag: certificateStatus },
    { field: 'createTime', width: 155, sortable: true },
    { field: 'checkCode', width: 120, hidden: true },
    { field: 'revokeReason', width: 160, hidden: true },
  ],
  fields: { certYear: { help: '按该年度已认定的学时合计；课程证明在学习记录中发放' } },
  texts: { revoke: '撤销后查验页显示已撤销，课程证明可以重新发放。' },
  actions: (row, tools) => (row.certificateStatus === 'issued' ? [{ key: 'download', label: '下载', onClick: () => tools.show('download', row) }] : []),
  dialogs: { download: DownloadDialog },
  toolbar: ({ list }) => (
    <Suspense fallback={null}>
      <DownloadChosen list={list} />
    </Suspense>
  ),
})
