import type { ResponseOf } from '@assoc/contract'
import type { formRound } from '@assoc/contract/form/round'
import { returnMode, returnResult, RETURNS, selectFormReturns, uploadFormReturns } from '@assoc/contract/form/returns'
import { downloadWorkFile, selectWork } from '@assoc/contract/platform/work'
import { api, ApiError, download, newKey, saveAs, upload } from '@assoc/http'
import { Alert, AppModal, Button, Flex, Progress, Radio, StatusTag, Table, Typography, Upload, type PageDialog, type RowOfResource } from '@assoc/ui'
import { useEffect, useRef, useState } from 'react'

type Files = ResponseOf<typeof selectFormReturns>['files']
const POLL_MS = 1000

/** Workbooks that came back by mail, as one zip: what became of each. */
export function Returns({ row, onClose, onDone }: PageDialog<RowOfResource<typeof formRound>>) {
  const [mode, setMode] = useState<keyof typeof returnMode.labels>('draft')
  const [workId, setWorkId] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const key = useRef(newKey())
  const { percent, files, failed } = useReturns(workId)
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setRefusal(null)
    try {
      await work()
    } catch (error) {
      setRefusal(error instanceof ApiError ? (error.fields[0]?.message ?? error.message) : '网络连接失败，请重试')
    } finally {
      setBusy(false)
    }
  }
  const send = (file: File) =>
    attempt(async () => {
      key.current = newKey()
      setWorkId((await upload(uploadFormReturns, { roundId: row.roundId, mode }, file, file.name, { idempotencyKey: key.current })).workId)
    })
  const fetchList = () =>
    attempt(async () => {
      if (!workId) return
      const { blob, fileName } = await download(downloadWorkFile, { workId })
      saveAs(blob, fileName)
    })
  const close = () => (files ? onDone('离线填报表已处理') : onClose())
  return (
    <AppModal
      open
      width={880}
      title={`上传离线填报表：${row.roundName}`}
      onCancel={close}
      footer={
        <Flex gap={8} justify="flex-end">
          {files ? (
            <Button loading={busy} onClick={() => void fetchList()}>
              下载处理结果
            </Button>
          ) : null}
          <Button onClick={close}>关闭</Button>
        </Flex>
      }
    >
      <Flex vertical gap={12}>
        {workId === null ? (
          <>
            <Radio.Group value={mode} onChange={(event) => setMode(event.target.value as typeof mode)} options={Object.entries(returnMode.labels).map(([value, label]) => ({ value, label }))} />
            <Flex gap={8} align="center" wrap>
              <Upload accept=".zip" showUploadList={false} beforeUpload={(file) => (void send(file), false)}>
                <Button type="primary" loading={busy}>
                  选择压缩包
                </Button>
              </Upload>
              <Typography.Text type="secondary">
                .zip，最多 {RETURNS.files} 个文件、{RETURNS.megabytes} MB。代为提交的人不能认证这些填报。
              </Typography.Text>
            </Flex>
          </>
        ) : files ? (
          <Results files={files} />
        ) : (
          <Progress percent={percent} />
        )}
        {refusal ?? failed ? <Alert type="error" showIcon title={refusal ?? failed} /> : null}
        {workId !== null && !files ? <Typography.Text type="secondary">可以关闭此窗口，处理完成后会有通知。</Typography.Text> : null}
      </Flex>
    </AppModal>
  )
}

/** How far a work has come, and what it came to. */
function useReturns(workId: string | null): { percent: number; files: Files | null; failed: string | null } {
  const [percent, setPercent] = useState(0)
  const [files, setFiles] = useState<Files | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  useEffect(() => {
    if (workId === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let open = true
    const ask = async (): Promise<void> => {
      try {
        const work = await api(selectWork, { workId })
        if (!open) return
        if (work.workStatus === 'done') return setFiles((await api(selectFormReturns, { workId })).files)
        setFailed(work.workStatus === 'failed' ? (work.errorMessage ?? '处理没有成功') : null)
        if (work.workStatus === 'cancelled') return setFailed('已停止')
        setPercent(work.totalRows > 0 ? Math.floor((work.doneRows / work.totalRows) * 100) : 0)
      } catch {
        if (open) setFailed('网络连接失败，正在重试')
      }
      if (open) timer = setTimeout(() => void ask(), POLL_MS)
    }
    void ask()
    return () => {
      open = false
      clearTimeout(timer)
    }
  }, [workId])
  return { percent, files, failed }
}

function Results({ files }: { files: Files }) {
  const count = (result: Files[number]['result']) => files.filter((file) => file.result === result).length
  return (
    <>
      <Typography.Text>
        共 {files.length} 个文件：已采用 {count('taken')}，存疑 {count('doubtful')}，未采用 {count('refused')}
      </Typography.Text>
      <Table
        size="small"
        rowKey={(_file, i) => String(i)}
        dataSource={files}
        pagination={files.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
        scroll={{ x: 640, y: 360 }}
        columns={[
          { title: '文件', dataIndex: 'fileName', width: 200 },
          { title: '填报对象', render: (_v, { respondentName }) => respondentName ?? '', width: 120 },
          { title: '结果', render: (_v, { result }) => <StatusTag of={returnResult} value={result} />, width: 90 },
          { title: '采用处数', dataIndex: 'changes', width: 84, align: 'right' },
          { title: '原因', render: (_v, { reason }) => reason ?? '' },
        ]}
      />
    </>
  )
}
