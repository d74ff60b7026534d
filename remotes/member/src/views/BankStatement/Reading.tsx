import type { ResponseOf } from '@assoc/contract'
import { selectStatementResult } from '@assoc/contract/fee/bank'
import { downloadWorkFile, selectWork } from '@assoc/contract/platform/work'
import { cancelWork } from '@assoc/contract/rbac/work'
import { api, download, newKey, saveAs } from '@assoc/http'
import { tellLost } from '@assoc/session'
import { Button, Flex, Progress, Typography, useAnswer } from '@assoc/ui'
import { useEffect, useState } from 'react'
import { Outcome } from './Outcome'

type Work = ResponseOf<typeof selectWork>
const POLL_MS = 700

const wordsOf = (work: Work | null): string => {
  if (!work || work.workStatus === 'queued') return '正在排队…'
  if (work.workStatus === 'running') return `已处理 ${work.doneRows.toLocaleString('zh-CN')} / ${work.totalRows.toLocaleString('zh-CN')} 行。可以关闭此窗口，完成后会通知您。`
  if (work.workStatus === 'cancelled') return '已停止。停止前入账的流水保留，再次导入同一文件时不会重复。'
  return work.workStatus === 'done' ? '流水已全部读完。' : (work.errorMessage ?? '导入失败，请稍后重试。')
}

/** How far a long statement has come, with a way to stop it, and in the end what came of it. */
export function Reading({ workId }: { workId: string }) {
  const { data, reload } = useAnswer(selectWork, { workId })
  const [key] = useState(newKey)
  const [stopping, setStopping] = useState(false)
  const going = !data || data.workStatus === 'queued' || data.workStatus === 'running'
  useEffect(() => {
    if (!going) return
    const timer = setInterval(() => void reload(), POLL_MS)
    return () => clearInterval(timer)
  }, [going, reload])
  const result = useAnswer(selectStatementResult, going ? null : { workId })
  const stop = async () => {
    setStopping(true)
    try {
      await api(cancelWork, { workId }, { idempotencyKey: key })
    } catch (error) {
      // Refused where it has ended meanwhile.
      tellLost(error)
    } finally {
      setStopping(false)
      void reload()
    }
  }
  const save = async () => {
    try {
      const { blob, fileName } = await download(downloadWorkFile, { workId })
      saveAs(blob, fileName)
    } catch (error) {
      tellLost(error)
    }
  }
  const percent = data && data.totalRows > 0 ? Math.floor((data.doneRows / data.totalRows) * 100) : 0
  return (
    <Flex vertical gap={16}>
      <Progress percent={data?.workStatus === 'done' ? 100 : percent} status={data?.workStatus === 'failed' ? 'exception' : going ? 'active' : 'normal'} aria-label="导入进度" />
      <Flex align="center" justify="space-between" gap={12} wrap>
        <Typography.Text>{wordsOf(data)}</Typography.Text>
        {going ? (
          <Button loading={stopping} onClick={() => void stop()}>
            停止
          </Button>
        ) : null}
        {data?.workStatus === 'done' ? <Button onClick={() => void save()}>下载导入结果</Button> : null}
      </Flex>
      {result.data ? <Outcome result={result.data} /> : null}
    </Flex>
  )
}
