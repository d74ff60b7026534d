import type { ownWork } from '@assoc/contract/rbac/work'
import { dateFormat } from '@assoc/http'
import { theme, Typography, type RowOfResource } from '@assoc/ui'

type Row = RowOfResource<typeof ownWork>

const count = (n: number) => n.toLocaleString('zh-CN')

/** How far work is. */
export function Progress({ row }: { row: Row }) {
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

/** What became of the file that work makes. */
export function FileState({ row }: { row: Row }) {
  if (row.workStatus === 'done') return <span title={row.fileName ?? ''}>{row.expireTime ? `保留至 ${dateFormat(row.expireTime, 'YYYY-MM-DD HH:mm')}` : '—'}</span>
  if (row.workStatus === 'expired') return <Typography.Text type="secondary">文件已过期，请重新导出</Typography.Text>
  if (row.workStatus === 'failed') return <Typography.Text type="danger">{row.errorMessage ?? '导出没有成功'}</Typography.Text>
  return <>—</>
}
