import { ApiError } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Alert, AppModal, Form, Input } from '@assoc/ui'
import { useState } from 'react'

interface Proof {
  passWord: string
  code: string
}

interface FactorProofProps {
  title: string
  text: string
  okText: string
  danger?: boolean
  /** A recovery code does as well. */
  recovery?: boolean
  send: (proof: Proof) => Promise<void>
  onClose: () => void
}

/** Asks for password and code once more before something of the second factor is changed. */
export function FactorProof({ title, text, okText, danger, recovery, send, onClose }: FactorProofProps) {
  const [form] = Form.useForm<Proof>()
  const [busy, setBusy] = useState(false)
  const label = recovery ? '动态码或恢复码' : '动态码'
  const submit = async () => {
    const { passWord = '', code = '' } = form.getFieldsValue(true) as Partial<Proof>
    form.setFields([
      { name: 'passWord', errors: passWord ? [] : ['请填写当前密码'] },
      { name: 'code', errors: code.trim() ? [] : [`请填写${label}`] },
    ])
    if (!passWord || !code.trim()) return
    setBusy(true)
    try {
      await send({ passWord, code })
    } catch (error) {
      if (!(error instanceof ApiError)) return toasts.error('网络连接失败，请重试')
      form.setFields(error.fields.map((f) => ({ name: f.path as keyof Proof, errors: [f.message] })))
    } finally {
      setBusy(false)
    }
  }
  return (
    <AppModal open title={title} okText={okText} cancelText="取消" okButtonProps={{ danger: Boolean(danger), loading: busy }} onOk={() => void submit()} onCancel={onClose}>
      <Alert type="warning" showIcon title={text} style={{ marginBottom: 16 }} />
      <Form form={form} layout="vertical" onFinish={() => void submit()}>
        <Form.Item name="passWord" label="当前密码" required>
          <Input.Password autoComplete="current-password" maxLength={256} autoFocus />
        </Form.Item>
        <Form.Item name="code" label={label} required extra={recovery ? '动态码为 6 位数字，恢复码形如 ABCDE-23456' : '验证器应用当前显示的 6 位数字'}>
          <Input autoComplete="one-time-code" maxLength={20} inputMode={recovery ? 'text' : 'numeric'} />
        </Form.Item>
        <button type="submit" hidden aria-label={okText} />
      </Form>
    </AppModal>
  )
}
