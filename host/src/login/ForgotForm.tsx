import { resetPassWord } from '@assoc/contract/rbac/sign-in'
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
import { NewPassword, newPasswordErrors } from './NewPassword'

/** A new password for somebody who has forgotten the old one, against a code. */
export const ForgotForm = observer(function ForgotForm({ login }: { login: LoginStore }) {
  const [form] = useState(() => new FormStore<'target' | 'code' | 'newPassWord' | 'again'>({ target: '', code: '', newPassWord: '', again: '' }))
  const notice = codeNotice('sms', 'mail')
  const [sender] = useState(() => new CodeSender('reset'))
  const personal = [form.values.target]

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { target, code, newPassWord } = form.values
    const errors = { target: targetError(target), code: sender.errorOf(code), ...newPasswordErrors(form.values, personal) }
    const ok = await form.submit(errors, async () => {
      await api(resetPassWord, { target: target.trim(), challenge: sender.challenge, code, newPassWord }, { quiet: SHOWN_HERE })
      login.show('password', '密码已修改，请用新密码登录。')
    })
    if (!ok) focusFirstError()
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <h1>找回密码</h1>
      <p className="l-sub">用账号绑定的手机或邮箱接收验证码</p>
      <CodeNotice notice={notice} />
      <TextField label="手机号码或邮箱" name="target" autoComplete="username" autoFocus value={form.values.target} error={form.errors.target} onChange={(v) => form.set('target', v)} />
      <CodeField
        stopped={notice?.stopped}
        sender={sender}
        target={form.values.target}
        value={form.values.code}
        error={form.errors.code}
        onChange={(v) => form.set('code', v)}
        onWrong={(message) => form.setErrors({ ...form.errors, code: message })}
        onBadTarget={(message) => form.setErrors({ target: message })}
      />
      <NewPassword form={form} personal={personal} />
      <FormFoot form={form} text="修改密码" busyText="正在修改…">
        <Go to={() => login.show('password')}>返回登录</Go>
      </FormFoot>
    </form>
  )
})
