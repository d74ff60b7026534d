import { CODE } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { downloadStatement } from '@assoc/contract/member/statistics'
import { ApiError, download, saveAs } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Alert, AppModal, checkForm, Form, FormFields, fromForm, toForm, type FormField } from '@assoc/ui'
import { useState } from 'react'
import type { StatementOf } from './statement'

const FIELDS: FormField[] = [
  { name: 'dateFrom', kind: 'date' },
  { name: 'dateTo', kind: 'date' },
]

/** Asks from when to when, and saves the member's account of these days as PDF. */
export default function StatementDialog({ member, onClose }: { member: StatementOf; onClose: () => void }) {
  const [form] = Form.useForm()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [initial] = useState(() => toForm(FIELDS, { dateFrom: `${today().slice(0, 4)}-01-01`, dateTo: today() }))
  const tell = (fields: readonly { path: string; message: string }[]) => form.setFields(FIELDS.map(({ name }) => ({ name, errors: fields.filter((f) => f.path === name).map((f) => f.message) })))
  const save = async () => {
    const input = { memberId: member.memberId, ...fromForm(FIELDS, form.getFieldsValue(true) as Record<string, unknown>) }
    const wrong = checkForm(downloadStatement.request, input)
    tell(wrong)
    setError(null)
    if (wrong.length > 0) return
    setBusy(true)
    try {
      const { blob, fileName } = await download(downloadStatement, input as never, { quiet: [CODE.input] })
      saveAs(blob, fileName)
      toasts.success('会费对账单已下载')
      onClose()
    } catch (caught) {
      if (caught instanceof ApiError && caught.fields.length > 0) tell(caught.fields)
      else setError(caught instanceof ApiError ? caught.message : '网络连接失败，请重试')
    } finally {
      setBusy(false)
    }
  }
  return (
    <AppModal open title={`会费对账单：${member.memberName}`} okText="下载 PDF" cancelText="取消" confirmLoading={busy} onOk={() => void save()} onCancel={onClose}>
      {error ? <Alert type="error" showIcon title={error} style={{ marginBottom: 12 }} /> : null}
      <Form form={form} layout="vertical" initialValues={initial}>
        <FormFields fields={FIELDS} schema={downloadStatement.request} />
      </Form>
    </AppModal>
  )
}
