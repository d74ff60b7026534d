import { Radio, Steps, Table, Upload } from 'antd'
import type { AnyResource, Call, RequestOf, importAnswer, importState } from '@assoc/contract'
import { ApiError, api, download, newKey, saveAs, upload } from '@assoc/http'
import { toasts } from '@assoc/session'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { Alert, AppDrawer, Button, DownloadOutlined, Flex, Typography } from '../shell'

export interface ImportDialogProps {
  resource: AnyResource
  onClose: (changed: boolean) => void
}

type State = z.output<typeof importState>
type Answer = z.output<typeof importAnswer>
type Mode = 'all' | 'good'

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
    }
  }
  const fetchFile = (call: Call | null, input: object) =>
    attempt(async () => {
      if (!call) return
      const file = await download(call, input as RequestOf<Call>)
      saveAs(file.blob, file.fileName)
    })
  const check = (file: File) =>
    attempt(async () => {
      if (!resource.importCheck) return
      const checked = (await upload(resource.importCheck, {} as RequestOf<Call>, file, file.name)) as State
      intent.current = newKey()
      setState(checked)
      setMode(checked.bad === 0 ? 'all' : 'good')
    })
  const write = () =>
    attempt(async () => {
      if (!resource.importWrite || !state) return
      const written = (await api(resource.importWrite, { importId: state.importId, mode } as RequestOf<Call>, { idempotencyKey: intent.current })) as Answer
      setAnswer(written)
      toasts.success(`已写入 ${written.written} 条${label}`)
    })

  return (
    <AppDrawer
      open
      size={760}
      title={`导入${label}`}
      mask={{ closable: false }}
      onClose={() => onClose(answer !== null)}
      footer={
        <Flex gap={8} justify="flex-end">
          <Button onClick={() => onClose(answer !== null)}>{answer ? '完成' : '取消'}</Button>
          {state && !answer ? (
            <>
              <Button disabled={busy} onClick={() => setState(null)}>
                重新选择文件
              </Button>
              <Button type="primary" loading={busy} disabled={state.good === 0 || (mode === 'all' && state.bad > 0)} onClick={() => void write()}>
                写入 {mode === 'all' ? state.total : state.good} 条
              </Button>
            </>
          ) : null}
        </Flex>
      }
    >
      <Flex vertical gap={16}>
        <Steps size="small" current={step} items={[{ title: '选择文件' }, { title: '检查结果' }, { title: '完成' }]} />
        {refused ? <Alert type="error" showIcon role="alert" title={refused} /> : null}
        {!state ? (
          <>
            <Typography.Text>
              请使用模板填写，一次最多 5,000 行。上传后先逐行检查，确认后才会写入。
              <Button type="link" icon={<DownloadOutlined />} onClick={() => void fetchFile(resource.importTemplate, {})}>
                下载模板
              </Button>
            </Typography.Text>
            <Upload.Dragger accept=".xlsx" maxCount={1} showUploadList={false} disabled={busy} beforeUpload={(file) => (void check(file), false)}>
              <p style={{ margin: '24px 0' }}>{busy ? '正在检查，请稍候' : '点击选择，或把 xlsx 文件拖到这里'}</p>
            </Upload.Dragger>
          </>
        ) : (
          <Typography.Text role="status">
            {answer
              ? `已写入 ${answer.written} 条${problems.length > 0 ? `，${answer.problems.length} 条没有写入` : ''}。`
              : `${state.fileName}：共 ${state.total} 行，可写入 ${state.good} 行，有问题 ${state.bad} 行。`}
          </Typography.Text>
        )}
        {state && !answer && state.ignored.length > 0 ? <Alert type="warning" showIcon title={`文件中的 ${state.ignored.length} 列不属于${label}，不会写入：${state.ignored.join('、')}`} /> : null}
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
