import { selectPasswordRules } from '@assoc/contract/rbac/security'
import { DEFAULT_PASSWORD_POLICY, type PasswordPolicy } from '@assoc/contract/rules/password'
import { api } from '@assoc/http'
import { observable, runInAction } from 'mobx'

const policy = observable.box<PasswordPolicy>(DEFAULT_PASSWORD_POLICY, { deep: false })
let asked = false

/**
 * The rules that a new password is checked by: the house's own until the server has told those of the security
 * policy. It is asked once, by the first form that shows them; the server checks in any case.
 */
export function passwordPolicy(): PasswordPolicy {
  if (!asked) {
    asked = true
    api(selectPasswordRules, {}).then(
      (rules) => runInAction(() => policy.set(rules)),
      () => (asked = false),
    )
  }
  return policy.get()
}
