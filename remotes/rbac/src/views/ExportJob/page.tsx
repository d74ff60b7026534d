import type { ResponseOf } from '@assoc/contract'
import { downloadWorkFile, workStatus } from '@assoc/contract/platform/work'
import { cancelWork, ownWorkRow, retryWork, selectWorkByPage } from '@assoc/contract/rbac/work'
import { ApiError, api, dateFormat, download, saveAs } from '@assoc/http'
import { tellLost, toasts } from '@assoc/session'
import { ListPage, ReasonDialog, RowActions, theme, Typography, useResourceList, useTab, type Column } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'

type Row = ResponseOf<typeof selectWorkByPage>['items'][number]

const REFRESH_MS = 2_000
const isOpen = (row: Row) => row.workStatus === 'queued' || row.workStatus === 'running'

const COLUMNS: Column<Row>[] = [
  { field: 'title', width: 140 },
  { field: 'workStatus', width: 110, tag: workStatus },
  { field: 'doneRows', title: '进度', width: 190, align: 'left', render: (row) => <Progress row={row} />, text: (row) => `${row.doneRows}/${row.totalRows}` },
  { field: 'createTime', width: 155, sortable: true },
  { field: 'finishTime', width: 155 },
  { field: 'expireTime', title: '文件', width: 230, render: (row) => <FileState row={row} />, text: (row) => row.fileName ?? '' },
]

/** The person's own exports: progress, the file while it is kept, taking back, doing again. */
function ExportJob() {
  const [cancelling, setCancelling] = useState<Row | null>(null)
  const { visible } = useTab()
  const list = useResourceList({
    call: selectWorkByPage,
    idOf: (row) => row.workId,
    filters: ['keyword', 'workStatus', 'createTimeFrom', 'createTimeTo'],
    sortable: ['createTime'],
  })
  const { store } = list
  const waiting = visible && store.rows.some(isOpen)
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => {
      if (!document.hidden && !store.loading) void store.load()
    }, REFRESH_MS)
    return () => clearInterval(timer)
  }, [waiting, store])

  const fetchFile = async ({ workId }: Row) => {
    try {
      const file = await download(downloadWorkFile, { workId })
      saveAs(file.blob, file.fileName)
    } catch (error) {
      if (!(error instanceof ApiError)) toasts.error('文件没有下载成功，请检查网络后重试')
      void list.reload()
    }
  }
  const retry = async ({ workId }: Row) => {
    try {
      await api(retryWork, { workId })
      toasts.success('已重新排队')
    } catch (error) {
      tellLost(error)
    } finally {
      void list.reload()
    }
  }
  const cancel = async ({ workId }: Row) => {
    try {
      await api(cancelWork, { workId })
      toasts.success('任务已取消')
    } finally {
      void list.reload()
    }
  }
  return (
    <>
      <ListPage
        name="rbac/ExportJob"
        title="导出任务"
        list={list}
        row={ownWorkRow}
        columns={COLUMNS}
        search={[
          { kind: 'text', name: 'keyword', label: '任务', placeholder: '例如 导出公司' },
          { kind: 'select', name: 'workStatus', label: '状态', options: workStatus.options },
          { kind: 'dates', name: 'createTimeFrom', to: 'createTimeTo', label: '提交时间' },
        ]}
        emptyAction={<Typography.Text type="secondary">超过 5,000 行的导出会转到这里，在后台完成后可在保留期内下载。</Typography.Text>}
        rowActions={(row) => (
          <RowActions
            actions={[
              ...(row.abilities.includes('download') ? [{ key: 'download', label: '下载', onClick: () => void fetchFile(row) }] : []),
              ...(row.abilities.includes('retry') ? [{ key: 'retry', label: '重试', onClick: () => void retry(row) }] : []),
              ...(row.abilities.includes('cancel') ? [{ key: 'cancel', label: '取消', danger: true, onClick: () => setCancelling(row) }] : []),
            ]}
          />
        )}
        actionsWidth={100}
      />
      {cancelling ? (
        <ReasonDialog
          title={`取消任务：${cancelling.title}`}
          text="已处理的部分不会保留。需要时可以重新导出。"
          confirmText="取消任务"
          reason="none"
          danger
          onConfirm={() => cancel(cancelling)}
          onClose={() => setCancelling(null)}
        />
      ) : null}
    </>
  )
}

const count = (n: number) => n.toLocaleString('zh-CN')

function Progress({ row }: { row: Row }) {
  const { token } = theme.useToken()
  if (row.workStatus === 'running' && row.totalRows > 0) {
    return (
      <label>
        <progress value={row.doneRows} max={row.totalRows} aria-label="进度" style={{ width: 70, accentColor: token.colorPrimary, verticalAlign: 'middle' }} /> {count(row.doneRows)} / {count(row.totalRows)}
      </label>
    )
  }
  return <>{row.workStatus === 'queued' ? `共 ${count(row.totalRows)} 行` : `${count(row.doneRows)} / ${count(row.totalRows)} 行`}</>
}

function FileState({ row }: { row: Row }) {
  if (row.workStatus === 'done') return <span title={row.fileName ?? ''}>{row.expireTime ? `保留至 ${dateFormat(row.expireTime, 'YYYY-MM-DD HH:mm')}` : '—'}</span>
  if (row.workStatus === 'expired') return <Typography.Text type="secondary">文件已过期，请重新导出</Typography.Text>
  if (row.workStatus === 'failed') return <Typography.Text type="danger">{row.errorMessage ?? '导出没有成功'}</Typography.Text>
  return <>—</>
}

export default observer(ExportJob)
