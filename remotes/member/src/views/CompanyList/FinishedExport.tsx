import { downloadWorkFile, selectWork } from '@assoc/contract/platform/work'
import { download, saveAs } from '@assoc/http'
import { useLocation, useNavigate } from '@assoc/router'
import { tellLost } from '@assoc/session'
import { Alert, Button, DownloadOutlined, useAnswer } from '@assoc/ui'
import { useState } from 'react'

/** The file of a large export that the notice leads to: `work` in the address names it. */
export function FinishedExport() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const named = new URLSearchParams(search).get('work')
  const workId = named && /^\d{1,18}$/.test(named) ? named : null
  const { data } = useAnswer(selectWork, workId ? { workId } : null)
  const [busy, setBusy] = useState(false)
  if (!workId || !data) return null
  const fetchFile = async () => {
    setBusy(true)
    try {
      const file = await download(downloadWorkFile, { workId })
      saveAs(file.blob, file.fileName)
    } catch (error) {
      tellLost(error)
    } finally {
      setBusy(false)
    }
  }
  const leave = () => {
    const params = new URLSearchParams(search)
    params.delete('work')
    navigate({ pathname, search: params.size > 0 ? `?${params}` : '' }, { replace: true })
  }
  const ready = data.workStatus === 'done'
  return (
    <Alert
      type={ready ? 'success' : 'warning'}
      showIcon
      closable={{ onClose: leave }}
      title={
        ready
          ? `${data.title}已完成，共 ${data.totalRows.toLocaleString('zh-CN')} 行`
          : `${data.title}的文件不能下载：${data.errorMessage ?? '已过期，请重新导出'}`
      }
      action={
        ready ? (
          <Button size="small" icon={<DownloadOutlined />} loading={busy} onClick={() => void fetchFile()}>
            下载文件
          </Button>
        ) : null
      }
    />
  )
}
