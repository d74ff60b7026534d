import { passwordRules } from '@assoc/contract/rules/password'
import { observer } from 'mobx-react-lite'
import { passwordPolicy } from './password-policy'

/** The rules of a new password, ticked off while it is typed. */
export const RuleList = observer(function RuleList({ password, personal }: { password: string; personal: readonly string[] }) {
  return (
    <ul className="l-rules" aria-label="密码要求">
      {passwordRules(password, personal, passwordPolicy()).map((rule) => (
        <li key={rule.label} className={rule.passed ? 'l-rule-passed' : ''}>
          <span aria-hidden="true">{rule.passed ? '✓' : '○'}</span>
          {rule.label}
          <span className="visually-hidden">{rule.passed ? '，已满足' : '，未满足'}</span>
        </li>
      ))}
    </ul>
  )
})
