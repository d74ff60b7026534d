import { selectWork } from '@assoc/contract/platform/work'
import { cancelWork } from '@assoc/contract/rbac/work'
import { Checkbox, Progress, Radio, Steps, Table, Upload } from 'antd'
import { IMPORT_ROWS, type AnyResource, type Call, type RequestOf, type importAnswer, type importState } from '@assoc/contract'
import { ApiError, api, download, newKey, saveAs, upload } from '@assoc/http'
import { toasts } from '@assoc/session'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { ImportMapping, type FileColumns, type Mapping } from './ImportMapping'
import { Alert, AppDrawer, Button, DownloadOutlined, Flex, Typography } from '../shell'

export interface ImportDialogProps {
  resource: AnyResource
  onClose: (changed: boolean) => void
}

type State = z.output<typeof importState>
type Answer = z.output<typeof importAnswer>
type Mode = 'all' | 'good'
/** A work that is under way for this import. */
interface Running {
  workId: string
  percent: number
}

const POLL_MS = 1000

/** Follows a work to its end; throws its reason when it failed or was stopped. */
async function follow(workId: string, onProgress: (percent: number) => void): Promise<void> {
  for (;;) {
    const work = await api(selectWork, { workId })
    if (work.workStatus === 'done') return
    if (work.workStatus === 'failed') throw new Error(work.errorMessage ?? '处理没有成功，请稍后在任务列表中重试')
    if (work.workStatus === 'cancelled') throw new Error('已停止')
    onProgress(work.totalRows > 0 ? Math.floor((work.doneRows / work.totalRows) * 100) : 0)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/**
 * Import in two steps: the file is checked, row by row and without writing, then all rows or the good ones are
 * written in one go. Bad rows come back as a file with their reasons, which can be imported again once corrected.
 */
export function ImportDialog({ resource, onClose }: ImportDialogProps) {
  const { label } = resource.definition
  const [busy, setBusy] = useState(false)
  const [state, setState] = useState<State | null>(null)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [mode, setMode] = useState<Mode>('all')
  const [confirmed, setConfirmed] = useState(false)
  const [running, setRunning] = useState<Running | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const [columns, setColumns] = useState<FileColumns | null>(null)
  const intent = useRef(newKey())
  const step = answer ? 2 : state ? 1 : 0
  const problems = answer?.problems ?? state?.problems ?? []

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setRefused(null)
    try {
      await work()
    } catch (error) {
      if (error instanceof ApiError) {
        intent.current = newKey()
        setRefused(error.fields[0]?.message ?? error.message)
      } else setRefused('网络连接失败，没有丢失任何内容，请重试')
    } finally {
      setBusy(false)
      setRunning(null)
    }
  }
  /** How the import stands once its work has ended; why that ended otherwise is told above. */
  const settled = async (importId: string, workId: string): Promise<State> => {
    const show = (percent: number) => setRunning({ workId, percent })
    show(0)
    try {
      await follow(workId, show)
    } catch (error) {
      if (error instanceof ApiError) throw error
      setRefused((error as Error).message)
    }
    return (await api(resource.importRead as Call, { importId } as RequestOf<Call>)) as State
  }
  const stop = () => running && void api(cancelWork, { workId: running.workId }).catch(() => undefined)
  const fetchFile = (call: Call | null, input: object) =>
    attempt(async () => {
      if (!call) return
      const file = await download(call, input as RequestOf<Call>)
      saveAs(file.blob, file.fileName)
    })
  const check = (given: File, mapping?: Mapping) =>
    attempt(async () => {
      if (!resource.importCheck) return
      setFile(given)
      const checked = (await upload(resource.importCheck, (mapping ? { mapping } : {}) as RequestOf<Call>, given, given.name)) as State
      intent.current = newKey()
      setColumns(null)
      const found = checked.workId ? await settled(checked.importId, checked.workId) : checked
      // A check that was stopped has found out nothing.
      if (found.importStatus !== 'checked') return
      setState(found)
      setConfirmed(false)
      setMode(found.bad === 0 ? 'all' : 'good')
    })
  const map = () =>
    attempt(async () => {
      if (!resource.importColumns || !file) return
      setColumns((await upload(resource.importColumns, {} as RequestOf<Call>, file, file.name)) as FileColumns)
      setState(null)
    })
  const restart = () => {
    setState(null)
    setColumns(null)
    setFile(null)
    setRefused(null)
  }
  const write = () =>
    attempt(async () => {
      if (!resource.importWrite || !state) return
      const written = (await api(resource.importWrite, { importId: state.importId, mode, ...(state.asks ? { confirmed } : {}) } as RequestOf<Call>, { idempotencyKey: intent.current })) as Answer
      if (!written.workId) {
        setAnswer(written)
        return void toasts.success(`已写入 ${written.written} 条${label}`)
      }
      const found = await settled(state.importId, written.workId)
      intent.current = newKey()
      setState(found)
      // Stopped or refused: what is left can be written later, nothing of it twice.
      if (found.importStatus === 'written') setAnswer({ ...written, written: found.written, problems: found.problems })
    })

  const mapping = (
    <Button size="small" disabled={busy} onClick={() => void map()}>
      手工对应各列
    </Button>
  )

  return (
    <AppDrawer
      open
      size={760}
      title={`导入${label}`}
      mask={{ closable: false }}
      onClose={() => onClose(answer !== null || (state?.written ?? 0) > 0)}
      footer={
        <Flex gap={8} justify="flex-end">
          <Button onClick={() => onClose(answer !== null)}>{answer ? '完成' : '取消'}</Button>
          {columns ? (
            <Button disabled={busy} onClick={restart}>
              重新选择文件
            </Button>
          ) : null}
          {state && !answer ? (
            <>
              <Button disabled={busy} onClick={restart}>
                重新选择文件
              </Button>
              <Button type="primary" loading={busy} disabled={state.good === state.written || (mode === 'all' && state.bad > 0) || (state.asks !== null && !confirmed)} onClick={() => void write()}>
                写入 {(mode === 'all' ? state.total : state.good) - state.written} 条
              </Button>
            </>
          ) : null}
        </Flex>
      }
    >
      <Flex vertical gap={16}>
        <Steps size="small" current={step} items={[{ title: '选择文件' }, { title: '检查结果' }, { title: '完成' }]} />
        {refused ? <Alert type="error" showIcon role="alert" title={refused} action={file && !state && !columns ? mapping : null} /> : null}
        {running ? (
          <Flex gap={12} align="center">
            <Progress percent={running.percent} aria-label={state ? '写入进度' : '检查进度'} />
            <Button onClick={stop}>停止</Button>
          </Flex>
        ) : null}
        {columns && file ? (
          <ImportMapping label={label} columns={columns} busy={busy} onMap={(chosen) => void check(file, chosen)} />
        ) : !state ? (
          <>
            <Typography.Text>
              请使用模板填写，一次最多 {IMPORT_ROWS.toLocaleString('zh-CN')} 行。上传后先逐行检查，确认后才会写入。
              <Button type="link" icon={<DownloadOutlined />} onClick={() => void fetchFile(resource.importTemplate, {})}>
                下载模板
              </Button>
            </Typography.Text>
            <Upload.Dragger accept=".xlsx,.xls,.csv,.txt,.tsv" maxCount={1} showUploadList={false} disabled={busy} beforeUpload={(given) => (void check(given), false)}>
              <p style={{ margin: '24px 0' }}>{busy ? '正在检查，请稍候' : '点击选择，或把 xlsx、xls 或 csv 文件拖到这里'}</p>
            </Upload.Dragger>
          </>
        ) : (
          <Typography.Text role="status">
            {answer
              ? `已写入 ${answer.written} 条${problems.length > 0 ? `，${answer.problems.length} 条没有写入` : ''}。`
              : `${state.fileName}：共 ${state.total} 行，可写入 ${state.good} 行，有问题 ${state.bad} 行。${state.written > 0 ? `已写入 ${state.written} 行。` : ''}`}
          </Typography.Text>
        )}
        {state && !answer && state.ignored.length > 0 ? <Alert type="warning" showIcon title={`文件中的 ${state.ignored.length} 列不属于${label}，不会写入：${state.ignored.join('、')}`} action={state.written === 0 ? mapping : null} /> : null}
        {state && !answer && state.asks ? (
          <Alert
            type="warning"
            showIcon
            title={state.asks}
            description={
              <Checkbox checked={confirmed} onChange={(e) => setConfirmed(e.target.checked)}>
                已确认
              </Checkbox>
            }
          />
        ) : null}
        {state && !answer && state.bad > 0 ? (
          <Radio.Group
            value={mode}
            onChange={(e) => setMode(e.target.value as Mode)}
            options={[
              { value: 'good', label: `只写入没有问题的 ${state.good} 行`, disabled: state.good === 0 },
              { value: 'all', label: '全部没有问题才写入' },
            ]}
          />
        ) : null}
        {problems.length > 0 ? (
          <>
            <Flex justify="space-between" align="center">
              <Typography.Text strong>有问题的行</Typography.Text>
              <Button size="small" icon={<DownloadOutlined />} onClick={() => void fetchFile(resource.importErrors, { importId: state?.importId })}>
                下载有问题的行
              </Button>
            </Flex>
            <Table
              size="small"
              rowKey="row"
              dataSource={problems}
              pagination={{ pageSize: 10, hideOnSinglePage: true, size: 'small' }}
              columns={[
                { key: 'row', dataIndex: 'row', title: '行号', width: 72 },
                { key: 'name', dataIndex: 'name', title: label, width: 180, ellipsis: true },
                { key: 'messages', title: '原因', render: (_value: unknown, p: (typeof problems)[number]) => p.messages.join('；') },
              ]}
            />
          </>
        ) : null}
      </Flex>
    </AppDrawer>
  )
}
