import { CODE, type RequestOf, type ResponseOf } from '@assoc/contract'
import { downloadStatementTemplate, importStatement, readStatementColumns } from '@assoc/contract/fee/bank'
import { type confirmBatch, selectOpenBatches } from '@assoc/contract/fee/bank-statement'
import { ApiError, dateFormat, download, newKey, saveAs, upload } from '@assoc/http'
import { Alert, AppDrawer, Button, DownloadOutlined, Flex, Progress, Typography, UploadDragger, UploadOutlined, useAnswer, type Mapping } from '@assoc/ui'
import { lazy, Suspense, useRef, useState } from 'react'
import { Outcome } from './Outcome'

const Columns = lazy(() => import('./Columns'))
const Preview = lazy(() => import('./Preview'))
// Long statements are seldom.
const Reading = lazy(async () => ({ default: (await import('./Reading')).Reading }))

type Unknown = { file: File; columns: ResponseOf<typeof readStatementColumns> }
type Result = ResponseOf<typeof confirmBatch>

/** Reads a statement in three steps: choose the file, look at what it would do, see what came of it. */
export function Import({ onClose }: { onClose: (booked: boolean) => void }) {
  const [batchId, setBatchId] = useState<string | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const close = () => onClose(result !== null)
  const again = () => {
    setBatchId(null)
    setResult(null)
  }
  return (
    <AppDrawer
      open
      title="导入银行流水"
      size={batchId && !result ? 1080 : 640}
      onClose={close}
      footer={
        <Flex gap={8} justify="flex-end">
          {result ? <Button onClick={again}>继续导入</Button> : null}
          <Button type={result ? 'primary' : 'default'} onClick={close}>
            {result ? '完成' : batchId ? '稍后再确认' : '取消'}
          </Button>
        </Flex>
      }
    >
      <Suspense fallback={null}>
        {result ? (
          <Flex vertical gap={16}>{result.workId ? <Reading workId={result.workId} /> : <Outcome result={result} />}</Flex>
        ) : batchId ? (
          <Preview batchId={batchId} onConfirmed={setResult} onLeave={again} />
        ) : (
          <Choose onRead={setBatchId} />
        )}
      </Suspense>
    </AppDrawer>
  )
}

/** The file, or one that was read before and not confirmed. */
function Choose({ onRead }: { onRead: (batchId: string) => void }) {
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const key = useRef(newKey())
  const { data: open } = useAnswer(selectOpenBatches, {})
  const [unknown, setUnknown] = useState<Unknown | null>(null)
  const send = async (file: File, mapped?: { mapping: Mapping; account: string | null }) => {
    setProgress(0)
    setError(null)
    try {
      const { batchId } = await upload(importStatement, (mapped ? { mapping: mapped.mapping, ...(mapped.account ? { account: mapped.account } : {}) } : {}) as RequestOf<typeof importStatement>, file, file.name, { idempotencyKey: key.current, quiet: [CODE.input, CODE.tooMany], onProgress: (sent, all) => setProgress(Math.round((sent / Math.max(1, all)) * 100)) })
      onRead(batchId)
    } catch (caught) {
      if (!mapped && caught instanceof ApiError && caught.fields[0]?.path === 'layout' && (await columnsOf(file))) return
      setError(caught instanceof ApiError ? (caught.fields[0]?.message ?? caught.message) : '网络连接失败，请重新选择文件；尚未入账')
    } finally {
      // Another file is another action; the same one adds nothing a second time.
      key.current = newKey()
      setProgress(null)
    }
  }
  /** Where the layout is not known somebody says which column is what; false where the file has no titles at all. */
  const columnsOf = async (file: File): Promise<boolean> => {
    try {
      setUnknown({ file, columns: await upload(readStatementColumns, {}, file, file.name, { quiet: [CODE.input] }) })
      return true
    } catch {
      return false
    }
  }
  const template = async () => {
    const { blob, fileName } = await download(downloadStatementTemplate, {})
    saveAs(blob, fileName)
  }
  if (unknown) {
    return <Columns fileName={unknown.file.name} columns={unknown.columns} busy={progress !== null} error={error} onMap={(mapping, account) => void send(unknown.file, { mapping, account })} onLeave={() => (setUnknown(null), setError(null))} />
  }
  return (
    <Flex vertical gap={16}>
      {error ? <Alert type="error" showIcon title={error} /> : null}
      <UploadDragger
        accept=".xlsx,.xls,.csv,.txt,.tsv"
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
          <Typography.Text strong>{progress === null ? '点击选择，或把文件拖到这里' : progress < 100 ? '正在上传' : '正在读取'}</Typography.Text>
          {progress === null ? <Typography.Text type="secondary">网银下载的流水（xlsx、xls 或 csv；识别工行、建行、农行、中行、招行、农信的表头，其他表头上传后指定各列；支出不导入），最多 10,000 行</Typography.Text> : <Progress percent={progress} size="small" style={{ width: 280 }} aria-label="上传进度" />}
        </Flex>
      </UploadDragger>
      <Flex align="center" justify="space-between" gap={12} wrap>
        <Typography.Text type="secondary">上传后先预览，确认后才入账。付款户名与一个会员的公司全称完全一致时拟核销会费，其余转入待认领款项；附言提到培训、会议等而未提会费的也转入待认领。同一账号的同一流水号只入账一次。</Typography.Text>
        <Button icon={<DownloadOutlined />} onClick={() => void template()}>
          下载模板
        </Button>
      </Flex>
      {open && open.length > 0 ? (
        <section aria-label="未确认的文件">
          <Typography.Text strong>未确认的文件</Typography.Text>
          {open.map((b) => (
            <Flex key={b.batchId} align="center" justify="space-between" gap={12}>
              <Typography.Text ellipsis>
                {b.fileName}（{b.total.toLocaleString('zh-CN')} 行，{dateFormat(b.createTime, 'YYYY-MM-DD HH:mm')} 上传）
              </Typography.Text>
              <Button type="link" onClick={() => onRead(b.batchId)}>
                继续
              </Button>
            </Flex>
          ))}
        </section>
      ) : null}
    </Flex>
  )
}
