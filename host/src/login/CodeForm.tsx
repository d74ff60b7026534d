import { loginByCode } from '@assoc/contract/rbac/sign-in'
import { api } from '@assoc/http'
import { codeNotice } from '@assoc/session'
import { observer } from 'mobx-react-lite'
import { useState, type FormEvent } from 'react'
import { CodeField, targetError } from './CodeField'
import { CodeNotice } from './CodeNotice'
import { CodeSender } from './code-sender'
import { TextField, focusFirstError } from './fields'
import { FormFoot, Go } from './FormFoot'
import { FormStore, SHOWN_HERE } from './form-store'
import type { LoginStore } from './login-store'

/** Sign-in with a code by text message or mail: no password. */
export const CodeForm = observer(function CodeForm({ login }: { login: LoginStore }) {
  const [form] = useState(() => new FormStore<'target' | 'code'>({ target: '', code: '' }))
  const notice = codeNotice('sms', 'mail')
  const [sender] = useState(() => new CodeSender('login'))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { target, code } = form.values
    const ok = await form.submit({ target: targetError(target), code: sender.errorOf(code) }, async () => {
      await login.arriveBy(() => api(loginByCode, { target: target.trim(), challenge: sender.challenge, code }, { quiet: SHOWN_HERE }), '', '')
    })
    if (!ok) focusFirstError()
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <h1>验证码登录</h1>
      <p className="l-sub">验证码发送到账号绑定的手机或邮箱</p>
      <CodeNotice notice={notice} />
      <TextField label="手机号码或邮箱" name="target" autoComplete="username" autoFocus value={form.values.target} error={form.errors.target} onChange={(v) => form.set('target', v)} />
      <CodeField
        stopped={notice?.stopped}
        sender={sender}
        target={form.values.target}
        value={form.values.code}
        error={form.errors.code}
        onChange={(v) => form.set('code', v)}
        onBadTarget={(message) => form.setErrors({ target: message })}
      />
      <FormFoot form={form} text="登 录" busyText="正在登录…">
        <Go to={() => login.show('forgot')}>忘记密码</Go>
        <Go to={() => login.show('password')}>账号密码登录</Go>
      </FormFoot>
    </form>
  )
})
