import { passwordIsAllowed } from '@assoc/contract/rules/password'
import { observer } from 'mobx-react-lite'
import { PasswordField } from './fields'
import type { FormStore } from './form-store'
import { passwordPolicy } from './password-policy'
import { RuleList } from './RuleList'

type Names = 'newPassWord' | 'again'

interface NewPasswordProps {
  form: FormStore<Names>
  personal: readonly string[]
  label?: string
}

/** New password twice, with the live list of its rules. */
export const NewPassword = observer(function NewPassword({ form, personal, label = '新密码' }: NewPasswordProps) {
  return (
    <>
      <PasswordField label={label} name="newPassWord" autoComplete="new-password" value={form.values.newPassWord} error={form.errors.newPassWord} onChange={(v) => form.set('newPassWord', v)} />
      <RuleList password={form.values.newPassWord} personal={personal} />
      <PasswordField label="再次输入" name="again" autoComplete="new-password" value={form.values.again} error={form.errors.again} onChange={(v) => form.set('again', v)} />
    </>
  )
})

/** What is wrong with a new password typed twice. */
export function newPasswordErrors(values: Record<Names, string>, personal: readonly string[], label = '新密码'): Partial<Record<Names, string>> {
  if (!values.newPassWord) return { newPassWord: `请填写${label}` }
  if (!passwordIsAllowed(values.newPassWord, personal, passwordPolicy())) return { newPassWord: '密码不符合下列要求' }
  return values.again === values.newPassWord ? {} : { again: '两次输入的密码不一致' }
}
