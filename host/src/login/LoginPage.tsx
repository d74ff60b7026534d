import { consoleConfig } from '@assoc/session'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense } from 'react'
import { CodeForm } from './CodeForm'
import { ForcedForm } from './ForcedForm'
import { ForgotForm } from './ForgotForm'
import type { LoginStore } from './login-store'
import { LoginToast } from './LoginToast'
import { PasswordForm } from './PasswordForm'
import { RegisterForm } from './RegisterForm'

// Few need it, so nobody waits for it who does not.
const FactorForm = lazy(() => import(/* webpackChunkName: "login-factor" */ './FactorForm'))

/** The whole page: the red panel with the seal, and the card that shows one step at a time. */
export const LoginPage = observer(function LoginPage({ login }: { login: LoginStore }) {
  const { title, organisation } = consoleConfig()
  return (
    <div className="l-page">
      <aside className="l-panel">
        <svg className="l-seal" viewBox="0 0 320 320" fill="none" stroke="currentColor" aria-hidden="true">
          <rect x="1" y="1" width="318" height="318" rx="24" strokeWidth="1.2" />
          <rect x="46" y="46" width="228" height="228" rx="18" strokeWidth="1" opacity=".8" />
        </svg>
        <div className="l-brand">
          <span className="l-logo" aria-hidden="true">
            协
          </span>
          <span>{organisation ? `${organisation}${title}` : title}</span>
        </div>
        <div className="l-headline">
          <p className="l-song">
            服务董事
            <br />
            服务董秘
          </p>
          <p className="l-small">请使用工作账号登录</p>
        </div>
      </aside>
      <main className="l-main">
        <div className="l-card">
          {login.notice ? (
            <p className="l-notice" role="status">
              {login.notice}
            </p>
          ) : null}
          {login.step === 'password' ? <PasswordForm login={login} /> : null}
          {login.step === 'code' ? <CodeForm login={login} /> : null}
          {login.step === 'forgot' ? <ForgotForm login={login} /> : null}
          {login.step === 'forced' ? <ForcedForm login={login} /> : null}
          {login.step === 'factor' ? (
            <Suspense fallback={<p className="l-sub">正在读取…</p>}>
              <FactorForm login={login} />
            </Suspense>
          ) : null}
          {login.step === 'register' ? <RegisterForm /> : null}
        </div>
      </main>
      <LoginToast />
    </div>
  )
})
