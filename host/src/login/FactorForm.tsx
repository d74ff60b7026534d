import { CODE } from '@assoc/contract'
import { enrolAtSignIn, selectChallengeSecret, verifySecondFactor, type ChallengeData } from '@assoc/contract/rbac/second-factor'
import { ApiError, api } from '@assoc/http'
import { toasts } from '@assoc/session'
import { observer } from 'mobx-react-lite'
import { useEffect, useState, type FormEvent } from 'react'
import { TextField, focusFirstError } from './fields'
import { FormFoot, Go } from './FormFoot'
import { FormStore, SHOWN_HERE } from './form-store'
import type { Answer, LoginStore } from './login-store'

interface Enrolment {
  secret: string
  picture: string
}

const digitsError = (code: string, what: string) => (code === '' ? `请输入${what}` : /^\d{6}$/.test(code) ? '' : `${what}为 6 位数字`)
const recoveryError = (code: string) => (code === '' ? '请输入恢复码' : /^[A-Za-z2-7]{5}[\s-]?[A-Za-z2-7]{5}$/.test(code.trim()) ? '' : '恢复码形如 ABCDE-23456')

/** Step two of the card: the code of the authenticator, a recovery code, or binding an authenticator where the policy asks for one. */
const FactorForm = observer(function FactorForm({ login }: { login: LoginStore }) {
  const [codes, setCodes] = useState<{ answer: Answer; list: string[] } | null>(null)
  const { waiting } = login
  if (!waiting) return null
  const proceed = (answer: Answer) => login.arrived(answer, waiting.passWord, waiting.loginName)
  if (codes) return <RecoveryCodes codes={codes.list} onGo={() => void proceed(codes.answer)} />
  return <CodeStep login={login} challenge={waiting.data} onVerified={proceed} onEnrolled={(answer, list) => setCodes({ answer, list })} />
})

interface CodeStepProps {
  login: LoginStore
  challenge: ChallengeData
  onVerified: (answer: Answer) => Promise<void>
  onEnrolled: (answer: Answer, codes: string[]) => void
}

const CodeStep = observer(function CodeStep({ login, challenge: { challenge, kind, sentTo, trustDays }, onVerified, onEnrolled }: CodeStepProps) {
  const [form] = useState(() => new FormStore<'code'>({ code: '' }))
  const [recovery, setRecovery] = useState(false)
  const [trust, setTrust] = useState(false)
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const enrolling = kind === 'enrol'
  const sent = kind === 'code'

  const over = (error: unknown): boolean => {
    if (!(error instanceof ApiError) || error.code !== CODE.challengeEnded) return false
    login.show('password')
    toasts.error(error.message)
    return true
  }
  useEffect(() => {
    if (!enrolling) return
    api(selectChallengeSecret, { challenge }, { quiet: SHOWN_HERE }).then(setEnrolment, (error: unknown) => {
      if (!over(error)) form.fail(error)
    })
    // eslint-disable-next-line react-hooks/exhaustive-deps -- asked once for a challenge
  }, [challenge])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { code } = form.values
    const trustDevice = trustDays > 0 && trust
    const ok = await form.submit({ code: recovery ? recoveryError(code) : digitsError(code, sent ? '验证码' : '动态码') }, async () => {
      try {
        if (enrolling) {
          const { recoveryCodes, ...answer } = await api(enrolAtSignIn, { challenge, code, trustDevice }, { quiet: SHOWN_HERE })
          onEnrolled(answer, recoveryCodes)
        } else await onVerified(await api(verifySecondFactor, { challenge, code, trustDevice }, { quiet: SHOWN_HERE }))
      } catch (error) {
        if (!over(error)) throw error
      }
    })
    if (!ok) focusFirstError()
  }
  const turn = () => {
    form.set('code', '')
    setRecovery(!recovery)
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      {enrolling ? <p className="l-step">为保证账号安全，您的账号须启用二次验证</p> : null}
      <h1>{enrolling ? '启用二次验证' : sent ? '新设备验证' : '二次验证'}</h1>
      <p className="l-sub">{enrolling ? '用手机上的验证器应用扫描二维码，再输入它显示的动态码。' : sent ? `首次在此设备登录，验证码已发送到 ${sentTo ?? ''}，10 分钟内有效。没有收到时，返回登录重新获取。` : recovery ? '恢复码是启用二次验证时保存的，每个只能用一次。' : '请输入验证器应用当前显示的 6 位动态码。'}</p>
      {enrolling ? (
        enrolment ? (
          <>
            <img className="l-qr" alt="绑定验证器的二维码" src={`data:image/svg+xml,${encodeURIComponent(enrolment.picture)}`} />
            <p className="l-secret" aria-label="不能扫描时手工输入的密钥">
              {enrolment.secret}
            </p>
          </>
        ) : (
          <p className="l-sub">正在读取二维码…</p>
        )
      ) : null}
      <TextField
        key={recovery ? 'recovery' : 'totp'}
        label={recovery ? '恢复码' : sent ? '验证码' : '动态码'}
        name="code"
        autoFocus
        autoComplete={recovery ? 'off' : 'one-time-code'}
        inputMode={recovery ? 'text' : 'numeric'}
        maxLength={recovery ? 13 : 7}
        value={form.values.code}
        error={form.errors.code}
        onChange={(value) => form.set('code', recovery ? value : value.replace(/\D/g, '').slice(0, 6))}
      />
      {trustDays > 0 ? (
        <label className="l-trust">
          <input type="checkbox" checked={trust} onChange={(event) => setTrust(event.target.checked)} />
          信任此设备，{trustDays} 天内不再询问
        </label>
      ) : null}
      <FormFoot form={form} text={enrolling ? '启用并登录' : '验证并登录'} busyText="正在验证…" disabled={enrolling && !enrolment}>
        {enrolling || sent ? null : <Go to={turn}>{recovery ? '使用动态码' : '使用恢复码'}</Go>}
        <Go to={() => login.show('password')}>返回登录</Go>
      </FormFoot>
      {enrolling || sent ? null : <p className="l-below">手机遗失且没有恢复码时，请联系系统管理员重置。</p>}
    </form>
  )
})

/** The recovery codes, shown this once; the console opens when they have been kept. */
function RecoveryCodes({ codes, onGo }: { codes: string[]; onGo: () => void }) {
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => toasts.success('恢复码已复制'),
      () => toasts.error('未能复制，请手工抄录'),
    )
  return (
    <section aria-labelledby="codes-title">
      <h1 id="codes-title">保存恢复码</h1>
      <p className="l-sub">手机不在身边时，可用恢复码登录，每个只能用一次。恢复码只显示这一次，请妥善保存。</p>
      <ul className="l-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <button type="button" className="l-button" onClick={onGo}>
        我已保存，进入系统
      </button>
      <div className="l-links">
        <Go to={() => void copy()}>复制全部</Go>
      </div>
    </section>
  )
}

export default FactorForm
