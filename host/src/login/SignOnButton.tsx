import { consoleConfig } from '@assoc/session'

/** The ways in by the organisation's own sign-on and by messengers; nothing where none is set up. Links, for the browser goes to another site. */
export function SignOnButton() {
  const { signOn, im = [] } = consoleConfig()
  const reback = new URLSearchParams(window.location.search).get('reback')
  const on = reback ? `?reback=${encodeURIComponent(reback)}` : ''
  return [...(signOn ? [{ kind: 'oidc', label: signOn.label }] : []), ...im.map(({ kind, label }) => ({ kind: `im/${kind}`, label: `${label}扫码登录` }))].map(({ kind, label }) => (
    <a key={kind} className="l-button l-other" href={`/sso/${kind}/start${on}`}>
      {label}
    </a>
  ))
}
