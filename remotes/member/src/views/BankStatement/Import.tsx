import { CODE, type ResponseOf } from '@assoc/contract'
import { downloadStatementTemplate, importStatement } from '@assoc/contract/member/bank'
import { ApiError, download, newKey, saveAs, upload } from '@assoc/http'
import { Alert, AppDrawer, Button, DownloadOutlined, Flex, Typography, UploadOutlined } from '@assoc/ui'
import { Progress, UploadDragger } from '@assoc/ui/data'
import { lazy, Suspense, useRef, useState } from 'react'
import { Outcome } from './Outcome'

// Long statements are seldom.
const Reading = lazy(async () => ({ default: (await import('./Reading')).Reading }))

type Result = ResponseOf<typeof importStatement>

/** Reads a statement: choose the file, then what came of it. */
export function Import({ onClose }: { onClose: (read: boolean) => void }) {
  const [result, setResult] = useState<Result | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const key = useRef(newKey())
  const send = async (file: File) => {
    setProgress(0)
    setError(null)
    try {
      setResult(await upload(importStatement, {}, file, file.name, { idempotencyKey: key.current, quiet: [CODE.input], onProgress: (sent, all) => setProgress(Math.round((sent / Math.max(1, all)) * 100)) }))
    } catch (caught) {
      setError(caught instanceof ApiError ? (caught.fields[0]?.message ?? caught.message) : '网络连接失败，请重新选择文件；已读过的流水不会重复')
    } finally {
      // Another file is another deed; the same one adds nothing a second time.
      key.current = newKey()
      setProgress(null)
    }
  }
  const template = async () => {
    const { blob, fileName } = await download(downloadStatementTemplate, {})
    saveAs(blob, fileName)
  }
  return (
    <AppDrawer
      open
      title="导入银行流水"
      size={640}
      onClose={() => onClose(result !== null)}
      footer={
        <Flex gap={8} justify="flex-end">
          {result ? <Button onClick={() => setResult(null)}>继续导入</Button> : null}
          <Button type={result ? 'primary' : 'default'} onClick={() => onClose(result !== null)}>
            {result ? '完成' : '取消'}
          </Button>
        </Flex>
      }
    >
      <Flex vertical gap={16}>
        {error ? <Alert type="error" showIcon title={error} /> : null}
        {result ? (
          result.workId ? (
            <Suspense fallback={null}>
              <Reading workId={result.workId} />
            </Suspense>
          ) : (
            <Outcome result={result} />
          )
        ) : (
          <>
            <UploadDragger
              accept=".xlsx,.csv"
              maxCount={1}
              showUploadList={false}
              disabled={progress !== null}
              beforeUpload={(file) => {
                void send(file)
                return false
              }}
            >
              <Flex vertical align="center" gap={8} style={{ padding: '20px 0' }}>
                <UploadOutlined style={{ fontSize: 32 }} />
                <Typography.Text strong>{progress === null ? '点击选择，或把文件拖到这里' : progress < 100 ? '正在上传' : '正在入账'}</Typography.Text>
                {progress === null ? <Typography.Text type="secondary">网银下载的收款流水（xlsx 或 csv），最多 10,000 行</Typography.Text> : <Progress percent={progress} size="small" style={{ width: 280 }} aria-label="上传进度" />}
              </Flex>
            </UploadDragger>
            <Flex align="center" justify="space-between" gap={12} wrap>
              <Typography.Text type="secondary">付款户名与一个会员的公司全称完全一致时自动核销，其余转入待认领款项。同一账号的同一流水号只入账一次。</Typography.Text>
              <Button icon={<DownloadOutlined />} onClick={() => void template()}>
                下载模板
              </Button>
            </Flex>
          </>
        )}
      </Flex>
    </AppDrawer>
  )
}
