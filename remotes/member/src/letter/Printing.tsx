import { downloadWorkFile, selectWork } from '@assoc/contract/platform/work'
import { download, saveAs } from '@assoc/http'
import { tellLost } from '@assoc/session'
import { Button, Flex, Progress, Typography, useAnswer } from '@assoc/ui'
import { useEffect } from 'react'

const POLL_MS = 700

/** How far a print file has come, and in the end the file. */
export function Printing({ workId, onSaved }: { workId: string; onSaved: () => void }) {
  const { data, reload } = useAnswer(selectWork, { workId })
  const going = !data || data.workStatus === 'queued' || data.workStatus === 'running'
  useEffect(() => {
    if (!going) return
    const timer = setInterval(() => void reload(), POLL_MS)
    return () => clearInterval(timer)
  }, [going, reload])
  const save = async () => {
    try {
      const { blob, fileName } = await download(downloadWorkFile, { workId })
      saveAs(blob, fileName)
      onSaved()
    } catch (error) {
      tellLost(error)
    }
  }
  const done = data?.workStatus === 'done'
  const percent = done ? 100 : data && data.totalRows > 0 ? Math.floor((data.doneRows / data.totalRows) * 100) : 0
  return (
    <Flex vertical gap={8}>
      <Progress percent={percent} status={data?.workStatus === 'failed' ? 'exception' : going ? 'active' : 'normal'} aria-label="打印文件进度" />
      <Flex align="center" justify="space-between" gap={12}>
        <Typography.Text>{going ? '正在生成打印文件，可以关闭此窗口，完成后会通知您。' : done ? '打印文件已生成。' : (data?.errorMessage ?? '已停止。')}</Typography.Text>
        {done ? (
          <Button type="primary" onClick={() => void save()}>
            下载打印文件
          </Button>
        ) : null}
      </Flex>
    </Flex>
  )
}
