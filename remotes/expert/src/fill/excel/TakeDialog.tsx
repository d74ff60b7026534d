import type { ResponseOf } from '@assoc/contract'
import { pathOf } from '@assoc/contract/form/engine/answers'
import { readFormWorkbook } from '@assoc/contract/form/offline'
import { ApiError, upload } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Alert, AppModal, Button, Checkbox, Flex, Table, Tag, Typography, Upload } from '@assoc/ui'
import { useState } from 'react'
import type { OfflineProps } from './OfflineButtons'

type Read = ResponseOf<typeof readFormWorkbook>
type Difference = Read['differences'][number]

/** What a workbook that was filled in says otherwise than the form, and which of it is taken. */
export function TakeDialog({ taskId, sheet, saver, onClose }: OfflineProps & { onClose: () => void }) {
  const [read, setRead] = useState<Read | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [name, setName] = useState('')
  const open = async (file: File) => {
    setBusy(true)
    setRefusal(null)
    setRead(null)
    setName(file.name)
    try {
      await saver.save()
      const found = await upload(readFormWorkbook, { taskId }, file, file.name)
      setRead(found)
      // What somebody has changed in the meantime, or what is wrong, is only taken by those who say so.
      const wrong = new Set(found.faults.map(({ path }) => path))
      setChosen(new Set(found.differences.filter(({ changed, path }) => !changed && !wrong.has(path)).map(({ path }) => path)))
    } catch (error) {
      setRefusal(error instanceof ApiError ? (error.fields[0]?.message ?? error.message) : '网络连接失败，请重试')
    } finally {
      setBusy(false)
    }
  }
  const take = async () => {
    setBusy(true)
    const taken = read?.differences.filter(({ path }) => (isRow(path) ? [...chosen].some((one) => one.startsWith(`${path}/`)) : chosen.has(path))) ?? []
    for (const { path: text, found } of taken) {
      const path = pathOf(text)
      if (path) sheet.set(path, found)
    }
    await saver.save()
    setBusy(false)
    if (saver.collisions.length > 0) toasts.show('info', '有同事同时修改了答案，请选择保留哪一个')
    else toasts.success(`已采用 ${cellsOf(taken).length} 处填写`)
    onClose()
  }
  const rows = read ? cellsOf(read.differences) : []
  const count = rows.filter(({ path }) => chosen.has(path)).length
  const mark = (path: string, on: boolean) => setChosen((old) => new Set(on ? [...old, path] : [...old].filter((one) => one !== path)))
  return (
    <AppModal
      open
      width={880}
      title="上传离线填写的 Excel"
      onCancel={onClose}
      okText={count > 0 ? `采用 ${count} 处` : '采用'}
      cancelText="取消"
      confirmLoading={busy && read !== null}
      okButtonProps={{ disabled: count === 0 }}
      onOk={() => void take()}
    >
      <Flex vertical gap={12}>
        <Flex gap={8} align="center" wrap>
          <Upload accept=".xlsx" showUploadList={false} beforeUpload={(file) => (void open(file), false)}>
            <Button loading={busy && read === null} type={read ? 'default' : 'primary'} autoFocus>
              {read ? '重新选择文件' : '选择填写好的文件'}
            </Button>
          </Upload>
          <Typography.Text type="secondary">{name || '请上传由此处下载的填报表'}</Typography.Text>
        </Flex>
        {refusal ? <Alert type="error" showIcon title={refusal} /> : null}
        {read && read.faults.length > 0 ? <Faults faults={read.faults} /> : null}
        {read && rows.length === 0 ? <Alert type="info" showIcon title="文件内容与现有填报一致" /> : null}
        {rows.length > 0 ? (
          <Table<Difference>
            size="small"
            rowKey="path"
            dataSource={rows}
            pagination={rows.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
            scroll={{ x: 320, y: 360 }}
            columns={[
              { title: '采用', width: 56, render: (_v, { path, label }) => <Checkbox aria-label={`采用 ${label}`} checked={chosen.has(path)} onChange={(event) => mark(path, event.target.checked)} /> },
              { title: '单元格', dataIndex: 'cell', width: 72, responsive: ['sm'] },
              { title: '题目', dataIndex: 'label' },
              { title: '现有', render: (_v, { now, changed }) => (changed ? <Flex vertical align="start"><span>{now || '未填写'}</span><Tag color="warning">下载后已修改</Tag></Flex> : now || '未填写') },
              { title: '文件中', render: (_v, { shown }) => shown || '清空' },
            ]}
          />
        ) : null}
      </Flex>
    </AppModal>
  )
}

/** Differences that people look at: that a row is new is seen by its cells, and goes along with them. */
const cellsOf = (differences: readonly Difference[]): Difference[] => differences.filter(({ path }) => !isRow(path))
const isRow = (path: string): boolean => path.split('/').length === 2

function Faults({ faults }: { faults: Read['faults'] }) {
  return (
    <Alert
      type="warning"
      showIcon
      title={`${faults.length} 处填写有问题`}
      description={
        <ul style={{ margin: 0, paddingInlineStart: 18, maxHeight: 140, overflow: 'auto' }}>
          {faults.map(({ cell, path, message }, i) => (
            <li key={`${i} ${path}`}>
              {cell ? <strong>{cell} </strong> : null}
              {message}
            </li>
          ))}
        </ul>
      }
    />
  )
}
