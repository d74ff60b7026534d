import { consoleConfig } from '@assoc/session'
import { CODE } from '@assoc/contract'
import { loginTheUser } from '@assoc/contract/rbac/sign-in'
import { ApiError, api } from '@assoc/http'
import { observer } from 'mobx-react-lite'
import { useEffect, useState, type FormEvent } from 'react'
import { PasswordField, TextField, focusFirstError } from './fields'
import { FormFoot, Go } from './FormFoot'
import { FormStore, SHOWN_HERE, fieldErrors } from './form-store'
import type { LoginStore } from './login-store'
import { SignOnButton } from './SignOnButton'
import { SliderCheck } from './SliderCheck'
import { SliderStore } from './slider-store'

/** Sign-in with account and password. */
export const PasswordForm = observer(function PasswordForm({ login }: { login: LoginStore }) {
  const [form] = useState(() => new FormStore<'loginName' | 'passWord'>({ loginName: login.lastName, passWord: '' }))
  const [slider] = useState(() => new SliderStore())
  useEffect(() => void slider.load(), [slider])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { loginName, passWord } = form.values
    login.rememberName(loginName)
    const errors = fieldErrors<'loginName' | 'passWord'>(loginTheUser.request, { loginName, passWord })
    const ok = await form.submit(errors, async () => {
      await slider.loaded()
      if (!slider.settled) {
        slider.ask()
        document.querySelector<HTMLElement>('[role="slider"]')?.focus()
        return
      }
      try {
        const ticket = slider.ticket ? { sliderTicket: slider.ticket } : {}
        await login.arriveBy(() => api(loginTheUser, { loginName, passWord, ...ticket }, { quiet: SHOWN_HERE }), passWord, loginName)
      } catch (error) {
        // A ticket serves one try, whatever became of it.
        if (error instanceof ApiError && slider.state !== 'off') void slider.load()
        if (error instanceof ApiError && error.code === CODE.sliderRequired) {
          void slider.load('请重新完成滑块验证')
          return
        }
        throw error
      }
    })
    if (!ok) focusFirstError()
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <h1>登录</h1>
      <p className="l-sub">{consoleConfig().title}</p>
      <TextField label="账号" name="loginName" autoComplete="username" autoFocus value={form.values.loginName} error={form.errors.loginName} onChange={(v) => form.set('loginName', v)} />
      <PasswordField label="密码" name="passWord" autoComplete="current-password" value={form.values.passWord} error={form.errors.passWord} onChange={(v) => form.set('passWord', v)} />
      <SliderCheck store={slider} />
      <FormFoot form={form} text="登 录" busyText="正在登录…">
        <Go to={() => login.show('forgot')}>忘记密码</Go>
        <Go to={() => login.show('code')}>验证码登录</Go>
      </FormFoot>
      <SignOnButton />
      <p className="l-below">
        还没有账号？<a href="/register">注册</a>
      </p>
    </form>
  )
})
