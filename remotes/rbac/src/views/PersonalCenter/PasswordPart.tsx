import { selectPasswordRules } from '@assoc/contract/rbac/security'
import { updatePassWordByUserId } from '@assoc/contract/rbac/sign-in'
import { DEFAULT_PASSWORD_POLICY, passwordIsAllowed, passwordRules, type PasswordPolicy } from '@assoc/contract/rules/password'
import { ApiError, api, newKey } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Alert, Button, CheckOutlined, Flex, Form, Input, theme, useAnswer } from '@assoc/ui'
import { useRef, useState } from 'react'
import type { Center } from './page'

interface Values {
  oldPassWord?: string
  newPassWord?: string
  again?: string
}

/** Changes the own password, with the rules ticked off while it is typed. All other sessions end. */
export function PasswordPart({ center }: { center: Center }) {
  const [form] = Form.useForm<Values>()
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  const intent = useRef(newKey())
  const personal = [center.loginName, center.mobile]
  const policy = useAnswer(selectPasswordRules, {}).data ?? DEFAULT_PASSWORD_POLICY

  const submit = async () => {
    const { oldPassWord = '', newPassWord = '', again = '' } = form.getFieldsValue(true) as Values
    const errors: [keyof Values, string][] = []
    if (!oldPassWord) errors.push(['oldPassWord', '请填写原密码'])
    if (!passwordIsAllowed(newPassWord, personal, policy)) errors.push(['newPassWord', newPassWord ? '新密码不符合下面的要求' : '请填写新密码'])
    if (again !== newPassWord) errors.push(['again', '两次填写的新密码不一致'])
    show(errors)
    if (errors.length > 0) return
    setBusy(true)
    try {
      await api(updatePassWordByUserId, { userId: center.userId, oldPassWord, newPassWord }, { idempotencyKey: intent.current })
      form.resetFields()
      setTyped('')
      setDone(true)
      toasts.success('密码已修改')
    } catch (error) {
      if (!(error instanceof ApiError)) return toasts.error('网络连接失败，请重试')
      show(error.fields.map((f) => [f.path as keyof Values, f.message]))
    } finally {
      setBusy(false)
    }
    intent.current = newKey()
  }
  const show = (errors: readonly [keyof Values, string][]) =>
    form.setFields((['oldPassWord', 'newPassWord', 'again'] as const).map((name) => ({ name, errors: errors.filter(([n]) => n === name).map(([, m]) => m) })))

  return (
    <Flex vertical gap={16} style={{ maxWidth: 420 }}>
      {done ? <Alert type="success" showIcon title="密码已修改，其他设备上的登录已全部结束。" /> : null}
      <Form
        form={form}
        layout="vertical"
        onValuesChange={(_changed, all: Values) => {
          setTyped(all.newPassWord ?? '')
          setDone(false)
          intent.current = newKey()
        }}
        onFinish={() => void submit()}
      >
        {/* Tells password managers whose password this is. */}
        <input type="text" autoComplete="username" value={center.loginName} readOnly hidden />
        <Form.Item name="oldPassWord" label="原密码" required>
          <Input.Password autoComplete="current-password" maxLength={256} />
        </Form.Item>
        <Form.Item name="newPassWord" label="新密码" required style={{ marginBottom: 8 }}>
          <Input.Password autoComplete="new-password" maxLength={256} aria-describedby="password-rules" />
        </Form.Item>
        <Rules password={typed} personal={personal} policy={policy} />
        <Form.Item name="again" label="再次填写新密码" required>
          <Input.Password autoComplete="new-password" maxLength={256} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={busy}>
          修改密码
        </Button>
      </Form>
    </Flex>
  )
}

function Rules({ password, personal, policy }: { password: string; personal: readonly (string | null)[]; policy: PasswordPolicy }) {
  const { token } = theme.useToken()
  return (
    <ul id="password-rules" aria-label="密码要求" style={{ listStyle: 'none', margin: '0 0 16px', padding: 0 }}>
      {passwordRules(password, personal, policy).map((rule) => (
        <li key={rule.label} style={{ color: rule.passed ? token.colorSuccess : token.colorTextSecondary, lineHeight: '24px' }}>
          <span aria-hidden="true" style={{ display: 'inline-block', width: 20 }}>
            {rule.passed ? <CheckOutlined /> : '○'}
          </span>
          {rule.label}
          <span style={{ position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' }}>{rule.passed ? '，已满足' : '，未满足'}</span>
        </li>
      ))}
    </ul>
  )
}
