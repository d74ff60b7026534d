import { downloadWorkFile, workStatus } from '@assoc/contract/platform/work'
import { ownWork } from '@assoc/contract/rbac/work'
import { ApiError, download, saveAs } from '@assoc/http'
import { toasts } from '@assoc/session'
import { resourcePage } from '@assoc/ui'
import { FileState, Progress } from './cells'

async function fetchFile(workId: string): Promise<void> {
  try {
    const file = await download(downloadWorkFile, { workId })
    saveAs(file.blob, file.fileName)
  } catch (error) {
    if (!(error instanceof ApiError)) toasts.error('文件没有下载成功，请检查网络后重试')
  }
}

/** The person's own exports and imports: progress, the file while it is kept, taking back, doing again. */
export default resourcePage({
  name: 'rbac/ExportJob',
  title: '导出任务',
  resource: ownWork,
  keywordHint: '例如 导出公司',
  columns: [
    { field: 'title', width: 140 },
    { field: 'workStatus', width: 110, tag: workStatus },
    { field: 'doneRows', title: '进度', width: 190, align: 'left', render: (row) => <Progress row={row} />, text: (row) => `${row.doneRows}/${row.totalRows}` },
    { field: 'createTime', width: 155, sortable: true },
    { field: 'finishTime', width: 155 },
    { field: 'expireTime', title: '文件', width: 230, render: (row) => <FileState row={row} />, text: (row) => row.fileName ?? '' },
  ],
  actions: (row, { reload }) => (row.abilities.includes('download') ? [{ key: 'download', label: '下载', onClick: () => void fetchFile(row.workId).then(reload) }] : []),
  texts: { cancel: '已处理的部分不会保留。需要时可以重新导出。', retry: '任务将重新排队，从头开始处理。' },
  emptyText: '超过 5,000 行的导出会转到这里，在后台完成后可在保留期内下载。',
})
