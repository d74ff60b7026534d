import { registUser } from '@assoc/contract/rbac/sign-in'
import { registrableType } from '@assoc/contract/rbac/user-kinds'
import { api } from '@assoc/http'
import { codeNotice } from '@assoc/session'
import { observer } from 'mobx-react-lite'
import { useState, type FormEvent } from 'react'
import { CodeField } from './CodeField'
import { CodeNotice } from './CodeNotice'
import { CodeSender } from './code-sender'
import { TextField, focusFirstError } from './fields'
import { FormFoot } from './FormFoot'
import { FormStore, SHOWN_HERE, fieldErrors } from './form-store'
import { NewPassword, newPasswordErrors } from './NewPassword'

type Names = 'typeId' | 'loginName' | 'realName' | 'companyName' | 'mobile' | 'email' | 'code' | 'newPassWord' | 'again'
type Kind = (typeof registrableType.keys)[number]

// What is left out is said at once for all fields; the finer rules are the server's.
const REQUIRED: [name: Names, label: string][] = [['loginName', '登录账号'], ['realName', '姓名'], ['companyName', '所在公司'], ['mobile', '手机号码']]

function missing(values: Record<Names, string>): Partial<Record<Names, string>> {
  const empty = REQUIRED.filter(([name]) => !values[name].trim()).map(([name, label]) => [name, `请填写${label}`])
  return Object.fromEntries(empty) as Partial<Record<Names, string>>
}

/** Self-registration of directors, secretaries and company staff; the association confirms it. */
export const RegisterForm = observer(function RegisterForm() {
  const [form] = useState(
    () => new FormStore<Names>({ typeId: 'secretary', loginName: '', realName: '', companyName: '', mobile: '', email: '', code: '', newPassWord: '', again: '' }),
  )
  const notice = codeNotice('sms')
  const [sender] = useState(() => new CodeSender('register'))
  const [done, setDone] = useState(false)
  const { values, errors } = form
  const personal = [values.loginName, values.mobile]

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { newPassWord, again: _again, typeId, ...rest } = values
    const input = { ...rest, typeId: typeId as Kind, passWord: newPassWord, challenge: sender.challenge }
    const code = sender.errorOf(values.code)
    const found = { ...fieldErrors<Names>(registUser.request, input, { passWord: 'newPassWord' }), ...missing(values), ...(code ? { code } : {}), ...newPasswordErrors(values, personal, '密码') }
    const ok = await form.submit(found, async () => {
      await api(registUser, input, { quiet: SHOWN_HERE })
      setDone(true)
    })
    if (!ok) focusFirstError()
  }

  if (done) {
    return (
      <section aria-live="polite">
        <h1>注册已提交</h1>
        <p className="l-sub">{notice ? '工作人员认证通过后即可登录。' : '工作人员认证通过后即可登录，结果将发送到您的手机。'}</p>
        <a className="l-button" href="/login">
          返回登录
        </a>
      </section>
    )
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <h1>注册</h1>
      <p className="l-sub">注册信息由协会工作人员认证</p>
      <CodeNotice notice={notice} />
      <fieldset className="l-kinds">
        <legend>用户类型</legend>
        {registrableType.options.map((option) => (
          <label key={option.value} className={values.typeId === option.value ? 'l-kind-chosen' : ''}>
            <input type="radio" name="typeId" value={option.value} checked={values.typeId === option.value} onChange={() => form.set('typeId', option.value)} />
            {option.label}
          </label>
        ))}
      </fieldset>
      <TextField label="登录账号" name="loginName" autoComplete="username" hint="字母开头，5 至 32 位" value={values.loginName} error={errors.loginName} onChange={(v) => form.set('loginName', v)} />
      <TextField label="姓名" name="realName" autoComplete="name" value={values.realName} error={errors.realName} onChange={(v) => form.set('realName', v)} />
      <TextField label="所在公司" name="companyName" autoComplete="organization" hint="请填写公司全称" value={values.companyName} error={errors.companyName} onChange={(v) => form.set('companyName', v)} />
      <TextField label="电子邮箱" name="email" type="email" required={false} autoComplete="email" value={values.email} error={errors.email} onChange={(v) => form.set('email', v)} />
      <TextField label="手机号码" name="mobile" type="tel" autoComplete="tel" value={values.mobile} error={errors.mobile} onChange={(v) => form.set('mobile', v)} />
      <CodeField
        stopped={notice?.stopped}
        label="短信验证码"
        sender={sender}
        mobileOnly
        target={values.mobile}
        value={values.code}
        error={errors.code}
        onChange={(v) => form.set('code', v)}
        onWrong={(message) => form.setErrors({ ...form.errors, code: message })}
        onBadTarget={(message) => form.setErrors({ mobile: message })}
      />
      <NewPassword form={form} personal={personal} label="密码" />
      <FormFoot form={form} text="注 册" busyText="正在提交…">
        <a href="/login">返回登录</a>
      </FormFoot>
    </form>
  )
})
