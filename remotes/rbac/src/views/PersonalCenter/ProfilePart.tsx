import { CODE } from '@assoc/contract'
import { updateUserInfoOnCenter } from '@assoc/contract/rbac/sign-in'
import { userType } from '@assoc/contract/rbac/user-kinds'
import { email, mobile } from '@assoc/contract/rules/identifiers'
import { ApiError, api, dateFormat, newKey } from '@assoc/http'
import { codeNotice, toasts } from '@assoc/session'
import { Alert, Button, checkForm, Descriptions, Flex, Form, Input, Typography, useTab } from '@assoc/ui'
import { useEffect, useRef, useState } from 'react'
import { useCodeSender } from './code-sender'
import type { Center } from './page'

interface Values {
  realName: string
  mobile: string
  email: string
  passWord?: string
  mobileCode?: string
  emailCode?: string
}

const begin = (center: Center): Values => ({ realName: center.realName, mobile: center.mobile ?? '', email: center.email ?? '' })
const fits = (schema: { safeParse: (v: unknown) => { success: boolean } }, value: string) => schema.safeParse(value).success

/** Own name, mobile and mail. A new mobile or mail address needs the password and a code sent to the new one. */
export function ProfilePart({ center, onChanged }: { center: Center; onChanged: () => void }) {
  const tab = useTab()
  const [form] = Form.useForm<Values>()
  const [values, setValues] = useState<Values>(() => begin(center))
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState(false)
  const smsNotice = codeNotice('sms')
  const mailNotice = codeNotice('mail')
  const mobileSender = useCodeSender('changeMobile')
  const emailSender = useCodeSender('changeEmail')
  const intent = useRef(newKey())
  // What the form was begun with. The record is read again whenever the tab is shown: what is typed stays.
  const [base, setBase] = useState(center)
  const seen = useRef(center)
  const takeNext = useRef(false)

  const newMobile = values.mobile.trim() !== (base.mobile ?? '')
  const newEmail = values.email.trim().toLowerCase() !== (base.email ?? '')
  const dirty = newMobile || newEmail || values.realName !== base.realName
  useEffect(() => {
    if (seen.current === center) return
    seen.current = center
    if (dirty && !takeNext.current) return setConflict(center.version !== base.version)
    takeNext.current = false
    form.setFieldsValue({ ...begin(center), passWord: '', mobileCode: '', emailCode: '' })
    setBase(center)
    setValues(begin(center))
    setConflict(false)
  }, [center, base, dirty, form])
  useEffect(() => {
    tab.setDirty(dirty)
    return () => tab.setDirty(false)
  }, [dirty, tab])
  const readAnew = () => {
    takeNext.current = true
    onChanged()
  }

  const show = (errors: readonly { path: string; message: string }[]) => {
    const names = ['realName', 'mobile', 'email', 'passWord', 'mobileCode', 'emailCode'] as const
    form.setFields(names.map((name) => ({ name, errors: errors.filter((e) => e.path === name).map((e) => e.message) })))
  }
  const submit = async () => {
    const typed = form.getFieldsValue(true) as Values
    const input = {
      userId: base.userId,
      version: base.version,
      realName: typed.realName,
      mobile: typed.mobile || null,
      email: typed.email || null,
      ...(newMobile || newEmail ? { passWord: typed.passWord ?? '' } : {}),
      ...(newMobile && typed.mobile ? { mobileCode: typed.mobileCode ?? '', ...(mobileSender.challenge ? { mobileChallenge: mobileSender.challenge } : {}) } : {}),
      ...(newEmail && typed.email ? { emailCode: typed.emailCode ?? '', ...(emailSender.challenge ? { emailChallenge: emailSender.challenge } : {}) } : {}),
    }
    const missing = (['mobileCode', 'emailCode'] as const).filter((name) => input[name] === '').map((path) => ({ path, message: '请填写收到的验证码' }))
    const wrong = [...missing, ...checkForm(updateUserInfoOnCenter.request, input).filter((e) => !missing.some((m) => m.path === e.path))]
    show(wrong)
    if (wrong.length > 0) return
    setBusy(true)
    try {
      await api(updateUserInfoOnCenter, input, { idempotencyKey: intent.current, quiet: [CODE.conflict] })
      toasts.success('资料已保存')
      readAnew()
    } catch (error) {
      if (!(error instanceof ApiError)) return toasts.error('网络连接失败，内容已保留，请重试')
      if (error.code === CODE.conflict) setConflict(true)
      show(error.fields)
    } finally {
      setBusy(false)
    }
    intent.current = newKey()
  }

  return (
    <Flex vertical gap={24} style={{ maxWidth: 720 }}>
      <Descriptions
        column={{ xs: 1, md: 2 }}
        size="small"
        styles={{ label: { whiteSpace: 'nowrap', width: 96 } }}
        bordered
        items={[
          { key: 'loginName', label: '登录账号', children: center.loginName },
          { key: 'typeId', label: '用户类型', children: userType.labels[center.typeId] },
          { key: 'deptName', label: '所属部门', children: center.deptName ?? '—' },
          { key: 'lastLoginTime', label: '最后登录', children: center.lastLoginTime ? dateFormat(center.lastLoginTime, 'YYYY-MM-DD HH:mm') : '—' },
          { key: 'roleNames', label: '角色', span: 2, children: center.roleNames.join('、') || '—' },
        ]}
      />
      {conflict ? (
        <Alert type="warning" showIcon title="您的资料已在别处被修改" action={<Button size="small" onClick={readAnew}>载入现有资料</Button>} />
      ) : null}
      <Form
        form={form}
        layout="vertical"
        style={{ maxWidth: 420 }}
        initialValues={values}
        onValuesChange={(_changed, all: Values) => {
          setValues({ realName: all.realName ?? '', mobile: all.mobile ?? '', email: all.email ?? '' })
          intent.current = newKey()
        }}
        onFinish={() => void submit()}
      >
        <Form.Item name="realName" label="姓名" required>
          <Input maxLength={32} autoComplete="name" />
        </Form.Item>
        <Form.Item name="mobile" label="手机号码" extra={smsNotice?.text}>
          <Input inputMode="tel" autoComplete="tel" />
        </Form.Item>
        {newMobile && values.mobile ? (
          <CodeItem name="mobileCode" label="短信验证码" ready={!smsNotice?.stopped && fits(mobile(), values.mobile)} seconds={mobileSender.seconds} sending={mobileSender.sending} onSend={() => void mobileSender.send(values.mobile)} />
        ) : null}
        <Form.Item name="email" label="电子邮箱" extra={mailNotice?.text}>
          <Input inputMode="email" autoComplete="email" />
        </Form.Item>
        {newEmail && values.email ? (
          <CodeItem name="emailCode" label="邮件验证码" ready={!mailNotice?.stopped && fits(email(), values.email)} seconds={emailSender.seconds} sending={emailSender.sending} onSend={() => void emailSender.send(values.email)} />
        ) : null}
        {newMobile || newEmail ? (
          <Form.Item name="passWord" label="当前密码" required extra="更换手机或邮箱须确认是您本人">
            <Input.Password autoComplete="current-password" />
          </Form.Item>
        ) : null}
        <Flex gap={8} align="center">
          <Button type="primary" htmlType="submit" loading={busy} disabled={!dirty}>
            保存资料
          </Button>
          {dirty ? (
            <Button
              onClick={() => {
                form.setFieldsValue({ ...begin(base), passWord: '', mobileCode: '', emailCode: '' })
                setValues(begin(base))
                show([])
              }}
            >
              还原
            </Button>
          ) : (
            <Typography.Text type="secondary">没有未保存的修改</Typography.Text>
          )}
        </Flex>
      </Form>
    </Flex>
  )
}

interface CodeItemProps {
  name: 'mobileCode' | 'emailCode'
  label: string
  /** What the code goes to has the right form. */
  ready: boolean
  seconds: number
  sending: boolean
  onSend: () => void
}

function CodeItem({ name, label, ready, seconds, sending, onSend }: CodeItemProps) {
  return (
    <Flex gap={8} align="flex-end">
      <Form.Item name={name} label={label} required style={{ flex: 1 }}>
        <Input inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
      </Form.Item>
      <Form.Item>
        <Button disabled={!ready || seconds > 0} loading={sending} onClick={onSend} style={{ minWidth: 120 }}>
          {seconds > 0 ? `${seconds} 秒后重发` : '发送验证码'}
        </Button>
      </Form.Item>
    </Flex>
  )
}
