import { exportAnswerContent, exportEncoding, exportFormat, exportPersonal, exportValues } from '@assoc/contract/form/answer'
import type { formRound } from '@assoc/contract/form/round'
import { session } from '@assoc/session'
import { AppModal, Form, Input, Radio, Typography, useExport, type PageDialog, type RowOfResource } from '@assoc/ui'
import { useState } from 'react'

type Format = keyof typeof exportFormat.labels
const choices = <K extends string>(labels: Record<K, string>) => (Object.keys(labels) as K[]).map((value) => ({ value, label: labels[value] }))

/** What the person is told of a format before choosing it. */
const ABOUT: Record<Format, string> = {
  xlsx: '一份填报一行，表格题各占一张工作表，多选题每个选项一列。',
  csv: '一份填报一行；有表格题时为压缩包，每个表格题一个文件。',
  spss: '压缩包内含数据文件和语法文件，在 SPSS 或 PSPP 中运行语法即可读入。',
  docx: '压缩包，每份填报一个 Word 文件，版式与页面一致。',
  pdf: '压缩包，每份填报一个 PDF 文件，版式与页面一致。',
}

/** How the answers of a round leave. */
export function ExportAnswers({ row, onClose }: PageDialog<RowOfResource<typeof formRound>>) {
  const { busy, progress, run, asked, drop } = useExport(exportAnswerContent)
  const [format, setFormat] = useState<Format>('xlsx')
  const [encoding, setEncoding] = useState<keyof typeof exportEncoding.labels>('utf8')
  const [values, setValues] = useState<keyof typeof exportValues.labels>('labels')
  const [personal, setPersonal] = useState<keyof typeof exportPersonal.labels>('masked')
  const [reason, setReason] = useState('')
  const isPaper = format === 'docx' || format === 'pdf'
  const inCodes = format === 'spss' || isPaper
  const mayOpen = session().has('pi:plain:view')
  const go = () => {
    drop()
    return run({ roundId: row.roundId, format, ...(format === 'csv' ? { encoding } : {}), ...(inCodes ? {} : { values }), personal, ...(reason.trim() ? { reason: reason.trim() } : {}) })
  }
  return (
    <AppModal open title={`导出填报：${row.roundName}`} okText={progress === null ? '导出' : `导出中 ${progress}%`} confirmLoading={busy} onCancel={onClose} onOk={() => void go()} width={560}>
      <Form layout="vertical" component="div">
        <Form.Item label="文件格式" extra={ABOUT[format]}>
          <Radio.Group aria-label="文件格式" value={format} options={choices(exportFormat.labels)} onChange={(event) => setFormat(event.target.value as Format)} />
        </Form.Item>
        {format === 'csv' ? (
          <Form.Item label="编码">
            <Radio.Group aria-label="编码" value={encoding} options={choices(exportEncoding.labels)} onChange={(event) => setEncoding(event.target.value as typeof encoding)} />
          </Form.Item>
        ) : null}
        {inCodes ? null : (
          <Form.Item label="选择题内容">
            <Radio.Group aria-label="选择题内容" value={values} options={choices(exportValues.labels)} onChange={(event) => setValues(event.target.value as typeof values)} />
          </Form.Item>
        )}
        {mayOpen ? (
          <Form.Item label="个人信息">
            <Radio.Group aria-label="个人信息" value={personal} options={choices(exportPersonal.labels)} onChange={(event) => setPersonal(event.target.value as typeof personal)} />
          </Form.Item>
        ) : null}
        {personal === 'plain' ? (
          <Form.Item label="导出原因" required htmlFor="export-reason" {...(asked ? { validateStatus: 'error' as const, help: asked.text } : {})}>
            <Input id="export-reason" maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />
          </Form.Item>
        ) : null}
      </Form>
      <Typography.Text type="secondary">导出已提交和已认证的填报。份数较多时在后台生成，完成后通知您。</Typography.Text>
    </AppModal>
  )
}
