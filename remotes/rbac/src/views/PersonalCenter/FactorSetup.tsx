import { CODE, type ResponseOf } from '@assoc/contract'
import { beginSecondFactor, confirmSecondFactor } from '@assoc/contract/rbac/second-factor'
import { ApiError, api, newKey } from '@assoc/http'
import { toasts } from '@assoc/session'
import { AppModal, Flex, Form, Input, Typography } from '@assoc/ui'
import { useState } from 'react'

type Enrolment = ResponseOf<typeof beginSecondFactor>
interface Values {
  passWord?: string
  code?: string
}

/** Two steps: the password once more, then the code that proves that the authenticator has been bound. */
export function FactorSetup({ onClose, onDone }: { onClose: () => void; onDone: (recoveryCodes: string[]) => void }) {
  const [form] = Form.useForm<Values>()
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [busy, setBusy] = useState(false)

  const submit = async () => {
    const { passWord = '', code = '' } = form.getFieldsValue(true) as Values
    const [name, missing] = enrolment ? (['code', code.trim() ? '' : '请填写动态码'] as const) : (['passWord', passWord ? '' : '请填写当前密码'] as const)
    form.setFields([{ name, errors: missing ? [missing] : [] }])
    if (missing) return
    setBusy(true)
    try {
      if (enrolment) onDone((await api(confirmSecondFactor, { code }, { idempotencyKey: newKey(), quiet: [CODE.input] })).recoveryCodes)
      else setEnrolment(await api(beginSecondFactor, { passWord }, { idempotencyKey: newKey(), quiet: [CODE.input] }))
    } catch (error) {
      if (!(error instanceof ApiError)) return toasts.error('网络连接失败，请重试')
      form.setFields(error.fields.map((f) => ({ name: f.path as keyof Values, errors: [f.message] })))
    } finally {
      setBusy(false)
    }
  }

  return (
    <AppModal open title="启用二次验证" okText={enrolment ? '验证并启用' : '下一步'} cancelText="取消" okButtonProps={{ loading: busy }} onOk={() => void submit()} onCancel={onClose}>
      <Form form={form} layout="vertical" onFinish={() => void submit()}>
        {enrolment ? (
          <Flex vertical gap={12}>
            <Typography.Text>1. 用手机上的验证器应用（任何支持 TOTP 的应用）扫描二维码：</Typography.Text>
            {/* White in both themes: cameras read dark squares on a light ground. */}
            <img alt="绑定验证器的二维码" width={192} height={192} style={{ display: 'block', margin: '0 auto', borderRadius: 6, background: '#fff' }} src={`data:image/svg+xml,${encodeURIComponent(enrolment.picture)}`} />
            <Typography.Text type="secondary">
              不能扫描时，手工输入密钥：
              <Typography.Text code copyable={{ text: enrolment.secret.replaceAll(' ', ''), tooltips: ['复制密钥', '已复制'] }} data-testid="factor-secret">
                {enrolment.secret}
              </Typography.Text>
            </Typography.Text>
            <Form.Item name="code" label="2. 输入它显示的 6 位动态码" required style={{ marginBottom: 0 }}>
              <Input autoComplete="one-time-code" inputMode="numeric" maxLength={7} autoFocus />
            </Form.Item>
          </Flex>
        ) : (
          <Form.Item name="passWord" label="当前密码" required extra="为确认是您本人，请先输入登录密码">
            <Input.Password autoComplete="current-password" maxLength={256} autoFocus />
          </Form.Item>
        )}
        <button type="submit" hidden aria-label="下一步" />
      </Form>
    </AppModal>
  )
}
