import { updatePassWordByUserId } from '@assoc/contract/rbac/sign-in'
import { api } from '@assoc/http'
import { observer } from 'mobx-react-lite'
import { useState, type FormEvent } from 'react'
import { PasswordField, focusFirstError } from './fields'
import { FormFoot, Go } from './FormFoot'
import { FormStore, SHOWN_HERE } from './form-store'
import type { LoginStore } from './login-store'
import { NewPassword, newPasswordErrors } from './NewPassword'

/** Step two of the card: the first password, or one that staff have reset, must be changed before anything else. */
export const ForcedForm = observer(function ForcedForm({ login }: { login: LoginStore }) {
  const [form] = useState(() => new FormStore<'oldPassWord' | 'newPassWord' | 'again'>({ oldPassWord: '', newPassWord: '', again: '' }))
  const { pending } = login
  if (!pending) return null
  const personal = [pending.loginName]
  // Who came by a code has typed no password, so the old one is asked for.
  const asksOld = pending.oldPassWord === ''

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const oldPassWord = pending.oldPassWord || form.values.oldPassWord
    const errors = newPasswordErrors(form.values, personal)
    if (!errors.newPassWord && form.values.newPassWord === oldPassWord) errors.newPassWord = '新密码不能与原密码相同'
    const ok = await form.submit(asksOld && !oldPassWord ? { oldPassWord: '请填写原密码', ...errors } : errors, async () => {
      await api(updatePassWordByUserId, { userId: pending.record.userId, oldPassWord, newPassWord: form.values.newPassWord }, { quiet: SHOWN_HERE })
      login.letIn(pending.record)
    })
    if (!ok) focusFirstError()
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <p className="l-step">第 2 步，共 2 步</p>
      <h1>设置新密码</h1>
      <p className="l-sub">为保证账号安全，请先修改初始密码。</p>
      <input type="text" name="username" autoComplete="username" value={pending.loginName} readOnly hidden />
      {asksOld ? (
        <PasswordField label="原密码" name="oldPassWord" autoComplete="current-password" value={form.values.oldPassWord} error={form.errors.oldPassWord} onChange={(v) => form.set('oldPassWord', v)} />
      ) : null}
      <NewPassword form={form} personal={personal} />
      <FormFoot form={form} text="保存并进入" busyText="正在保存…">
        <Go to={() => void login.abandon()}>退出登录</Go>
      </FormFoot>
    </form>
  )
})
